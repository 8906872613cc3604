"""Is the plan of a size that people can look through, and that a comment can name?"""

from collections.abc import Iterator

from bot.domain.gate import Gate, GateKind
from bot.domain.phrase import Phrase
from bot.domain.scope import Command
from bot.gates.asking import gate_id
from bot.gates.case import Case
from bot.planning.block import LONGEST, block_of, length_of

LIMITS = "limits-exceeded"
TOPICS = (LIMITS,)


def ask(case: Case) -> Iterator[Gate]:
    """Blocking: more than the settings allow one plan to rewrite, or than a comment can name."""
    for command in Command:
        length = length_of(block_of(case.plan, command))
        if length > LONGEST:
            yield _too_long(command, length)
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


def _too_long(command: Command, length: int) -> Gate:
    return Gate(
        gate_id(LIMITS, command.value),
        GateKind.BLOCKING,
        open=True,
        about="",
        question=Phrase(
            "Can this be done in parts? What `{command}` has to name is {length} characters long; "
            "a comment holds {most}.",
            command=command.value,
            length=length,
            most=LONGEST,
        ),
        remedy=Phrase(
            "split the request into several, or exclude fewer single partitions (`range.except`)"
        ),
        topic=LIMITS,
    )
