"""The scope of a plan that stands in a file (`backfill-plan/v1`).

Partitions are read in the calendar that the plan states for each dataset (`partition`); where it
states none, items are compared literally: a calendar is never guessed.
"""

import datetime as dt
from collections.abc import Mapping
from typing import Any, Final

from bot.domain.dataset import Grain, Partitioning, Semantics
from bot.domain.names import DatasetName
from bot.domain.partition_set import ListPartitions, PartitionSet, TimePartitions, WholeTable
from bot.domain.phrase import Phrase
from bot.domain.scope import Command, Scope, ScopeLine
from bot.domain.spans import Spans
from bot.partitions.keys import DEFAULT_KEYS, key_problem
from bot.partitions.sets import parse
from bot.partitions.zones import is_zone

SCHEMA: Final = "backfill-plan/v1"
_WEEKDAYS: Final = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")


class Unreadable(Exception):  # noqa: N818  (what is said of the plan, not of us)
    """A plan that is not exactly what its format says; the text says where."""


def planned_scope(plan: Mapping[str, Any]) -> Scope:
    """What the plan would have somebody confirm.

    Raises:
        Unreadable: something of it cannot be read. Nothing is passed over: what is left out of a
            scope would make a narrower one look right.
    """
    if plan.get("schema", SCHEMA) != SCHEMA:
        raise Unreadable(Phrase("`schema` is not {schema}", schema=SCHEMA))
    datasets = plan.get("datasets")
    if not isinstance(datasets, list):
        raise Unreadable(Phrase("`{where}` is not what it should be", where="datasets"))
    lines = tuple(_line(entry, f"datasets[{at}]") for at, entry in enumerate(datasets))
    if len({line.dataset for line in lines}) < len(lines):
        raise Unreadable(Phrase("a dataset stands twice"))
    return Scope(lines, _code(plan))


def _code(plan: Mapping[str, Any]) -> str:
    """The fixed version; `head` where the plan says nothing of it."""
    code = plan.get("code", "head")
    return _text(code.get("version", "head") if isinstance(code, Mapping) else code, "code")


def _line(entry: object, where: str) -> ScopeLine:
    if not isinstance(entry, Mapping):
        raise Unreadable(Phrase("`{where}` is not what it should be", where=where))
    write = _text(entry.get("write"), f"{where}.write")
    if write not in tuple(Semantics):
        raise Unreadable(Phrase("`{where}` is not what it should be", where=f"{where}.write"))
    return ScopeLine(
        semantics=Semantics(write),
        dataset=DatasetName(_text(entry.get("dataset"), f"{where}.dataset")),
        partitions=_partitions(
            _texts(entry.get("partitions"), f"{where}.partitions"),
            _calendar(entry.get("partition"), f"{where}.partition"),
        ),
        command=Command.APPROVE if entry.get("reversible") is True else Command.CONFIRM,
    )


def _partitions(items: tuple[str, ...], calendar: Partitioning | None) -> PartitionSet:
    if items == ("whole-table",):
        return WholeTable()
    literally = ListPartitions(Partitioning(Grain.LIST, values=items), items)
    if calendar is None or calendar.by is Grain.NONE:
        return literally
    if calendar.by is Grain.LIST:
        values = tuple(dict.fromkeys((*calendar.values, *items)))
        return ListPartitions(Partitioning(Grain.LIST, values=values), items)
    read = parse(items, TimePartitions(calendar, Spans()))
    return literally if read.unreadable or read.partitions is None else read.partitions


def _calendar(cut: object, where: str) -> Partitioning | None:
    if cut is None:
        return None
    if not isinstance(cut, Mapping) or cut.get("by") not in [grain.value for grain in Grain]:
        raise Unreadable(Phrase("`{where}` is not what it should be", where=where))
    by = Grain(cut["by"])
    zone = _text(cut.get("time_zone") or "UTC", f"{where}.time_zone")
    key = _text(cut.get("key") or DEFAULT_KEYS.get(by, ""), f"{where}.key")
    week_start = cut.get("week_start") or "monday"
    if not is_zone(zone) or (key and key_problem(key)) or week_start not in [*_WEEKDAYS]:
        raise Unreadable(Phrase("`{where}` is not what it should be", where=where))
    return Partitioning(
        by=by,
        time_zone=zone,
        key=key,
        week_start=_WEEKDAYS.index(week_start),
        first=_date(cut.get("first"), f"{where}.first"),
        values=_texts(cut.get("values") or [], f"{where}.values"),
    )


def _date(found: object, where: str) -> dt.date | None:
    if found is None:
        return None
    try:
        return dt.date.fromisoformat(_text(found, where))
    except ValueError:
        raise Unreadable(Phrase("`{where}` is not what it should be", where=where)) from None


def _texts(found: object, where: str) -> tuple[str, ...]:
    if not isinstance(found, list):
        raise Unreadable(Phrase("`{where}` is not what it should be", where=where))
    return tuple(_text(each, where) for each in found)


def _text(found: object, where: str) -> str:
    if not isinstance(found, str):
        raise Unreadable(Phrase("`{where}` is not what it should be", where=where))
    return found
