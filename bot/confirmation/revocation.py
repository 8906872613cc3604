"""Taking back: what a revocation kills, and what keeps it dead when the comment is gone.

A revocation is the one command that counts in doubt: edited, hidden, said beside something else.
It kills what was said before it, up to its last edit; the bot's own answer to it (a comment with
the marker `revoked`) goes on refusing what it names.
"""

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from bot.confirmation.case import Doubt, Refusal, seconds
from bot.confirmation.people import may_speak
from bot.domain.confirmation import Reason
from bot.domain.names import RequestName
from bot.domain.phrase import Phrase
from bot.domain.pull_request import ActorKind, Comment, EditedAt, EditUnknown, PullRequest
from bot.domain.spoken import Asking, Attest, Confirming, Conflicting, Spoken, Verb, Waive
from bot.parsing.marker import read_marker
from bot.settings import Settings


@dataclass(frozen=True, slots=True)
class Heard:
    """A comment and what it says."""

    comment: Comment
    spoken: Spoken


@dataclass(frozen=True, slots=True)
class Revocations:
    """What was taken back, by whom."""

    doubts: Mapping[int, Doubt]
    """By the id of the comment that does not count any more."""
    kills: Mapping[int, tuple[int, ...]]
    """By the id of the revoking comment, the ids of those that it certainly kills."""
    refusals: Mapping[int, Refusal]
    """By the id of a revoking comment, why it has no say, or may have none."""


def revocations(pull: PullRequest, heard: Sequence[Heard], settings: Settings) -> Revocations:
    """Everything in a thread that takes something back, and what it takes back."""
    doubts: dict[int, Doubt] = {}
    kills: dict[int, tuple[int, ...]] = {}
    refusals: dict[int, Refusal] = {}
    for one in heard:
        for request in _revoked_requests(one.spoken):
            refusal = _no_say(pull, one.comment, settings)
            found = dict(_killed(one.comment, request, heard, refusal))
            sure = tuple(of for of, doubt in found.items() if doubt.reason is Reason.REVOKED)
            kills[one.comment.id] = (*kills.get(one.comment.id, ()), *sure)
            if refusal is not None and not sure:
                refusals[one.comment.id] = refusal
            for comment_id, doubt in found.items():
                _add(doubts, comment_id, doubt)
    for comment_id, doubt in _written_down(pull):
        _add(doubts, comment_id, doubt)
    return Revocations(doubts, kills, refusals)


def _revoked_requests(spoken: Spoken) -> Iterator[RequestName]:
    match spoken:
        case Asking(verb=Verb.REVOKE, request=request) if request is not None:
            yield request
        case Conflicting(said=said):
            for one in said:
                if not isinstance(one, Conflicting):
                    yield from _revoked_requests(one)
        case _:
            return


def _no_say(pull: PullRequest, comment: Comment, settings: Settings) -> Refusal | None:
    """Why a comment's author cannot take back what others said; None if they can."""
    author = comment.author
    if author is None or author.kind is not ActorKind.PERSON or comment.mine:
        return Refusal(Reason.NOT_ALLOWED, Phrase("no person's account wrote the comment"))
    if pull.author is not None and pull.author.id == author.id:
        return None
    return may_speak(pull, author, settings)


def _killed(
    revoking: Comment, request: RequestName, heard: Sequence[Heard], refusal: Refusal | None
) -> Iterator[tuple[int, Doubt]]:
    """What was said before, with the doubt that the revocation casts on it."""
    until = _said_at_the_latest(revoking)
    who = revoking.author.login if revoking.author else "a deleted account"
    certain = Doubt(Reason.REVOKED, Phrase("{who} revoked it: {url}", who=who, url=revoking.url))
    for one in heard:
        if not isinstance(one.spoken, Confirming | Attest | Waive):
            continue
        if one.spoken.request != request or one.comment.id == revoking.id:
            continue
        if until is not None and seconds(one.comment.created_at) > seconds(until):
            continue
        if refusal is None or _same_person(one.comment, revoking):
            yield one.comment.id, certain
        elif refusal.reason is Reason.UNVERIFIABLE:
            yield one.comment.id, Doubt(refusal.reason, _perhaps(certain, refusal))


def _perhaps(certain: Doubt, refusal: Refusal) -> Phrase:
    return Phrase("{what}; {doubt}", what=certain.detail, doubt=refusal.detail)


def _same_person(one: Comment, other: Comment) -> bool:
    return one.author is not None and other.author is not None and one.author.id == other.author.id


def _said_at_the_latest(comment: Comment) -> dt.datetime | None:
    """When the comment took on the words that it has; None where that may be at any time."""
    match comment.edited:
        case EditedAt(when=when):
            return max(when, comment.created_at)
        case EditUnknown():
            return None
        case _:
            return comment.created_at


def _written_down(pull: PullRequest) -> Iterator[tuple[int, Doubt]]:
    for comment in pull.comments:
        marker = read_marker(comment.body) if comment.mine else None
        kills = marker.fields.get("kills") if marker and marker.kind == "revoked" else None
        if isinstance(kills, list):
            for killed in kills:
                if isinstance(killed, int):
                    yield (
                        killed,
                        Doubt(Reason.REVOKED, Phrase("it was revoked: {url}", url=comment.url)),
                    )


def _add(doubts: dict[int, Doubt], comment_id: int, doubt: Doubt) -> None:
    """Certainty comes before doubt; otherwise the first stays."""
    before = doubts.get(comment_id)
    if before is None or (before.reason is Reason.UNVERIFIABLE and doubt.reason is Reason.REVOKED):
        doubts[comment_id] = doubt
