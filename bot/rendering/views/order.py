"""Order: waves, a validation gate between each and the next, and mappings between calendars."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from bot.domain.phrase import Phrase, counted
from bot.domain.plan import Plan, PlannedDataset
from bot.rendering.facts import columns, fact, partitions
from bot.rendering.tables import grouped
from bot.rendering.views.situation import Situation

SHOWN: Final = 8


@dataclass(frozen=True, slots=True)
class Wave:
    """One wave, and what has to hold before the next one starts."""

    title: Phrase
    datasets: tuple[Phrase, ...]
    more: str
    gate: str
    """Empty after the last wave."""
    checks: tuple[Phrase, ...]


@dataclass(frozen=True, slots=True)
class Order:
    """All waves, and how partitions map where a reader is cut differently."""

    waves: tuple[Wave, ...]
    mappings_title: Phrase
    mappings: tuple[Phrase, ...]


def order(situation: Situation) -> Order:
    """The section for a plan."""
    plan = situation.plan
    by_name = {dataset.name: dataset for dataset in plan.datasets}
    waves = [tuple(by_name[name] for name in wave if name in by_name) for wave in plan.waves]
    return Order(
        waves=tuple(
            _wave(at, members, is_last=at == len(waves)) for at, members in enumerate(waves, 1)
        ),
        mappings_title=counted(
            "How partitions map where calendars differ ({number})",
            "How partitions map where calendars differ ({number})",
            len(plan.mappings),
        ),
        mappings=tuple(_mappings(plan)),
    )


def _wave(number: int, members: Sequence[PlannedDataset], *, is_last: bool) -> Wave:
    left = len(members) - SHOWN
    return Wave(
        title=Phrase(
            "Wave {number}: {datasets}",
            number=number,
            datasets=counted("{number:,} dataset", "{number:,} datasets", len(members)),
        ),
        datasets=tuple(_step(member) for member in members[:SHOWN]),
        more=""
        if left <= 0
        else counted(
            "and {number:,} more dataset of this wave in the table above",
            "and {number:,} more datasets of this wave in the table above",
            left,
        ),
        gate="" if is_last else Phrase("Gate before wave {next}", next=number + 1),
        checks=() if is_last else tuple(_checks(members)),
    )


def _step(member: PlannedDataset) -> Phrase:
    words = {"dataset": member.name, "partitions": partitions(member.partitions)}
    if member.self_dependent:
        return Phrase("`{dataset}` {partitions}, oldest first, one at a time", **words)
    return Phrase("`{dataset}` {partitions}", **words)


def _checks(members: Sequence[PlannedDataset]) -> Iterator[Phrase]:
    """What must hold of the datasets of a wave, those of which the same is asked together."""
    for called, key, checks, tolerance, people in grouped(members, _asked):
        yield Phrase(
            "{datasets}: every planned partition is there; unique on {key}; checks: {checks}; "
            "tolerance: {tolerance}; decided by: {people}",
            datasets=called,
            key=key,
            checks=checks,
            tolerance=tolerance,
            people=people,
        )


def _asked(member: PlannedDataset) -> tuple[Any, ...]:
    validation = member.facts.validation
    return (
        fact(member.facts.key, columns),
        fact(validation.checks, lambda checks: Phrase("{checks}", checks=checks)),
        fact(validation.tolerance),
        fact(validation.decided_by),
    )


def _mappings(plan: Plan) -> Iterator[Phrase]:
    for mapping in plan.mappings:
        yield Phrase(
            "`{upstream}` → `{reader}`: {words}",
            upstream=mapping.upstream,
            reader=mapping.reader,
            words=mapping.words,
        )
