"""The five verbs on one screen: observe, decide, render, reconcile, apply.

Webhook, Action and command line are three thin doors to `evaluate`. It is level-triggered: what
is true is read from GitHub, never from the event that woke it, so a lost, doubled or reordered
event costs nothing but time.
"""

import datetime as dt
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from bot.confirmation.receipt import audit_record
from bot.confirmation.verification import Verification, verification
from bot.confirmation.words import word_of
from bot.decision.decide import decide
from bot.decision.decision import Answer, Cleared, Decision, GateState, Green
from bot.decision.effects import Effect, SetGate
from bot.decision.gate import base_allowed, worst
from bot.decision.pages import Pages
from bot.decision.reconcile import gate_effects, reconcile, tampered
from bot.domain.confirmation import Accepted, Noted
from bot.domain.names import CommitSha, RequestName
from bot.domain.pull_request import PullRef, PullRequest, Repository
from bot.rendering.pages import gate_page, render

SWEPT_AT_MOST = 50
"""Open pull requests looked at again in one sweep (SPEC 8, *Expiry*)."""


class Applied(Protocol):
    """What became of the effects."""

    @property
    def failures(self) -> Sequence[str]:
        """One sentence for each effect that GitHub refused."""

    @property
    def seconds(self) -> float | None:
        """The longest time that GitHub asks to wait; None where it does not."""

    @property
    def lost(self) -> bool:
        """True where no answer came, so that another try is worth it."""


class GitHub(Protocol):
    """What the service needs of GitHub."""

    def observe(self, ref: PullRef, *, base_sha: CommitSha | None = None) -> PullRequest:
        """Everything of one pull request, read now; lineage at the base's tip, or at this SHA."""

    def apply(self, ref: PullRef, effects: Sequence[Effect]) -> Applied:
        """The effects carried out, in order."""

    def green_pulls(self, repository: Repository) -> Iterator[PullRef]:
        """Open pull requests whose gate is green, oldest first."""


@dataclass(frozen=True, slots=True)
class Look:
    """One observation, what follows from it, and how it reads."""

    pull: PullRequest
    decision: Decision
    pages: Pages
    gate: GateState
    """The worst over all open pull requests with that head and an allowed base."""

    @property
    def effects(self) -> tuple[Effect, ...]:
        """What it takes to make GitHub say so; nothing where it already does."""
        return reconcile(self.pull, self.decision, self.pages, self.gate)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What an evaluation came to."""

    pull: PullRequest
    decision: Decision
    pages: Pages
    gate: GateState
    effects: tuple[Effect, ...]
    failures: tuple[str, ...] = ()
    audit: tuple[dict[str, Any], ...] = ()
    """An append-only record for every verdict that was given in this evaluation."""
    reasons: tuple[str, ...] = ()
    """The verdicts' words, for counting."""
    wait_seconds: float | None = None
    """How long GitHub asks to be left alone, where it refused something for now."""
    unanswered: bool = False
    """True where GitHub did not answer an effect; a plain refusal would be the same again."""

    @property
    def again_at(self) -> dt.datetime | None:
        """When the answer changes by itself: the first confirmation runs out."""
        clearances = [each.standing.clearance for each in self.decision.requests]
        return min((each.valid_until for each in clearances if each), default=None)


def evaluate(github: GitHub, ref: PullRef) -> Outcome:
    """Make GitHub say what is true of one pull request now.

    What would grant anything is looked at twice: head, state, comments and permissions are read
    once more directly before it is said (SPEC 7), and the second look is what counts.
    """
    seen = look(github, ref)
    if _grants(seen):
        seen = look(github, ref)
    return _applied(github, seen, seen.effects, seen.decision.answers)


def evaluate_gate(github: GitHub, ref: PullRef) -> Outcome:
    """The gate alone made to say what is true: somebody asked for it again, or wrote over it.

    Nothing is posted, so it may run beside an evaluation of the same pull request.
    """
    seen = look(github, ref)
    if _grants(seen):
        seen = look(github, ref)
    return _applied(github, seen, gate_effects(seen.pull, seen.gate, seen.pages))


def evaluate_group(github: GitHub, ref: PullRef, base: CommitSha, head: CommitSha) -> Outcome:
    """The gate of a merge group's commit: as its pull request's, with lineage at the group's base.

    Nothing is posted; a plan whose digest differs at that base is not the one that was shown, so
    nothing that was said of it counts.
    """
    seen = look(github, ref, base_sha=base)
    there = replace(seen, pull=replace(seen.pull, head=head, gate=None))
    return _applied(github, seen, gate_effects(there.pull, there.gate, there.pages))


def verify_request(
    github: GitHub, ref: PullRef, request: RequestName, commit: CommitSha | None
) -> Verification:
    """Whether one request is confirmed at this moment; everything is read afresh (SPEC 10).

    Args:
        github: where to read.
        ref: the pull request.
        request: the request's name.
        commit: what the executor is about to run; None leaves that unasked.
    """
    seen = look(github, ref)
    return verification(seen.pull, seen.decision.judgement, request, commit)


def due(github: GitHub, repository: Repository) -> Iterator[PullRef]:
    """Pull requests whose confirmations may have run out, oldest first, at most 50."""
    for count, ref in enumerate(github.green_pulls(repository)):
        if count == SWEPT_AT_MOST:
            return
        yield ref


def look(github: GitHub, ref: PullRef, *, base_sha: CommitSha | None = None) -> Look:
    """What is true of a pull request now, and how it reads; nothing is written."""
    pull, decision, pages = _look_alone(github, ref, base_sha)
    gate = worst((*_counted(pull, decision), *_beside(github, pull)) or (decision.gate,))
    return Look(pull, decision, replace(pages, gate=gate_page(pull, decision, gate)), gate)


def _look_alone(
    github: GitHub, ref: PullRef, base_sha: CommitSha | None = None
) -> tuple[PullRequest, Decision, Pages]:
    pull = github.observe(ref, base_sha=base_sha)
    decision = decide(pull)
    pages = render(pull, decision)
    distrusted = tampered(pull, decision, pages)
    if distrusted:
        decision = decide(pull, distrusted)
        pages = render(pull, decision)
    return pull, decision, pages


def _grants(seen: Look) -> bool:
    accepts = any(isinstance(a.verdict, Accepted | Noted) for a in seen.decision.answers)
    green = isinstance(seen.gate, Green) and isinstance(seen.gate.authority, Cleared)
    turns = any(isinstance(effect, SetGate) for effect in seen.effects)
    return accepts or (green and turns)


def _counted(pull: PullRequest, decision: Decision) -> tuple[GateState, ...]:
    """The pull request's own gate, where it counts for its head beside others with that head."""
    counts = base_allowed(pull, decision.prepared.settings) and (pull.is_open or pull.is_merged)
    return (decision.gate,) if counts else ()


def _beside(github: GitHub, pull: PullRequest) -> Iterator[GateState]:
    """The gates of other open pull requests with the same head."""
    for sibling in pull.siblings:
        seen, decision, _ = _look_alone(github, sibling)
        if seen.head == pull.head:
            yield from _counted(seen, decision)


def _applied(
    github: GitHub, seen: Look, effects: tuple[Effect, ...], answers: tuple[Answer, ...] = ()
) -> Outcome:
    applied = github.apply(seen.pull.ref, effects) if effects else None
    return Outcome(
        pull=seen.pull,
        decision=seen.decision,
        pages=seen.pages,
        gate=seen.gate,
        effects=effects,
        failures=tuple(applied.failures) if applied else (),
        wait_seconds=applied.seconds if applied else None,
        unanswered=applied.lost if applied else False,
        audit=tuple(audit_record(answer.verdict, seen.pull) for answer in answers),
        reasons=tuple(word_of(answer.verdict) for answer in answers),
    )
