"""Is a dataset named that differs from a known one only in case, quotes or look-alike letters?"""

from collections.abc import Iterator

from bot.domain.gate import Gate, GateKind
from bot.domain.names import DatasetName
from bot.domain.phrase import Phrase
from bot.gates.asking import gate_id
from bot.gates.case import Case
from bot.lineage.lookalikes import look_alikes

LOOK_ALIKE = "look-alike"
TOPICS = (LOOK_ALIKE,)


def ask(case: Case) -> Iterator[Gate]:
    """Blocking: each name of the request that is nearly, but not, one that the lineage knows."""
    lineage = case.plan.lineage
    for name in _named(case):
        found = look_alikes(name, lineage)
        if not found:
            continue
        yield Gate(
            gate_id(LOOK_ALIKE, name),
            GateKind.BLOCKING,
            open=True,
            about=name,
            question=Phrase(
                "Is `{name}` meant, or `{known}`? The two look alike and are different datasets.",
                name=name,
                known=found,
            ),
            remedy=Phrase("write the name exactly as the lineage has it"),
            topic=LOOK_ALIKE,
            datasets=(name,),
        )


def _named(case: Case) -> tuple[DatasetName, ...]:
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
    return tuple(DatasetName(name) for name in sorted(names - {"*"}))
