"""Brute force: partitions as pairs of instants, found by looking at a clock minute by minute.

Shares nothing with the code under test but the values of `bot.domain`.
"""

import datetime as dt
import itertools
from calendar import monthrange
from functools import cache
from zoneinfo import ZoneInfo

from bot.domain.dataset import Grain, Partitioning, Period, Window

EPOCH = dt.datetime(1970, 1, 1)
MINUTE = dt.timedelta(minutes=1)

NASTY = {
    "UTC": "2024-03-01",
    "Etc/GMT+5": "2024-03-01",
    "America/New_York": "2024-03-10",
    "Europe/Berlin": "2024-10-27",
    "Australia/Lord_Howe": "2024-10-06",
    "Asia/Kathmandu": "1986-01-01",
    "America/Santiago": "2024-09-08",
    "America/Sao_Paulo": "2018-02-18",
    "America/Havana": "2024-11-03",
    "Africa/Cairo": "2024-04-26",
    "America/St_Johns": "2010-11-07",
    "America/Toronto": "1919-03-30",
    "Antarctica/Troll": "2024-10-27",
    "Africa/Casablanca": "2024-03-10",
    "Europe/Dublin": "2024-10-27",
    "Pacific/Apia": "2011-12-30",
    "Pacific/Kwajalein": "1969-09-30",
    "Pacific/Kiritimati": "1994-12-31",
    "Asia/Manila": "1844-12-31",
    "America/Juneau": "1867-10-18",
    "Europe/London": "1947-04-13",
}
"""A zone and a date near which its clock does something that few people expect."""


def local(zone: str, instant: int) -> dt.datetime:
    """What a clock in the zone shows."""
    utc = dt.datetime(1970, 1, 1, tzinfo=dt.UTC) + dt.timedelta(seconds=instant)
    return utc.astimezone(ZoneInfo(zone)).replace(tzinfo=None, fold=0)


def seconds(naive: dt.datetime) -> int:
    return round((naive - EPOCH).total_seconds())


@cache
def reached(zone: str, naive: dt.datetime) -> int:
    """The first instant at which the clock shows this time or a later one."""
    around = [seconds(naive) + hours * 3600 for hours in range(-60, 61, 6)]
    offsets = [seconds(local(zone, at)) - at for at in around]
    at = seconds(naive) - max(offsets) - 60
    while local(zone, at) < naive:
        at += 60
    for second in range(at - 59, at):
        if local(zone, second) >= naive:
            return second
    return at


def midnight(zone: str, date: dt.date) -> int:
    """The first instant of a date, or where it was left out, of the next."""
    return reached(zone, dt.datetime.combine(date, dt.time()))


def first_date(date: dt.date, by: Grain, week_start: int) -> dt.date:
    """The first date of the unit that holds a date."""
    match by:
        case Grain.WEEK:
            return date - dt.timedelta(days=(date.weekday() - week_start) % 7)
        case Grain.MONTH:
            return date.replace(day=1)
        case Grain.QUARTER:
            return date.replace(month=(date.month - 1) // 3 * 3 + 1, day=1)
        case Grain.YEAR:
            return date.replace(month=1, day=1)
        case _:
            return date


@cache
def partitions(
    by: Grain, zone: str, week_start: int, first: dt.date, last: dt.date
) -> tuple[tuple[int, int], ...]:
    """Every partition that holds an instant of one of these dates, as `(start, end)`."""
    day = first_date(first, by, week_start)
    starts = []
    while day <= last + dt.timedelta(days=400 if by not in (Grain.HOUR, Grain.DAY) else 3):
        if first_date(day, by, week_start) == day:
            starts.append(midnight(zone, day))
        day += dt.timedelta(days=1)
    units = [(a, b) for a, b in itertools.pairwise(starts) if a < b]
    if by is Grain.HOUR:
        units = [(h, min(h + 3600, b)) for a, b in units for h in range(a, b, 3600)]
    low, high = midnight(zone, first), midnight(zone, last + dt.timedelta(days=1))
    return tuple((a, b) for a, b in units if a < high and low < b)


def months_later(date: dt.datetime, months: int) -> dt.datetime:
    year, month = divmod(date.year * 12 + date.month - 1 + months, 12)
    day = min(date.day, monthrange(year, month + 1)[1])
    return date.replace(year=year, month=month + 1, day=day)


def moved(zone: str, instant: int, period: Period, sign: int) -> int:
    """The instant a period before or after."""
    shown = local(zone, instant)
    if midnight(zone, shown.date()) == instant:
        shown = dt.datetime.combine(shown.date(), dt.time())
    result = instant
    if period.months or period.days:
        shown = months_later(shown, sign * period.months)
        result = reached(zone, shown + sign * dt.timedelta(days=period.days))
        if period.months >= 0 and period.days >= 0:
            result = max(result, instant) if sign > 0 else min(result, instant)
    return result + sign * period.seconds


@cache
def window(zone: str, part: tuple[int, int], read: Window) -> tuple[int, int]:
    """`[start - lookback, end + lookahead)`."""
    return moved(zone, part[0], read.lookback, -1), moved(zone, part[1], read.lookahead, 1)


def meets(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return max(one[0], other[0]) < min(one[1], other[1])


def universe(cut: Partitioning, first: dt.date, last: dt.date) -> tuple[tuple[int, int], ...]:
    return partitions(cut.by, cut.time_zone, cut.week_start, first, last)
