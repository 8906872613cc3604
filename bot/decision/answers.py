"""Which comments get an answer now: everyone once, and nobody in a flood.

SPEC 7: every command is answered; every evaluation answers every command of the thread that has
no verdict of ours yet, whatever woke it. `NOT_ALLOWED` and `HELP` get one reply a person and
hour, then a reaction.
"""

import datetime as dt
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from bot.decision.decision import Answer
from bot.decision.effects import Reaction
from bot.domain.confirmation import (
    Accepted,
    Asked,
    Helped,
    Ignored,
    Noted,
    Reason,
    Refused,
    Verdict,
)
from bot.domain.names import UserId
from bot.domain.pull_request import PullRequest
from bot.domain.spoken import Fenced
from bot.parsing.marker import read_marker

HOUR = dt.timedelta(hours=1)
QUIETED = ("NOT_ALLOWED", "HELP")
LAPSES = (Reason.EXPIRED, Reason.EDITED, Reason.HIDDEN, Reason.NOT_ALLOWED)
"""Why something that was accepted stops to count although nothing else says so: its author is
told, once. A new plan, a revocation or an open gate is shown by itself."""


def verdict_word(verdict: Verdict) -> str:
    """The verdict's word in the contract: `ACCEPTED`, `HELP`, or the refusal's reason."""
    match verdict:
        case Accepted() | Noted() | Asked():
            return "ACCEPTED"
        case Refused(reason=reason):
            return reason.value
        case Helped():
            return "HELP"
        case Ignored():
            return "IGNORED"


def answers(pull: PullRequest, verdicts: Mapping[int, Verdict]) -> tuple[Answer, ...]:
    """The answers that are due, oldest comment first."""
    given = tuple(_given(pull))
    by_comment: dict[int, set[str]] = {}
    for reply in given:
        by_comment.setdefault(reply.comment, set()).add(reply.verdict)
    people = {comment.id: comment.author.id for comment in pull.comments if comment.author}
    quiet = {
        people[reply.comment]
        for reply in given
        if reply.verdict in QUIETED and reply.comment in people and pull.seen_at - reply.when < HOUR
    }
    return tuple(_due(pull, verdicts, by_comment, quiet))


@dataclass(frozen=True, slots=True)
class _Given:
    comment: int
    verdict: str
    when: dt.datetime


def _given(pull: PullRequest) -> Iterator[_Given]:
    for comment in pull.comments:
        marker = read_marker(comment.body) if comment.mine else None
        if marker is not None and marker.kind in ("reply", "revoked"):
            about = marker.fields.get("comment")
            if isinstance(about, int):
                word = str(marker.fields.get("verdict", "ACCEPTED"))
                yield _Given(about, word, comment.created_at)


def _due(
    pull: PullRequest,
    verdicts: Mapping[int, Verdict],
    given: Mapping[int, set[str]],
    quiet: set[UserId],
) -> Iterator[Answer]:
    for verdict in verdicts.values():
        comment, word = verdict.comment, verdict_word(verdict)
        said = given.get(comment.id, set())
        if isinstance(verdict, Ignored):
            continue
        if said:
            if pull.is_open and word in LAPSES and said == {"ACCEPTED"}:
                yield Answer(comment, verdict, None, reply=True, lapsed=True)
            continue
        author = comment.author.id if comment.author else None
        silenced = word in QUIETED and author in quiet
        if silenced and comment.reactions & {Reaction.THUMBS_DOWN, Reaction.THUMBS_UP}:
            continue
        if word in QUIETED and author is not None:
            quiet.add(author)
        yield Answer(comment, verdict, _reaction(verdict), reply=not silenced)


def _reaction(verdict: Verdict) -> Reaction | None:
    match verdict:
        case Accepted() | Noted() | Asked():
            return Reaction.THUMBS_UP
        case Helped(misspoken=Fenced()):
            return None
        case Refused() | Helped():
            return Reaction.THUMBS_DOWN
        case Ignored():
            return None
