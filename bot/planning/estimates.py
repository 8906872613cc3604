"""Sums over the figures that somebody stated, with what they do not cover."""

import math
from collections.abc import Iterable, Mapping, Sequence

from bot.domain.dataset import Estimate
from bot.domain.facts import known
from bot.domain.names import DatasetName
from bot.domain.plan import Batch, Estimates, PlannedDataset


def estimates_of(
    datasets: Sequence[PlannedDataset], batches: Iterable[Batch], parallelism: int | None
) -> Estimates:
    """What the stated per-partition figures add up to; None where none is stated at all.

    `wall_minutes`: the batches one after another, each next one waiting for the validation of the
    one before (whose own time nobody has stated and which is not in it); within a batch so many
    partitions at a time as `parallelism` says, one where it is not stated or the batch is serial.
    """
    stated = {
        dataset.name: estimate
        for dataset in datasets
        if (estimate := known(dataset.facts.estimate)) is not None and dataset.count is not None
    }
    counts = {dataset.name: dataset.count or 0 for dataset in datasets}
    minutes = {name: estimate.minutes for name, estimate in stated.items() if estimate.minutes}
    return Estimates(
        rows=_whole({name: estimate.rows for name, estimate in stated.items()}, counts),
        bytes=_whole({name: estimate.bytes for name, estimate in stated.items()}, counts),
        minutes=sum(each * counts[name] for name, each in minutes.items()) if minutes else None,
        wall_minutes=_wall(minutes, batches, parallelism or 1) if minutes else None,
        missing=tuple(d.name for d in datasets if stated.get(d.name, Estimate()) == Estimate()),
        datasets=len(datasets),
        without_minutes=tuple(d.name for d in datasets if d.name not in minutes),
    )


def _whole(
    figures: Mapping[DatasetName, int | None], counts: Mapping[DatasetName, int]
) -> int | None:
    known_ones = {name: figure for name, figure in figures.items() if figure is not None}
    if not known_ones:
        return None
    return sum(figure * counts[name] for name, figure in known_ones.items())


def _wall(
    minutes: Mapping[DatasetName, float], batches: Iterable[Batch], parallelism: int
) -> float:
    return sum(
        minutes[batch.dataset] * math.ceil(batch.count / (1 if batch.serial else parallelism))
        for batch in batches
        if batch.dataset in minutes
    )
