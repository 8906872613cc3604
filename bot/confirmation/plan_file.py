"""A plan that stands in a file (`backfill-plan/v1`), as far as a comment is compared with it.

Partitions are read in the calendar that the plan states for each dataset (`partition`); where it
states none, items are compared literally: a calendar is never guessed. Nothing is passed over, and
nothing read half: what is left out of a scope would make a narrower one look right.
"""

import datetime as dt
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, NoReturn

from bot.domain.dataset import Grain, Partitioning, Semantics
from bot.domain.names import CommitSha, DatasetName
from bot.domain.partition_set import ListPartitions, PartitionSet, TimePartitions, WholeTable
from bot.domain.scope import Command, Scope, ScopeLine
from bot.domain.spans import BEGINNING, FOREVER, Spans
from bot.partitions.calendar import calendar_of
from bot.partitions.keys import DEFAULT_KEYS, key_problem
from bot.partitions.sets import parse
from bot.partitions.spoken import OPEN, TO, WHOLE_TABLE
from bot.partitions.zones import is_zone
from bot.planning.scope import HEAD, scope_digest

SCHEMA: Final = "backfill-plan/v1"
_SHA: Final = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?", re.IGNORECASE)
_WEEKDAYS: Final = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")


class Unreadable(Exception):  # noqa: N818  (what is said of the plan, not of us)
    """A plan that is not exactly what its format says: one sentence that says where."""


@dataclass(frozen=True, slots=True)
class Undecided:
    """A dataset of the plan whose write semantics nobody has stated (`write` is null)."""

    name: DatasetName
    partitions: PartitionSet


@dataclass(frozen=True, slots=True)
class PlanFile:
    """What a plan in a file would have somebody confirm, and for which commit."""

    name: str
    commit: CommitSha
    scope: Scope
    undecided: tuple[Undecided, ...] = ()
    """They have no line in the scope; with any of them the plan cannot be confirmed."""
    doubt: str | None = None
    """Why the file may have been changed after it was made. That is not for a comment to answer:
    only its grammar, commit, code and scope are judged (SPEC 11)."""


def read_plan(described: Mapping[str, Any]) -> PlanFile:
    """The plan that a JSON object describes.

    Raises:
        Unreadable: something of it cannot be read.
    """
    if described.get("schema", SCHEMA) != SCHEMA:
        _wrong("schema", f'"{SCHEMA}"')
    commit = _text(described.get("commit"), "commit")
    if not _SHA.fullmatch(commit):
        _wrong("commit", "a full SHA of 40 or 64 hexadecimal digits")
    lines = _lines(described.get("datasets"))
    plan = PlanFile(
        name=_text(described.get("name"), "name"),
        commit=CommitSha(commit.lower()),
        scope=Scope(tuple(line for line in lines if isinstance(line, ScopeLine)), _code(described)),
        undecided=tuple(line for line in lines if isinstance(line, Undecided)),
    )
    return replace(plan, doubt=_digest_doubt(described, plan))


def _digest_doubt(described: Mapping[str, Any], plan: PlanFile) -> str | None:
    """What is to be said where the digest is not the scope's, if that can be computed again."""
    if "scope_digest" not in described:
        return None
    stated = _text(described["scope_digest"], "scope_digest")
    sets = [line.partitions for line in plan.scope.lines]
    sets += [dataset.partitions for dataset in plan.undecided]
    if not all(_tells_its_instants(partitions) for partitions in sets):
        return None
    own = scope_digest(plan.scope, plan.undecided)
    if stated == own:
        return None
    return (
        f"`scope_digest` is not that of the datasets and the code that stand here ({own}): the "
        "plan was changed after it was made, or made by something else"
    )


def _tells_its_instants(partitions: PartitionSet) -> bool:
    """True where the keys of a set say in which calendar they are, and which partitions."""
    match partitions:
        case TimePartitions(calendar, spans):
            cut = calendar_of(calendar)
            return cut.keys_tell_apart and not cut.duplicates(spans)
        case ListPartitions(calendar):
            return calendar.by is Grain.LIST
        case WholeTable():
            return True


def _code(described: Mapping[str, Any]) -> str:
    """The fixed version; `head` where the plan says nothing of it."""
    code = described.get("code", HEAD)
    if isinstance(code, Mapping):
        return _text(code.get("version"), "code.version")
    return _text(code, "code")


def _lines(datasets: object) -> tuple[ScopeLine | Undecided, ...]:
    if not isinstance(datasets, list):
        _wrong("datasets", "a list of objects")
    seen: set[str] = set()
    return tuple(_line(entry, f"datasets[{at}]", seen) for at, entry in enumerate(datasets))


def _line(entry: object, where: str, seen: set[str]) -> ScopeLine | Undecided:
    if not isinstance(entry, Mapping):
        _wrong(where, "an object")
    name = DatasetName(_text(entry.get("dataset"), f"{where}.dataset"))
    if name in seen:
        _wrong(f"{where}.dataset", "a dataset that stands nowhere else in the list")
    seen.add(name)
    partitions = _partitions(entry, where)
    command = _command(entry, where)
    write = entry.get("write", "")
    if write is None:
        return Undecided(name, partitions)
    if write not in [each.value for each in Semantics]:
        _wrong(f"{where}.write", "overwrite, append, merge or null")
    return ScopeLine(Semantics(write), name, partitions, command)


def _command(entry: Mapping[str, Any], where: str) -> Command:
    reversible = entry.get("reversible")
    if reversible is not None and not isinstance(reversible, bool):
        _wrong(f"{where}.reversible", "true, false or null")
    command = Command.APPROVE if reversible else Command.CONFIRM
    if entry.get("command", command.value) != command.value:
        _wrong(f"{where}.command", f"{command.value}, which follows from `reversible`")
    return command


def _partitions(entry: Mapping[str, Any], where: str) -> PartitionSet:
    calendar = _calendar(entry.get("partition"), f"{where}.partition")
    where = f"{where}.partitions"
    items = _texts(entry.get("partitions"), where)
    if not items:
        _wrong(where, "a list of at least one partition")
    if calendar is None:
        return WholeTable() if items == (WHOLE_TABLE,) else _literally(items)
    if calendar.by is Grain.LIST:
        values = tuple(dict.fromkeys((*calendar.values, *items)))
        return ListPartitions(Partitioning(Grain.LIST, values=values), items)
    if calendar.by is not Grain.NONE:
        return _timed(items, calendar, where)
    if items != (WHOLE_TABLE,):
        _wrong(where, f"{WHOLE_TABLE} alone, as nothing cuts the table")
    return WholeTable()


def _literally(items: tuple[str, ...]) -> ListPartitions:
    """Items whose calendar nobody has stated, or whose keys leave the year open."""
    return ListPartitions(Partitioning(Grain.NONE, values=items), items)


def _timed(items: tuple[str, ...], calendar: Partitioning, where: str) -> PartitionSet:
    if not calendar_of(calendar).format.has_year:
        return _literally(items)
    like = TimePartitions(calendar, Spans())
    read = parse(items, like)
    endless = [_endless(item, like, where) for item in read.unreadable]
    spans = read.partitions.spans if isinstance(read.partitions, TimePartitions) else Spans()
    return TimePartitions(calendar, spans | Spans.of(endless))


def _endless(item: str, like: TimePartitions, where: str) -> tuple[int, int]:
    """`first..?`: what is planned where nobody has said a horizon, and no comment can name."""
    first = item.removesuffix(f"{TO}{OPEN}")
    if first == item:
        _wrong(where, f"keys and runs of the calendar in `partition`, not {first!r}")
    if first == OPEN:
        return BEGINNING, FOREVER
    start = parse((first,), like).partitions
    if not isinstance(start, TimePartitions):
        _wrong(where, f"keys and runs of the calendar in `partition`, not {item!r}")
    return start.spans.first, FOREVER


def _calendar(cut: object, where: str) -> Partitioning | None:
    if cut is None:
        return None
    if not isinstance(cut, Mapping):
        _wrong(where, "an object")
    if cut.get("by") not in [grain.value for grain in Grain]:
        _wrong(f"{where}.by", "one of " + ", ".join(Grain))
    by = Grain(cut["by"])
    values = cut.get("values")
    return Partitioning(
        by=by,
        time_zone=_zone(cut.get("time_zone"), f"{where}.time_zone"),
        key=_key(cut.get("key"), by, f"{where}.key"),
        week_start=_weekday(cut.get("week_start"), f"{where}.week_start"),
        first=_date(cut.get("first"), f"{where}.first"),
        values=() if values is None else _texts(values, f"{where}.values"),
    )


def _zone(found: object, where: str) -> str:
    if found is None:
        return "UTC"
    zone = _text(found, where)
    if not is_zone(zone):
        _wrong(where, "a name of the tz database")
    return zone


def _key(found: object, by: Grain, where: str) -> str:
    if found is None:
        return DEFAULT_KEYS.get(by, "")
    key = _text(found, where)
    if key_problem(key):
        _wrong(where, "a strftime format that tells partitions apart")
    return key


def _weekday(found: object, where: str) -> int:
    if found is None:
        return 0
    if found not in _WEEKDAYS:
        _wrong(where, "a weekday such as monday")
    return _WEEKDAYS.index(str(found))


def _date(found: object, where: str) -> dt.date | None:
    if found is None:
        return None
    try:
        return dt.date.fromisoformat(_text(found, where))
    except ValueError:
        _wrong(where, "a date such as 2026-03-01")


def _texts(found: object, where: str) -> tuple[str, ...]:
    if not isinstance(found, list):
        _wrong(where, "a list of texts")
    return tuple(_text(each, f"{where}[{at}]") for at, each in enumerate(found))


def _text(found: object, where: str) -> str:
    if not isinstance(found, str) or not found:
        _wrong(where, "a text")
    if any("\ud800" <= character <= "\udfff" for character in found):
        _wrong(where, "a text without lone surrogates")
    return found


def _wrong(where: str, right: str) -> NoReturn:
    raise Unreadable(f"`{where}` has to be {right}")
