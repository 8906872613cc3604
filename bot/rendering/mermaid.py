"""The picture of the cascade as a mermaid graph that GitHub can draw.

Up to 60 datasets each is a node; beyond, those of a wave share one. Nodes, edges and text stay
below mermaid's own limits (500 edges, 50,000 characters), and no name can break out of its label.
"""

from collections.abc import Iterator
from typing import Final

from bot.domain.dataset import Keys, Reading, Reads, Window
from bot.domain.names import DatasetName
from bot.domain.phrase import Phrase, counted
from bot.domain.plan import Plan, PlannedDataset
from bot.rendering.facts import counted_partitions
from bot.rendering.graph import Drawing, short
from bot.rendering.language import Language
from bot.rendering.views.datasets import write

MOST_DATASETS: Final = 60
MOST_BESIDE: Final = 12
"""Sources, consumers, unresolved and excluded datasets that are drawn one by one, each kind."""
MOST_EDGES: Final = 280
MOST_TEXT: Final = 30_000


def picture(plan: Plan, speech: Language) -> str:
    """The graph's source; empty where the plan rewrites nothing."""
    if not plan.datasets:
        return ""
    if len(plan.datasets) <= MOST_DATASETS:
        drawn = Drawing(speech)
        _each(plan, drawn)
        text = drawn.text(_direction(plan))
        if len(drawn.edges) <= MOST_EDGES and len(text) <= MOST_TEXT:
            return text
    drawn = Drawing(speech)
    _grouped(plan, drawn)
    return drawn.text("LR" if len(plan.waves) <= MOST_ACROSS else "TB")


MOST_ACROSS: Final = 5
MOST_WAVES: Final = 20


def _direction(plan: Plan) -> str:
    widest = max(map(len, plan.waves), default=0)
    return "LR" if len(plan.waves) <= MOST_ACROSS or widest > MOST_ACROSS else "TB"


def _each(plan: Plan, drawn: Drawing) -> None:
    for dataset in plan.datasets:
        drawn.node(dataset.name, _lines(dataset), "write" if dataset.reversible else "lasting")
    for view in plan.cascade.views[:MOST_BESIDE]:
        drawn.node(view, (short(view), Phrase("view, not written")), "passing", "([{}])")
    _sources(plan, drawn)
    for name, reads in _flows(plan):
        for upstream, words in reads:
            drawn.edge(upstream, name, words)
    _beside(plan, drawn)


def _lines(dataset: PlannedDataset) -> Iterator[str]:
    yield short(dataset.name)
    yield Phrase(
        "{count} · {write}",
        count=counted_partitions(dataset.partitions, dataset.count),
        write=write(dataset),
    )
    if dataset.self_dependent:
        yield Phrase("oldest first, one at a time")
    if not dataset.reversible:
        yield Phrase("cannot be undone")


def _flows(plan: Plan) -> Iterator[tuple[DatasetName, list[tuple[DatasetName, str]]]]:
    """Edges into what is written (with how it reads), then into views."""
    for dataset in plan.datasets:
        stale = plan.cascade.stale.get(dataset.name)
        flows = stale.because if stale else ()
        yield (
            dataset.name,
            [
                (flow.upstream, _reading(flow.reads))
                for flow in flows
                if flow.upstream != dataset.name
            ],
        )
    for view in plan.cascade.views:
        known = plan.lineage.datasets.get(view)
        edges = known.upstream if known else ()
        yield view, [(edge.upstream, _reading(edge.reads)) for edge in edges]


def _reading(reads: Reading) -> str:
    match reads:
        case Window(lookback, lookahead):
            return Phrase("wider window") if lookback or lookahead else ""
        case Keys():
            return Phrase("by value")
        case Reads.CUMULATIVE:
            return Phrase("cumulative")
        case Reads.ALL:
            return Phrase("reads all")
        case Reads.UNKNOWN:
            return Phrase("unknown window")
        case _:
            return ""


def _sources(plan: Plan, drawn: Drawing) -> None:
    written = {dataset.name for dataset in plan.datasets}
    names = dict.fromkeys(w.source for w in plan.cascade.sources if w.source not in written)
    for name in list(names)[:MOST_BESIDE]:
        drawn.node(name, (short(name),), "source", "[({})]")
    if len(names) > MOST_BESIDE:
        more = counted("{number} more source", "{number} more sources", len(names) - MOST_BESIDE)
        drawn.node("more sources", (more,), "source", "[({})]")
    for window in plan.cascade.sources:
        if window.source in written:
            continue
        start = window.source if window.source in drawn.ids else "more sources"
        drawn.edge(start, window.reader, _reading(window.reads))


def _beside(plan: Plan, drawn: Drawing) -> None:
    for entry in plan.cascade.unresolved[:MOST_BESIDE]:
        below = (
            counted("and {number} below it", "and {number} below it", len(entry.below))
            if entry.below
            else ""
        )
        drawn.node(entry.dataset, (short(entry.dataset), Phrase("unresolved"), below), "unknown")
        start = entry.via[-2] if len(entry.via) > 1 else ""
        drawn.edge(start, entry.dataset, Phrase("unknown"), dotted=True)
    for left in plan.cascade.left_stale[:MOST_BESIDE]:
        drawn.node(left.dataset, (short(left.dataset), Phrase("excluded, stays stale")), "out")
        _from_upstreams(plan, drawn, left.dataset, Phrase("excluded"))
    for consumer in plan.cascade.consumers[:MOST_BESIDE]:
        drawn.node(consumer, (short(consumer), Phrase("to be told")), "told", "([{}])")
        _from_upstreams(plan, drawn, consumer, "")
    _more(plan, drawn)


def _from_upstreams(plan: Plan, drawn: Drawing, name: DatasetName, words: str) -> None:
    known = plan.lineage.datasets.get(name)
    moving = {dataset.name for dataset in plan.datasets} | set(plan.cascade.views)
    for edge in known.upstream if known else ():
        if edge.upstream in moving:
            drawn.edge(edge.upstream, name, words, dotted=True)


def _more(plan: Plan, drawn: Drawing) -> None:
    """One node for what is beyond the number that is drawn of each kind."""
    cascade = plan.cascade
    for members, style, words in (
        (cascade.unresolved, "unknown", Phrase("more are unresolved")),
        (cascade.left_stale, "out", Phrase("more are excluded")),
        (cascade.consumers, "told", Phrase("more are to be told")),
    ):
        left = len(members) - MOST_BESIDE
        if left > 0:
            drawn.node(style, (Phrase("{left:,} {words}", left=left, words=words),), style)


def _grouped(plan: Plan, drawn: Drawing) -> None:
    """A node for each wave and class; what lies beside the cascade is counted."""
    groups: dict[str, str] = {}
    for wave, members in _waves(plan):
        for lasting in (False, True):
            group = [member for member in members if member.reversible is not lasting]
            if group:
                key = f"wave {wave} {lasting}"
                groups |= {member.name: key for member in group}
                drawn.node(key, _total(wave, group), "lasting" if lasting else "write")
    for name, reads in _flows(plan):
        for upstream, _ in reads:
            if groups.get(upstream) != groups.get(name):
                drawn.edge(groups.get(upstream, ""), groups.get(name, ""))
    cascade = plan.cascade
    for count, style, words in (
        (sum(1 + len(e.below) for e in cascade.unresolved), "unknown", Phrase("unresolved")),
        (sum(1 + len(e.below) for e in cascade.left_stale), "out", Phrase("excluded, stay stale")),
        (len(cascade.consumers), "told", Phrase("consumers to be told")),
    ):
        if count:
            drawn.node(style, (Phrase("{count:,} {words}", count=count, words=words),), style)
            drawn.edge(list(groups.values())[-1], style, dotted=True)


def _waves(plan: Plan) -> Iterator[tuple[str, list[PlannedDataset]]]:
    """The waves by their printed number; the last of very many waves share one."""
    by_wave: dict[int, list[PlannedDataset]] = {}
    for dataset in plan.datasets:
        by_wave.setdefault(min(dataset.wave, MOST_WAVES - 1), []).append(dataset)
    for wave, members in sorted(by_wave.items()):
        last = max(member.wave for member in members) + 1
        yield (f"{wave + 1}" if last == wave + 1 else f"{wave + 1}-{last}"), members


def _total(wave: str, members: list[PlannedDataset]) -> Iterator[str]:
    yield Phrase("wave {wave}", wave=wave)
    count = sum(member.count or 0 for member in members)
    yield counted("{number:,} dataset", "{number:,} datasets", len(members))
    yield counted("{number:,} partition", "{number:,} partitions", count)
    yield Phrase("{writes}", writes=tuple(dict.fromkeys(write(member) for member in members)))
    if not members[0].reversible:
        yield Phrase("cannot be undone")
