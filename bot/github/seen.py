"""GitHub's JSON as the bot's values: accounts, comments, gates. Asks nothing, decides nothing."""

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final
from urllib.parse import urlsplit

from bot.domain.names import UserId
from bot.domain.pull_request import (
    Actor,
    ActorKind,
    Comment,
    EditedAt,
    EditState,
    EditUnknown,
    NeverEdited,
    SeenGate,
)
from bot.errors import GitHubUnreachable

_KINDS: Final = {"User": ActorKind.PERSON, "Bot": ActorKind.BOT}
_SUFFIX: Final = "[bot]"
GATE_FIELDS: Final = ("checkSuites", "status")
"""Fields that some tokens may not read; the gate then counts as not seen."""
EDIT_FIELDS: Final = ("lastEditedAt", "editor")
"""Fields without which a comment's edits are unknown; the rest of the answer is still whole."""
_OF_STATUS: Final = {
    "SUCCESS": "success",
    "FAILURE": "failure",
    "ERROR": "failure",
    "PENDING": "action_required",
    "EXPECTED": "action_required",
}


def account(node: Any) -> Actor | None:
    """The account of a GraphQL actor; None for a deleted one, or one without a number."""
    if not isinstance(node, Mapping) or not isinstance(node.get("databaseId"), int):
        return None
    kind = _KINDS.get(str(node.get("__typename")), ActorKind.OTHER)
    login = str(node.get("login", ""))
    if login.endswith(_SUFFIX):
        kind = ActorKind.BOT
    elif kind is ActorKind.BOT:
        login += _SUFFIX
    return Actor(UserId(node["databaseId"]), login, kind)


def viewer(node: Any) -> Actor:
    """The token's own account; GitHub calls even an App's account a User there."""
    found = account({"__typename": "User", **node}) if isinstance(node, Mapping) else None
    if found is None:
        raise GitHubUnreachable("GitHub does not say whom the token speaks for")
    return found


def rest_account(node: Any) -> Actor | None:
    """The account of a REST user object or of one in a webhook's payload."""
    if not isinstance(node, Mapping) or not isinstance(node.get("id"), int):
        return None
    return account(
        {"__typename": node.get("type"), "databaseId": node["id"], "login": node.get("login", "")}
    )


def comment(node: Mapping[str, Any], me: Actor) -> Comment:
    """The comment of a GraphQL node; `mine` is told by the account's number alone."""
    author = account(node.get("author"))
    return Comment(
        id=_comment_id(node),
        node_id=str(node["id"]),
        author=author,
        body=str(node.get("body") or ""),
        created_at=instant(node["createdAt"]),
        edited=_edited(node),
        is_minimized=bool(node.get("isMinimized")),
        url=str(node.get("url") or ""),
        mine=author is not None and author.id == me.id,
        reactions=frozenset(
            str(group["content"])
            for group in node.get("reactionGroups") or ()
            if group.get("viewerHasReacted")
        ),
    )


def with_unknown_edits(data: Any, errors: Sequence[Any]) -> Any:
    """The data, with `lastEditedAt` taken out wherever an error says that it could not be told.

    GitHub writes null there in both cases, and null alone means "never edited".
    """
    for error in errors:
        path = error.get("path") or () if isinstance(error, Mapping) else ()
        if path and path[-1] in EDIT_FIELDS:
            node = data
            for step in path[:-1]:
                node = node[step]
            node.pop("lastEditedAt", None)
    return data


def instant(text: str) -> dt.datetime:
    """The moment of an ISO 8601 text of GitHub's, in UTC."""
    return dt.datetime.fromisoformat(text).astimezone(dt.UTC)


def gate(commit: Any, me: Actor) -> SeenGate | None:
    """The gate of a GraphQL commit: the bot's own newest run or status, else somebody else's."""
    if not isinstance(commit, Mapping):
        return None
    runs = sorted(_runs(commit, me), key=lambda seen: (seen.mine, seen.id or 0))
    status = _status(commit, me)
    if runs and (runs[-1].mine or status is None):
        return runs[-1]
    return status


def _runs(commit: Mapping[str, Any], me: Actor) -> Iterable[SeenGate]:
    for suite in (commit.get("checkSuites") or {}).get("nodes") or ():
        slug = (suite.get("app") or {}).get("slug")
        mine = f"{slug}{_SUFFIX}".lower() == me.login.lower()
        for run in (suite.get("checkRuns") or {}).get("nodes") or ():
            yield SeenGate(
                id=_run_id(run),
                conclusion=str(run.get("conclusion") or "").lower(),
                title=str(run.get("title") or ""),
                summary=str(run.get("summary") or ""),
                mine=mine,
                annotations=int((run.get("annotations") or {}).get("totalCount") or 0),
            )


def _status(commit: Mapping[str, Any], me: Actor) -> SeenGate | None:
    context = (commit.get("status") or {}).get("context")
    if not isinstance(context, Mapping):
        return None
    creator = account(context.get("creator"))
    return SeenGate(
        id=None,
        conclusion=_OF_STATUS.get(str(context.get("state")), ""),
        title=str(context.get("description") or ""),
        summary="",
        mine=creator is not None and creator.id == me.id,
        has_summary=False,
    )


def _comment_id(node: Mapping[str, Any]) -> int:
    # Ids have outgrown GraphQL's 32-bit Int; the address always carries the whole number.
    tail = str(node.get("url") or "").rpartition("issuecomment-")[2]
    if not tail.isdecimal():
        raise GitHubUnreachable("GitHub does not say a comment's number")
    return int(tail)


def _run_id(run: Mapping[str, Any]) -> int | None:
    tail = urlsplit(str(run.get("url") or "")).path.rpartition("/")[2]
    return int(tail) if tail.isdecimal() else None


def _edited(node: Mapping[str, Any]) -> EditState:
    if "lastEditedAt" not in node:
        return EditUnknown()
    if node["lastEditedAt"] is None:
        return NeverEdited() if node.get("editor") is None else EditUnknown()
    return EditedAt(instant(node["lastEditedAt"]), account(node.get("editor")))


def newest_commit(pull: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """The commit under `newest` of a GraphQL pull request; None where it has none."""
    nodes = (pull.get("newest") or {}).get("nodes") or ()
    commit = nodes[-1].get("commit") if nodes else None
    return commit if isinstance(commit, Mapping) else None


def is_green(commit: Mapping[str, Any]) -> bool:
    """True if any check run or status of the gate's name is green, whoever wrote it."""
    nobody = Actor(UserId(0), "", ActorKind.OTHER)
    runs = any(run.conclusion == "success" for run in _runs(commit, nobody))
    status = _status(commit, nobody)
    return runs or (status is not None and status.conclusion == "success")


def turned_at(pull: Mapping[str, Any]) -> dt.datetime | None:
    """When the head was last forced, the base changed, or the pull request reopened."""
    nodes = (pull.get("turns") or {}).get("nodes") or ()
    times = [instant(node["createdAt"]) for node in nodes if node and node.get("createdAt")]
    return max(times, default=None)
