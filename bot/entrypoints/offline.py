"""Commands that need no GitHub: plan, validate, schema, judge, app-manifest."""

import argparse
import datetime as dt
import gc
import json
import re
import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bot.decision.prepare import Prepared, prepare_with
from bot.domain.names import CommitSha
from bot.domain.place import Mistake
from bot.domain.pull_request import FileAt, Text
from bot.entrypoints.checkout import (
    NO_COMMIT,
    as_pull_request,
    catalogs_at,
    content_of,
    git_head,
    settings_above,
    sources_named,
)
from bot.errors import UsageError

if TYPE_CHECKING:  # only where asked for
    from bot.confirmation.plan_file import PlanFile

INVALID = 1
SHA = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")


def plan(arguments: argparse.Namespace) -> int:
    """Print the plans of the named files; 1 if any of them is invalid."""
    gc.disable()  # a big catalog is many small values that all live until the process ends
    prepared = _prepared(arguments)
    if _refused(prepared):
        return INVALID
    if arguments.format == "json":
        from bot.rendering.plan_json import plan_json  # noqa: PLC0415  (only where asked for)

        plans = [
            plan_json(each, expand=arguments.expand, settings=prepared.settings)
            for each in prepared.plans
        ]
        print(json.dumps(plans[0] if len(plans) == 1 else plans, indent=2, ensure_ascii=False))
        return 0
    from bot.rendering.terminal import print_plans  # noqa: PLC0415

    print_plans(prepared.plans, prepared.settings, sys.stdout)
    return 0


def validate(arguments: argparse.Namespace) -> int:
    """Say what is wrong with request, catalog and settings files; 1 if anything is."""
    from bot.rendering.terminal import print_valid  # noqa: PLC0415

    mistakes: list[Mistake] = []
    for name in arguments.paths:
        found, what = _validated(name)
        mistakes += found
        if not found:
            print_valid(name, what, sys.stdout)
    if mistakes:
        _say(tuple(mistakes))
    return INVALID if mistakes else 0


def schema(arguments: argparse.Namespace) -> int:
    """Print the JSON Schema of a kind of file."""
    if arguments.kind == "plan":
        from bot.rendering.plan_json import plan_schema  # noqa: PLC0415

        described: Mapping[str, Any] = plan_schema()
    else:
        from bot.parsing.schema import json_schema  # noqa: PLC0415

        described = json_schema(arguments.kind)
    print(json.dumps(described, indent=2, ensure_ascii=False))
    return 0


def judge(arguments: argparse.Namespace) -> int:
    """Print what a comment would be worth for a plan, the verdict first; 0 if accepted."""
    from bot.confirmation.offline import judge_offline  # noqa: PLC0415

    plan = _plan_in(arguments.plan)
    if plan.doubt:
        print(f"backfill-bot: {arguments.plan}: {plan.doubt}", file=sys.stderr)
    verdict = judge_offline(plan, _text(arguments.comment))
    print(verdict.text)
    return 0 if verdict.accepted else INVALID


def _plan_in(name: str) -> "PlanFile":
    from bot.confirmation.plan_file import Unreadable, read_plan  # noqa: PLC0415

    try:
        described = json.loads(
            _text(name), object_pairs_hook=_once_each, parse_constant=_no_constant
        )
    except (ValueError, RecursionError) as error:
        why = str(error) if isinstance(error, ValueError) else "it is nested too deeply"
        raise UsageError(f"{name} is no JSON: {why}") from None
    if not isinstance(described, dict):
        raise UsageError(f"{name} does not hold one plan")
    try:
        return read_plan(described)
    except Unreadable as unreadable:
        raise UsageError(f"{name} is no plan that can be judged: {unreadable}") from None


def _once_each(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise ValueError(f"the key {key!r} stands twice in one object")
        found[key] = value
    return found


def _no_constant(word: str) -> None:
    raise ValueError(f"{word} is no number of JSON")


def app_manifest(arguments: argparse.Namespace) -> int:
    """Print the manifest from which GitHub makes the App."""
    from bot.github.app_manifest import app_manifest as manifest  # noqa: PLC0415

    print(json.dumps(manifest(arguments.url), indent=2))
    return 0


COMMANDS: Mapping[str, Callable[[argparse.Namespace], int]] = {
    "plan": plan,
    "validate": validate,
    "schema": schema,
    "judge": judge,
    "app-manifest": app_manifest,
}


def _prepared(arguments: argparse.Namespace) -> Prepared:
    paths = [Path(name) for name in arguments.paths]
    for path in paths:
        if not path.exists():
            raise UsageError(f"no file {path}")
    root, found = settings_above(paths)
    sources = sources_named(arguments.catalog or ()) or found.settings.catalogs
    settings = replace(found.settings, requests=("**",), catalogs=sources)
    commit = _commit(arguments.commit) or git_head(paths[0].resolve().parent)
    if commit == NO_COMMIT:
        print("backfill-bot: not in a git checkout; pass --commit", file=sys.stderr)
    pull = as_pull_request(
        [path.as_posix() for path in paths],
        catalogs_at(root, sources),
        commit,
        _as_of(arguments.as_of),
    )
    return prepare_with(replace(found, settings=settings), pull)


def _refused(prepared: Prepared) -> bool:
    mistakes = (*prepared.broken, *prepared.mistakes)
    for note in prepared.notes:
        print(f"backfill-bot: {note}", file=sys.stderr)
    for request in prepared.planless:
        print(
            f"backfill-bot: {request.name} is {request.status}; it needs no plan", file=sys.stderr
        )
    if mistakes:
        _say(tuple(dict.fromkeys(mistakes)))
    if not (mistakes or prepared.notes or prepared.planless or prepared.plans):
        print("backfill-bot: there is no request in these files", file=sys.stderr)
    return bool(mistakes) or not (prepared.plans or prepared.planless)


def _say(mistakes: tuple[Mistake, ...]) -> None:
    from bot.rendering.terminal import print_mistakes  # noqa: PLC0415

    print_mistakes(mistakes, sys.stderr)


def _validated(name: str) -> tuple[tuple[Mistake, ...], str]:
    path = Path(name)
    content = content_of(path, limit=100_000_000)
    head = content.data[:4096] if isinstance(content, Text) else b""
    if re.search(rb"(?m)^version:\s*[\"']?backfill-catalog/", head):
        from bot.parsing.catalog import read_catalog  # noqa: PLC0415

        catalog = read_catalog(name, content.data if isinstance(content, Text) else b"")
        return catalog.mistakes, f"catalog of {len(catalog.datasets)} datasets"
    if re.search(rb"(?m)^version:\s*[\"']?backfill-bot/", head):
        from bot.parsing.settings import read_settings  # noqa: PLC0415

        return read_settings(FileAt(name, "", content)).mistakes, "settings"
    return _validated_request(path)


def _validated_request(path: Path) -> tuple[tuple[Mistake, ...], str]:
    _, found = settings_above([path])
    settings = replace(found.settings, requests=("**",), catalogs=())
    now = dt.datetime.now(dt.UTC)
    pull = as_pull_request([path.as_posix()], (), NO_COMMIT, now)
    prepared = prepare_with(replace(found, settings=settings), pull)
    names = [plan.name for plan in prepared.plans] + [r.name for r in prepared.planless]
    if prepared.notes and not prepared.mistakes:
        raise UsageError(prepared.notes[0])
    return (*found.mistakes, *prepared.mistakes), f"request {', '.join(names)}"


def _commit(text: str | None) -> CommitSha | None:
    if text is None:
        return None
    if not SHA.fullmatch(text.lower()):
        raise UsageError(f"--commit wants a full SHA of 40 or 64 hexadecimal digits, not {text!r}")
    return CommitSha(text.lower())


def _as_of(text: str | None) -> dt.datetime:
    """The stated time, else now; to the hour, so that a plan made twice is the same twice."""
    if text is None:
        return dt.datetime.now(dt.UTC).replace(minute=0, second=0, microsecond=0)
    try:
        when = dt.datetime.fromisoformat(text)
    except ValueError:
        raise UsageError(f"--as-of wants an ISO 8601 date or time, not {text!r}") from None
    return when if when.tzinfo else when.replace(tzinfo=dt.UTC)


def _text(name: str) -> str:
    try:
        data = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
        return data.decode()
    except OSError as error:
        raise UsageError(f"cannot read {name}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise UsageError(f"{name} is not UTF-8") from None
