"""Partitions as people type them: keys, `first..last` runs, `whole-table`."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from bot.domain.partition_set import ListPartitions, PartitionSet, TimePartitions, WholeTable
from bot.domain.spans import BEGINNING, Spans
from bot.partitions.calendar import TimeCalendar, calendar_of

WHOLE_TABLE: Final = "whole-table"
TO: Final = ".."
OPEN: Final = "?"


@dataclass(frozen=True, slots=True)
class Parsed:
    """What was typed, as far as it can be read."""

    partitions: PartitionSet | None
    """None where nothing could be read."""
    unreadable: tuple[str, ...] = ()
    """Items that are no key and no run of the calendar, as typed."""


def parse(items: Sequence[str], like: PartitionSet) -> Parsed:
    """The partitions that these items name in the calendar of `like`.

    A key that several partitions print as names all of them. A run goes from the first partition
    of its first key to the last partition of its last, both included; one that runs backwards is
    unreadable. Where the keys do not tell their year, the years of `like` are meant. Nothing is
    enumerated.
    """
    match like:
        case WholeTable():
            odd = tuple(item for item in items if item != WHOLE_TABLE)
            return Parsed(like if len(odd) < len(items) else None, odd)
        case ListPartitions(calendar):
            named = [item for item in items if item in calendar.values]
            odd = tuple(item for item in items if item not in calendar.values)
            members = tuple(key for key in calendar.values if key in named)
            return Parsed(ListPartitions(calendar, members) if members else None, odd)
        case TimePartitions(calendar, spans):
            found = {item: _named(item, calendar_of(calendar), spans) for item in items}
            named_spans = Spans.of(run for named in found.values() for run in named.runs)
            odd = tuple(item for item in items if not found[item])
            return Parsed(TimePartitions(calendar, named_spans) if named_spans else None, odd)


def _named(item: str, calendar: TimeCalendar, near: Spans) -> Spans:
    """The spans of one item, a key or a run; empty where it is neither."""
    single = _of_key(item, calendar, near)
    if single:
        return single
    for first, last in _ends(item):
        until = _of_key(last, calendar, near)
        since = Spans(((BEGINNING, BEGINNING + 1),)) if first == OPEN else None
        since = since or _of_key(first, calendar, near)
        if since and until and since.first < until.end:
            return Spans(((since.first, until.end),))
    return Spans()


def _ends(item: str) -> Iterator[tuple[str, str]]:
    """Every way to read an item as `first..last`; keys may hold dots themselves."""
    at = item.find(TO)
    while at >= 0:
        yield item[:at], item[at + len(TO) :]
        at = item.find(TO, at + 1)


def _of_key(key: str, calendar: TimeCalendar, near: Spans) -> Spans:
    found = calendar.spans_of_key(key, near)
    if calendar.format.has_year or len(found.runs) < 2:  # noqa: PLR2004 (one is no choice)
        return found
    return found & near or Spans(found.runs[:1])
