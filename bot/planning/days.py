"""Dates and instants of a zone, as planning needs them at its edges."""

import datetime as dt
from zoneinfo import ZoneInfo

from bot.domain.dataset import Grain, Partitioning
from bot.domain.partition_set import PartitionSet, TimePartitions
from bot.domain.spans import BEGINNING, FOREVER, Spans
from bot.partitions.calendar import calendar_of

OPEN = "?"


def start_of_date(date: dt.date, zone: str) -> int:
    """The first instant of a date in a zone (not always midnight), in seconds since the epoch."""
    span = calendar_of(Partitioning(Grain.DAY, zone, "%Y-%m-%d")).span_of_date(date)
    return span[0]


def end_of_date(date: dt.date, zone: str) -> int:
    """The first instant after a date in a zone."""
    return start_of_date(date + dt.timedelta(days=1), zone)


def date_of(instant: int, zone: str) -> dt.date:
    """The date in a zone on which an instant falls."""
    return dt.datetime.fromtimestamp(instant, ZoneInfo(zone)).date()


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
