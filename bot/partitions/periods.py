"""ISO 8601 durations: months and days are steps of the calendar, hours and less elapsed time."""

import re
from functools import lru_cache
from typing import Final

from bot.domain.dataset import Period
from bot.partitions.civil import DAY, add_months
from bot.partitions.zones import Zone, zone_of

_FORM: Final = re.compile(
    r"P(?=.)(?:(\d{1,6})Y)?(?:(\d{1,6})M)?(?:(\d{1,6})W)?(?:(\d{1,6})D)?"
    r"(?:T(?=.)(?:(\d{1,8})H)?(?:(\d{1,8})M)?(?:(\d{1,10})S)?)?",
    re.ASCII,
)


def period(text: str) -> Period | None:
    """The period that an ISO 8601 duration names; None for any other text.

    `P1D` is a step of the calendar and `PT24H` elapsed time: on a day of 23 hours they differ.
    Whole numbers only, units in their order, no sign.
    """
    match = _FORM.fullmatch(text)
    if match is None:
        return None
    years, months, weeks, days, hours, minutes, seconds = (
        int(part or 0) for part in match.groups()
    )
    return Period(years * 12 + months, weeks * 7 + days, hours * 3600 + minutes * 60 + seconds)


def print_period(of: Period) -> str:
    """The shortest ISO 8601 text of a period, `P0D` for none; signs stand before their numbers."""
    years, months = _whole(of.months, 12)
    hours, seconds = _whole(of.seconds, 3600)
    minutes, seconds = _whole(seconds, 60)
    date = "".join(f"{n}{unit}" for n, unit in ((years, "Y"), (months, "M"), (of.days, "D")) if n)
    time = "".join(f"{n}{unit}" for n, unit in ((hours, "H"), (minutes, "M"), (seconds, "S")) if n)
    return f"P{date}T{time}" if time else f"P{date or '0D'}"


def _whole(number: int, unit: int) -> tuple[int, int]:
    """Quotient and rest of the same sign."""
    sign = -1 if number < 0 else 1
    whole, rest = divmod(abs(number), unit)
    return sign * whole, sign * rest


def add_period(instant: int, step: Period, zone: str, sign: int = 1) -> int:
    """The instant a period later, or with `sign=-1` earlier, by the calendar of a zone.

    Months and days move the local clock (a day starts at midnight, also where its first instant
    shows a later time; of a month without such a day the last one is taken), then seconds elapse.
    A period without negative parts never moves the wrong way.
    """
    return shifted(instant, step, zone_of(zone), sign)


@lru_cache(maxsize=1 << 16)
def shifted(instant: int, step: Period, zone: Zone, sign: int) -> int:
    """The same for a zone at hand."""
    moved = instant
    if step.months or step.days:
        moved = _stepped(instant, step, zone, sign)
        if min(step.months, step.days) >= 0:
            moved = max(moved, instant) if sign > 0 else min(moved, instant)
    return moved + sign * step.seconds


def _stepped(instant: int, step: Period, zone: Zone, sign: int) -> int:
    local = instant + zone.offset_at(instant)
    day, clock = divmod(local, DAY)
    if clock and zone.day_start(day) == instant:
        clock = 0
    if step.months:
        day = add_months(day, sign * step.months)
    return zone.instant_of((day + sign * step.days) * DAY + clock)
