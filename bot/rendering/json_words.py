"""Facts, readings, calendars and sets of partitions as JSON."""

import dataclasses
import datetime as dt
from collections.abc import Callable, Mapping
from enum import Enum
from typing import Any, TypeAlias

from bot.domain.dataset import Keys, Partitioning, Period, Reading, Reads, Window
from bot.domain.facts import Known, NotApplicable, Unknown
from bot.domain.partition_set import ListPartitions, PartitionSet, TimePartitions
from bot.partitions import sets
from bot.partitions.periods import print_period

Json: TypeAlias = Any
Shown: TypeAlias = Callable[[PartitionSet], list[str]]
"""How a set of partitions is written: as runs, or key by key."""

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")


def as_runs(partitions: PartitionSet) -> list[str]:
    """`first..last` and single keys."""
    return list(sets.runs(partitions))


def as_keys(partitions: PartitionSet) -> list[str]:
    """Every key by itself; a set without a beginning stays a run (`?..last`)."""
    if sets.count(partitions) is None:
        return as_runs(partitions)
    return list(sets.keys(partitions))


def plain(value: Any) -> Json:  # noqa: C901, PLR0911, PLR0912  one case a type
    """Any value of the domain as JSON: facts with their origin, dates in ISO 8601, enums by word.

    Raises TypeError for what has no such form, which is a bug.
    """
    match value:
        case Unknown():
            return None
        case NotApplicable(why, origin):
            return {"not_applicable": why, "from": origin.kind, "place": origin.place}
        case Known(known, origin):
            return {"known": plain(known), "from": origin.kind, "place": origin.place}
        case None | bool() | int() | float():
            return value
        case Enum():
            return str(value.value)
        case str():
            return str(value)
        case dt.date():
            return value.isoformat()
        case Period():
            return print_period(value)
        case Mapping():
            return {str(key): plain(entry) for key, entry in value.items()}
        case tuple() | list():
            return [plain(member) for member in value]
        case Partitioning():
            return calendar(value)
        case _ if dataclasses.is_dataclass(value):
            return fields(value)
        case _:
            raise TypeError(type(value).__name__)


def fields(value: Any, *without: str) -> dict[str, Json]:
    """The fields of a frozen value, but for some."""
    names = (field.name for field in dataclasses.fields(value))
    return {name: plain(getattr(value, name)) for name in names if name not in without}


def reading(reads: Reading) -> Json:
    """As the catalog writes it: a word, `{lookback, lookahead}`, or `{keys}`."""
    match reads:
        case Window(lookback, lookahead) if not lookback and not lookahead:
            return "window"
        case Window(lookback, lookahead):
            both = {"lookback": lookback, "lookahead": lookahead}
            return {name: print_period(period) for name, period in both.items() if period}
        case Keys(mapping):
            return {"keys": {key: list(read) for key, read in mapping}}
        case Reads():
            return reads.value


def partition(partitions: PartitionSet) -> Json:
    """The calendar that a set's keys belong to."""
    if isinstance(partitions, TimePartitions | ListPartitions):
        return calendar(partitions.calendar)
    return calendar(None)


def calendar(cut: Partitioning | None) -> Json:
    """All that is needed to read the keys of a dataset, and to compare sets of them."""
    timed = cut is not None and bool(cut.key)
    return {
        "by": cut.by.value if cut else "none",
        "time_zone": cut.time_zone if cut and timed else None,
        "key": cut.key if cut and timed else None,
        "week_start": WEEKDAYS[cut.week_start] if cut and timed else None,
        "first": cut.first.isoformat() if cut and cut.first else None,
        "column": cut.column if cut else None,
        "values": list(cut.values) if cut else [],
    }
