"""Is anybody else writing the same partitions while the backfill runs?"""

from collections.abc import Iterator

from bot.domain.dataset import Writers
from bot.domain.facts import NotApplicable, known
from bot.domain.gate import Gate, GateKind
from bot.domain.names import DatasetName
from bot.domain.phrase import Phrase
from bot.domain.plan import PlannedDataset
from bot.gates.asking import Question, about, gate_id, some
from bot.gates.case import Case

UNCONTROLLED = Question(
    "uncontrolled-writers",
    GateKind.BLOCKING,
    lambda names: Phrase(
        "Who else writes {names}, and how are they kept off the planned partitions?", names=names
    ),
    Phrase(
        "pause, exclude or coordinate the other writers and state it as `concurrent_writers` under "
        "`write`"
    ),
)
PAUSED = "writers-paused"
TOPICS = (UNCONTROLLED.topic, PAUSED)


def ask(case: Case) -> Iterator[Gate]:
    """Blocking: writers that nobody controls. Attest: that they are paused, unless files say so."""
    wild = [each.name for each in case.datasets if _writers(each) is Writers.UNCONTROLLED]
    yield from UNCONTROLLED.of(wild, [each.name for each in case.datasets])
    silent = tuple(
        each.name
        for each in case.datasets
        if _writers(each) is None
        and not isinstance(each.facts.write.concurrent_writers, NotApplicable)
    )
    if silent:
        yield _unpaused(case, silent)
    elif case.datasets and not wild:
        yield _kept_off(case)


def _writers(dataset: PlannedDataset) -> Writers | None:
    return known(dataset.facts.write.concurrent_writers)


def _unpaused(case: Case, silent: tuple[DatasetName, ...]) -> Gate:
    clashing = tuple(clash.dataset for clash in case.plan.clashes if clash.dataset in silent)
    return Gate(
        gate_id(PAUSED),
        GateKind.ATTEST,
        open=True,
        about=about(silent),
        question=_question(silent, clashing),
        remedy=Phrase(
            "pause them and attest it; or state `concurrent_writers` under `write` (`excluded`, "
            "`coordinated` or `paused`)"
        ),
        topic=PAUSED,
        datasets=silent,
    )


def _kept_off(case: Case) -> Gate:
    names = tuple(each.name for each in case.datasets)
    return Gate(
        gate_id(PAUSED),
        GateKind.ATTEST,
        open=False,
        about=about(names),
        question=Phrase("Are other writers of {names} kept off?", names=some(names)),
        remedy="",
        topic=PAUSED,
        answer=_answer(case.datasets),
        datasets=names,
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
