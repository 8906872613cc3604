"""Is a dataset named that differs from a known one only in case, quotes or look-alike letters?"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from bot.domain.gate import Gate, GateKind
from bot.domain.names import DatasetName
from bot.domain.phrase import Phrase
from bot.gates.asking import gate_id
from bot.gates.case import Case
from bot.lineage.lookalikes import fold

LOOK_ALIKE = "look-alike"
TOPICS = (LOOK_ALIKE,)


def ask(case: Case) -> Iterator[Gate]:
    """Blocking: each name that is nearly, but not, one that the lineage knows.

    Asked of names in the request, and of names in the lineage that are nearly one which the
    cascade reaches: whoever reads `Warehouse.Orders` would be left stale. A name that the base
    knows as it is spelt says what it means.
    """
    lineage, named = case.plan.lineage, _named(case)
    alike = _by_fold([*named, *lineage.datasets])
    reached = _reached(case)
    for name in sorted({*named, *lineage.datasets} - lineage.on_base):
        others = tuple(
            other for other in alike[fold(name)] if other != name and other in lineage.datasets
        )
        if others and (name in named or not reached.isdisjoint((name, *others))):
            yield _gate(name, others)


def _gate(name: DatasetName, others: tuple[DatasetName, ...]) -> Gate:
    return Gate(
        gate_id(LOOK_ALIKE, name),
        GateKind.BLOCKING,
        open=True,
        about=name,
        question=Phrase(
            "Is `{name}` meant, or `{known}`? The two look alike and are different datasets.",
            name=name,
            known=others,
        ),
        remedy=Phrase("write the name exactly as the lineage has it"),
        topic=LOOK_ALIKE,
        datasets=(name,),
    )


def _by_fold(names: Sequence[DatasetName]) -> Mapping[str, list[DatasetName]]:
    found: dict[str, list[DatasetName]] = defaultdict(list)
    for name in sorted({*names}):
        found[fold(name)].append(name)
    return found


def _reached(case: Case) -> set[DatasetName]:
    cascade = case.plan.cascade
    dark = (name for entry in cascade.unresolved for name in (entry.dataset, *entry.below))
    return {*cascade.stale, *cascade.views, *cascade.consumers, *dark}


def _named(case: Case) -> set[DatasetName]:
    """Every dataset that the request itself names."""
    request = case.request
    names = {
        *(root.dataset for root in request.roots),
        *(left.dataset for left in request.exclude),
        *request.datasets,
        *(edge.upstream for each in request.datasets.values() for edge in each.upstream),
        *request.write,
        *request.idempotency_of,
        *request.validation_of,
        *request.rollback_of,
    }
    return {DatasetName(name) for name in names - {"*"}}
