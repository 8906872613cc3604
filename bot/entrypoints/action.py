"""The GitHub Action: one event of a workflow, evaluated once."""

import argparse
import json
import os
import secrets
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from bot.decision.decision import Cleared, Green, RequestDecision, State
from bot.domain.pull_request import Repository
from bot.entrypoints.wiring import github_from, own
from bot.errors import UsageError
from bot.github.events import (
    CheckAsked,
    Event,
    Grouped,
    Irrelevant,
    PullChanged,
    Spoke,
    Sweep,
    read_event,
)
from bot.rendering.plan_json import plan_json
from bot.service import Outcome, due, evaluate, evaluate_gate, evaluate_group

INVALID = 1


def action(_arguments: argparse.Namespace) -> int:
    """Evaluate the event of this workflow run; 1 where a request is invalid."""
    env = os.environ
    event = _event(env)
    checkout = env.get("GITHUB_WORKSPACE")
    github = github_from(env, Path(checkout) if checkout else None)
    outcomes: list[Outcome] = []
    match event:
        case PullChanged(ref=ref) | Spoke(ref=ref):
            outcomes.append(evaluate(github, ref))
        case CheckAsked(repository=repository, sha=sha):
            outcomes += [evaluate_gate(github, ref) for ref in github.pulls_at(repository, sha)]
        case Grouped(ref=ref, head=head, base=base):
            outcomes.append(evaluate_group(github, ref, base, head))
        case Sweep(repository=repository):
            outcomes += [evaluate(github, ref) for ref in due(github, repository)]
        case Irrelevant(why=why):
            print(f"Nothing to do: {_one_line(why)}")
    _write_outputs(env, outcomes)
    _write_summary(env, outcomes)
    return INVALID if any(o.decision.state is State.INVALID for o in outcomes) else 0


def _event(env: Mapping[str, str]) -> Event:
    name, path = env.get("GITHUB_EVENT_NAME", ""), env.get("GITHUB_EVENT_PATH", "")
    if not name or not path:
        raise UsageError("GITHUB_EVENT_NAME and GITHUB_EVENT_PATH are not set: not in a workflow")
    if name in ("schedule", "workflow_dispatch"):
        return Sweep(_repository(env))
    try:
        payload = json.loads(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise UsageError(f"the event file cannot be read: {error.strerror}") from None
    except ValueError:
        raise UsageError("the event file is no JSON") from None
    if not isinstance(payload, dict):
        raise UsageError("the event file does not hold an event")
    return read_event(name, payload, own(env))


def _repository(env: Mapping[str, str]) -> Repository:
    owner, slash, name = env.get("GITHUB_REPOSITORY", "").partition("/")
    if not (owner and slash and name):
        raise UsageError("GITHUB_REPOSITORY is not set to OWNER/NAME")
    return Repository(owner, name)


def _write_outputs(env: Mapping[str, str], outcomes: Sequence[Outcome]) -> None:
    requests = [request for outcome in outcomes for request in outcome.decision.requests]
    confirmed = bool(outcomes) and all(_confirmed(outcome) for outcome in outcomes)
    outputs = {
        "state": _worst_state(outcomes).value,
        "confirmed": "true" if confirmed else "false",
        "plans": json.dumps([_brief(request) for request in requests]),
        "plans-file": _plans_file(env, outcomes),
        "reason": _one_line("; ".join(dict.fromkeys(r for o in outcomes for r in o.reasons))),
    }
    target = env.get("GITHUB_OUTPUT")
    for name, value in outputs.items():
        if target:
            end = f"end-{secrets.token_hex(16)}"
            with Path(target).open("a", encoding="utf-8") as file:
                file.write(f"{name}<<{end}\n{value}\n{end}\n")
        elif name != "plans":
            print(f"  {name}: {value}")


def _confirmed(outcome: Outcome) -> bool:
    gate = outcome.gate
    return isinstance(gate, Green) and isinstance(gate.authority, Cleared)


def _worst_state(outcomes: Sequence[Outcome]) -> State:
    order = (State.INVALID, State.WAITING, State.CONFIRMED, State.PLANNED, State.NONE)
    return min((o.decision.state for o in outcomes), key=order.index, default=State.NONE)


def _brief(request: RequestDecision) -> dict[str, Any]:
    return {
        "name": request.plan.name,
        "path": request.plan.request.path,
        "digest": request.plan.digest,
        "state": request.state.value,
    }


def _plans_file(env: Mapping[str, str], outcomes: Sequence[Outcome]) -> str:
    folder = env.get("RUNNER_TEMP") or tempfile.gettempdir()
    path = Path(folder) / f"backfill-plans-{secrets.token_hex(4)}.json"
    plans = [
        plan_json(request.plan, settings=outcome.decision.prepared.settings)
        for outcome in outcomes
        for request in outcome.decision.requests
    ]
    path.write_text(json.dumps(plans, indent=2, ensure_ascii=False), encoding="utf-8")
    return str(path)


def _write_summary(env: Mapping[str, str], outcomes: Sequence[Outcome]) -> None:
    from bot.rendering.pages import step_summary  # noqa: PLC0415  (Jinja, only where it is shown)

    text = "\n\n".join(step_summary(o.decision, o.pages, o.failures) for o in outcomes)
    target = env.get("GITHUB_STEP_SUMMARY")
    if target and text:
        with Path(target).open("a", encoding="utf-8") as file:
            file.write(text + "\n")
    for outcome in outcomes:
        for failure in outcome.failures:
            print(f"  not done: {_one_line(failure)}")


def _one_line(text: str) -> str:
    """Text that cannot begin a workflow command: one line, no control characters."""
    return "".join(c if c.isprintable() else " " for c in text).replace("::", ": :")
