"""What follows from one observation of a pull request. Pure; the whole of it on one screen."""

from bot.confirmation.judge import Judgement, PlanShown, judged
from bot.decision.answers import answers
from bot.decision.decision import Decision, RequestDecision, Shown, State
from bot.decision.gate import gate_state
from bot.decision.notes import notes, orphans
from bot.decision.pause import paused_until
from bot.decision.prepare import Prepared, prepare
from bot.decision.shown import shown
from bot.domain.phrase import Phrase
from bot.domain.plan import Plan
from bot.domain.pull_request import PullRequest
from bot.domain.request import Intent


def decide(pull: PullRequest, distrusted: frozenset[int] = frozenset()) -> Decision:
    """Everything that follows from what was seen: plans, verdicts, gate, answers, notes.

    Args:
        pull: one frozen observation.
        distrusted: ids of the bot's own plan comments that somebody else changed beyond ticks;
            they show nothing.
    """
    prepared = prepare(pull)
    seen = {plan.name: shown(pull, plan.name, plan.digest, distrusted) for plan in prepared.plans}
    judgement = judged(
        pull,
        {plan.name: _as_shown(plan, seen[plan.name]) for plan in prepared.plans},
        prepared.settings,
        _in_doubt(prepared),
    )
    requests = tuple(_request(plan, seen[plan.name], judgement) for plan in prepared.plans)
    paused = paused_until(pull)
    gate = gate_state(pull, prepared, requests, paused)
    return Decision(
        prepared=prepared,
        requests=requests,
        judgement=judgement,
        gate=gate,
        state=_state(pull, prepared, requests),
        answers=() if paused else answers(pull, judgement.verdicts, prepared.settings.ttl),
        notes=notes(pull, prepared, requests, paused),
        orphans=orphans(pull, requests),
        incomplete=pull.incomplete,
        mistakes=prepared.mistakes,
        paused_until=paused,
    )


def _in_doubt(prepared: Prepared) -> str | None:
    """Why nothing can be accepted: what cannot be read might be what refuses it."""
    if prepared.broken:
        return Phrase("the settings, or the lineage on the target branch, cannot be read")
    if prepared.mistakes:
        return Phrase("files of this pull request hold mistakes; they have to be mended first")
    return None


def _as_shown(plan: Plan, seen: Shown) -> PlanShown:
    return PlanShown(
        plan=plan,
        shown_at=seen.since,
        executing=plan.request.intent is Intent.EXECUTE,
        digest_shown_at=seen.digest_since,
    )


def _request(plan: Plan, seen: Shown, judgement: Judgement) -> RequestDecision:
    standing = judgement.states[plan.name]
    executing = plan.request.intent is Intent.EXECUTE or plan.name in judgement.executed
    if not executing:
        state = State.PLANNED
    else:
        state = State.CONFIRMED if standing.clearance else State.WAITING
    return RequestDecision(plan, seen, standing, executing, state)


ORDER = (State.INVALID, State.WAITING, State.CONFIRMED, State.PLANNED, State.NONE)


def _state(pull: PullRequest, prepared: Prepared, requests: tuple[RequestDecision, ...]) -> State:
    """The state that most needs somebody's attention."""
    found = {request.state for request in requests}
    if prepared.mistakes or pull.incomplete or (prepared.broken and pull.files):
        found.add(State.INVALID)
    return next((state for state in ORDER if state in found), State.NONE)
