"""Whether the gate may be green, and by what right."""

import datetime as dt
from collections.abc import Sequence

from bot.decision.decision import (
    Cleared,
    GateState,
    Green,
    NoRequest,
    PlanOnly,
    Red,
    RequestDecision,
    State,
    Waiting,
)
from bot.decision.effects import Annotation, Conclusion
from bot.decision.prepare import Prepared
from bot.domain.phrase import Phrase, counted
from bot.domain.place import Mistake
from bot.domain.pull_request import PullRequest
from bot.parsing.globs import matches
from bot.settings import Settings


def base_allowed(pull: PullRequest, settings: Settings) -> bool:
    """True if pull requests against this base can be confirmed at all (SPEC 8, *Trust*)."""
    return pull.base_ref == pull.default_branch or matches(settings.bases, pull.base_ref)


def gate_state(
    pull: PullRequest,
    prepared: Prepared,
    requests: tuple[RequestDecision, ...],
    paused: dt.datetime | None,
) -> GateState:
    """The state of one pull request's gate; the first thing that stands in the way says so."""
    wrong = _wrong(pull, prepared)
    if wrong is not None:
        return wrong
    if not requests:
        return Green(NoRequest())
    names = tuple(request.plan.name for request in requests)
    if not pull.is_open and not pull.is_merged:
        return Waiting(names, Phrase("the pull request is closed"))
    if not base_allowed(pull, prepared.settings):
        return Waiting(names, Phrase("nothing can be confirmed against this base branch"))
    return _confirmed(requests, paused)


def worst(states: Sequence[GateState]) -> GateState:
    """The state that the gate of a SHA shows for several pull requests with that head."""
    for kind in (Red, Waiting):
        for state in states:
            if isinstance(state, kind):
                return state
    cleared = [s for s in states if isinstance(s, Green) and isinstance(s.authority, Cleared)]
    return cleared[0] if cleared else states[0]


def conclusion(state: GateState) -> Conclusion:
    """GitHub's word for a gate's state; `success` only for what holds an authority."""
    match state:
        case Green():
            return Conclusion.SUCCESS
        case Waiting():
            return Conclusion.ACTION_REQUIRED
        case Red():
            return Conclusion.FAILURE


def _wrong(pull: PullRequest, prepared: Prepared) -> Red | None:
    if pull.incomplete:
        return Red(Phrase("not everything could be seen: {what}", what=pull.incomplete[0].what))
    if prepared.mistakes:
        return Red(_count(prepared.mistakes), _annotations(prepared.mistakes))
    if prepared.broken and pull.files:
        return Red(Phrase("settings or lineage on the base cannot be read"))
    return None


def _confirmed(requests: tuple[RequestDecision, ...], paused: dt.datetime | None) -> GateState:
    waiting = tuple(r.plan.name for r in requests if r.state is State.WAITING)
    if waiting:
        return Waiting(waiting, Phrase("gates or confirmations are open"))
    clearances = tuple(r.standing.clearance for r in requests if r.standing.clearance)
    if not clearances:
        return Green(PlanOnly(tuple(request.plan.name for request in requests)))
    if paused:
        return Waiting(
            tuple(request.plan.name for request in requests),
            Phrase("paused until {when}: too many commands within an hour", when=str(paused)),
        )
    return Green(Cleared(clearances, min(c.valid_until for c in clearances)))


def _count(mistakes: Sequence[Mistake]) -> str:
    return counted("{number} mistake in the files", "{number} mistakes in the files", len(mistakes))


def _annotations(mistakes: Sequence[Mistake]) -> tuple[Annotation, ...]:
    return tuple(
        Annotation(mistake.place, f"Found {mistake.found}; {mistake.right}") for mistake in mistakes
    )
