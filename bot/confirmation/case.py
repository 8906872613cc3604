"""One command and everything it is judged by, frozen."""

import datetime as dt
from dataclasses import dataclass

from bot.domain.confirmation import ClearedGate, Reason, ScopeDifference
from bot.domain.gate import Gate
from bot.domain.names import GateId
from bot.domain.phrase import Phrase
from bot.domain.plan import Plan
from bot.domain.pull_request import Actor, Comment, PullRequest
from bot.domain.scope import Command
from bot.domain.spoken import Confirming, Said
from bot.settings import Settings


@dataclass(frozen=True, slots=True)
class PlanShown:
    """A plan, and since when people could read it in a comment of ours."""

    plan: Plan
    shown_at: dt.datetime | None
    """When our comment that shows this revision (this plan at this head) was created; None while
    it is not shown whole. What is said of a revision has to be later."""
    executing: bool
    """False where the request's own intent is only a plan."""
    digest_shown_at: dt.datetime | None = None
    """When a comment of ours first showed this scope digest, which has been the current one ever
    since. What people attest or waive holds while the digest does, so it has to be later than
    this; only `dry-run-reviewed` and `baselines-recorded` have to be later than `shown_at`."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """Why something said earlier does not count any more."""

    reason: Reason
    detail: str


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a command does not count."""

    reason: Reason
    detail: str
    difference: ScopeDifference | None = None
    gates: tuple[GateId, ...] = ()


@dataclass(frozen=True, slots=True)
class Case:
    """One command of one person, and what it is judged by."""

    pull: PullRequest
    settings: Settings
    comment: Comment
    said: Said
    shown: PlanShown | None
    """None where the pull request has no plan of that name."""
    executing: bool
    """True where execution was asked for, in the file or by a command before this one."""
    clearings: tuple[ClearedGate, ...] = ()
    """What people have attested or waived up to this comment, its own lines included, oldest
    first; those that have expired by now are among them."""
    renewals: tuple[ClearedGate, ...] = ()
    """What has been attested or waived after this comment."""
    revoked: Doubt | None = None
    refused_before: Reason | None = None
    """The reason of a reply of ours that refused this very comment."""
    in_doubt: str | None = None
    """Why nothing can be accepted in the pull request as it is; None where something can."""
    document_stands: bool = True
    """False where the base tip of a merged pull request no longer holds the confirmed document."""

    @property
    def author(self) -> Actor | None:
        """Who wrote the comment."""
        return self.comment.author

    @property
    def command(self) -> Command | None:
        """The confirming verb, where it is one."""
        return self.said.command if isinstance(self.said, Confirming) else None

    @property
    def time_to_live(self) -> dt.timedelta:
        """How long what was said holds, counted from when it was said."""
        ttl = self.settings.ttl
        return ttl.of(self.said.command) if isinstance(self.said, Confirming) else ttl.attest

    @property
    def valid_until(self) -> dt.datetime:
        """The first moment at which it does not hold any more."""
        return self.comment.created_at + self.time_to_live

    @property
    def open_gates(self) -> tuple[Gate, ...]:
        """Gates that were open when this was said, or are open now."""
        if self.shown is None:
            return ()
        said_at, now = self.comment.created_at, self.pull.seen_at
        then = {one.gate for one in self.clearings if one.valid_until > said_at}
        still = {one.gate for one in (*self.clearings, *self.renewals) if one.valid_until > now}
        return tuple(gate for gate in self.shown.plan.open_gates if gate.id not in then & still)


def seconds(when: dt.datetime) -> dt.datetime:
    """A moment without its fraction: GitHub's dates are whole seconds, and a tie is no order."""
    return when.replace(microsecond=0)


def moment(when: dt.datetime) -> str:
    """A moment as it stands in a sentence, in UTC: `2026-04-01 10:05:00`."""
    return f"{when.astimezone(dt.UTC):%Y-%m-%d %H:%M:%S}"


def held_until(when: dt.datetime) -> Phrase:
    """The sentence that something has expired."""
    return Phrase("it held until {when} UTC", when=moment(when))
