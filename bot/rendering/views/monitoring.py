"""Monitoring: which signals, how often, by whom, and who else writes meanwhile."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from bot.domain.phrase import Phrase
from bot.domain.plan import Plan, PlannedDataset
from bot.rendering.facts import fact, names
from bot.rendering.tables import Table, grouped
from bot.rendering.views.situation import Line, Situation


@dataclass(frozen=True, slots=True)
class Monitoring:
    """Signals, the people, and schedules and writers of each dataset."""

    summary: Phrase
    people: tuple[Line, ...]
    signals: tuple[Line, ...]
    writers: Table
    clashes: tuple[Phrase, ...]


def monitoring(situation: Situation) -> Monitoring:
    """The section for a plan."""
    plan = situation.plan
    stated = plan.request.monitoring
    return Monitoring(
        summary=Phrase(
            "every: {every}; by: {owner}; {clashes}",
            every=fact(stated.every),
            owner=fact(stated.owner),
            clashes=_clash_words(plan),
        ),
        people=(
            (Phrase("Owner"), fact(stated.owner)),
            (Phrase("How often"), fact(stated.every)),
            (Phrase("Evidence goes to"), fact(stated.evidence)),
        ),
        signals=tuple(_signals(plan)),
        writers=Table(
            head=(
                Phrase("datasets"),
                Phrase("own schedule"),
                Phrase("concurrent writers"),
                Phrase("owner"),
            ),
            rows=grouped(plan.datasets, _writers),
        ),
        clashes=tuple(
            Phrase("`{dataset}`: {words}", dataset=clash.dataset, words=clash.words)
            for clash in plan.clashes
        ),
    )


def _clash_words(plan: Plan) -> Phrase:
    if not plan.clashes:
        return Phrase("no scheduled run is known to clash")
    return Phrase(
        "scheduled runs clash for {names}",
        names=names(sorted({clash.dataset for clash in plan.clashes}), 3),
    )


def _signals(plan: Plan) -> Iterator[Line]:
    yield (
        Phrase("Progress"),
        Phrase("batches done of {total:,}, partitions done of the scope", total=len(plan.batches)),
    )
    yield Phrase("Runtime"), Phrase("minutes a batch against the estimate, and the time left")
    yield Phrase("Failures"), Phrase("failed and repeated batches, and why")
    yield Phrase("Resources"), Phrase("slots, memory, queue and cost against the stated limits")
    yield Phrase("Freshness"), Phrase("of what is written, and of the tables that wait for it")
    yield Phrase("Data quality"), Phrase("the checks of *Validation*, batch by batch")
    yield Phrase("Other writers"), Phrase("scheduled or manual writes to the same partitions")


def _writers(dataset: PlannedDataset) -> tuple[Any, ...]:
    return (
        fact(
            dataset.facts.schedule,
            lambda plan: Phrase("`{cron}` {zone}", cron=plan.cron, zone=plan.time_zone),
        ),
        fact(dataset.facts.write.concurrent_writers, lambda writers: writers.value),
        fact(dataset.facts.owner),
    )
