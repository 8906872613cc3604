"""Is the plan of a size that people can look through?"""

from collections.abc import Iterator

from bot.domain.gate import Gate, GateKind
from bot.domain.phrase import Phrase
from bot.gates.asking import gate_id
from bot.gates.case import Case

LIMITS = "limits-exceeded"
TOPICS = (LIMITS,)


def ask(case: Case) -> Iterator[Gate]:
    """Blocking: more datasets or partitions than the settings allow one plan to rewrite."""
    limits = case.circumstances.limits
    datasets = len(case.datasets)
    partitions = sum(each.count or 0 for each in case.datasets)
    if datasets <= limits.datasets and partitions <= limits.partitions:
        return
    yield Gate(
        gate_id(LIMITS),
        GateKind.BLOCKING,
        open=True,
        about="",
        question=Phrase(
            "Can this be done in parts? It rewrites {datasets} datasets and {partitions} "
            "partitions; the settings allow {most_datasets} and {most_partitions}.",
            datasets=datasets,
            partitions=partitions,
            most_datasets=limits.datasets,
            most_partitions=limits.partitions,
        ),
        remedy=Phrase(
            "split the range or the roots into several requests, or raise `limits` in the settings "
            "of the default branch"
        ),
        topic=LIMITS,
    )
