"""How partitions of an upstream become partitions of a reader that is cut or reads otherwise."""

from collections.abc import Iterator

from bot.domain.cascade import Cascade, Flow, Stale
from bot.domain.dataset import Grain, Keys, Partitioning, Period, Reading, Reads, Window
from bot.domain.partition_set import ListPartitions, PartitionSet, TimePartitions, WholeTable
from bot.domain.phrase import Phrase, counted
from bot.domain.plan import PartitionMapping
from bot.domain.spans import BEGINNING
from bot.partitions import sets
from bot.partitions.calendar import calendar_of
from bot.partitions.reads import stale_by, window_read
from bot.planning.spans_of_time import period_words

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
    return UNITS[Grain.LIST if isinstance(partitions, ListPartitions) else Grain.NONE]


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
    words = Phrase(
        "{rule}: {upstream_keys} → {reader_keys}",
        rule=_rule(flow, stale, upstream),
        upstream_keys=_keys(upstream),
        reader_keys=_keys(flow.partitions),
    )
    for edge in _edges(flow, upstream):
        words = Phrase("{words}; {edge}", words=words, edge=edge)
    return words


def _keys(partitions: PartitionSet) -> tuple[str, ...] | Phrase:
    return Phrase("all of it") if isinstance(partitions, WholeTable) else sets.runs(partitions)


def _rule(flow: Flow, stale: Stale, upstream: PartitionSet) -> Phrase:
    words = {
        "unit": unit(stale.partitions),
        "reader": stale.dataset,
        "upstream": flow.upstream,
        "upstream_unit": unit(upstream),
    }
    if isinstance(stale.partitions, WholeTable):
        return Phrase("`{reader}` is unpartitioned and reads `{upstream}`", **words)
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
            return Phrase("each {unit} of `{reader}` reads all of `{upstream}`", **words)


def _window_rule(lookback: Period, lookahead: Period, words: dict[str, str]) -> Phrase:
    before, after = period_words(lookback), period_words(lookahead)
    if lookback and lookahead:
        return Phrase(
            "each {unit} of `{reader}` reads `{upstream}` from {before} before it to {after} "
            "after it",
            before=before,
            after=after,
            **words,
        )
    if lookback:
        return Phrase(
            "each {unit} of `{reader}` reads `{upstream}` from {before} before it to its own end",
            before=before,
            **words,
        )
    if lookahead:
        return Phrase(
            "each {unit} of `{reader}` reads `{upstream}` from its own start to {after} after it",
            after=after,
            **words,
        )
    return Phrase(
        "each {unit} of `{reader}` reads every {upstream_unit} of `{upstream}` that it meets",
        **words,
    )


def _edges(flow: Flow, upstream: PartitionSet) -> Iterator[Phrase]:
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
        yield from _edge(key, flow, outside)


def _edge(key: str, flow: Flow, outside: TimePartitions) -> Iterator[Phrase]:
    one = sets.parse([key], flow.partitions).partitions
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
