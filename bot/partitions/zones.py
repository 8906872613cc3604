"""Time zones: instants to local clocks and back, with every jump of the clock accounted for.

Instants are seconds since 1970-01-01T00:00:00Z; local clocks are seconds since 1970-01-01T00:00:00
as that clock shows them. Both are integers without bounds: beyond the years that `datetime` knows
the offset of the nearest year holds.
"""

import datetime as dt
from functools import lru_cache
from itertools import pairwise
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from bot.partitions.civil import CYCLE_DAYS, CYCLE_YEARS, DAY, days_of

_EPOCH: Final = dt.datetime(1970, 1, 1)  # noqa: DTZ001 (a local clock has no zone)
_FIRST: Final = days_of(1, 1, 3) * DAY
_LAST: Final = days_of(9999, 12, 29) * DAY
_OLDEST_JUMP: Final = 1800
"""The tz database holds no jump of a clock before this year."""
_LAST_RULE: Final = 2100
"""From this year on every zone follows yearly rules, which repeat with the Gregorian cycle."""
_CACHED: Final = 1 << 16


class Zone:
    """One zone of the tz database; get it with `zone_of`."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._zone = ZoneInfo(name)
        fixed = self._zone.utcoffset(None)
        self.fixed: int | None = None if fixed is None else _seconds(fixed)
        """The offset of a zone whose clock never jumps, in seconds; else None."""
        self.day_start = lru_cache(_CACHED)(self._day_start)
        self.odd_days = lru_cache(1024)(self._odd_days)

    def offset_at(self, instant: int) -> int:
        """Seconds by which the local clock is ahead of UTC at an instant."""
        if self.fixed is not None:
            return self.fixed
        instant = min(max(instant, _FIRST), _LAST)
        utc = (_EPOCH + dt.timedelta(seconds=instant)).replace(tzinfo=self._zone)
        return _seconds(self._zone.fromutc(utc).utcoffset())

    def instant_of(self, local: int) -> int:
        """The first instant at which the local clock has reached a time.

        Of a time that is shown twice the first, of one that is jumped over the jump itself.
        """
        if self.fixed is not None:
            return local - self.fixed
        naive = _EPOCH + dt.timedelta(seconds=min(max(local, _FIRST), _LAST))
        before = _seconds(self._zone.utcoffset(naive))
        instant = local - before
        if self.offset_at(instant) == before:
            return instant
        return self._jump(local, local - _seconds(self._zone.utcoffset(naive.replace(fold=1))))

    def _jump(self, local: int, low: int) -> int:
        """The jump over `local`, which comes after the instant `low`."""
        high = local - self.offset_at(low)
        while high - low > 1:
            middle = (low + high) // 2
            if middle + self.offset_at(middle) >= local:
                high = middle
            else:
                low = middle
        return high

    def _day_start(self, day: int) -> int:
        """The first instant of a local date, or where it was left out, of the next one."""
        return self.instant_of(day * DAY)

    def day_at(self, instant: int) -> int:
        """The local date whose day holds an instant.

        A day lasts until the next one starts, also where the clock goes back over midnight.
        """
        day = (instant + self.offset_at(instant)) // DAY
        if self.fixed is None:
            while self.day_start(day + 1) <= instant:
                day += 1
        return day

    def _odd_days(self, year: int) -> tuple[tuple[int, int], ...]:
        """The days of a year that do not last 24 hours, each with its length in seconds.

        A date that was left out lasts 0.
        """
        if self.fixed is not None or year < _OLDEST_JUMP:
            return ()
        if year >= _LAST_RULE + CYCLE_YEARS:
            cycles = (year - _LAST_RULE) // CYCLE_YEARS
            same = self.odd_days(year - cycles * CYCLE_YEARS)
            return tuple((day + cycles * CYCLE_DAYS, length) for day, length in same)
        first, last = days_of(year, 1, 1), days_of(year + 1, 1, 1)
        starts = [self._day_start(day) for day in range(first, last + 1)]
        lengths = (after - start for start, after in pairwise(starts))
        return tuple((first + at, length) for at, length in enumerate(lengths) if length != DAY)


def _seconds(offset: dt.timedelta | None) -> int:
    return 0 if offset is None else offset.days * DAY + offset.seconds


@lru_cache(maxsize=1024)
def zone_of(name: str) -> Zone:
    """The zone of that name; KeyError where the tz database has none."""
    return Zone(name)


def is_zone(name: str) -> bool:
    """True for names that the tz database knows."""
    try:
        zone_of(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return False
    return True
