"""Every gate asked of one plan; the one place that knows all of them."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Final

from bot.domain.facts import Unknown
from bot.domain.gate import Gate, GateKind
from bot.domain.names import GateId
from bot.domain.plan import Plan
from bot.gates import (
    append,
    attestations,
    bounds,
    code,
    conflicts,
    controls,
    credentials,
    cut,
    cycles,
    dialect,
    differences,
    exclusions,
    idempotency,
    in_flight,
    limits,
    look_alikes,
    merge,
    overwrite,
    retention,
    rollback,
    root_cause,
    semantics,
    timing,
    unknowns,
    unresolved,
    writers,
)
from bot.gates.asking import marked
from bot.gates.case import Case, Circumstances
from bot.planning.clashes import clashes_of, run_time
from bot.planning.retention import retention_checks

FAMILIES: Final = (
    bounds, cut, cycles, look_alikes, limits, code, semantics, overwrite, append, merge, writers,
    timing, unresolved, differences, exclusions, idempotency, retention, in_flight, conflicts,
    rollback, credentials, controls, dialect, root_cause, attestations, unknowns,
)  # fmt: skip

ASKS: Final[tuple[Callable[[Case], Iterator[Gate]], ...]] = tuple(each.ask for each in FAMILIES)
TOPICS: Final[tuple[str, ...]] = tuple(topic for each in FAMILIES for topic in each.TOPICS)
"""Every topic that a gate can have: the headings of docs/backfill-checklist.md."""

ORDER: Final = (GateKind.BLOCKING, GateKind.WAIVABLE, GateKind.ATTEST)


def checked(plan: Plan, circumstances: Circumstances) -> Plan:
    """The plan with every gate asked: blocking first, then waivable, then attest; by id within.

    With the moment asked about, what depends on it is looked at again: schedules that run from
    then on, and, where no `run_by` is stated, what the sources keep on that day.
    """
    seen = _as_of(plan, circumstances)
    case = Case(seen, circumstances)
    gates = _unique(gate for ask in ASKS for gate in ask(case))
    return replace(
        seen, gates=tuple(sorted(gates, key=lambda gate: (ORDER.index(gate.kind), gate.id)))
    )


def _as_of(plan: Plan, circumstances: Circumstances) -> Plan:
    today = circumstances.today
    checks = plan.retention
    if isinstance(plan.request.retention.run_by, Unknown):
        checks = retention_checks(plan.cascade, plan.lineage, today)
    return replace(
        plan,
        as_of=circumstances.as_of,
        retention=checks,
        clashes=clashes_of(plan.datasets, run_time(plan.request, today)),
    )


def _unique(gates: Iterable[Gate]) -> Iterator[Gate]:
    """The gates with ids of their own: where two would share one, each gets a mark of its own."""
    asked = list(dict.fromkeys(gates))
    shared = {name for name, count in Counter(gate.id for gate in asked).items() if count > 1}
    for gate in asked:
        yield replace(gate, id=GateId(f"{gate.id}-{_mark(gate)}")) if gate.id in shared else gate


def _mark(gate: Gate) -> str:
    return marked(gate.topic, gate.about, gate.question)


__all__ = ["FAMILIES", "TOPICS", "Circumstances", "checked"]
