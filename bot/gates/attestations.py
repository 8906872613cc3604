"""What a person has to have looked at outside the files before anything is written."""

from collections.abc import Iterator

from bot.domain.facts import known
from bot.domain.gate import Gate, GateKind
from bot.domain.phrase import Phrase, counted
from bot.gates.asking import about, gate_id, some
from bot.gates.case import Case

DRY_RUN = "dry-run-reviewed"
BASELINES = "baselines-recorded"
SNAPSHOT = "snapshot-restorable"
CONSUMERS = "consumers-told"
TOPICS = (DRY_RUN, BASELINES, SNAPSHOT, CONSUMERS)


def ask(case: Case) -> Iterator[Gate]:
    """Attest: dry run, baselines, snapshots, consumers; each only where there is something."""
    if not case.datasets:
        return
    yield _dry_run(case)
    yield from _baselines(case)
    yield from _snapshot(case)
    yield from _consumers(case)


def _dry_run(case: Case) -> Gate:
    return Gate(
        gate_id(DRY_RUN),
        GateKind.ATTEST,
        open=True,
        about="",
        question=counted(
            "Has somebody run the fixed code over {number} dataset of this plan without "
            "publishing, and looked at what it would write?",
            "Has somebody run the fixed code over the {number} datasets of this plan without "
            "publishing, and looked at what it would write?",
            len(case.datasets),
        ),
        remedy=Phrase("do what *Dry-Run* says, then attest it; a new head commit asks again"),
        topic=DRY_RUN,
        lapses_with_head=True,
    )


def _baselines(case: Case) -> Iterator[Gate]:
    """Row counts and sums of what is there now; a dataset that is new has none."""
    there = tuple(each.name for each in case.datasets if not each.is_new)
    if not there:
        return
    yield Gate(
        gate_id(BASELINES),
        GateKind.ATTEST,
        open=True,
        about=about(there),
        question=Phrase(
            "Are row counts and conserved sums of {names} written down as they are now, to compare "
            "with afterwards?",
            names=some(there),
        ),
        remedy=Phrase(
            "record what *Validation* lists, then attest it; a new head commit asks again"
        ),
        topic=BASELINES,
        lapses_with_head=True,
        datasets=there,
    )


def _snapshot(case: Case) -> Iterator[Gate]:
    kept = tuple(
        each.name
        for each in case.datasets
        if each.reversible and known(each.facts.rollback.artifact) is not None
    )
    if not kept:
        return
    yield Gate(
        gate_id(SNAPSHOT),
        GateKind.ATTEST,
        open=True,
        about=about(kept),
        question=Phrase(
            "Has somebody restored {names} from the stated artifact, or seen that it can be done "
            "within the time limit?",
            names=some(kept),
        ),
        remedy=Phrase("try *Rollback* on one partition, then attest it"),
        topic=SNAPSHOT,
        datasets=kept,
    )


def _consumers(case: Case) -> Iterator[Gate]:
    told = case.plan.cascade.consumers
    if not told:
        return
    yield Gate(
        gate_id(CONSUMERS),
        GateKind.ATTEST,
        open=True,
        about=about(told),
        question=Phrase(
            "Do the people behind {names} know that numbers will change, when, and by how much?",
            names=some(told),
        ),
        remedy=Phrase("tell them, then attest it"),
        topic=CONSUMERS,
        datasets=told,
    )
