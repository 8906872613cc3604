"""The scope of a plan that stands in a file (`backfill-plan/v1`).

Partitions are read in the calendar that the plan states for each dataset (`partition`); where it
states none, items are compared literally: a calendar is never guessed.
"""

import datetime as dt
from collections.abc import Iterator, Mapping
from typing import Any, Final

from bot.domain.dataset import Grain, Partitioning, Semantics
from bot.domain.names import DatasetName
from bot.domain.partition_set import ListPartitions, PartitionSet, TimePartitions, WholeTable
from bot.domain.scope import Command, Scope, ScopeLine
from bot.domain.spans import Spans
from bot.partitions.keys import DEFAULT_KEYS
from bot.partitions.sets import parse

_WEEKDAYS: Final = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")


def planned_scope(plan: Mapping[str, Any]) -> Scope:
    """What the plan would have somebody confirm; what is not a dataset's entry is passed over."""
    return Scope(tuple(_lines(plan)), _code(plan))


def _code(plan: Mapping[str, Any]) -> str:
    """The fixed version; `head` where the plan says nothing else."""
    code = plan.get("code")
    version = code.get("version") if isinstance(code, Mapping) else code
    return version if isinstance(version, str) else "head"


def _lines(plan: Mapping[str, Any]) -> Iterator[ScopeLine]:
    datasets = plan.get("datasets")
    for entry in datasets if isinstance(datasets, list) else ():
        if not isinstance(entry, Mapping) or entry.get("write") not in tuple(Semantics):
            continue
        items = entry.get("partitions")
        named = tuple(str(item) for item in items) if isinstance(items, list) else ()
        yield ScopeLine(
            semantics=Semantics(entry["write"]),
            dataset=DatasetName(str(entry.get("dataset"))),
            partitions=_partitions(named, entry.get("partition")),
            command=Command.APPROVE if entry.get("reversible") is True else Command.CONFIRM,
        )


def _partitions(items: tuple[str, ...], cut: object) -> PartitionSet:
    if items == ("whole-table",):
        return WholeTable()
    literally = ListPartitions(Partitioning(Grain.LIST, values=items), items)
    calendar = _calendar(cut)
    if calendar is None or calendar.by is Grain.NONE:
        return literally
    if calendar.by is Grain.LIST:
        values = tuple(dict.fromkeys((*calendar.values, *items)))
        return ListPartitions(Partitioning(Grain.LIST, values=values), items)
    read = parse(items, TimePartitions(calendar, Spans()))
    return literally if read.unreadable or read.partitions is None else read.partitions


def _calendar(cut: object) -> Partitioning | None:
    if not isinstance(cut, Mapping) or cut.get("by") not in tuple(Grain):
        return None
    first, week_start = cut.get("first"), cut.get("week_start")
    return Partitioning(
        by=Grain(cut["by"]),
        time_zone=str(cut.get("time_zone") or "UTC"),
        key=str(cut.get("key") or DEFAULT_KEYS.get(Grain(cut["by"]), "")),
        week_start=_WEEKDAYS.index(week_start) if week_start in _WEEKDAYS else 0,
        first=dt.date.fromisoformat(first) if isinstance(first, str) else None,
        values=tuple(str(value) for value in cut.get("values") or ()),
    )
