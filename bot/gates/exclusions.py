"""Which stale data does the author leave out on purpose?"""

from collections.abc import Iterator

from bot.domain.cascade import LeftStale
from bot.domain.gate import Gate, GateKind
from bot.domain.phrase import Phrase, counted
from bot.gates.asking import gate_id
from bot.gates.case import Case
from bot.partitions import sets

EXCLUDED = "excluded"
TOPICS = (EXCLUDED,)


def ask(case: Case) -> Iterator[Gate]:
    """Waivable: each exclusion that cuts stale partitions off."""
    for left in case.plan.cascade.left_stale:
        yield Gate(
            gate_id(EXCLUDED, left.dataset),
            GateKind.WAIVABLE,
            open=True,
            about=left.dataset,
            question=Phrase(
                "{what}{below} Is that right? The reason given: {reason}.",
                what=_what(left),
                below=_below(left),
                reason=left.reason or Phrase("none"),
            ),
            remedy=Phrase("take it out of `exclude`, so that the plan rewrites it"),
            topic=EXCLUDED,
            datasets=(left.dataset, *left.below),
        )


def _what(left: LeftStale) -> Phrase:
    if left.partitions is None:
        return Phrase("`{dataset}` is excluded and stays stale.", dataset=left.dataset)
    return Phrase(
        "`{dataset}` is excluded: {partitions} of it stay as they are, computed from wrong data.",
        dataset=left.dataset,
        partitions=sets.runs(left.partitions),
    )


def _below(left: LeftStale) -> Phrase | str:
    if not left.below:
        return ""
    return counted(
        " So does {number} dataset below it.",
        " So do {number} datasets below it.",
        len(left.below),
    )
