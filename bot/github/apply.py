"""Effects carried out: what is said comes first, the gate last, and it says what could not be said.

Reactions are best effort. Whatever fails here is made good by the next evaluation, which reads
GitHub again and asks for the same effects.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.decision.effects import Effect, PostComment, SetGate, SetLabels
from bot.domain.pull_request import PullRef
from bot.errors import GitHubError
from bot.github.applied import Applied, Done, Failed, Result
from bot.github.comments import look_at_thread, write
from bot.github.gates import GateWriter
from bot.github.labels import set_labels
from bot.github.noticed import Noticed
from bot.github.vantage import Vantage, writes_check_runs

_REASON: Final = 300


def apply(at: Vantage, noticed: Noticed, ref: PullRef, effects: Sequence[Effect]) -> Applied:
    """What became of each effect, in their order; raises nothing that GitHub does.

    Args:
        at: the repository.
        noticed: what observing left behind; read again where it has nothing on this pull request.
        ref: the pull request that is written to.
        effects: in the order in which they are to be done; gates are set after everything else.
    """
    numbered = list(enumerate(effects))
    said = {n: each for n, each in numbered if not isinstance(each, SetLabels | SetGate)}
    written = write(at, noticed, ref, tuple(said.values()))
    results: dict[int, Result] = dict(zip(said, written, strict=True))
    lost = [each for each in written if _is_lost_comment(each)]
    for n, effect in numbered:
        if isinstance(effect, SetLabels):
            results[n] = _labelled(at, noticed, ref, effect)
    for n, effect in numbered:
        if isinstance(effect, SetGate):
            results[n] = _gated(at, noticed, ref, effect, lost)
    return Applied(tuple(results[n] for n, _ in numbered))


def _labelled(at: Vantage, noticed: Noticed, ref: PullRef, effect: SetLabels) -> Result:
    try:
        set_labels(at, noticed.thread(ref), ref, effect)
    except GitHubError as error:
        return Failed.of(effect, error)
    return Done(effect)


def _gated(
    at: Vantage, noticed: Noticed, ref: PullRef, effect: SetGate, lost: Sequence[Result]
) -> Result:
    gate = _with_loss(effect, lost)
    try:
        thread = noticed.thread(ref) or look_at_thread(at, noticed, ref)
        GateWriter(at, noticed, writes_check_runs(at.kind, thread.viewer)).write(gate)
    except GitHubError as error:
        return Failed.of(effect, error)
    return Done(effect)


def _is_lost_comment(result: Result) -> bool:
    return isinstance(result, Failed) and isinstance(result.effect, PostComment)


def _with_loss(gate: SetGate, lost: Sequence[Result]) -> SetGate:
    whys = dict.fromkeys(each.why for each in lost if isinstance(each, Failed))
    if not whys:
        return gate
    reason = "; ".join(" ".join(why.split())[:_REASON].replace("`", "'") for why in whys)
    said = f"**A comment could not be posted**, so what it says is missing here: `{reason}`"
    return replace(
        gate,
        title=f"{gate.title} (a comment could not be posted)",
        summary=f"{gate.summary}\n\n{said}",
    )
