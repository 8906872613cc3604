"""Which comments get an answer now: everyone once, and nobody in a flood.

SPEC 7: every command is answered; every evaluation answers every command of the thread that has
no verdict of ours yet, whatever woke it. `NOT_ALLOWED` and `HELP` get one reply a person and
hour, then a reaction. What was accepted and then taken back gets a thumb down, which outlives the
comments that took it back.
"""

import datetime as dt
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from bot.confirmation.words import word_of
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
from bot.domain.phrase import Phrase
from bot.domain.pull_request import PullRequest
from bot.domain.scope import Command
from bot.domain.spoken import Fenced
from bot.parsing.marker import read_marker
from bot.settings import TimeToLive

HOUR = dt.timedelta(hours=1)
QUIETED = ("NOT_ALLOWED", "HELP", "IGNORED")
"""Verdicts that get one reply a person and hour; the last is the hint about a fence."""
LAPSES = (Reason.EXPIRED, Reason.EDITED, Reason.HIDDEN, Reason.NOT_ALLOWED)
"""Why something that was accepted stops to count although nothing else says so: its author is
told, once. A new plan, a revocation or an open gate is shown by itself."""


def answers(
    pull: PullRequest, verdicts: Mapping[int, Verdict], ttl: TimeToLive
) -> tuple[Answer, ...]:
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
    timely = {number: _timely(verdict, pull, ttl) for number, verdict in verdicts.items()}
    return tuple(_due(pull, timely, by_comment, quiet))


def _timely(verdict: Verdict, pull: PullRequest, ttl: TimeToLive) -> Verdict:
    """The verdict, with its age as the reason where that alone would refuse it as well.

    Gates that lapsed together with a confirmation stand before it in the table of refusals; its
    author is better told that it ran out.
    """
    if not isinstance(verdict, Refused) or verdict.reason is not Reason.GATES_OPEN:
        return verdict
    held_until = verdict.comment.created_at + ttl.of(verdict.command or Command.APPROVE)
    if pull.seen_at < held_until:
        return verdict
    detail = Phrase("it held until {when} UTC", when=f"{held_until:%Y-%m-%d %H:%M:%S}")
    return replace(verdict, reason=Reason.EXPIRED, detail=detail)


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
        comment, word = verdict.comment, word_of(verdict)
        said = given.get(comment.id, set())
        if isinstance(verdict, Ignored):
            continue
        if said:
            if pull.is_open and word in LAPSES and said == {"ACCEPTED"}:
                yield Answer(comment, verdict, None, reply=True, lapsed=True)
            if word == Reason.REVOKED and Reaction.THUMBS_DOWN not in comment.reactions:
                yield Answer(comment, verdict, Reaction.THUMBS_DOWN, reply=False)
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
