"""Where the cascade cannot be followed, by which path one comes there, and what lies below."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from bot.domain.cascade import Unresolved
from bot.domain.dataset import Edge
from bot.domain.names import DatasetName
from bot.domain.phrase import Phrase
from bot.partitions.reads import Untold
from bot.planning.graph import Graph
from bot.planning.spreading import UNCUT, Seeds, Spreading, reading_edges

_Paths = dict[DatasetName, tuple[int, DatasetName | None]]
"""For each dataset its distance from the nearest root, and the one before it on that way."""


@dataclass(frozen=True, slots=True)
class Dark:
    """The part of the lineage whose stale partitions cannot be told."""

    entries: tuple[Unresolved, ...]
    reached: frozenset[DatasetName]
    """The entry points and everything below them, in the scope or not."""


def dark_of(
    graph: Graph, found: Spreading, seeds: Seeds, uncut: Iterable[DatasetName] = ()
) -> Dark:
    """Every entry point, by name; `uncut` are roots that cannot even be begun with.

    What a known path reaches as well is in the scope, and not below an entry point.
    """
    excluded = seeds.excluded
    entries = sorted({*found.untold, *uncut} - excluded - _mute(graph, found))
    paths = _paths(found, {*seeds.stains, *uncut}) if entries else {}
    resolved = {*found.stains, *found.told, *entries}
    listed: list[Unresolved] = []
    reached: set[DatasetName] = set()
    for name in entries:
        below = graph.below([name], excluded)
        reached |= below
        via = _path(name, paths)
        because = _because(name, found.untold.get(name, []), paths)
        listed.append(Unresolved(name, via, because, tuple(sorted(below - resolved - excluded))))
    return Dark(tuple(listed), frozenset(reached))


def _mute(graph: Graph, found: Spreading) -> set[DatasetName]:
    """Consumers that nobody reads: they are told, whatever has become of them."""
    return {name for name in found.told if not graph.readers.get(name)}


def _because(name: DatasetName, untold: list[tuple[Edge, Untold]], paths: _Paths) -> str:
    """The reason on the shortest path, where there are several."""
    if not untold:
        return UNCUT.because
    nearest = min(untold, key=lambda each: (*_rank(each[0], paths), each[1].because))
    return reason(name, *nearest)


def _rank(edge: Edge, paths: _Paths) -> tuple[int, DatasetName]:
    return paths.get(edge.upstream, (0, None))[0], edge.upstream


def reason(name: DatasetName, edge: Edge, untold: Untold) -> str:
    """Why one edge cannot tell: `reads marts.x in a window nobody has stated`."""
    if untold is UNCUT:
        return Phrase(
            "reads `{upstream}`, and {because}", upstream=edge.upstream, because=untold.because
        )
    upstream = "itself" if edge.upstream == name else edge.upstream
    return Phrase("reads `{upstream}` {because}", upstream=upstream, because=untold.because)


def _paths(found: Spreading, roots: set[DatasetName]) -> _Paths:
    readers: dict[DatasetName, set[DatasetName]] = defaultdict(set)
    names = {*found.stains, *found.untold}
    for name in names:
        for edge in reading_edges(found, name):
            if edge.upstream != name:
                readers[edge.upstream].add(name)
    paths: _Paths = dict.fromkeys(roots, (0, None))
    front = sorted(roots)
    distance = 0
    while front:
        distance += 1
        after: dict[DatasetName, DatasetName] = {}
        for name in front:
            for reader in readers.get(name, ()):
                if reader not in paths:
                    after.setdefault(reader, name)
        paths.update((reader, (distance, name)) for reader, name in after.items())
        front = sorted(after)
    return paths


def _path(name: DatasetName, paths: _Paths) -> tuple[DatasetName, ...]:
    return tuple(reversed([*_back(name, paths)]))


def _back(name: DatasetName | None, paths: _Paths) -> Iterator[DatasetName]:
    while name is not None:
        yield name
        name = paths.get(name, (0, None))[1]
