"""People, comments and a pull request to speak on; every part overridable by keyword.

The plan is shown at ten, everybody speaks after that, and it is eleven now.
"""

import datetime as dt
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from bot.confirmation.judge import Judgement, PlanShown, judged
from bot.domain.confirmation import Accepted, Helped, Refused, Verdict
from bot.domain.gate import Gate, GateKind
from bot.domain.names import CommitSha, GateId, RequestName, UserId
from bot.domain.plan import Plan
from bot.domain.pull_request import (
    Actor,
    ActorKind,
    Comment,
    EditedAt,
    NeverEdited,
    PullRef,
    PullRequest,
    Repository,
    Role,
)
from bot.domain.scope import Command
from bot.domain.spoken import Misspoken
from bot.parsing.marker import Marker, print_marker
from bot.planning.block import block_of
from bot.settings import Settings
from tests.plans import HEAD, LTV, ORDERS, REVENUE, plan_over

NAME = RequestName("orders-tax-fix")
OLD = CommitSha("a" * 40)
TEN = dt.datetime(2026, 4, 1, 10, 0, tzinfo=dt.UTC)
ELEVEN = TEN + dt.timedelta(hours=1)


def person(number: int, login: str) -> Actor:
    return Actor(UserId(number), login, ActorKind.PERSON)


ALICE = person(1, "alice")
"""May approve and confirm."""
BOB = person(2, "bob")
"""As well."""
CAROL = person(3, "carol")
"""Wrote the pull request, and may write to the repository."""
MALLORY = person(4, "mallory")
"""May only read."""
ROBOT = Actor(UserId(5), "helper[bot]", ActorKind.BOT)
ME = Actor(UserId(99), "backfill-bot[bot]", ActorKind.BOT)

STANDING = {
    ALICE.id: Role("write"),
    BOB.id: Role("maintain"),
    CAROL.id: Role("write"),
    MALLORY.id: Role("read"),
    ROBOT.id: Role("write"),
}


def a_gate(name: str, kind: GateKind = GateKind.ATTEST, **over: Any) -> Gate:
    values: dict[str, Any] = {
        "id": GateId(name),
        "kind": kind,
        "open": True,
        "about": "",
        "question": "Is it so?",
        "remedy": "look",
        "topic": name,
        "lapses_with_head": name in ("dry-run-reviewed", "baselines-recorded"),
    }
    return Gate(**values | over)


def reversible_plan(**over: Any) -> Plan:
    """Orders by day and revenue by week, both to be approved; no gate open."""
    return plan_over((ORDERS, REVENUE), **over)


def mixed_plan(**over: Any) -> Plan:
    """Orders by day, to be approved, and a merge that cannot be undone, to be confirmed."""
    return plan_over((ORDERS, LTV), **over)


def block(plan: Plan | None = None, command: Command = Command.APPROVE, *more: str) -> str:
    """The comment that would be right, with further lines below it."""
    return "\n".join((*block_of(plan or reversible_plan(), command), *more))


def minutes(count: float) -> dt.datetime:
    """So many minutes after the plan was shown."""
    return TEN + dt.timedelta(minutes=count)


def a_comment(body: str, number: int = 1, by: Actor | None = ALICE, **over: Any) -> Comment:
    """Comment `number` of a thread, `number` minutes after the plan."""
    values: dict[str, Any] = {
        "id": number,
        "node_id": f"IC_{number}",
        "author": by,
        "body": body,
        "created_at": minutes(number),
        "edited": NeverEdited(),
        "is_minimized": False,
        "url": f"https://github.test/acme/pipelines/pull/42#issuecomment-{number}",
    }
    return Comment(**values | over)


def own(marker: Marker, number: int, **over: Any) -> Comment:
    """A comment of the bot's own."""
    return a_comment(f"{print_marker(marker)}\nwords", number, ME, mine=True, **over)


def was_edited(comment: Comment, by: Actor | None, after: float = 0.5) -> Comment:
    when = comment.created_at + dt.timedelta(minutes=after)
    return replace(comment, edited=EditedAt(when, by))


def a_pull(*comments: Comment, **over: Any) -> PullRequest:
    """Carol's open pull request into main, seen at eleven."""
    values: dict[str, Any] = {
        "ref": PullRef(Repository("acme", "pipelines"), 42),
        "url": "https://github.test/acme/pipelines/pull/42",
        "title": "Fix the tax",
        "is_open": True,
        "is_draft": False,
        "is_merged": False,
        "is_locked": False,
        "author": CAROL,
        "head": HEAD,
        "head_repository": "acme/pipelines",
        "base_ref": "main",
        "base_sha": CommitSha("b" * 40),
        "default_branch": "main",
        "authors": frozenset({CAROL.id}),
        "authors_complete": True,
        "files": (),
        "comments": comments,
        "settings": None,
        "catalogs_base": (),
        "catalogs_head": (),
        "base_requests": (),
        "others": (),
        "me": ME,
        "standing": STANDING,
        "seen_at": ELEVEN,
    }
    return PullRequest(**values | over)


def shown(plan: Plan | None = None, **over: Any) -> PlanShown:
    values: dict[str, Any] = {
        "plan": plan or reversible_plan(),
        "shown_at": TEN,
        "executing": True,
        "digest_shown_at": TEN,
    }
    return PlanShown(**values | over)


def judge(
    *comments: Comment,
    plan: Plan | None = None,
    show: Mapping[str, Any] | None = None,
    settings: Settings | None = None,
    **pull: Any,
) -> Judgement:
    """These comments judged, under one plan, on a pull request as the keywords have it."""
    one = shown(plan, **(show or {}))
    return judged(a_pull(*comments, **pull), {one.plan.name: one}, settings or Settings())


def word(verdict: Verdict) -> str:
    """A verdict in a word for short tests; the help's sentence after `HELP`."""
    match verdict:
        case Refused(reason=reason):
            return reason.value
        case Accepted():
            return "ACCEPTED"
        case Helped(misspoken=Misspoken(problem=problem)):
            return f"HELP {problem}"
        case _:
            return type(verdict).__name__


def words(judgement: Judgement) -> list[str]:
    return [word(verdict) for verdict in judgement.verdicts.values()]
