"""A dataset's time calendar: where it is cut, which keys it prints, where it begins."""

import datetime as dt
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final

from bot.domain.dataset import TIME_GRAINS, Grain, Partitioning
from bot.domain.spans import BEGINNING, FOREVER, Spans
from bot.partitions.civil import DAY, date_of
from bot.partitions.cuts import Cuts, cuts_of
from bot.partitions.keys import DEFAULT_KEYS, KeyFormat, key_format
from bot.partitions.moments import Moment

_EPOCH_ORDINAL: Final = dt.date(1970, 1, 1).toordinal()


ENOUGH: Final = 20_000
MOST_LOOKED_AT: Final = 250_000
"""Partitions; a plan of more is too large to be confirmed by default (SPEC 9, `limits`)."""


class TimeCalendar:
    """Partitions of one dataset that is cut along time; get it with `calendar_of`.

    Instants are seconds since 1970-01-01T00:00:00Z; spans are half-open.
    """

    def __init__(self, partitioning: Partitioning) -> None:
        self.partitioning = partitioning
        self.cuts: Cuts = cuts_of(partitioning.by, partitioning.time_zone, partitioning.week_start)
        self.zone = self.cuts.zone
        self.format: KeyFormat = key_format(partitioning.key or DEFAULT_KEYS[partitioning.by])
        self.keys_tell_apart = self.format.tells_apart(partitioning.by)
        """True only if no two units have the same key, hours that a clock shows twice aside."""
        first = partitioning.first
        self.beginning: int = (
            BEGINNING if first is None else self.cuts.start_of(self.span_of_date(first)[0])
        )
        """The start of the first partition that exists; `BEGINNING` where nobody has said."""
        self.start_of = self.cuts.start_of
        self.end_of = self.cuts.end_of

    def cover(self, spans: Spans) -> Spans:
        """Every partition that meets the spans, whole, whether it exists or not."""
        return Spans.of((self._start(start), self._end(end)) for start, end in spans.runs)

    def existing(self, spans: Spans, horizon: int = FOREVER) -> Spans:
        """Of these partitions those that exist: not before the first, none starting at `horizon`.

        `horizon` is an instant; whoever starts before it is kept whole. A first partition that is
        only claimed counts for a set without a beginning alone.
        """
        if not spans.runs:
            return spans
        start = self.beginning
        if self.partitioning.first_is_claimed and spans.runs[0][0] > BEGINNING:
            start = BEGINNING
        if start <= spans.runs[0][0] and spans.runs[-1][1] <= horizon:
            return spans
        last = horizon if horizon >= FOREVER else self.cuts.end_of(horizon - 1)
        return spans & Spans(((start, last),)) if start < last else Spans()

    def count(self, spans: Spans) -> int:
        """How many partitions; ValueError where the spans are endless."""
        if spans.runs and (spans.first <= BEGINNING or spans.end >= FOREVER):
            raise ValueError("an endless set cannot be counted")
        return sum(self.cuts.count(start, end) for start, end in spans.runs)

    def starts(self, spans: Spans) -> Iterator[int]:
        """The start of each partition, rising; endless where the spans are."""
        for start, end in spans.runs:
            at = start
            while at < end:
                yield at
                at = self.cuts.end_of(at)

    def key_at(self, start: int) -> str:
        """The key of the partition that starts there."""
        offset = self.zone.offset_at(start)
        return self.format.print(Moment.of(start + offset, offset))

    def span_of_key(self, text: str) -> tuple[int, int] | None:
        """The instants of the partitions with that key; None where there is none, or no one span.

        An hour that the clock shows twice is one key and one span of two partitions.
        """
        found = self.spans_of_key(text)
        return found.runs[0] if len(found.runs) == 1 else None

    def spans_of_key(self, text: str, near: Spans | None = None) -> Spans:
        """Every partition that prints as this key.

        Where the format does not tell the year, only partitions in the years of `near` are known.
        """
        years = () if self.format.has_year else _years(near or Spans())
        return Spans.of(
            (start, end)
            for first, last in self.format.dates(text, years)
            for start, end in self._partitions_of(first, last)
            if self.key_at(start) == text
        )

    def _partitions_of(self, first: int, last: int) -> Iterator[tuple[int, int]]:
        """The partitions that start on one of these dates, and a few around them."""
        at = self.cuts.start_of(self.zone.day_start(first) - 1)
        stop = self.zone.day_start(last + 1)
        while at <= stop:
            end = self.cuts.end_of(at)
            yield at, end
            at = end

    def span_of_date(self, date: dt.date) -> tuple[int, int]:
        """The instants of a date in the calendar's zone; empty where the zone left it out."""
        day = date.toordinal() - _EPOCH_ORDINAL
        return self.zone.day_start(day), self.zone.day_start(day + 1)

    def duplicates(self, spans: Spans) -> tuple[str, ...]:
        """Keys that more than one of these partitions prints as, in order of their first.

        Endless runs are left out: what is in them nobody can tell. Of very many partitions the
        first are looked at, more of them while no key has come twice.
        """
        if self.keys_tell_apart and not self._has_hours_twice:
            return ()
        suspects = Spans(tuple(run for run in spans.runs if BEGINNING < run[0] < run[1] < FOREVER))
        if self.keys_tell_apart:
            suspects = self._shown_twice(suspects)
        seen: dict[str, int] = {}
        for looked_at, start in enumerate(self.starts(suspects)):
            if looked_at >= (ENOUGH if len(seen) < looked_at else MOST_LOOKED_AT):
                break
            key = self.key_at(start)
            seen[key] = seen.get(key, 0) + 1
        return tuple(key for key, times in seen.items() if times > 1)

    def _shown_twice(self, spans: Spans) -> Spans:
        """Hours near a clock that goes back."""
        return spans & Spans.of(
            (self.zone.day_start(day - 1), self.zone.day_start(day + 2))
            for start, end in spans.runs
            for year in range(_year_of(start) - 1, _year_of(end) + 2)
            for day, length in self.zone.odd_days(year)
            if length > DAY
        )

    @property
    def _has_hours_twice(self) -> bool:
        return self.partitioning.by is Grain.HOUR and self.zone.fixed is None

    def _start(self, instant: int) -> int:
        return instant if instant <= BEGINNING else self.cuts.start_of(instant)

    def _end(self, instant: int) -> int:
        return instant if instant >= FOREVER else self.cuts.end_of(instant - 1)


def _year_of(instant: int) -> int:
    return date_of(instant // DAY)[0]


def _years(near: Spans) -> Iterable[int]:
    years = {
        year
        for start, end in near.runs
        if start > BEGINNING and end < FOREVER
        for year in range(_year_of(start) - 1, _year_of(end) + 2)
    }
    return sorted(years)


def is_time(partitioning: Partitioning) -> bool:
    """True for datasets that are cut along time."""
    return partitioning.by in TIME_GRAINS


@lru_cache(maxsize=8192)
def calendar_of(partitioning: Partitioning) -> TimeCalendar:
    """The calendar of a dataset that is cut along time.

    ValueError for other grains and for a key format that is none; KeyError for an unknown zone.
    """
    return TimeCalendar(partitioning)
