"""Sets of partitions, whatever their calendar: arithmetic, counting, printing, cutting up."""

from collections.abc import Callable, Iterator

from bot.domain.partition_set import ListPartitions, PartitionSet, TimePartitions, WholeTable
from bot.domain.spans import BEGINNING, FOREVER, Spans
from bot.partitions.calendar import TimeCalendar, calendar_of
from bot.partitions.spoken import OPEN, TO, WHOLE_TABLE, Parsed, parse

__all__ = [
    "Parsed",
    "count",
    "difference",
    "first_key",
    "intersection",
    "is_empty",
    "keys",
    "last_key",
    "last_of",
    "parse",
    "runs",
    "same",
    "split",
    "union",
]


def count(partitions: PartitionSet) -> int | None:
    """How many partitions; None where the set has an open beginning or no end."""
    match partitions:
        case WholeTable():
            return 1
        case ListPartitions(keys=members):
            return len(members)
        case TimePartitions(calendar, spans):
            return None if _is_endless(spans) else calendar_of(calendar).count(spans)


def is_empty(partitions: PartitionSet) -> bool:
    """True where no partition is in the set."""
    match partitions:
        case WholeTable():
            return False
        case ListPartitions(keys=members):
            return not members
        case TimePartitions(spans=spans):
            return not spans


def runs(partitions: PartitionSet) -> tuple[str, ...]:
    """The set as people type it: `first..last` runs, single keys, or `whole-table`.

    Consecutive partitions of a time calendar make one run; a list has single keys only. An end
    that nobody knows is `?`.
    """
    match partitions:
        case WholeTable():
            return (WHOLE_TABLE,)
        case ListPartitions(keys=members):
            return members
        case TimePartitions(calendar, spans):
            cut = calendar_of(calendar)
            return tuple(_run(cut, start, end) for start, end in spans.runs)


def _run(calendar: TimeCalendar, start: int, end: int) -> str:
    first = OPEN if start <= BEGINNING else calendar.key_at(start)
    if start > BEGINNING and calendar.end_of(start) == end:
        return first
    last = OPEN if end >= FOREVER else calendar.key_at(calendar.start_of(end - 1))
    return f"{first}{TO}{last}"


def keys(partitions: PartitionSet) -> Iterator[str]:
    """The key of each partition, in order of the calendar; ValueError for an open beginning."""
    match partitions:
        case WholeTable():
            return iter((WHOLE_TABLE,))
        case ListPartitions(keys=members):
            return iter(members)
        case TimePartitions(calendar, spans):
            if spans and spans.first <= BEGINNING:
                raise ValueError("a set with an open beginning has no first key")
            cut = calendar_of(calendar)
            return map(cut.key_at, cut.starts(spans))


def first_key(partitions: PartitionSet) -> str:
    """The first key, `?` for an open beginning; empty for the empty set."""
    match partitions:
        case TimePartitions(calendar, spans) if spans:
            return OPEN if spans.first <= BEGINNING else calendar_of(calendar).key_at(spans.first)
        case _:
            return next(keys(partitions), "")


def last_key(partitions: PartitionSet) -> str:
    """The last key, `?` where nothing ends the set; empty for the empty set."""
    match partitions:
        case TimePartitions(calendar, spans) if spans:
            if spans.end >= FOREVER:
                return OPEN
            cut = calendar_of(calendar)
            return cut.key_at(cut.start_of(spans.end - 1))
        case ListPartitions(keys=members) if members:
            return members[-1]
        case _:
            return next(keys(partitions), "")


def union(one: PartitionSet, other: PartitionSet) -> PartitionSet:
    """The partitions in either set; TypeError for sets of different kinds."""
    return _combined(one, other, lambda a, b: a | b, lambda a, b: a or b)


def intersection(one: PartitionSet, other: PartitionSet) -> PartitionSet:
    """The partitions in both sets; TypeError for sets of different kinds."""
    return _combined(one, other, lambda a, b: a & b, lambda a, b: a and b)


def difference(one: PartitionSet, other: PartitionSet) -> PartitionSet | None:
    """The partitions of the first set that the other lacks; None for a whole table less itself.

    TypeError for sets of different kinds.
    """
    if isinstance(one, WholeTable) and isinstance(other, WholeTable):
        return None
    return _combined(one, other, lambda a, b: a - b, lambda a, b: a and not b)


def _combined(
    one: PartitionSet,
    other: PartitionSet,
    of_spans: Callable[[Spans, Spans], Spans],
    of_keys: Callable[[bool, bool], bool],
) -> PartitionSet:
    match one, other:
        case TimePartitions(calendar, mine), TimePartitions(spans=theirs):
            return TimePartitions(calendar, of_spans(mine, theirs))
        case ListPartitions(calendar, a), ListPartitions(_, b):
            members = dict.fromkeys((*calendar.values, *a, *b))
            return ListPartitions(calendar, tuple(k for k in members if of_keys(k in a, k in b)))
        case WholeTable(), WholeTable():
            return one
        case _:
            raise TypeError(f"{type(one).__name__} and {type(other).__name__} do not combine")


def same(one: PartitionSet, other: PartitionSet) -> bool:
    """True where both hold the same partitions; the order of list keys does not matter."""
    match one, other:
        case TimePartitions(spans=mine), TimePartitions(spans=theirs):
            return mine == theirs
        case ListPartitions(keys=a), ListPartitions(keys=b):
            return set(a) == set(b)
        case _:
            return type(one) is type(other)


def split(partitions: PartitionSet, size: int) -> tuple[PartitionSet, ...]:
    """The set cut up along its calendar into sets of `size` partitions, the last may be smaller.

    ValueError for a size below 1 and for an endless set.
    """
    if size < 1:
        raise ValueError("a piece has at least one partition")
    match partitions:
        case WholeTable():
            return (partitions,)
        case ListPartitions(calendar, members):
            pieces = (members[at : at + size] for at in range(0, len(members), size))
            return tuple(ListPartitions(calendar, piece) for piece in pieces)
        case TimePartitions(calendar, spans):
            if _is_endless(spans):
                raise ValueError("an endless set cannot be cut up")
            return tuple(
                TimePartitions(calendar, piece)
                for piece in _pieces(calendar_of(calendar), spans, size)
            )


def last_of(partitions: TimePartitions) -> TimePartitions:
    """The last partition alone; IndexError for the empty set."""
    end = partitions.spans.end
    start = calendar_of(partitions.calendar).start_of(end - 1)
    return TimePartitions(partitions.calendar, Spans(((start, end),)))


def _pieces(calendar: TimeCalendar, spans: Spans, size: int) -> Iterator[Spans]:
    piece: list[tuple[int, int]] = []
    room = size
    for start, end in spans.runs:
        at = start
        while at < end:
            here = min(room, calendar.cuts.count(at, end))
            stop = calendar.cuts.after(at, here)
            piece.append((at, stop))
            room -= here
            at = stop
            if not room:
                yield Spans(tuple(piece))
                piece, room = [], size
    if piece:
        yield Spans(tuple(piece))


def _is_endless(spans: Spans) -> bool:
    return bool(spans) and (spans.first <= BEGINNING or spans.end >= FOREVER)
