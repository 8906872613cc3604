"""Dates and instants of a zone, as planning needs them at its edges."""

import datetime as dt
from zoneinfo import ZoneInfo

from bot.domain.dataset import Grain, Partitioning
from bot.domain.partition_set import PartitionSet, TimePartitions
from bot.domain.spans import BEGINNING, FOREVER, Spans
from bot.partitions.calendar import calendar_of

OPEN = "?"
EARLIEST = -62_135_510_400
"""0001-01-02T00:00:00Z: from here on any zone has a date."""
LATEST = 253_402_214_400
"""9999-12-31T00:00:00Z: up to here."""


def start_of_date(date: dt.date, zone: str) -> int:
    """The first instant of a date in a zone (not always midnight), in seconds since the epoch."""
    span = calendar_of(Partitioning(Grain.DAY, zone, "%Y-%m-%d")).span_of_date(date)
    return span[0]


def end_of_date(date: dt.date, zone: str) -> int:
    """The first instant after a date in a zone."""
    return calendar_of(Partitioning(Grain.DAY, zone, "%Y-%m-%d")).span_of_date(date)[1]


def date_of(instant: int, zone: str) -> dt.date:
    """The date in a zone on which an instant falls; what no date reaches is the last one."""
    if not EARLIEST <= instant <= LATEST:
        return dt.date.min if instant < EARLIEST else dt.date.max
    return dt.datetime.fromtimestamp(instant, ZoneInfo(zone)).date()


def earlier(date: dt.date, days: int) -> dt.date:
    """The date so many days before; the first date there is where that is out of reach."""
    return date - dt.timedelta(days=days) if days < date.toordinal() else dt.date.min


def date_text(instant: int, zone: str) -> str:
    """The ISO date of an instant in a zone; `?` for a beginning or end that nobody has stated."""
    if instant <= BEGINNING or instant >= FOREVER - 1:
        return OPEN
    return date_of(instant, zone).isoformat()


def open_on(date: dt.date, partitions: PartitionSet) -> TimePartitions | None:
    """Those of the partitions that are not over when the date begins; None where all are."""
    if not isinstance(partitions, TimePartitions):
        return None
    start = start_of_date(date, partitions.calendar.time_zone)
    calendar = calendar_of(partitions.calendar)
    later = calendar.cover(partitions.spans & Spans.of([(start, FOREVER)]))
    return TimePartitions(partitions.calendar, later) if later else None
