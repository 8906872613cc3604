"""Roots and their ranges."""

import datetime as dt
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from bot.domain.facts import UNKNOWN
from bot.domain.names import DatasetName
from bot.domain.phrase import Phrase
from bot.domain.place import Place
from bot.domain.request import ListRange, Range, TimeRange, WholeRange
from bot.parsing.forms import Field, Form
from bot.parsing.nodes import Node, Pairs, Scalar, is_null
from bot.parsing.reads import MAX_NAME
from bot.parsing.scalars import OneWord, Text, one_of
from bot.parsing.shapes import WRONG, JsonSchema, ListOf, Optional, Source, Stated, Wrong, unstated
from bot.parsing.times import DATE, Date, TimeZone, date_of, wrong_date

WHOLE: Final = "whole"
MAX_KEY: Final = 1000
COMPARABLE: Final = re.compile(r"\d{4}(-\d{2}){0,3}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Bound:
    """A bound as typed, with its place."""

    text: str
    place: Place


NOWHERE: Final = Bound("", Place("", 0))


class BoundShape:
    """A date, or a key of the root's calendar; `unknown` where nobody has said."""

    def read(self, node: Node, at: Source) -> Bound | Wrong:
        """The bound as typed; its text is empty where it is unknown."""
        absent = unstated(node, at)
        if absent is WRONG:
            return WRONG
        if absent is UNKNOWN:
            return Bound("", at.place(node))
        if not isinstance(node, Scalar) or not node.text.strip() or len(node.text) > MAX_KEY:
            return at.wrong(node, Phrase("write a date such as `2026-03-01`, or a key of the root"))
        if DATE.fullmatch(node.text) and date_of(node.text) is None:
            return wrong_date(node, at)
        return Bound(node.text, at.place(node))

    def schema(self) -> JsonSchema:
        """A text; a year alone is a number to editors."""
        return {"type": ["string", "integer", "null"], "examples": ["2026-03-01", "2026-03"]}


def _range(values: dict[str, Any], node: Pairs, at: Source) -> Range:
    if "values" in values:
        return ListRange(values["values"], at.place(node))
    nowhere = Bound("", at.place(node))
    start: Bound = values.get("start", nowhere)
    end: Bound = values.get("end", nowhere)
    return TimeRange(
        start.text,
        end.text,
        at.place(node),
        start.place,
        end.place,
        time_zone=values.get("time_zone", UNKNOWN),
        excluded=tuple((bound.text, bound.place) for bound in values.get("except") or ()),
        horizon=values.get("horizon"),
        whole=values.get("cut") == WHOLE,
    )


def _in_order(values: Mapping[str, Any], node: Pairs, at: Source) -> None:
    """Notes what does not go together: values with dates, an end before the start."""
    if node.get("values") is not None and len(node.pairs) > 1:
        at.wrong(node.key("values"), Phrase("write either `values`, or a start and an end"))
    start: Bound = values.get("start", NOWHERE)
    end: Bound = values.get("end", NOWHERE)
    horizon: dt.date | None = values.get("horizon")
    if _after(start.text, end.text):
        right = Phrase("write an end that is not before the start, {start}", start=start.text)
        at.wrong(node.get("end") or node, right)
    if horizon is not None and DATE.fullmatch(end.text) and _after(end.text, str(horizon)):
        right = Phrase("write a horizon that is not before the end, {end}", end=end.text)
        at.wrong(node.get("horizon") or node, right)


def _after(start: str, end: str) -> bool:
    """True where both are typed alike, from the year down, and the first is the later one."""
    alike = COMPARABLE.fullmatch(start) and COMPARABLE.fullmatch(end) and len(start) == len(end)
    return bool(alike) and start > end


class Key:
    """A key to leave out, with its place."""

    def read(self, node: Node, at: Source) -> Bound | Wrong:
        """The key as typed."""
        text = Text(Phrase("a key such as `2026-03-07`"), most=1000).read(node, at)
        if text is WRONG or not isinstance(node, Scalar):
            return WRONG
        if DATE.fullmatch(text) and date_of(text) is None:
            return wrong_date(node, at)
        return Bound(text, at.place(node))

    def schema(self) -> JsonSchema:
        """A text."""
        return Text().schema()


class Horizon:
    """The last date that forward-running effects reach; None where nobody has said."""

    def read(self, node: Node, at: Source) -> dt.date | Wrong | None:
        """The date."""
        absent = unstated(node, at)
        if absent is None:
            return Date().read(node, at)
        return WRONG if absent is WRONG else None

    def schema(self) -> JsonSchema:
        """A date, or unknown."""
        return {"anyOf": [{"$ref": "#/$defs/unstated"}, Date().schema()]}


PARTS: Final[Form[Range]] = Form(
    fields=(
        Field("start", BoundShape(), "The first date or key, inclusive."),
        Field("end", BoundShape(), "The last date or key, inclusive."),
        Field(
            "time_zone",
            Stated(TimeZone()),
            "The zone of the dates above; the root's own where it is left out.",
        ),
        Field("except", Optional(ListOf(Key(), "[2026-03-07]"), ()), "Keys to leave out."),
        Field("horizon", Horizon(), "The last date that forward-running effects reach."),
        Field(
            "cut",
            Optional(OneWord((WHOLE,)), None),
            "`whole`: a partition that the range cuts is rewritten whole.",
        ),
        Field(
            "values",
            ListOf(Text(Phrase("a value"), most=1000), "[EU]", 1),
            "For a root cut by a list: the values to rewrite.",
        ),
    ),
    build=_range,
    example="{start: 2026-03-01, end: 2026-03-14}",
    check=_in_order,
)


class RangeShape:
    """Start and end, values, or `whole`."""

    def read(self, node: Node, at: Source) -> Range | Wrong:
        """The range; one without bounds where it is unknown."""
        if not isinstance(node, Scalar):
            absent = unstated(node, at)
            if absent is None:
                return PARTS.read(node, at)
            return at.wrong(node, Phrase("write the range; a backfill without one does nothing"))
        place = at.place(node)
        if node.text == WHOLE:
            return WholeRange(place)
        if node.text == "unknown" or is_null(node):
            return TimeRange("", "", place, place, place)
        return one_of(node, (WHOLE, "unknown"), at)

    def schema(self) -> JsonSchema:
        """The parts, or a word."""
        return {"anyOf": [PARTS.schema(), {"enum": [WHOLE, "unknown", None]}]}


RANGE: Final = RangeShape()


@dataclass(frozen=True, slots=True)
class RootRead:
    """A root whose range may stand beside it or above it."""

    dataset: DatasetName
    range: Range | None
    place: Place


ROOT: Final[Form[RootRead]] = Form(
    fields=(
        Field(
            "dataset",
            Text(Phrase("the dataset's name"), most=MAX_NAME),
            "The dataset that is wrong by itself.",
            required=True,
        ),
        Field("range", RANGE, "Which of its partitions are wrong."),
    ),
    build=lambda values, node, at: RootRead(
        DatasetName(values["dataset"]), values.get("range"), at.place(node.get("dataset") or node)
    ),
    example="{dataset: warehouse.orders_daily}",
)
