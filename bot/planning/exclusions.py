"""What an author's exclusions leave stale: the excluded datasets themselves and all below them."""

from bot.domain.cascade import LeftStale
from bot.domain.facts import known
from bot.domain.names import DatasetName
from bot.domain.request import Request
from bot.planning.graph import Graph
from bot.planning.partition_sets import partitions_of
from bot.planning.spreading import Seeds, Spreading, spreading


def left_stale(
    request: Request, graph: Graph, found: Spreading, horizon: int
) -> tuple[LeftStale, ...]:
    """One for each exclusion that cuts something off, by name."""
    reasons = {exclusion.dataset: known(exclusion.reason) for exclusion in request.exclude}
    return tuple(
        LeftStale(
            name,
            reasons[name],
            partitions_of(graph.node(name), found.halted[name]),
            tuple(sorted(_below(graph, name, found, horizon))),
        )
        for name in sorted(found.halted)
    )


def _below(graph: Graph, name: DatasetName, found: Spreading, horizon: int) -> set[DatasetName]:
    """What goes stale with the excluded dataset, whether or not it is rewritten for another."""
    stain = found.halted[name]
    if found.untold[name] or not stain:
        return graph.below([name]) - {name}
    on = spreading(graph, Seeds({name: stain}, horizon=horizon))
    unclear = graph.below(on.untold) if on.untold else set()
    return {*on.stains, *on.told, *unclear} - {name}
