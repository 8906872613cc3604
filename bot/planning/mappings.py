"""How partitions of an upstream become partitions of a reader that is cut or reads otherwise."""

from collections.abc import Iterator

from bot.domain.cascade import Cascade, Flow, Stale
from bot.domain.dataset import Grain, Keys, Partitioning, Period, Reading, Reads, Window
from bot.domain.partition_set import PartitionSet, TimePartitions
from bot.domain.phrase import Phrase, counted
from bot.domain.plan import PartitionMapping
from bot.domain.spans import BEGINNING
from bot.partitions import sets
from bot.partitions.calendar import calendar_of
from bot.partitions.periods import print_period
from bot.partitions.reads import stale_by, window_read

UNITS = {
    Grain.HOUR: Phrase("hour"),
    Grain.DAY: Phrase("day"),
    Grain.WEEK: Phrase("week"),
    Grain.MONTH: Phrase("month"),
    Grain.QUARTER: Phrase("quarter"),
    Grain.YEAR: Phrase("year"),
    Grain.LIST: Phrase("value"),
    Grain.NONE: Phrase("table"),
}
NAMED_EDGES = 2
"""So many partitions at the edge are named one by one; more are counted."""


def mappings_of(cascade: Cascade) -> tuple[PartitionMapping, ...]:
    """One mapping for every edge of the cascade that is not "the same partition", in plan order."""
    return tuple(
        PartitionMapping(flow.upstream, stale.dataset, _words(flow, stale, upstream))
        for stale in cascade.stale.values()
        for flow in stale.because
        if (upstream := _partitions(cascade, flow)) is not None
        and not _same_cut(upstream, stale.partitions, flow.reads)
    )


def unit(partitions: PartitionSet) -> Phrase:
    """The word for one partition of a set, such as `day`, `week` or `table`."""
    if isinstance(partitions, TimePartitions):
        return UNITS[partitions.calendar.by]
    return UNITS[Grain.LIST if hasattr(partitions, "keys") else Grain.NONE]


def _partitions(cascade: Cascade, flow: Flow) -> PartitionSet | None:
    stale = cascade.stale.get(flow.upstream)
    return stale.partitions if stale else None


def _same_cut(upstream: PartitionSet, reader: PartitionSet, reads: Reading) -> bool:
    if reads != Window() or not isinstance(upstream, TimePartitions):
        return False
    return isinstance(reader, TimePartitions) and _cut(upstream.calendar) == _cut(reader.calendar)


def _cut(calendar: Partitioning) -> tuple[Grain, str, int]:
    return calendar.by, calendar.time_zone, calendar.week_start


def _words(flow: Flow, stale: Stale, upstream: PartitionSet) -> Phrase:
    rule = _rule(flow, stale, upstream)
    keys = Phrase(
        "{upstream_keys} makes {reader_keys} stale",
        upstream_keys=sets.runs(upstream),
        reader_keys=sets.runs(flow.partitions),
    )
    edges = tuple(_edges(flow, stale, upstream))
    words = Phrase("{rule}; {keys}", rule=rule, keys=keys)
    for edge in edges:
        words = Phrase("{words}; {edge}", words=words, edge=edge)
    return words


def _rule(flow: Flow, stale: Stale, upstream: PartitionSet) -> Phrase:
    words = {
        "unit": unit(stale.partitions),
        "reader": stale.dataset,
        "upstream": flow.upstream,
        "upstream_unit": unit(upstream),
    }
    match flow.reads:
        case Window(lookback, lookahead):
            return _window_rule(lookback, lookahead, words)
        case Keys():
            return Phrase(
                "each value of `{reader}` reads the values of `{upstream}` stated for it", **words
            )
        case Reads.CUMULATIVE:
            return Phrase(
                "each {unit} of `{reader}` reads everything of `{upstream}` up to its own end",
                **words,
            )
        case Reads.PREVIOUS:
            return Phrase("each {unit} of `{reader}` reads the one before it", **words)
        case _:
            return Phrase("`{reader}` reads all of `{upstream}`", **words)


def _window_rule(lookback: Period, lookahead: Period, words: dict[str, str]) -> Phrase:
    if lookback and lookahead:
        return Phrase(
            "each {unit} of `{reader}` reads `{upstream}` from {lookback} before it to "
            "{lookahead} after it",
            lookback=print_period(lookback),
            lookahead=print_period(lookahead),
            **words,
        )
    if lookback:
        return Phrase(
            "each {unit} of `{reader}` reads `{upstream}` from {lookback} before it to its own end",
            lookback=print_period(lookback),
            **words,
        )
    if lookahead:
        return Phrase(
            "each {unit} of `{reader}` reads `{upstream}` from its own start to {lookahead} "
            "after it",
            lookahead=print_period(lookahead),
            **words,
        )
    return Phrase(
        "each {unit} of `{reader}` reads every {upstream_unit} of `{upstream}` that it meets",
        **words,
    )


def _edges(flow: Flow, stale: Stale, upstream: PartitionSet) -> Iterator[Phrase]:
    """What is read outside the upstream's own rewritten partitions, as it stands."""
    mine = flow.partitions
    if not isinstance(mine, TimePartitions) or not isinstance(upstream, TimePartitions):
        return
    if not mine.spans or mine.spans.first <= BEGINNING or not isinstance(flow.reads, Window):
        return
    read = window_read(flow.reads, mine) - upstream.spans
    outside = TimePartitions(
        upstream.calendar, calendar_of(upstream.calendar).cover(read) - upstream.spans
    )
    if not outside.spans:
        return
    found = stale_by(flow.reads, outside, mine.calendar)
    if found is None:
        return
    partial = sets.intersection(found, mine)
    if (sets.count(partial) or 0) > NAMED_EDGES:
        yield _counted_edges(partial, outside)
        return
    for key in sets.keys(partial):
        yield from _edge(key, flow, stale, outside)


def _edge(key: str, flow: Flow, stale: Stale, outside: TimePartitions) -> Iterator[Phrase]:
    one = sets.parse([key], stale.partitions).partitions
    if not isinstance(one, TimePartitions):
        return
    read = window_read(flow.reads, one) & outside.spans
    keys = sets.runs(TimePartitions(outside.calendar, calendar_of(outside.calendar).cover(read)))
    yield Phrase(
        "the {unit} {key} is rewritten whole; it reads {keys}, outside the range",
        unit=unit(one),
        key=key,
        keys=keys,
    )


def _counted_edges(partial: PartitionSet, outside: TimePartitions) -> Phrase:
    return counted(
        "{number} of them reads {keys} as well, outside the range",
        "{number} of them read {keys} as well, outside the range",
        sets.count(partial) or 0,
        keys=sets.runs(outside),
    )
