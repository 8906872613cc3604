"""Whose pull request it is, and whose word in it may count."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from bot.domain.names import UserId
from bot.domain.pull_request import Actor, ActorKind, Comment, EditedAt, PullRef
from bot.domain.spoken import Asking, Attest, Confirming, Verb, Waive
from bot.github import seen
from bot.github.cache import remembered
from bot.github.queries import LATER_COMMITS
from bot.github.vantage import Vantage
from bot.parsing.command import spoken
from bot.parsing.marker import read_marker

_MOST_COMMITS: Final = 250
"""GitHub lists no more of one pull request."""
_SETTLED: Final = {"NOT_ALLOWED", "HELP"}
_RIGHTFUL: Final = {Verb.REVOKE, Verb.EXECUTE}


def authors_of(
    at: Vantage, ref: PullRef, pull: Mapping[str, Any]
) -> tuple[frozenset[UserId], bool]:
    """The author, everybody linked to a commit, and a last force-pusher; and if these are all."""
    head = str(pull["headRefOid"])
    commits = remembered(
        at.cache,
        ("commits", ref, head, pull["commits"]["totalCount"]),
        tuple,
        lambda: (_commits(at, ref, pull["commits"]), 40_000),
    )
    people = {number for commit in commits for number in _linked(commit)}
    author = seen.account(pull["author"])
    people |= {author.id} if author else set()
    people |= _last_pusher(pull, head)
    count = pull["commits"]["totalCount"]
    newest = seen.newest_commit(pull)
    whole = len(commits) == count < _MOST_COMMITS and all(map(_whole, commits))
    return frozenset(people), whole and (newest or {}).get("oid") == head


def speakers(comments: Sequence[Comment]) -> tuple[Actor, ...]:
    """People whose role decides something, those first that the bot has already agreed with.

    Nobody is asked about whose every command has been answered for good, so that a spammer
    costs less and less.
    """
    answered = _answered(comments)
    people: dict[Actor, bool] = {}
    for comment in comments:
        author = comment.author
        if author is None or author.kind is not ActorKind.PERSON or comment.mine:
            continue
        if _settled(comment, answered) or not _matters(comment):
            continue
        people[author] = people.get(author, False) or "THUMBS_UP" in comment.reactions
    return tuple(sorted(people, key=lambda person: not people[person]))


def _commits(at: Vantage, ref: PullRef, first: Mapping[str, Any]) -> tuple[Mapping[str, Any], ...]:
    found, page = list(first["nodes"] or ()), first
    while page["pageInfo"]["hasNextPage"] and len(found) < _MOST_COMMITS:
        variables = {**at.place, "number": ref.number, "after": page["pageInfo"]["endCursor"]}
        answer = at.client.query(LATER_COMMITS, variables)
        page = answer.body["repository"]["pullRequest"]["commits"]
        found += page["nodes"] or ()
    return tuple(each["commit"] for each in found)


def _linked(commit: Mapping[str, Any]) -> Iterable[UserId]:
    for signature in (*(commit["authors"]["nodes"] or ()), commit["committer"] or {}):
        user = signature.get("user")
        if user and user.get("databaseId") is not None:
            yield UserId(user["databaseId"])


def _whole(commit: Mapping[str, Any]) -> bool:
    return len(commit["authors"]["nodes"] or ()) >= int(commit["authors"]["totalCount"])


def _last_pusher(pull: Mapping[str, Any], head: str) -> set[UserId]:
    for event in (pull.get("timelineItems") or {}).get("nodes") or ():
        pusher = seen.account(event.get("actor"))
        if pusher and (event.get("afterCommit") or {}).get("oid") == head:
            return {pusher.id}
    return set()


def _matters(comment: Comment) -> bool:
    match spoken(comment.body):
        case Asking(verb=verb):
            return verb in _RIGHTFUL
        case Confirming() | Attest() | Waive():
            return not comment.is_minimized and not isinstance(comment.edited, EditedAt)
        case _:
            return False


def _answered(comments: Sequence[Comment]) -> dict[int, str]:
    found: dict[int, str] = {}
    for comment in comments:
        marker = read_marker(comment.body) if comment.mine else None
        if marker is not None and marker.kind == "reply":
            number, verdict = marker.fields.get("comment"), marker.fields.get("verdict")
            if isinstance(number, int) and isinstance(verdict, str):
                found[number] = verdict
    return found


def _settled(comment: Comment, answered: Mapping[int, str]) -> bool:
    return answered.get(comment.id) in _SETTLED
