"""Gates as a checklist: what stands in the way, and what clears it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from bot.domain.confirmation import ClearedGate
from bot.domain.gate import Gate, GateKind
from bot.domain.phrase import Phrase, counted
from bot.rendering import quantities
from bot.rendering.escape import Markdown
from bot.rendering.page import Page
from bot.rendering.views.situation import Situation

UNFOLDED: Final = 12
FEW: Final = 8


@dataclass(frozen=True, slots=True)
class GateLine:
    """One item of the checklist."""

    tick: Markdown
    """`[ ]` or `[x]`."""
    kind: Phrase
    id: Markdown
    question: Any
    remedy: Any
    """Empty where the gate is cleared."""


@dataclass(frozen=True, slots=True)
class GateList:
    """Open gates first, folded beyond a dozen; then those that are cleared; then commands."""

    open: tuple[GateLine, ...]
    more: tuple[GateLine, ...]
    more_summary: Phrase
    cleared: tuple[GateLine, ...]
    cleared_summary: Phrase
    attest: str
    """The command that attests everything that waits for it; empty where nothing does."""
    waive: str
    """The command that waives the first of them, without its reason."""


def gates(situation: Situation) -> GateList:
    """The checklist of a plan, with what people have cleared ticked and named."""
    waiting = situation.open_gates
    spoken = () if situation.standing is None else situation.standing.cleared
    by_id = {cleared.gate: cleared for cleared in spoken}
    lines = tuple(gate_line(gate, situation.page) for gate in waiting)
    shown = _shown(waiting, lines)
    open_ids = {gate.id for gate in waiting}
    cleared = tuple(
        _cleared(gate, by_id.get(gate.id), situation)
        for gate in situation.plan.gates
        if gate.id not in open_ids
    )
    name = situation.plan.name
    return GateList(
        open=shown,
        more=tuple(line for line in lines if line not in shown),
        more_summary=_more(waiting, len(lines) - len(shown)),
        cleared=cleared,
        cleared_summary=counted(
            "{number} gate is cleared", "{number} gates are cleared", len(cleared)
        ),
        attest=_command(f"attest {name}", waiting, GateKind.ATTEST),
        waive=_waiver(name, waiting),
    )


def _shown(waiting: Sequence[Gate], lines: Sequence[GateLine]) -> tuple[GateLine, ...]:
    """What is not folded: all checks if they are few, and otherwise what comes before them."""
    if len(lines) <= FEW:
        return tuple(lines)
    others = [line for gate, line in zip(waiting, lines, strict=True) if not _is_check(gate)]
    return tuple(others[:UNFOLDED])


def _more(waiting: Sequence[Gate], count: int) -> Phrase:
    checks = sum(map(_is_check, waiting))
    if checks < count:
        return counted("{number} more open gate", "{number} more open gates", count)
    return counted(
        "{number} check that a person attests",
        "{number} checks that a person attests",
        checks,
    )


def _is_check(gate: Gate) -> bool:
    return gate.kind is GateKind.ATTEST


def _waiver(name: str, waiting: Iterable[Gate]) -> str:
    """For one gate alone, and without a reason, so that nobody waives by pasting."""
    first = next((gate.id for gate in waiting if gate.kind is GateKind.WAIVABLE), None)
    return f"/backfill waive {name} {first} because" if first else ""


def _command(start: str, waiting: Iterable[Gate], kind: GateKind) -> str:
    ids = [gate.id for gate in waiting if gate.kind is kind]
    return f"/backfill {start} {' '.join(ids)}" if ids else ""


def gate_line(gate: Gate, page: Page) -> GateLine:
    """An open gate as an item of a list."""
    return GateLine(
        tick=Markdown("[ ]"),
        kind=_KINDS[gate.kind],
        id=page.gate(gate.id, gate.topic),
        question=gate.question,
        remedy=gate.remedy,
    )


_KINDS: Final[Mapping[GateKind, Phrase]] = {
    GateKind.BLOCKING: Phrase("blocks"),
    GateKind.WAIVABLE: Phrase("decide"),
    GateKind.ATTEST: Phrase("check"),
}


def _cleared(gate: Gate, by: ClearedGate | None, situation: Situation) -> GateLine:
    return GateLine(
        tick=Markdown("[x]"),
        kind=_KINDS[gate.kind],
        id=situation.page.gate(gate.id, gate.topic),
        question=(gate.answer or gate.question) if by is None else _said(by),
        remedy="",
    )


def _said(cleared: ClearedGate) -> Phrase:
    words: dict[str, Any] = {
        "who": cleared.by.login,
        "until": quantities.moment(cleared.valid_until),
    }
    if cleared.waived_because is not None:
        return Phrase(
            "waived by {who} until {until}: {reason}", reason=cleared.waived_because, **words
        )
    if cleared.note:
        return Phrase("attested by {who} until {until}: {note}", note=cleared.note, **words)
    return Phrase("attested by {who} until {until}", **words)
