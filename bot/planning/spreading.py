"""How staleness spreads: from stale roots down the graph, the union over all paths.

One visit a dataset, upstreams first. What an edge cannot tell is kept beside what the others do
tell. A dataset that the author excludes is looked at and not passed on.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from bot.domain.dataset import Edge, Kind, Partitioning, Reads
from bot.domain.names import DatasetName
from bot.domain.phrase import Phrase
from bot.domain.spans import FOREVER
from bot.partitions.reads import ALWAYS, CLEAN, NOBODY, Stain, Untold, spread
from bot.planning.closure import closed
from bot.planning.graph import Graph, Node

MOST_ROUNDS = 16
UNCUT = Untold(Phrase("nobody has stated how it is cut into partitions"))


@dataclass(frozen=True, slots=True)
class Seeds:
    """Where staleness begins, where it is stopped, and where the world ends."""

    stains: Mapping[DatasetName, Stain]
    excluded: frozenset[DatasetName] = frozenset()
    horizon: int = FOREVER
    """Partitions that start at or after this instant do not exist."""


@dataclass(slots=True)
class Spreading:
    """What goes stale, edge by edge."""

    stains: dict[DatasetName, Stain] = field(default_factory=dict)
    """Tables, views and consumers that are stale, as far as that can be told."""
    flows: dict[DatasetName, list[tuple[Edge, Stain]]] = field(default_factory=dict)
    """By reader: what each edge alone makes stale; never empty stains."""
    untold: dict[DatasetName, list[tuple[Edge, Untold]]] = field(default_factory=dict)
    """By reader: the edges from stale upstreams that cannot tell."""
    halted: dict[DatasetName, Stain] = field(default_factory=dict)
    """Excluded datasets that are reached, with what of them goes stale."""
    told: set[DatasetName] = field(default_factory=set)
    """Consumers below something stale, whether or not it is known which part of them."""
    levels: dict[DatasetName, int] = field(default_factory=dict)
    """Waves: of a written dataset its own, of a view that of the highest written one above."""
    cycles: list[tuple[DatasetName, ...]] = field(default_factory=list)
    """Members of each cycle that staleness reaches, sorted."""


def spreading(graph: Graph, seeds: Seeds) -> Spreading:
    """Everything that goes stale with the seeds.

    Within a cycle it goes round as often as the cycle has members, and of a long one everything
    that is reached is taken for stale; a cycle is never planned.
    """
    found = Spreading()
    reached = graph.below(seeds.stains, seeds.excluded)
    for members in graph.order(reached, seeds.excluded):
        for _ in members[:MOST_ROUNDS]:
            for name in members:
                _visit(graph.node(name), seeds, found)
        if len(members) > MOST_ROUNDS:
            _widen((graph.node(name) for name in members), seeds, found)
        if len(members) > 1 and any(name in found.stains for name in members):
            found.cycles.append(members)
            top = max(found.levels.get(name, 0) for name in members)
            found.levels.update(dict.fromkeys((m for m in members if m in found.stains), top))
    return found


def _widen(nodes: Iterable[Node], seeds: Seeds, found: Spreading) -> None:
    """What is stale of these, and may go on growing, made all there can be."""
    for node in nodes:
        stain = found.stains.get(node.name)
        if stain is not None and node.partitioning is not None:
            whole = _everything_of(node.partitioning, stain)
            found.stains[node.name] = stain | existing(node, whole, seeds.horizon)


def _visit(node: Node, seeds: Seeds, found: Spreading) -> None:
    flows: list[tuple[Edge, Stain]] = []
    untold: list[tuple[Edge, Untold]] = []
    above = -1
    for edge in node.edges:
        upstream = found.stains.get(edge.upstream)
        if upstream is None or edge.reads is Reads.REFERENCE:
            continue
        flow = _flow(node, edge, upstream, seeds.horizon)
        if isinstance(flow, Untold):
            untold.append((edge, flow))
        elif flow:
            flows.append((edge, flow))
        else:
            continue
        above = max(above, found.levels[edge.upstream])
    _keep(node, seeds, found, flows, untold, above)


def _flow(node: Node, edge: Edge, upstream: Stain, horizon: int) -> Stain | Untold:
    cut = node.cut
    if cut is None:
        return NOBODY if edge.reads is Reads.UNKNOWN else UNCUT
    flow = spread(edge.reads, upstream, cut)
    return flow if isinstance(flow, Untold) else existing(node, flow, horizon)


def existing(node: Node, stain: Stain, horizon: int) -> Stain:
    """The stain without what does not exist: before the first partition, from the horizon on."""
    if node.calendar is None or not stain.spans:
        return stain
    spans = node.calendar.existing(stain.spans, horizon)
    return stain if spans is stain.spans else Stain(spans, stain.keys, stain.whole)


def _keep(
    node: Node,
    seeds: Seeds,
    found: Spreading,
    flows: list[tuple[Edge, Stain]],
    untold: list[tuple[Edge, Untold]],
    above: int,
) -> None:
    stain = existing(node, seeds.stains.get(node.name, CLEAN), seeds.horizon)
    for _, flow in flows:
        stain |= flow
    if node.kind is Kind.CONSUMER and (flows or untold):
        found.told.add(node.name)
    if node.name in seeds.excluded:
        if flows or untold:
            found.halted[node.name], found.untold[node.name] = stain, untold
        return
    if stain and node.is_written:
        stain = _rewritten(node, seeds.horizon, stain, flows, untold)
    if untold:
        found.untold[node.name] = untold
    if stain:
        found.stains[node.name] = stain
        found.flows[node.name] = flows
        found.levels[node.name] = above + 1 if node.is_written else max(above, 0)


def _rewritten(
    node: Node,
    horizon: int,
    stain: Stain,
    flows: list[tuple[Edge, Stain]],
    untold: list[tuple[Edge, Untold]],
) -> Stain:
    """The stain widened by what the dataset reads of itself and by how it has to be written."""
    for edge in node.own:
        wider = closed(node, edge.reads, stain, horizon)
        if isinstance(wider, Untold):
            untold.append((edge, wider))
        elif wider is not None:
            stain = existing(node, wider, horizon)
            flows.append((edge, stain))
    if node.rebuilt_whole and node.partitioning is not None:
        stain = existing(node, _everything_of(node.partitioning, stain), horizon)
    return stain


def _everything_of(partitioning: Partitioning, stain: Stain) -> Stain:
    if stain.spans:
        return Stain(ALWAYS)
    return Stain(keys=frozenset(partitioning.values), whole=stain.whole)


def runs_forward(stain: Stain) -> bool:
    """True where nothing ends the stain."""
    return bool(stain.spans) and stain.spans.end >= FOREVER


def reading_edges(found: Spreading, name: DatasetName) -> Iterator[Edge]:
    """The edges through which staleness comes to a dataset, or may come."""
    yield from (edge for edge, _ in found.flows.get(name, ()))
    yield from (edge for edge, _ in found.untold.get(name, ()))
