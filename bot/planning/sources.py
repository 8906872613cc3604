"""What rewritten partitions read that the plan does not rewrite: the input that must still exist.

Views keep nothing: what is read of a view is read of the tables under it, through the view's own
windows.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from bot.domain.cascade import SourceWindow
from bot.domain.dataset import Edge, Keys, Kind, Reading, Reads, Window
from bot.domain.names import DatasetName
from bot.domain.spans import BEGINNING, NOTHING, Spans
from bot.partitions.reads import CLEAN, Stain, spans_read
from bot.planning.graph import Graph, Node, spelled

_PLAIN = Window()
_Found = dict[tuple[DatasetName, DatasetName, Reading], Spans | None]


def sources_of(
    graph: Graph, planned: Mapping[DatasetName, Stain], horizon: int
) -> tuple[SourceWindow, ...]:
    """The windows by source, reader and reading; of a rewritten source the parts outside.

    What lies before a source's first partition, or after the horizon, does not exist to be read.
    """
    found: _Found = {}
    world = Spans(((BEGINNING, horizon),))
    for reader in planned:
        node = graph.node(reader)
        for edge in (*node.edges, *node.own):
            window = _window(edge.reads, planned[reader].spans, node)
            for source, reads, read in _tables(graph, edge, window, ()):
                left = _outside(graph, planned, source, read)
                _add(found, (source, reader, reads), left and left & world)
    return tuple(
        SourceWindow(source, reader, reads, found[source, reader, reads])
        for source, reader, reads in sorted(
            found, key=lambda key: (key[0], key[1], spelled(key[2]))
        )
    )


def _add(found: _Found, key: tuple[DatasetName, DatasetName, Reading], read: Spans | None) -> None:
    if read is None or (key in found and found[key] is None):
        found[key] = None
    elif read:
        found[key] = read | (found.get(key) or NOTHING)


def _window(reads: Reading, spans: Spans, node: Node) -> Spans | None:
    """The instants that a dataset's partitions read; None where it is no reading of instants."""
    if reads is Reads.REFERENCE:
        return NOTHING
    if node.cuts is None or reads in (Reads.ALL, Reads.UNKNOWN) or isinstance(reads, Keys):
        return None
    return spans_read(reads, spans, node.cuts)


def _tables(
    graph: Graph, edge: Edge, window: Spans | None, seen: tuple[DatasetName, ...]
) -> Iterator[tuple[DatasetName, Reading, Spans | None]]:
    """What is read of the upstream, or where that is a view, of the tables under it."""
    node = graph.node(edge.upstream)
    if node.kind is not Kind.VIEW or not node.edges or node.name in seen:
        yield edge.upstream, edge.reads, window
        return
    if window and node.calendar:
        window = node.calendar.cover(window)
    for inner in node.edges:
        read = None if window is None else _window(inner.reads, window, node)
        reads = edge.reads if inner.reads == _PLAIN else inner.reads
        yield from _tables(graph, replace(inner, reads=reads), read, (*seen, node.name))


def _outside(
    graph: Graph, planned: Mapping[DatasetName, Stain], source: DatasetName, read: Spans | None
) -> Spans | None:
    """The part of a reading that the plan does not rewrite."""
    node, rewritten = graph.node(source), planned.get(source, CLEAN)
    if rewritten.whole or read is None:
        return NOTHING if _is_all(node, rewritten) else None
    if node.calendar is not None:
        read = node.calendar.existing(read)
    return read - rewritten.spans


def _is_all(node: Node, rewritten: Stain) -> bool:
    if rewritten.spans:
        return node.calendar is not None and rewritten.spans.first <= node.calendar.beginning
    is_every_key = node.partitioning is not None and set(node.partitioning.values) <= rewritten.keys
    return rewritten.whole or bool(rewritten.keys and is_every_key)
