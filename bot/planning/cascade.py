"""Which partitions of which datasets go stale, in which order to rewrite them, what cannot be told.

A partition is stale exactly when the window that it reads of an upstream meets a stale instant of
that upstream, over every path (SPEC 4). Nothing here depends on the clock, on the order of the
input or on the hash seed.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from bot.domain.cascade import Cascade, Flow, Stale
from bot.domain.dataset import Kind
from bot.domain.facts import Unknown, known
from bot.domain.lineage import Lineage
from bot.domain.names import DatasetName
from bot.domain.partition_set import PartitionSet, TimePartitions
from bot.domain.request import Request
from bot.domain.spans import BEGINNING, FOREVER, Spans
from bot.partitions.reads import Stain
from bot.planning.closure import is_serial
from bot.planning.exclusions import left_stale
from bot.planning.graph import TABLE_BOUND, Graph, spelled
from bot.planning.partition_sets import partitions_of
from bot.planning.roots import Roots, roots_of
from bot.planning.sources import sources_of
from bot.planning.spreading import Seeds, Spreading, runs_forward, spreading
from bot.planning.unresolved import dark_of


def cascade(request: Request, lineage: Lineage) -> Cascade:
    """The stale partitions of every written dataset, and everything left open.

    Ranges that do not fit their roots are mistakes in the result; those roots are then left out.
    """
    roots = roots_of(request, lineage)
    graph = Graph(roots.datasets, _rebuilt_whole(request, lineage))
    excluded = frozenset(each.dataset for each in request.exclude) - {
        root.dataset for root in request.roots
    }
    seeds = Seeds(roots.stains, excluded, roots.horizon)
    found = spreading(graph, seeds)
    dark = dark_of(graph, found, seeds, roots.uncalendared)
    scope = _Scope(graph, found, roots, dark.reached, _shown_until(roots))
    stale = scope.stale()
    planned = {name: found.stains[name] for name in stale}
    return Cascade(
        stale=stale,
        waves=_waves(stale),
        views=scope.named(Kind.VIEW),
        consumers=tuple(sorted(found.told)),
        unresolved=dark.entries,
        left_stale=left_stale(request, graph, found, roots.horizon),
        cycles=tuple(sorted(found.cycles)),
        references=_references(graph, found, stale),
        sources=sources_of(graph, planned, roots.horizon),
        cut=roots.cut,
        ambiguous_keys=dict(_ambiguous(graph, stale)),
        unknown_roots=roots.unknown,
        uncalendared_roots=roots.uncalendared,
        not_yet=_not_yet(graph, found, seeds),
        mistakes=roots.mistakes,
    )


def _rebuilt_whole(request: Request, lineage: Lineage) -> frozenset[DatasetName]:
    """Datasets whose write boundary is the table, by the request or the lineage.

    `*` counts only where neither says anything; `partition` in the one does not undo `table` in
    the other.
    """
    everything_else = request.write.get("*")
    default = known(everything_else.boundary) if everything_else else None
    found = {name for name, own in request.write.items() if known(own.boundary) == TABLE_BOUND}
    for name, dataset in lineage.datasets.items():
        boundary = dataset.write.boundary
        if known(boundary) == TABLE_BOUND:
            found.add(name)
        elif default == TABLE_BOUND and isinstance(boundary, Unknown):
            own = request.write.get(name)
            if own is None or isinstance(own.boundary, Unknown):
                found.add(name)
    return frozenset(DatasetName(name) for name in found)


def _shown_until(roots: Roots) -> int:
    """The last stale instant of the roots: so far an endless run is written out."""
    ends = [stain.spans.end for stain in roots.stains.values() if stain.spans]
    return max(ends, default=FOREVER)


@dataclass(frozen=True, slots=True)
class _Scope:
    """The written part of what was found."""

    graph: Graph
    found: Spreading
    roots: Roots
    dark: frozenset[DatasetName]
    shown_until: int

    def stale(self) -> dict[DatasetName, Stale]:
        """Every stale table in order of wave, then name."""
        levels = self.found.levels
        names = sorted(self.named(Kind.TABLE), key=lambda name: (levels[name], name))
        return {name: stale for name in names if (stale := self._stale(name)) is not None}

    def named(self, kind: Kind) -> tuple[DatasetName, ...]:
        """Everything stale of one kind, by name."""
        return tuple(
            sorted(name for name in self.found.stains if self.graph.node(name).kind is kind)
        )

    def _stale(self, name: DatasetName) -> Stale | None:
        node, stain = self.graph.node(name), self.found.stains[name]
        partitions = partitions_of(node, stain, self.shown_until)
        if partitions is None:
            return None
        return Stale(
            dataset=name,
            partitions=partitions,
            wave=self.found.levels[name],
            because=tuple(sorted(self._flows(name), key=_flow_order)),
            is_root=name in self.roots.stains,
            self_dependent=is_serial(node),
            may_be_more=name in self.dark,
            unbounded=runs_forward(stain),
            open_beginning=bool(stain.spans) and stain.spans.first <= BEGINNING,
        )

    def _flows(self, name: DatasetName) -> Iterator[Flow]:
        node = self.graph.node(name)
        for edge, stain in self.found.flows[name]:
            partitions = partitions_of(node, stain, self.shown_until)
            if partitions is not None:
                yield Flow(edge.upstream, edge.reads, partitions)


def _flow_order(flow: Flow) -> tuple[str, str]:
    return flow.upstream, spelled(flow.reads)


def _waves(stale: Mapping[DatasetName, Stale]) -> tuple[tuple[DatasetName, ...], ...]:
    waves: dict[int, list[DatasetName]] = defaultdict(list)
    for name, each in stale.items():
        waves[each.wave].append(name)
    return tuple(tuple(waves[wave]) for wave in sorted(waves))


def _references(
    graph: Graph, found: Spreading, stale: Mapping[DatasetName, Stale]
) -> tuple[tuple[DatasetName, DatasetName], ...]:
    """Look-ups by what is rewritten, and of what is stale."""
    return tuple(
        sorted(
            (reader, edge.upstream)
            for reader, edge in graph.references
            if reader in stale or edge.upstream in found.stains
        )
    )


def _ambiguous(
    graph: Graph, stale: Mapping[DatasetName, Stale]
) -> Iterator[tuple[DatasetName, tuple[str, ...]]]:
    for name in sorted(stale):
        calendar, partitions = graph.node(name).calendar, stale[name].partitions
        if calendar is not None and isinstance(partitions, TimePartitions):
            keys = calendar.duplicates(partitions.spans)
            if keys:
                yield name, keys


def _not_yet(graph: Graph, found: Spreading, seeds: Seeds) -> dict[DatasetName, PartitionSet]:
    """Stale partitions that start after the horizon, of stale sets that end by themselves."""
    if seeds.horizon >= FOREVER:
        return {}
    beyond = spreading(graph, Seeds(seeds.stains, seeds.excluded))
    later: dict[DatasetName, PartitionSet] = {}
    for name in sorted(beyond.stains):
        node, all_of_it = graph.node(name), beyond.stains[name].spans
        if node.calendar is None or not node.is_written or node.partitioning is None:
            continue
        here = found.stains.get(name, Stain()).spans
        spans = Spans(tuple(run for run in (all_of_it - here).runs if run[1] < FOREVER))
        after = spans & Spans(((node.calendar.end_of(seeds.horizon - 1), FOREVER),))
        if after:
            later[name] = TimePartitions(node.partitioning, after)
    return later
