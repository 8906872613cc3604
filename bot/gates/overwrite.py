"""Does an overwrite replace exactly the partitions of the scope, and nothing beside them?"""

from collections.abc import Iterator

from bot.domain.dataset import Semantics
from bot.domain.facts import known
from bot.domain.gate import Gate, GateKind
from bot.domain.partition_set import ListPartitions, TimePartitions, WholeTable
from bot.domain.phrase import Phrase
from bot.domain.plan import PlannedDataset
from bot.domain.spans import BEGINNING
from bot.gates.asking import Question, gate_id
from bot.gates.case import Case
from bot.partitions.calendar import calendar_of

UNKNOWN = Question(
    "unknown-overwrite-boundary",
    GateKind.BLOCKING,
    lambda names: Phrase(
        "What does one run replace when it overwrites {names}: the partition it computes, or more "
        "than that?",
        names=names,
    ),
    Phrase(
        "state `boundary` under `write`: `partition`, `table` (it cannot be rebuilt in part), or "
        "the predicate that is replaced"
    ),
)
WIDER = "overwrite-boundary"
TOPICS = (UNKNOWN.topic, WIDER)


def ask(case: Case) -> Iterator[Gate]:
    """Blocking: a boundary that nobody has stated, or that reaches beyond the planned partitions.

    An unpartitioned table has no boundary to state: it is written as a whole.
    """
    cut = [
        each
        for each in case.datasets
        if each.semantics is Semantics.OVERWRITE and not isinstance(each.partitions, WholeTable)
    ]
    unsaid = [each.name for each in cut if known(each.facts.write.boundary) is None]
    yield from UNKNOWN.of(unsaid, [each.name for each in cut])
    for each in cut:
        boundary = known(each.facts.write.boundary)
        if boundary == "table" and not _is_all_of_it(each):
            yield _table(each)
        elif boundary not in {None, "partition", "table"}:
            yield _predicate(each, boundary or "")


def _is_all_of_it(dataset: PlannedDataset) -> bool:
    """True where the plan rewrites every partition that the table has up to its last one."""
    match dataset.partitions:
        case ListPartitions(calendar, keys):
            return set(keys) == set(calendar.values)
        case TimePartitions(calendar, spans):
            if len(spans.runs) != 1:
                return False
            first = calendar.first and calendar_of(calendar).span_of_date(calendar.first)
            return spans.first <= BEGINNING or bool(first and spans.first <= first[0])
        case _:
            return True


def _table(dataset: PlannedDataset) -> Gate:
    return Gate(
        gate_id(WIDER, dataset.name),
        GateKind.BLOCKING,
        open=True,
        about=dataset.name,
        question=Phrase(
            "A run replaces the whole of `{dataset}` (`boundary: table`), but the scope holds only "
            "some of its partitions. What becomes of the others?",
            dataset=dataset.name,
        ),
        remedy=Phrase(
            "take every partition into the range (drop `except`), or write by partition and state "
            "`boundary: partition`"
        ),
        topic=WIDER,
        datasets=(dataset.name,),
    )


def _predicate(dataset: PlannedDataset, boundary: str) -> Gate:
    return Gate(
        gate_id(WIDER, dataset.name),
        GateKind.BLOCKING,
        open=True,
        about=dataset.name,
        question=Phrase(
            "A run of `{dataset}` replaces what `{boundary}` selects. Can that be anything outside "
            "the planned partitions?",
            dataset=dataset.name,
            boundary=boundary,
        ),
        remedy=Phrase(
            "state `boundary: partition` where the predicate selects exactly the partitions that a "
            "run computes; else narrow it"
        ),
        topic=WIDER,
        datasets=(dataset.name,),
    )
