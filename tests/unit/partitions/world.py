"""A cascade by brute force: every partition of every dataset, every pair tried.

Datasets come in topological order. A set of stale partitions is a list of `(start, end)` pairs,
a set of keys, or the word `whole`; what an edge cannot tell is None.
"""

import datetime as dt
import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

from bot.domain.dataset import (
    TIME_GRAINS,
    Dataset,
    Edge,
    Grain,
    Keys,
    Kind,
    Partitioning,
    Reads,
    Window,
)
from bot.domain.facts import known
from bot.domain.names import DatasetName
from tests.unit.partitions import oracle

Run = tuple[int, int]
Part = Run | str
WHOLE = "whole-table"
ENDLESS = 10**15


@dataclass
class World:
    """The datasets, the instants between which partitions exist, and what is excluded."""

    datasets: Sequence[Dataset]
    first: dt.date
    horizon: int
    """No partition starts at or after this instant."""
    last: dt.date
    excluded: frozenset[DatasetName] = frozenset()
    stale: dict[DatasetName, set[Part]] = field(default_factory=dict)
    flows: dict[tuple[DatasetName, DatasetName], set[Part]] = field(default_factory=dict)
    untold: set[tuple[DatasetName, DatasetName]] = field(default_factory=set)
    halted: dict[DatasetName, set[Part]] = field(default_factory=dict)

    def spread(self, roots: Mapping[DatasetName, set[Part]]) -> None:
        for dataset in self.datasets:
            self._visit(dataset, roots.get(dataset.name, set()))

    def parts(self, dataset: Dataset) -> tuple[Part, ...]:
        cut = known(dataset.partitioning)
        if cut is None or cut.by is Grain.NONE:
            return (WHOLE,)
        if cut.by is Grain.LIST:
            return cut.values
        start = cut.first or self.first
        runs = oracle.universe(cut, max(start, self.first), self.last)
        return tuple(run for run in runs if run[0] < self.horizon)

    def _visit(self, dataset: Dataset, seeds: set[Part]) -> None:
        parts = self.parts(dataset)
        stale = {part for part in seeds if part in parts or is_loose(dataset)}
        for edge in dataset.upstream:
            upstream = self.stale.get(edge.upstream)
            if edge.upstream == dataset.name or not upstream or edge.reads is Reads.REFERENCE:
                continue
            flow = self._flow(dataset, edge, upstream, parts)
            if flow is None:
                self.untold.add((edge.upstream, dataset.name))
            elif flow:
                self.flows.setdefault((edge.upstream, dataset.name), set()).update(flow)
                stale |= flow
        came = any(reader == dataset.name for _, reader in {*self.flows, *self.untold})
        if dataset.name in self.excluded:
            if came:
                self.halted[dataset.name] = stale
            return
        if stale and dataset.kind is Kind.TABLE:
            stale = self._dragged(dataset, stale, parts)
            if known(dataset.write.boundary) == "table":
                stale = set(parts)
        if stale:
            self.stale[dataset.name] = stale

    def _flow(
        self, reader: Dataset, edge: Edge, upstream: set[Part], parts: Sequence[Part]
    ) -> set[Part] | None:
        cut = known(reader.partitioning)
        if edge.reads is Reads.UNKNOWN:
            return None
        if is_loose(reader):
            return loose_flow(edge, upstream)
        if cut is None:
            return None
        if edge.reads is Reads.ALL:
            return set(parts)
        if WHOLE in upstream:
            return None
        keys = {part for part in upstream if isinstance(part, str)}
        runs = merged(part for part in upstream if not isinstance(part, str))
        if isinstance(edge.reads, Keys):
            if runs or cut.by is not Grain.LIST:
                return None
            return {key for key, read in edge.reads.mapping if keys & set(read) and key in parts}
        if cut.by is Grain.NONE:
            return {WHOLE}
        if keys or cut.by is Grain.LIST:
            return None
        return {
            part
            for part in parts
            if isinstance(part, tuple)
            and any(oracle.meets(reading(cut, part, edge), run) for run in runs)
        }

    def _dragged(self, dataset: Dataset, stale: set[Part], parts: Sequence[Part]) -> set[Part]:
        """Once more and once more, until nothing new goes stale."""
        for edge in dataset.upstream:
            if edge.upstream != dataset.name or edge.reads in (Reads.REFERENCE, Window()):
                continue
            if WHOLE in stale:
                continue
            while True:
                more = self._one_step(dataset, edge, stale, parts)
                if more is None:
                    self.untold.add((dataset.name, dataset.name))
                    break
                if more <= stale:
                    break
                stale = stale | more
        return stale

    def _one_step(
        self, dataset: Dataset, edge: Edge, stale: set[Part], parts: Sequence[Part]
    ) -> set[Part] | None:
        cut = known(dataset.partitioning)
        assert cut is not None
        if cut.by is Grain.LIST and edge.reads in (Reads.PREVIOUS, Reads.CUMULATIVE):
            return None
        if edge.reads is Reads.PREVIOUS:
            return {after for part, after in itertools.pairwise(parts) if part in stale}
        return self._flow(dataset, edge, stale, parts)


def is_loose(dataset: Dataset) -> bool:
    """True for a view or consumer whose instants nobody has cut."""
    cut = known(dataset.partitioning)
    return dataset.kind is not Kind.TABLE and (cut is None or cut.by is Grain.NONE)


def loose_flow(edge: Edge, upstream: set[Part]) -> set[Part] | None:
    runs = merged(part for part in upstream if not isinstance(part, str))
    keys = {part for part in upstream if isinstance(part, str)}
    match edge.reads:
        case Reads.ALL:
            return {(-ENDLESS, ENDLESS)} if runs else {WHOLE}
        case _ if WHOLE in keys:
            return None
        case Keys():
            if runs:
                return None
            return {key for key, read in edge.reads.mapping if keys & set(read)}
        case Window():
            if keys and edge.reads != Window():
                return None
            back, ahead = edge.reads.lookback, edge.reads.lookahead
            before = ahead.days * 86_400 + ahead.seconds
            after = back.days * 86_400 + back.seconds
            return {*keys, *((start - before, end + after) for start, end in runs)}
        case _:
            return None if keys else {(runs[0][0], ENDLESS)}


@cache
def reading(cut: Partitioning, part: Run, edge: Edge) -> Run:
    match edge.reads:
        case Window():
            return oracle.window(cut.time_zone, part, edge.reads)
        case _:
            return -ENDLESS, part[1]


def merged(runs: object) -> list[Run]:
    found: list[Run] = []
    for start, end in sorted(runs):  # type: ignore[call-overload]
        if found and start <= found[-1][1]:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        else:
            found.append((start, end))
    return found


__all__ = ["TIME_GRAINS", "World"]
