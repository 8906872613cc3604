"""Does what is rewritten depend on itself in a circle?"""

from collections.abc import Iterator

from bot.domain.gate import Gate, GateKind
from bot.domain.phrase import Phrase
from bot.gates.asking import gate_id, some
from bot.gates.case import Case

CYCLE = "lineage-cycle"
TOPICS = (CYCLE,)


def ask(case: Case) -> Iterator[Gate]:
    """Blocking: one gate for each cycle that the cascade reaches; others are nobody's business."""
    cycles = case.plan.cascade.cycles
    for cycle in cycles:
        yield Gate(
            gate_id(CYCLE, *([cycle[0]] if len(cycles) > 1 else [])),
            GateKind.BLOCKING,
            open=True,
            about=cycle[0],
            question=Phrase(
                "In which order are {names} written? Each reads another one of them, so that no "
                "order has every input ready.",
                names=some(cycle),
            ),
            remedy=Phrase(
                "take the wrong edge out of the lineage, say `reads: reference` where a value is "
                "only looked up, or `exclude` one of them with a reason"
            ),
            topic=CYCLE,
            datasets=cycle,
        )
