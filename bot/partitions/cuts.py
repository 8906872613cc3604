"""Where a time calendar cuts: units as numbers, their starts, and counting without enumerating."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import lru_cache
from typing import Final

from bot.domain.dataset import Grain
from bot.partitions.civil import DAY, date_of, days_of
from bot.partitions.zones import Zone, zone_of

HOUR: Final = 3600
_CACHED: Final = 1 << 16


class Cuts(ABC):
    """A division of all instants into units, one after the other."""

    zone: Zone

    @abstractmethod
    def start_of(self, instant: int) -> int:
        """The first instant of the unit that holds this one."""

    @abstractmethod
    def end_of(self, instant: int) -> int:
        """The first instant after the unit that holds this one."""

    @abstractmethod
    def after(self, start: int, number: int) -> int:
        """The start of the unit so many units after the one that starts at `start`."""

    @abstractmethod
    def count(self, start: int, end: int) -> int:
        """How many units lie between two cuts."""


class DateUnits(Cuts):
    """Units of whole local dates: days, weeks, months, quarters, years."""

    def __init__(
        self, zone: Zone, number: Callable[[int], int], first_day: Callable[[int], int]
    ) -> None:
        self.zone = zone
        self._number = number
        self._first_day = first_day
        self._boundary = lru_cache(_CACHED)(lambda unit: zone.day_start(first_day(unit)))

    def _unit(self, instant: int) -> int:
        return self._number(self.zone.day_at(instant))

    def start_of(self, instant: int) -> int:
        """The first instant of the unit that holds this one."""
        return self._boundary(self._unit(instant))

    def end_of(self, instant: int) -> int:
        """The first instant after the unit that holds this one."""
        return self._boundary(self._unit(instant) + 1)

    def after(self, start: int, number: int) -> int:
        """The start of the unit so many units after the one that starts at `start`."""
        unit = self._unit(start) + number
        found = self._boundary(unit)
        while number and (missing := number - self.count(start, found)):
            unit += missing
            found = self._boundary(unit)
        return found

    def count(self, start: int, end: int) -> int:
        """How many units lie between two cuts."""
        units = self._unit(end - 1) - self._unit(start) + 1
        return units - self._left_out(start, end) if units > 0 else 0

    def _left_out(self, start: int, end: int) -> int:
        """Units without any instant: dates that a zone left out, where the unit is a day."""
        if self.zone.fixed is not None or self._number is not _same:
            return 0
        return sum(not length for _, length in odd_days_between(self.zone, start, end))


class Hours(Cuts):
    """Whole elapsed hours from the start of each local day; the last of a day may be short."""

    def __init__(self, zone: Zone) -> None:
        self.zone = zone

    def start_of(self, instant: int) -> int:
        """The first instant of the unit that holds this one."""
        if self.zone.fixed is not None:
            return instant - (instant + self.zone.fixed) % HOUR
        start = self.zone.day_start(self.zone.day_at(instant))
        return start + (instant - start) // HOUR * HOUR

    def end_of(self, instant: int) -> int:
        """The first instant after the unit that holds this one."""
        if self.zone.fixed is not None:
            return instant - (instant + self.zone.fixed) % HOUR + HOUR
        day = self.zone.day_at(instant)
        start = self.zone.day_start(day)
        return min(start + (instant - start) // HOUR * HOUR + HOUR, self.zone.day_start(day + 1))

    def after(self, start: int, number: int) -> int:
        """The start of the unit so many units after the one that starts at `start`."""
        found = self.start_of(start + number * HOUR)
        while missing := number - self.count(start, found):
            found = self.start_of(found + missing * HOUR)
        return found

    def count(self, start: int, end: int) -> int:
        """How many units lie between two cuts."""
        if self.zone.fixed is not None:
            return max(0, end - start) // HOUR
        return self._number(end) - self._number(start)

    def _number(self, start: int) -> int:
        """Hours before a cut, from a fixed one on."""
        day = self.zone.day_at(start)
        return _hours_before(self.zone, day) + (start - self.zone.day_start(day)) // HOUR


class Seconds(Cuts):
    """Single seconds: what a view is cut into that nobody cuts."""

    def __init__(self, zone: Zone) -> None:
        self.zone = zone

    def start_of(self, instant: int) -> int:
        """The first instant of the unit that holds this one."""
        return instant

    def end_of(self, instant: int) -> int:
        """The first instant after the unit that holds this one."""
        return instant + 1

    def after(self, start: int, number: int) -> int:
        """The start of the unit so many units after the one that starts at `start`."""
        return start + number

    def count(self, start: int, end: int) -> int:
        """How many units lie between two cuts."""
        return max(0, end - start)


def odd_days_between(zone: Zone, start: int, end: int) -> list[tuple[int, int]]:
    """`(day, seconds)` for the days within `[start, end)` that do not last 24 hours."""
    first, last = zone.day_at(start), zone.day_at(end - 1)
    return [
        (day, length)
        for year in range(date_of(first)[0], date_of(last)[0] + 1)
        for day, length in zone.odd_days(year)
        if first <= day <= last
    ]


@lru_cache(maxsize=1 << 14)
def _hours_before_year(zone: Zone, year: int) -> int:
    """Hour partitions from 1970 to the start of a year; negative before."""
    step = 1 if year > 1970 else -1  # noqa: PLR2004 (the epoch)
    years = range(1970, year) if step > 0 else range(year, 1970)
    odd = sum(_surplus(length) for each in years for _, length in zone.odd_days(each))
    return days_of(year, 1, 1) * 24 + step * odd


def _hours_before(zone: Zone, day: int) -> int:
    year = date_of(day)[0]
    odd = sum(_surplus(length) for each, length in zone.odd_days(year) if each < day)
    return _hours_before_year(zone, year) + (day - days_of(year, 1, 1)) * 24 + odd


def _surplus(length: int) -> int:
    """Hours that a day of this length has more than 24, a begun one included."""
    return -(-length // HOUR) - DAY // HOUR


def _same(day: int) -> int:
    """A day's number is its own."""
    return day


def _month_number(day: int) -> int:
    year, month, _ = date_of(day)
    return year * 12 + month - 1


def _months(size: int) -> tuple[Callable[[int], int], Callable[[int], int]]:
    def number(day: int) -> int:
        return _month_number(day) // size

    def first_day(unit: int) -> int:
        year, month = divmod(unit * size, 12)
        return days_of(year, month + 1, 1)

    return number, first_day


def _weeks(start: int) -> tuple[Callable[[int], int], Callable[[int], int]]:
    return lambda day: (day + 3 - start) // 7, lambda unit: unit * 7 - 3 + start


@lru_cache(maxsize=4096)
def cuts_of(grain: Grain, time_zone: str, week_start: int) -> Cuts:
    """The cuts of a time grain in a zone; KeyError where the tz database has no such zone."""
    zone = zone_of(time_zone)
    match grain:
        case Grain.HOUR:
            return Hours(zone)
        case Grain.DAY:
            return DateUnits(zone, _same, _same)
        case Grain.WEEK:
            return DateUnits(zone, *_weeks(week_start))
        case Grain.MONTH:
            return DateUnits(zone, *_months(1))
        case Grain.QUARTER:
            return DateUnits(zone, *_months(3))
        case Grain.YEAR:
            return DateUnits(zone, *_months(12))
        case _:
            raise ValueError(f"{grain} is not cut along time")


@lru_cache(maxsize=256)
def seconds_of(time_zone: str) -> Cuts:
    """Single seconds, with the calendar steps of a zone."""
    return Seconds(zone_of(time_zone))
