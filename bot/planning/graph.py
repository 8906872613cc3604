"""The lineage as a graph: who reads whom, what is reached, and in which order to visit it."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from bot.domain.dataset import Dataset, Edge, Grain, Kind, Partitioning, Reading, Reads
from bot.domain.facts import known
from bot.domain.names import DatasetName
from bot.partitions.calendar import TimeCalendar, calendar_of, is_time
from bot.partitions.cuts import Cuts, seconds_of

TABLE_BOUND = "table"
"""The write boundary of a dataset that cannot be rebuilt in part."""


@dataclass(frozen=True, slots=True)
class Node:
    """One dataset as the cascade sees it."""

    name: DatasetName
    kind: Kind
    partitioning: Partitioning | None
    """None where nobody has said how it is cut."""
    calendar: TimeCalendar | None
    """None for all that is not cut along time."""
    edges: tuple[Edge, ...]
    """What it reads of others."""
    own: tuple[Edge, ...]
    """What it reads of itself."""
    rebuilt_whole: bool
    """True where it cannot be written in part."""

    cut: Partitioning | Cuts | None
    """What stale instants are rounded to: partitions; for a view that nobody has cut, seconds."""

    @property
    def is_written(self) -> bool:
        """True for tables."""
        return self.kind is Kind.TABLE

    @property
    def cuts(self) -> Cuts | None:
        """Where it is cut along time, a view that nobody has cut at every second; else None."""
        if self.calendar is not None:
            return self.calendar.cuts
        return None if isinstance(self.cut, Partitioning) else self.cut


class Graph:
    """A lineage prepared for walking downstream; datasets are looked at when they are reached."""

    def __init__(
        self, datasets: Mapping[DatasetName, Dataset], rebuilt_whole: frozenset[DatasetName]
    ) -> None:
        self._datasets = datasets
        self._rebuilt_whole = rebuilt_whole
        self._nodes: dict[DatasetName, Node] = {}
        self.readers: dict[DatasetName, list[DatasetName]] = defaultdict(list)
        """Who goes stale with a dataset: its readers, without itself and without look-ups."""
        self.references: list[tuple[DatasetName, Edge]] = []
        """Readers and the edges by which they look something up as of their run."""
        for name, dataset in datasets.items():
            for edge in dataset.upstream:
                if edge.reads is Reads.REFERENCE:
                    self.references.append((name, edge))
                elif edge.upstream != name:
                    self.readers[edge.upstream].append(name)

    def node(self, name: DatasetName) -> Node:
        """The dataset of that name; one that nobody describes is a table without facts."""
        found = self._nodes.get(name)
        if found is None:
            found = self._nodes[name] = self._made(self._datasets.get(name) or Dataset(name))
        return found

    def _made(self, dataset: Dataset) -> Node:
        partitioning = known(dataset.partitioning)
        calendar = None
        if partitioning is not None and is_time(partitioning):
            calendar = calendar_of(partitioning)
        return Node(
            name=dataset.name,
            kind=dataset.kind,
            partitioning=partitioning,
            calendar=calendar,
            edges=tuple(edge for edge in dataset.upstream if edge.upstream != dataset.name),
            own=tuple(edge for edge in dataset.upstream if edge.upstream == dataset.name),
            rebuilt_whole=dataset.name in self._rebuilt_whole,
            cut=_cut(dataset.kind, partitioning),
        )

    def below(
        self, roots: Iterable[DatasetName], stop: frozenset[DatasetName] = frozenset()
    ) -> set[DatasetName]:
        """The roots and everything that reads them, directly or not; not past those in `stop`."""
        reached = set(roots)
        waiting = list(reached)
        while waiting:
            name = waiting.pop()
            if name in stop:
                continue
            for reader in self.readers.get(name, ()):
                if reader not in reached:
                    reached.add(reader)
                    waiting.append(reader)
        return reached

    def order(
        self, reached: set[DatasetName], stop: frozenset[DatasetName]
    ) -> list[tuple[DatasetName, ...]]:
        """What is reached, upstreams first; the members of a cycle stand together, sorted."""
        import networkx as nx  # noqa: PLC0415 (a tenth of a second that only a plan has to pay)

        graph: nx.DiGraph[DatasetName] = nx.DiGraph()
        graph.add_nodes_from(reached)
        graph.add_edges_from(
            (name, reader)
            for name in reached
            if name not in stop
            for reader in self.readers.get(name, ())
        )
        try:
            return [(name,) for name in nx.topological_sort(graph)]
        except nx.NetworkXUnfeasible:
            # Tarjan's components come out downstreams first.
            components = [*nx.strongly_connected_components(graph)]
            return [tuple(sorted(members)) for members in reversed(components)]


def _cut(kind: Kind, partitioning: Partitioning | None) -> Partitioning | Cuts | None:
    uncut = partitioning is None or partitioning.by is Grain.NONE
    return seconds_of("UTC") if uncut and kind is not Kind.TABLE else partitioning


@lru_cache(maxsize=4096)
def spelled(reads: Reading) -> str:
    """A text that tells readings apart, to put them in one order."""
    return repr(reads)
