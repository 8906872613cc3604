"""One observed pull request, overridable by keyword."""

import datetime as dt
from typing import Any

from bot.domain.names import CommitSha, UserId
from bot.domain.pull_request import (
    Actor,
    ActorKind,
    Comment,
    EditedAt,
    NeverEdited,
    PullRef,
    PullRequest,
    Repository,
)
from bot.parsing.marker import Marker, print_marker

HEAD = CommitSha("a" * 40)
OTHER = CommitSha("b" * 40)
NOON = dt.datetime(2026, 4, 1, 12, tzinfo=dt.UTC)
BOT = Actor(UserId(1), "backfill-bot[bot]", ActorKind.BOT)
CAROL = Actor(UserId(2), "carol", ActorKind.PERSON)
MALLORY = Actor(UserId(3), "mallory", ActorKind.PERSON)


def at(minutes: float) -> dt.datetime:
    return NOON + dt.timedelta(minutes=minutes)


def a_comment(number: int, body: str, **over: Any) -> Comment:
    given: dict[str, Any] = {
        "id": number,
        "node_id": f"IC_{number}",
        "author": CAROL,
        "body": body,
        "created_at": at(number),
        "edited": NeverEdited(),
        "is_minimized": False,
        "url": f"https://github.example/c/{number}",
        **over,
    }
    return Comment(**given)


def a_plan_comment(number: int, head: CommitSha = HEAD, **over: Any) -> Comment:
    fields: dict[str, Any] = {
        "request": "orders-tax-fix",
        "head": head,
        "digest": over.pop("digest", "sha256:one"),
        "part": over.pop("part", 1),
        "parts": over.pop("parts", 1),
    }
    body = print_marker(Marker("plan", fields)) + "\n" + over.pop("text", "the plan\n- [ ] gate")
    return a_comment(number, body, **{"author": BOT, "mine": True, **over})


def edited_by(actor: Actor | None, minutes: float = 30) -> EditedAt:
    return EditedAt(at(minutes), actor)


def a_pull(*comments: Comment, **over: Any) -> PullRequest:
    given: dict[str, Any] = {
        "ref": PullRef(Repository("acme", "pipelines"), 7),
        "url": "https://github.example/acme/pipelines/pull/7",
        "title": "Fix orders",
        "is_open": True,
        "is_draft": False,
        "is_merged": False,
        "is_locked": False,
        "author": CAROL,
        "head": HEAD,
        "head_repository": "acme/pipelines",
        "base_ref": "main",
        "base_sha": CommitSha("c" * 40),
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
        "me": BOT,
        "standing": {},
        "seen_at": at(60),
        **over,
    }
    return PullRequest(**given)
