"""Facts, names and partitions as words: what is unknown says so, what is long is counted."""

from collections.abc import Callable, Sequence
from typing import Any, Final, TypeVar

from bot.domain.dataset import Grain, Partitioning
from bot.domain.facts import Fact, Known, NotApplicable
from bot.domain.partition_set import PartitionSet, WholeTable
from bot.domain.phrase import Phrase, counted
from bot.partitions import sets

T = TypeVar("T")
UNKNOWN: Final = Phrase("unknown")
NAMES_SHOWN: Final = 8
RUNS_SHOWN: Final = 3
_WEEKDAYS: Final = (
    Phrase("Monday"),
    Phrase("Tuesday"),
    Phrase("Wednesday"),
    Phrase("Thursday"),
    Phrase("Friday"),
    Phrase("Saturday"),
    Phrase("Sunday"),
)


def fact(stated: Fact[T], show: Callable[[T], Any] = str) -> Any:
    """The words of a fact: as stated, `unknown`, or `not applicable` with the reason."""
    if isinstance(stated, Known):
        return show(stated.value)
    if isinstance(stated, NotApplicable):
        return Phrase("not applicable: {why}", why=stated.why)
    return UNKNOWN


def typed(value: Any) -> Phrase:
    """A word shown as it is typed, in a code span."""
    return Phrase("`{value}`", value=value)


def yes_or_no(value: bool) -> Phrase:  # noqa: FBT001 - the one value it is about
    """`yes` or `no`."""
    return Phrase("yes") if value else Phrase("no")


def names(members: Sequence[str], shown: int = NAMES_SHOWN) -> Phrase:
    """Names as they are typed; beyond `shown` of them the rest is counted."""
    if not members:
        return Phrase("none")
    if len(members) <= shown:
        return Phrase("`{names}`", names=tuple(members))
    return Phrase(
        "`{names}` and {more:,} more", names=tuple(members[:shown]), more=len(members) - shown
    )


def columns(members: Sequence[str]) -> Phrase:
    """Column names, all of them."""
    return Phrase("`{names}`", names=tuple(members)) if members else Phrase("none")


def partitions(members: PartitionSet, shown: int = RUNS_SHOWN) -> Phrase:
    """The runs of a set as words: `2026-03-01 … 2026-03-14`; beyond `shown` runs counted."""
    if isinstance(members, WholeTable):
        return Phrase("whole table")
    runs = tuple(_spread(run) for run in sets.runs(members))
    if not runs:
        return Phrase("none")
    if len(runs) <= shown:
        return Phrase("{runs}", runs=runs)
    left = len(runs) - shown
    return Phrase("{runs} and {left:,} more runs", runs=runs[:shown], left=left)


def is_shortened(members: PartitionSet, shown: int = RUNS_SHOWN) -> bool:
    """True if `partitions` leaves runs of this set out."""
    return not isinstance(members, WholeTable) and len(sets.runs(members)) > shown


def cut(calendar: Partitioning) -> Phrase:  # noqa: PLR0911 - one return a grain
    """How a dataset is cut, in words: `days, America/New_York`, `weeks from Monday, UTC`."""
    zone = calendar.time_zone
    match calendar.by:
        case Grain.HOUR:
            return Phrase("hours, {zone}", zone=zone)
        case Grain.DAY:
            return Phrase("days, {zone}", zone=zone)
        case Grain.WEEK:
            first = _WEEKDAYS[calendar.week_start]
            return Phrase("weeks from {first}, {zone}", first=first, zone=zone)
        case Grain.MONTH:
            return Phrase("months, {zone}", zone=zone)
        case Grain.QUARTER:
            return Phrase("quarters, {zone}", zone=zone)
        case Grain.YEAR:
            return Phrase("years, {zone}", zone=zone)
        case Grain.LIST:
            return Phrase("a list of {count:,} values", count=len(calendar.values))
        case Grain.NONE:
            return Phrase("not partitioned")


def counted_partitions(  # noqa: PLR0911 - one return a grain
    members: PartitionSet, count: int | None
) -> Phrase:
    """`14 days`, `3 weeks`, `1 month`, `2 values`, `whole table`: a count with its unit."""
    if isinstance(members, WholeTable):
        return Phrase("whole table")
    if count is None:
        return Phrase("unknown number")
    match members.calendar.by:
        case Grain.HOUR:
            return counted("{number:,} hour", "{number:,} hours", count)
        case Grain.DAY:
            return counted("{number:,} day", "{number:,} days", count)
        case Grain.WEEK:
            return counted("{number:,} week", "{number:,} weeks", count)
        case Grain.MONTH:
            return counted("{number:,} month", "{number:,} months", count)
        case Grain.QUARTER:
            return counted("{number:,} quarter", "{number:,} quarters", count)
        case Grain.YEAR:
            return counted("{number:,} year", "{number:,} years", count)
        case Grain.LIST | Grain.NONE:
            return counted("{number:,} value", "{number:,} values", count)


def _spread(run: str) -> str:
    first, dots, last = run.partition("..")
    return f"{first} … {last}" if dots else run
