"""Where the environment becomes values: as whom to speak to GitHub, and the service's doors."""

import time
from collections.abc import Iterable, Mapping
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from bot.domain.pull_request import PullRef, Repository
from bot.entrypoints.subjects import CommitRef, GroupRef, Subject
from bot.errors import ConfigurationError, GitHubUnreachable, RateLimited
from bot.github.credentials import App, Credentials, Endpoint, Token
from bot.github.events import (
    CheckAsked,
    Event,
    Grouped,
    Irrelevant,
    Own,
    PullChanged,
    Spoke,
    Sweep,
    read_event,
)
from bot.github.gateway import GitHub
from bot.github.vantage import Told
from bot.service import Outcome, evaluate, evaluate_gate, evaluate_group
from bot.settings import SETTINGS_PATH

if TYPE_CHECKING:
    from bot.entrypoints.doors import Doors
    from bot.entrypoints.metrics import Metrics
    from bot.entrypoints.worker import Looked


def github_from(env: Mapping[str, str], workspace: Path | None = None) -> GitHub:
    """GitHub as the environment says: address, credentials, account (SPEC 11).

    Raises:
        ConfigurationError: for a missing or impossible value, in one sentence.
    """
    return GitHub(
        Endpoint.of(env.get("GITHUB_API_URL"), env.get("GITHUB_GRAPHQL_URL")),
        credentials_from(env),
        time.time,
        told=Told(
            settings_path=env.get("BACKFILL_BOT_SETTINGS") or SETTINGS_PATH,
            account=env.get("BACKFILL_BOT_ACCOUNT") or None,
            workspace=workspace,
        ),
    )


def credentials_from(env: Mapping[str, str]) -> Credentials:
    """A token, or an App with its key; ConfigurationError where neither is whole."""
    token, app_id = env.get("BACKFILL_BOT_TOKEN"), env.get("BACKFILL_BOT_APP_ID")
    if app_id and token:
        raise ConfigurationError(
            "both BACKFILL_BOT_TOKEN and BACKFILL_BOT_APP_ID are set; say which one to act as"
        )
    if app_id:
        return App(app_id.strip(), _private_key(env))
    if token:
        return Token(token.strip())
    raise ConfigurationError(
        "no credentials: set BACKFILL_BOT_TOKEN, or BACKFILL_BOT_APP_ID with "
        "BACKFILL_BOT_PRIVATE_KEY or BACKFILL_BOT_PRIVATE_KEY_FILE"
    )


def own(env: Mapping[str, str]) -> Own:
    """What is known of the bot's own doings before GitHub has been asked: the App's id."""
    app_id = env.get("BACKFILL_BOT_APP_ID", "").strip()
    return Own(app=int(app_id) if app_id.isdecimal() else None)


def make_doors(env: Mapping[str, str], metrics: "Metrics") -> "Doors":
    """Where the webhook service touches the rest of the bot."""
    from bot.entrypoints.doors import Doors  # noqa: PLC0415  (the service's extra, only there)

    github = github_from(env)
    github.meter.watch = metrics.github_request
    mine = own(env)

    def due(repository: Repository, most: int) -> Iterable[PullRef]:
        return islice((each.ref for each in github.open_pulls(repository)), most)

    return Doors(
        subject_of=lambda name, payload: subject_of(read_event(name, payload, mine)),
        evaluate=lambda subject, _reason: _looked(github, subject, metrics),
        due=due,
    )


def subject_of(event: Event) -> Subject | None:
    """What an event asks to be looked at; None where nothing has to be."""
    match event:
        case PullChanged(ref=ref) | Spoke(ref=ref):
            return ref
        case Grouped(ref=ref, head=head, base=base):
            return GroupRef(ref, head, base)
        case CheckAsked(repository=repository, sha=sha):
            return CommitRef(repository, sha)
        case Sweep() | Irrelevant():
            return None


def _looked(github: GitHub, subject: Subject, metrics: "Metrics") -> "Looked":
    from bot.entrypoints.worker import Looked  # noqa: PLC0415  (the service's extra, only there)

    outcomes = _evaluated(github, subject)
    if github.meter.remaining is not None:
        metrics.github_remaining("rest", github.meter.remaining)
    if github.meter.remaining_points is not None:
        metrics.github_remaining("graphql", github.meter.remaining_points)
    failures = "; ".join(failure for outcome in outcomes for failure in outcome.failures)
    waits = [outcome.wait_seconds for outcome in outcomes if outcome.wait_seconds]
    if waits:
        raise RateLimited(failures, max(waits))
    if any(outcome.unanswered for outcome in outcomes):
        raise GitHubUnreachable(failures)
    return Looked(
        tuple(reason for outcome in outcomes for reason in outcome.reasons),
        tuple(record for outcome in outcomes for record in outcome.audit),
        min((outcome.again_at for outcome in outcomes if outcome.again_at), default=None),
    )


def _evaluated(github: GitHub, subject: Subject) -> list[Outcome]:
    match subject:
        case PullRef():
            return [evaluate(github, subject)]
        case GroupRef(pull=pull, head=head, base=base):
            return [evaluate_group(github, pull, base, head)]
        case CommitRef(repository=repository, sha=sha):
            return [evaluate_gate(github, ref) for ref in github.pulls_at(repository, sha)]


def _private_key(env: Mapping[str, str]) -> str:
    if key := env.get("BACKFILL_BOT_PRIVATE_KEY"):
        return key
    path = env.get("BACKFILL_BOT_PRIVATE_KEY_FILE")
    if not path:
        raise ConfigurationError(
            "BACKFILL_BOT_APP_ID is set, but neither BACKFILL_BOT_PRIVATE_KEY nor "
            "BACKFILL_BOT_PRIVATE_KEY_FILE"
        )
    try:
        return Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        raise ConfigurationError(
            "the file that BACKFILL_BOT_PRIVATE_KEY_FILE names cannot be read"
        ) from None
