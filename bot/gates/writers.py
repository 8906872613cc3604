"""Is anybody else writing the same partitions while the backfill runs?"""

from collections.abc import Iterator

from bot.domain.dataset import Writers
from bot.domain.facts import NotApplicable, known
from bot.domain.gate import Gate, GateKind
from bot.domain.names import DatasetName
from bot.domain.phrase import Phrase
from bot.domain.plan import PlannedDataset
from bot.gates.asking import about, gate_id, grouped, some
from bot.gates.case import Case

UNCONTROLLED = "uncontrolled-writers"
PAUSED = "writers-paused"
TOPICS = (UNCONTROLLED, PAUSED)


def ask(case: Case) -> Iterator[Gate]:
    """Blocking: writers that nobody controls. Attest: that they are paused, unless files say so."""
    wild = [each.name for each in case.datasets if _writers(each) is Writers.UNCONTROLLED]
    for identity, names in grouped(UNCONTROLLED, wild, [each.name for each in case.datasets]):
        yield Gate(
            identity,
            GateKind.BLOCKING,
            open=True,
            about=about(names),
            question=Phrase(
                "Who else writes {names}, and how are they kept off the planned partitions?",
                names=some(names),
            ),
            remedy=Phrase(
                "pause, exclude or coordinate the other writers and state it as "
                "`concurrent_writers` under `write`"
            ),
            topic=UNCONTROLLED,
            datasets=names,
        )
    yield from _paused(case)


def _writers(dataset: PlannedDataset) -> Writers | None:
    return known(dataset.facts.write.concurrent_writers)


def _paused(case: Case) -> Iterator[Gate]:
    silent = tuple(
        each.name
        for each in case.datasets
        if _writers(each) is None
        and not isinstance(each.facts.write.concurrent_writers, NotApplicable)
    )
    clashing = tuple(clash.dataset for clash in case.plan.clashes if clash.dataset in silent)
    if silent:
        yield Gate(
            gate_id(PAUSED),
            GateKind.ATTEST,
            open=True,
            about=about(silent),
            question=_question(silent, clashing),
            remedy=Phrase(
                "pause them and attest it; or state `concurrent_writers` under `write` "
                "(`excluded`, `coordinated` or `paused`)"
            ),
            topic=PAUSED,
            datasets=silent,
        )
    elif case.datasets and all(
        _writers(each) is not Writers.UNCONTROLLED for each in case.datasets
    ):
        stated = tuple(each.name for each in case.datasets)
        yield Gate(
            gate_id(PAUSED),
            GateKind.ATTEST,
            open=False,
            about=about(stated),
            question=Phrase("Are other writers of {names} kept off?", names=some(stated)),
            remedy="",
            topic=PAUSED,
            answer=_answer(case.datasets),
            datasets=stated,
        )


def _question(silent: tuple[DatasetName, ...], clashing: tuple[DatasetName, ...]) -> Phrase:
    if clashing:
        return Phrase(
            "Are schedules and other writers of {names} paused until the backfill is complete? "
            "The schedule of {clashing} writes planned partitions meanwhile.",
            names=some(silent),
            clashing=some(clashing),
        )
    return Phrase(
        "Are schedules and other writers of {names} paused until the backfill is complete?",
        names=some(silent),
    )


def _answer(datasets: tuple[PlannedDataset, ...]) -> Phrase:
    words = sorted({writers.value for each in datasets if (writers := _writers(each))})
    return Phrase(
        "other writers are kept off: the files state `{words}`",
        words=tuple(words or ["not applicable"]),
    )
