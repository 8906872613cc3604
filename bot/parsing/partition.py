"""How a dataset is cut into partitions."""

from enum import StrEnum
from typing import Any, Final

from bot.domain.dataset import TIME_GRAINS, Grain, Partitioning
from bot.domain.phrase import Phrase
from bot.parsing.forms import Field, Form
from bot.parsing.nodes import Node, Pairs
from bot.parsing.scalars import Text, Word
from bot.parsing.shapes import WRONG, JsonSchema, ListOf, Shape, Source, Wrong, unstated
from bot.parsing.times import Date, KeyFormat, TimeZone
from bot.partitions.keys import DEFAULT_KEYS


class Weekday(StrEnum):
    """The day that a week begins with."""

    MONDAY = "monday"
    TUESDAY = "tuesday"
    WEDNESDAY = "wednesday"
    THURSDAY = "thursday"
    FRIDAY = "friday"
    SATURDAY = "saturday"
    SUNDAY = "sunday"


WEEKDAYS: Final = tuple(Weekday)


class Part:
    """One part of a partitioning: a value, or None where it is unknown."""

    def __init__(self, shape: Shape[Any]) -> None:
        self.shape = shape

    def read(self, node: Node, at: Source) -> Any:
        """What the shape reads; None where it is said to be unknown."""
        absent = unstated(node, at)
        return self.shape.read(node, at) if absent is None else WRONG if absent is WRONG else None

    def schema(self) -> JsonSchema:
        """The shape, or one of the ways to say that there is no value."""
        return {"anyOf": [{"$ref": "#/$defs/unstated"}, self.shape.schema()]}


class UniqueValues:
    """The values of a list calendar, each once."""

    values: Final = ListOf(Text(Phrase("a value")), "[EU, US]", 1)

    def read(self, node: Node, at: Source) -> tuple[str, ...] | Wrong:
        """The values in the order of the file."""
        values = self.values.read(node, at)
        if values is not WRONG and len(set(values)) < len(values):
            twice = next(value for value in values if values.count(value) > 1)
            found = Phrase("`{value}` twice", value=twice)
            return at.wrong(node, Phrase("name each value once"), found=found)
        return values

    def schema(self) -> JsonSchema:
        """An array without repetition."""
        return {**self.values.schema(), "uniqueItems": True}


FITS: Final = {
    "time_zone": TIME_GRAINS,
    "key": TIME_GRAINS,
    "first": TIME_GRAINS,
    "week_start": frozenset({Grain.WEEK}),
    "values": frozenset({Grain.LIST}),
    "column": frozenset(Grain),
}


def _partitioning(values: dict[str, Any], node: Pairs, at: Source) -> Partitioning | Wrong | None:
    by: Grain | None = values["by"]
    if by is None:
        return None
    for name in values:
        if by not in FITS.get(name, frozenset(Grain)):
            return at.wrong(
                node.key(name),
                Phrase("leave `{key}` out, or change `by`", key=name),
                found=Phrase("`{key}` for a dataset cut by {by}", key=name, by=str(by)),
            )
    if by is Grain.LIST and "values" not in values:
        return at.wrong(
            node, Phrase("add `values: [EU, US]`"), found=Phrase("no `values` for a list")
        )
    if any(values.get(name, name) is None for name in ("time_zone", "key", "values")):
        return None
    if by not in TIME_GRAINS:
        return Partitioning(by, column=values.get("column"), values=values.get("values", ()))
    return Partitioning(
        by,
        time_zone=values.get("time_zone", "UTC"),
        key=values.get("key", DEFAULT_KEYS[by]),
        week_start=WEEKDAYS.index(values.get("week_start") or Weekday.MONDAY),
        first=values.get("first"),
        column=values.get("column"),
    )


PARTITION: Final = Form(
    fields=(
        Field("by", Part(Word(Grain)), "The unit that the dataset is cut in.", required=True),
        Field("time_zone", Part(TimeZone()), "The zone that it is cut in.", default="UTC"),
        Field("column", Part(Text(Phrase("a column"))), "The column that decides."),
        Field("key", Part(KeyFormat()), "A strftime format for the keys of partitions."),
        Field("first", Part(Date()), "Earlier partitions do not exist."),
        Field("week_start", Part(Word(Weekday)), "The first day of a week.", default="monday"),
        Field("values", Part(UniqueValues()), "The keys of a list."),
    ),
    build=_partitioning,
    example="{by: day, time_zone: UTC}",
)
