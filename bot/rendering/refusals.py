"""Answers to what does not count: the reason first, then the facts, then what would be right."""

from collections.abc import Sequence
from typing import Any, Final

from bot.decision.decision import RequestDecision
from bot.domain.confirmation import Reason, Refused
from bot.domain.gate import Gate, GateKind
from bot.domain.phrase import Phrase, counted
from bot.domain.scope import Command
from bot.planning.block import block_of
from bot.rendering import quantities
from bot.rendering.facts import names
from bot.rendering.templates import rendered
from bot.rendering.thread import Reply, Thread, login, named
from bot.rendering.views.gates import gate_line
from bot.rendering.views.people import who_may
from bot.rendering.views.refusals import (
    RIGHT,
    TELLING,
    WHY,
    WITH_BLOCK,
    WITH_PEOPLE,
    differences,
)

GATES: Final = 6
"""So many open gates are named in a refusal; the plan names all."""


def refusal(refused: Refused, thread: Thread) -> Reply:
    """Why a command does not count, the difference as runs, and the block that would be right."""
    request = thread.request(refused.request)
    gates = _gates(refused, request)
    body = rendered(
        "replies/refused.md.j2",
        thread.speech,
        reason=refused.reason.value,
        outcome=_not_accepted(refused),
        differences=(
            differences(refused.difference, request.plan) if refused.difference and request else ()
        ),
        right=RIGHT[refused.reason],
        people=_people(refused, thread),
        gates=tuple(gate_line(gate, thread.page) for gate in gates[:GATES]),
        more=_more_gates(gates, request),
        blocks=(*_attesting(refused, request), *_blocks(refused, request)),
        hint=_hint(refused, thread),
    )
    return body, named(refused.request)


def _not_accepted(refused: Refused) -> Phrase:
    why = WHY[refused.reason]
    if refused.reason in TELLING or refused.difference or not refused.detail:
        return Phrase("Not accepted: {why}.", why=why)
    return Phrase("Not accepted: {why}: {detail}.", why=why, detail=refused.detail)


def _people(refused: Refused, thread: Thread) -> Any:
    if refused.reason not in WITH_PEOPLE:
        return ""
    command = refused.command or Command.CONFIRM
    return Phrase("{people}.", people=who_may(thread.settings.rule(command)))


def _gates(refused: Refused, request: RequestDecision | None) -> tuple[Gate, ...]:
    """The open gates that take more than an attestation."""
    if request is None or refused.reason is not Reason.GATES_OPEN:
        return ()
    meant = (gate for gate in request.plan.gates if gate.id in refused.gates)
    return tuple(gate for gate in meant if gate.kind is not GateKind.ATTEST)


def _more_gates(gates: Sequence[Gate], request: RequestDecision | None) -> str:
    if len(gates) <= GATES or request is None:
        return ""
    return counted(
        "and {number} more; all of them stand in the plan",
        "and {number} more; all of them stand in the plan",
        len(gates) - GATES,
    )


def _attesting(refused: Refused, request: RequestDecision | None) -> tuple[str, ...]:
    """The command that attests all the checks that are open."""
    if request is None or refused.reason is not Reason.GATES_OPEN:
        return ()
    checks = [
        gate.id
        for gate in request.plan.gates
        if gate.id in refused.gates and gate.kind is GateKind.ATTEST
    ]
    return (f"/backfill attest {request.plan.name} {' '.join(checks)}",) if checks else ()


def _blocks(refused: Refused, request: RequestDecision | None) -> tuple[str, ...]:
    if request is None:
        return ()
    if refused.reason is Reason.PLAN_ONLY:
        return (f"/backfill execute {request.plan.name}",)
    if refused.command is None or refused.reason not in WITH_BLOCK:
        return ()
    if refused.reason is Reason.WRONG_CLASS:
        return tuple("\n".join(block_of(request.plan, c)) for c in request.plan.scope.commands)
    if not request.plan.lines_for(refused.command):
        return ()
    return ("\n".join(block_of(request.plan, refused.command)),)


def _hint(refused: Refused, thread: Thread) -> str:
    if refused.reason is Reason.NO_PLAN:
        return Phrase("Plans here: {names}.", names=names(thread.names))
    if refused.command is not None and refused.reason in WITH_BLOCK:
        return Phrase(
            "Paste it without the fence. An earlier `{command}` of the same person counts no more.",
            command=refused.command.value,
        )
    return ""


def lapsed(refused: Refused, thread: Thread) -> Reply:
    """Something that was accepted counts no longer, and why; how to give it again."""
    body = rendered(
        "replies/refused.md.j2",
        thread.speech,
        reason=refused.reason.value,
        outcome=Phrase(
            "What {who} said at {when} no longer counts: {detail}.",
            who=login(refused.comment),
            when=quantities.moment(refused.comment.created_at),
            detail=refused.detail,
        ),
        differences=(),
        right=RIGHT[refused.reason],
        people="",
        gates=(),
        more="",
        blocks=_blocks(refused, thread.request(refused.request)),
        hint=Phrase("Nobody has to, where the backfill is done."),
    )
    return body, named(refused.request)
