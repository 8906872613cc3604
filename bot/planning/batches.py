"""Batches: partitions that are written together, cut along each dataset's own calendar.

A canary comes first for every root: one partition that the fault has hit, written and looked at
before the rest of its dataset. Below the roots the validation gate before each wave does the same.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from bot.domain.cascade import Cascade
from bot.domain.facts import known
from bot.domain.partition_set import PartitionSet, TimePartitions, WholeTable
from bot.domain.phrase import Phrase
from bot.domain.plan import Batch, PlannedDataset
from bot.domain.request import Request
from bot.partitions import sets
from bot.planning.graph import TABLE_BOUND

CANARY: Final = "canary"
BATCH: Final = "batch"
MOST: Final = 20_000
"""More batches than a person can read, or a plan should carry: then one for each dataset."""


def batches_of(
    cascade: Cascade, datasets: Sequence[PlannedDataset], request: Request
) -> tuple[Batch, ...]:
    """The batches in the order in which they are to be written, numbered from 1.

    Waves follow one another; within a wave the canaries come first, then the datasets by name, each
    from its oldest partitions to its newest. Without a batch size what follows the canary is one
    batch. A dataset that cannot be written in part is one batch.
    """
    size = known(request.resources.batch_size)
    if size is not None and _number(datasets, size) > MOST:
        size = None
    cuts = [_cut(dataset, cascade, size) for dataset in datasets]
    waves = sorted({cut.dataset.wave for cut in cuts})
    ordered = [
        draft
        for wave in waves
        for kind in (CANARY, BATCH)
        for cut in sorted((c for c in cuts if c.dataset.wave == wave), key=lambda c: c.dataset.name)
        for draft in cut.drafts(kind)
    ]
    return tuple(draft.numbered(at) for at, draft in enumerate(ordered, 1))


@dataclass(frozen=True, slots=True)
class _Draft:
    kind: str
    dataset: PlannedDataset
    partitions: PartitionSet
    because: str = ""

    def numbered(self, number: int) -> Batch:
        return Batch(
            number=number,
            kind=self.kind,
            dataset=self.dataset.name,
            wave=self.dataset.wave,
            partitions=self.partitions,
            count=sets.count(self.partitions) or 0,
            serial=self.dataset.self_dependent,
            because=self.because,
        )


@dataclass(frozen=True, slots=True)
class _Cut:
    dataset: PlannedDataset
    canary: _Draft | None
    rest: tuple[PartitionSet, ...]

    def drafts(self, kind: str) -> Iterator[_Draft]:
        if kind == BATCH:
            yield from (_Draft(BATCH, self.dataset, part) for part in self.rest)
        elif self.canary is not None:
            yield self.canary


def _number(datasets: Sequence[PlannedDataset], size: int) -> int:
    return sum(-(-(dataset.count or 1) // size) for dataset in datasets)


def _cut(dataset: PlannedDataset, cascade: Cascade, size: int | None) -> _Cut:
    partitions = dataset.partitions
    number = sets.count(partitions)
    if number is None or number == 0:
        return _Cut(dataset, None, (partitions,) if number is None else ())
    if not dataset.is_root:
        return _Cut(dataset, None, _pieces(dataset, partitions, size))
    canary, because = _canary(dataset, cascade)
    draft = _Draft(CANARY, dataset, canary, because)
    rest = sets.difference(partitions, canary)
    if rest is None or sets.is_empty(rest):
        return _Cut(dataset, draft, ())
    return _Cut(dataset, draft, _pieces(dataset, rest, size))


def _pieces(
    dataset: PlannedDataset, partitions: PartitionSet, size: int | None
) -> tuple[PartitionSet, ...]:
    if size is None or _in_one(dataset):
        return (partitions,)
    return sets.split(partitions, size)


def _in_one(dataset: PlannedDataset) -> bool:
    return known(dataset.facts.write.boundary) == TABLE_BOUND


def _canary(dataset: PlannedDataset, cascade: Cascade) -> tuple[PartitionSet, str]:
    """The first thing to write of a root, and why it is this one."""
    partitions = dataset.partitions
    if isinstance(partitions, WholeTable):
        return partitions, Phrase("it has no partitions, so that the first batch is all of it")
    if _in_one(dataset):
        return partitions, Phrase(
            "it cannot be written in part, so that the first batch is all of it"
        )
    if dataset.self_dependent:
        return sets.split(partitions, 1)[0], Phrase(
            "each partition reads the one before, so that the oldest has to be right first"
        )
    if not isinstance(partitions, TimePartitions):
        return sets.split(partitions, 1)[0], Phrase("the first value of the range")
    return _latest_whole(partitions, dataset, cascade)


def _latest_whole(
    partitions: TimePartitions, dataset: PlannedDataset, cascade: Cascade
) -> tuple[PartitionSet, str]:
    """The latest partition that the range does not cut: its sources are likeliest to be kept."""
    avoid = {key for cut in cascade.cut if cut.dataset == dataset.name for key in cut.keys}
    last = sets.last_of(partitions)
    if sets.last_key(last) in avoid:
        before = sets.difference(partitions, last)
        if isinstance(before, TimePartitions) and before.spans:
            return sets.last_of(before), Phrase(
                "the latest partition that the range covers whole; its sources are the likeliest "
                "to be still complete"
            )
    return last, Phrase(
        "the latest partition that is wrong; its sources are the likeliest to be still complete, "
        "and no later one of the range depends on it"
    )
