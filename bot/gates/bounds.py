"""Does every run of stale partitions have a beginning and an end that somebody stated?"""

from collections.abc import Iterator

from bot.domain.gate import Gate, GateKind
from bot.domain.names import DatasetName
from bot.domain.phrase import Phrase
from bot.domain.request import TimeRange
from bot.gates.asking import Question, about, gate_id, some
from bot.gates.case import Case

RANGE = "unknown-range"
HORIZON = "unknown-horizon"
FIRST = Question(
    "unknown-first-partition",
    GateKind.BLOCKING,
    lambda names: Phrase(
        "Which is the first partition of {names}? All of them go stale, and nobody has stated "
        "where they begin.",
        names=names,
    ),
    Phrase("state `partition.first` in the catalog, or under `datasets` in the request"),
)
CALENDAR = Question(
    "unknown-root-calendar",
    GateKind.BLOCKING,
    lambda names: Phrase(
        "How is {names} cut into partitions, and in which time zone? Without that the range names "
        "no partition.",
        names=names,
    ),
    Phrase(
        "state `partition` (`by`, `time_zone`) in the catalog, or under `datasets` in the request; "
        "`by: none` for a table that is not partitioned"
    ),
)
PASSED = "horizon-passed"
TOPICS = (RANGE, HORIZON, FIRST.topic, CALENDAR.topic, PASSED)


def ask(case: Case) -> Iterator[Gate]:
    """Blocking: no range, horizon, first partition, root calendar. Waivable: a horizon gone by."""
    yield from _range(case)
    yield from _horizon(case)
    stale = case.plan.cascade.stale
    open_ones = [name for name, each in stale.items() if each.open_beginning]
    yield from FIRST.of(open_ones, open_ones)
    yield from CALENDAR.of(case.plan.cascade.uncalendared_roots, _roots(case))
    yield from _passed(case)


def _range(case: Case) -> Iterator[Gate]:
    for root in case.request.roots:
        if not isinstance(root.range, TimeRange) or (root.range.start and root.range.end):
            continue
        yield Gate(
            gate_id(RANGE, *([root.dataset] if len(case.request.roots) > 1 else [])),
            GateKind.BLOCKING,
            open=True,
            about=root.dataset,
            question=Phrase(
                "From which to which partition is `{dataset}` wrong?", dataset=root.dataset
            ),
            remedy=Phrase("state `range.start` and `range.end`, both inclusive"),
            topic=RANGE,
            datasets=(root.dataset,),
        )


def _horizon(case: Case) -> Iterator[Gate]:
    endless = tuple(name for name, stale in case.plan.cascade.stale.items() if stale.unbounded)
    if endless:
        yield Gate(
            gate_id(HORIZON),
            GateKind.BLOCKING,
            open=True,
            about=about(endless),
            question=Phrase(
                "Up to which date do the effects run forward? {names} goes stale from the first "
                "wrong partition on, and no horizon ends it.",
                names=some(endless),
            ),
            remedy=Phrase(
                "state the last date as `range.horizon` in the request (`YYYY-MM-DD`, inclusive)"
            ),
            topic=HORIZON,
            datasets=endless,
        )


def _roots(case: Case) -> tuple[DatasetName, ...]:
    return tuple(dict.fromkeys(root.dataset for root in case.request.roots))


def _passed(case: Case) -> Iterator[Gate]:
    for root in case.request.roots:
        horizon = root.range.horizon if isinstance(root.range, TimeRange) else None
        if horizon is None or horizon >= case.circumstances.today:
            continue
        yield Gate(
            gate_id(PASSED, *([root.dataset] if len(case.request.roots) > 1 else [])),
            GateKind.WAIVABLE,
            open=True,
            about=root.dataset,
            question=Phrase(
                "The horizon {horizon} lies before {today}. Is it meant that partitions which "
                "have come into being since stay as they are?",
                horizon=horizon.isoformat(),
                today=case.circumstances.today.isoformat(),
            ),
            remedy=Phrase(
                "move `range.horizon` to the last date that exists when the backfill runs"
            ),
            topic=PASSED,
            datasets=(root.dataset,),
        )
