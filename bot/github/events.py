"""What a delivery asks the bot to look at; nothing is fetched, and nothing in it is believed.

A delivery only wakes: what is true is read from GitHub afterwards. So this file sorts out what
cannot matter, at no cost, and names the pull request for the rest.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from bot.domain.names import CommitSha
from bot.domain.pull_request import PullRef, Repository
from bot.domain.spoken import Nothing
from bot.github.gates import NAME
from bot.parsing.command import spoken
from bot.parsing.marker import read_marker

Payload: TypeAlias = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Own:
    """Whose doings are the bot's own: known numbers, None where they are not known."""

    account: int | None = None
    """The account id that comments and statuses are written by."""
    app: int | None = None
    """The App's id."""


@dataclass(frozen=True, slots=True)
class PullChanged:
    """The pull request itself changed: its head, base, state or draft."""

    ref: PullRef


@dataclass(frozen=True, slots=True)
class Spoke:
    """A comment was written, edited or deleted that may mean something."""

    ref: PullRef
    comment_id: int


@dataclass(frozen=True, slots=True)
class Grouped:
    """A merge group asks for its checks."""

    ref: PullRef
    """The pull request that the group was made for."""
    head: CommitSha
    base: CommitSha


@dataclass(frozen=True, slots=True)
class CheckAsked:
    """The gate on a commit was asked for again, or somebody else wrote it."""

    repository: Repository
    sha: CommitSha
    refs: tuple[PullRef, ...] = ()
    """The pull requests that the delivery names; none for forks: `GitHub.pulls_at` then tells."""


@dataclass(frozen=True, slots=True)
class Sweep:
    """All open pull requests of a repository may have to be looked at."""

    repository: Repository


@dataclass(frozen=True, slots=True)
class Irrelevant:
    """Nothing to do, and why."""

    why: str


Event: TypeAlias = PullChanged | Spoke | Grouped | CheckAsked | Sweep | Irrelevant

_PULL_ACTIONS: Final = {
    "opened",
    "reopened",
    "synchronize",
    "edited",
    "closed",
    "ready_for_review",
    "converted_to_draft",
    "locked",
    "unlocked",
}
_FULL_NAME: Final = re.compile(r"(?P<owner>[\w.-]{1,100})/(?P<name>[\w.-]{1,100})", re.ASCII)
_SHA: Final = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")
_TOO_MANY: Final = 1 << 53
_GROUP: Final = re.compile(r"gh-readonly-queue/(?P<base>.+)/pr-(?P<number>\d+)-[0-9a-f]{40,64}")


def read_event(name: str, payload: Payload, own: Own = Own()) -> Event:
    """What this delivery asks to look at; never raises, whatever the payload holds.

    Args:
        name: `X-GitHub-Event`, or the Action's `GITHUB_EVENT_NAME`.
        payload: the delivery's JSON.
        own: whose doings are the bot's own, so that they wake nobody.
    """
    try:
        return _event(name, payload, own)
    except (KeyError, TypeError, ValueError, AttributeError):
        return Irrelevant(f"a delivery of {name} that names nothing to look at")


def _event(name: str, payload: Payload, own: Own) -> Event:
    read = _READERS.get(name)
    if read is None:
        return Irrelevant(f"{name} is no event that the bot looks at")
    return read(payload, own)


def _pull(payload: Payload, _own: Own) -> Event:
    action = str(payload.get("action"))
    if action not in _PULL_ACTIONS:
        return Irrelevant(f"pull_request.{action} changes nothing here")
    changes = payload.get("changes")
    if action == "edited" and isinstance(changes, Mapping) and changes and "base" not in changes:
        return Irrelevant("only the title or the description was edited")
    return PullChanged(_pull_ref(payload, payload["pull_request"]["number"]))


def _comment(payload: Payload, own: Own) -> Event:
    issue, comment = payload["issue"], payload["comment"]
    if not issue.get("pull_request"):
        return Irrelevant("a comment on an issue")
    event = Spoke(_pull_ref(payload, issue["number"]), _number(comment["id"]))
    action = str(payload.get("action"))
    if _is_own(payload.get("sender"), own):
        return Irrelevant("the bot's own doing")
    body, before = str(comment.get("body") or ""), _body_before(payload)
    speaks = _speaks(body) or (before is not None and _speaks(before))
    match action:
        case "created":
            by_us = _is_own(comment.get("user"), own) or _is_app(comment, own)
            relevant = _speaks(body) and not by_us
        case "edited" | "deleted":
            # Somebody touched one of ours, or took back or changed what had been said; where the
            # delivery does not tell what had been said, it may have been that.
            untold = action == "edited" and before is None
            relevant = speaks or untold or read_marker(body) is not None or _was_marked(before)
        case _:
            relevant = False
    return event if relevant else Irrelevant("a comment that is not for the bot")


def _group(payload: Payload, _own: Own) -> Event:
    if payload.get("action") != "checks_requested":
        return Irrelevant("a merge group that asks for no checks")
    group = payload["merge_group"]
    found = _GROUP.search(str(group["head_ref"]))
    if found is None:
        return Irrelevant("a merge group that names no pull request")
    return Grouped(
        _pull_ref(payload, int(found["number"])),
        head=_sha(group["head_sha"]),
        base=_sha(group["base_sha"]),
    )


def _check_run(payload: Payload, own: Own) -> Event:
    run = payload["check_run"]
    if run.get("name") != NAME:
        return Irrelevant("somebody else's check")
    action = payload.get("action")
    mine = own.app is not None and (run.get("app") or {}).get("id") == own.app
    if action != "rerequested" and (action != "completed" or _is_own(payload.get("sender"), own)):
        return Irrelevant("the bot's own doing")
    if action == "completed" and own.app is not None and not mine:
        return Irrelevant("another App's check of the same name, which replaces nothing")
    return _asked(payload, run)


def _check_suite(payload: Payload, own: Own) -> Event:
    suite = payload["check_suite"]
    if payload.get("action") != "rerequested":
        return Irrelevant("a check suite that nobody asked for again")
    if own.app is not None and (suite.get("app") or {}).get("id") != own.app:
        return Irrelevant("another App's checks")
    return _asked(payload, suite)


def _status(payload: Payload, own: Own) -> Event:
    if payload.get("context") != NAME:
        return Irrelevant("somebody else's status")
    if _is_own(payload.get("sender"), own):
        return Irrelevant("the bot's own doing")
    return CheckAsked(_repository(payload), _sha(payload["sha"]))


def _sweep(payload: Payload, _own: Own) -> Event:
    return Sweep(_repository(payload))


def _asked(payload: Payload, check: Payload) -> CheckAsked:
    here = (payload["repository"] or {}).get("id")
    refs = {
        _pull_ref(payload, pull["number"])
        for pull in check.get("pull_requests") or ()
        if (((pull.get("base") or {}).get("repo")) or {}).get("id") in {here, None}
    }
    return CheckAsked(_repository(payload), _sha(check["head_sha"]), tuple(sorted(refs)))


def _repository(payload: Payload) -> Repository:
    found = _FULL_NAME.fullmatch(str(payload["repository"]["full_name"]))
    if found is None:
        raise ValueError("no repository")
    return Repository(found["owner"], found["name"])


def _pull_ref(payload: Payload, number: Any) -> PullRef:
    return PullRef(_repository(payload), _number(number))


def _number(found: Any) -> int:
    if type(found) is not int or not 0 < found < _TOO_MANY:
        raise ValueError("no number of anything")
    return found


def _sha(found: Any) -> CommitSha:
    if not isinstance(found, str) or not _SHA.fullmatch(found):
        raise ValueError("no commit")
    return CommitSha(found)


def _is_own(account: Any, own: Own) -> bool:
    return (
        own.account is not None
        and isinstance(account, Mapping)
        and account.get("id") == own.account
    )


def _is_app(comment: Payload, own: Own) -> bool:
    app = comment.get("performed_via_github_app")
    return own.app is not None and isinstance(app, Mapping) and app.get("id") == own.app


def _body_before(payload: Payload) -> str | None:
    body = ((payload.get("changes") or {}).get("body") or {}).get("from")
    return body if isinstance(body, str) else None


def _was_marked(body: str | None) -> bool:
    return body is not None and read_marker(body) is not None


def _speaks(body: str) -> bool:
    return not isinstance(spoken(body), Nothing)


_READERS: Final[Mapping[str, Callable[[Payload, Own], Event]]] = {
    "pull_request": _pull,
    "pull_request_target": _pull,
    "issue_comment": _comment,
    "merge_group": _group,
    "check_run": _check_run,
    "check_suite": _check_suite,
    "status": _status,
    "schedule": _sweep,
    "workflow_dispatch": _sweep,
    "repository_dispatch": _sweep,
}
