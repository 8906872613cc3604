"""Dates, durations, time zones, and the formats of partition keys."""

import datetime as dt
import re
from dataclasses import dataclass
from functools import cache
from typing import Final
from zoneinfo import ZoneInfo, available_timezones

from bot.domain.dataset import Period
from bot.domain.phrase import Phrase
from bot.parsing.nodes import Node, Scalar, is_null
from bot.parsing.shapes import JsonSchema, Source, Wrong
from bot.partitions.keys import key_problem
from bot.partitions.periods import period

DATE: Final = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)
LOOSE_DATE: Final = re.compile(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})", re.ASCII)
MAX_FORMAT: Final = 100
YEARS: Final = ("1700", "2999")
"""Beyond them a sum of dates could leave what a date can be."""


@dataclass(frozen=True, slots=True)
class Date:
    """A calendar date, `2026-03-01`."""

    def read(self, node: Node, at: Source) -> dt.date | Wrong:
        """The date."""
        if isinstance(node, Scalar):
            date = date_of(node.text)
            if date is not None:
                return date
            return wrong_date(node, at)
        return at.wrong(node, Phrase("write a date such as `2026-03-01`"))

    def schema(self) -> JsonSchema:
        """A text of the form of a date."""
        return {"type": "string", "format": "date", "pattern": f"^{DATE.pattern}$"}


def date_of(text: str) -> dt.date | None:
    """The date that is typed as `2026-03-01`, if there is such a day in the years that count."""
    if not DATE.fullmatch(text) or not YEARS[0] <= text[:4] <= YEARS[1]:
        return None
    try:
        return dt.date.fromisoformat(text)
    except ValueError:
        return None


def wrong_date(node: Scalar, at: Source) -> Wrong:
    """Notes something that is no date, with the date that was likely meant."""
    loose = LOOSE_DATE.match(node.text)
    nearest = "-".join((loose[1], loose[2].zfill(2), loose[3].zfill(2))) if loose else None
    if DATE.fullmatch(node.text):
        return at.wrong(
            node,
            Phrase(
                "write a day that exists, in the years {first} to {last}",
                first=YEARS[0],
                last=YEARS[1],
            ),
            found=Phrase("`{text}`, which is no such day", text=node.text),
        )
    return at.wrong(
        node,
        Phrase("write a date such as `2026-03-01`"),
        nearest=nearest if nearest and date_of(nearest) else None,
    )


@dataclass(frozen=True, slots=True)
class Duration:
    """An ISO 8601 duration, `P6D`."""

    def read(self, node: Node, at: Source) -> Period | Wrong:
        """Its months, days and seconds."""
        if isinstance(node, Scalar):
            found = period(node.text)
            if found is not None:
                return found
        return at.wrong(
            node,
            Phrase("write an ISO 8601 duration such as `P6D`, `PT3H` or `P1M`"),
            nearest=_nearest_duration(node),
        )

    def schema(self) -> JsonSchema:
        """A text of the form of a duration."""
        return {"type": "string", "pattern": "^P(?!$)", "examples": ["P6D", "PT3H", "P1M"]}


def _nearest_duration(node: Node) -> str | None:
    """`P6D` for `6d`, `6 days`, `-P6D`."""
    text = node.text.strip().lower() if isinstance(node, Scalar) else ""
    match = re.fullmatch(r"(?:-?p)?(\d{1,6})\s*(h|d|w|hours?|days?|weeks?)", text, re.ASCII)
    if not match:
        return None
    unit = match[2][0].upper()
    return f"PT{match[1]}H" if unit == "H" else f"P{match[1]}{unit}"


@dataclass(frozen=True, slots=True)
class TimeZone:
    """A name of the tz database that exists."""

    def read(self, node: Node, at: Source) -> str | Wrong:
        """The name."""
        if isinstance(node, Scalar):
            if _is_zone(node.text):
                return node.text
            return at.misspelt(
                node,
                node.text,
                available_timezones(),
                Phrase("write a name of the tz database such as `America/New_York` or `UTC`"),
            )
        return at.wrong(node, Phrase("write a time zone such as `America/New_York`"))

    def schema(self) -> JsonSchema:
        """A text; which zones exist is for the tz database to say."""
        return {"type": "string", "examples": ["UTC", "America/New_York", "Europe/Berlin"]}


@cache
def _is_zone(name: str) -> bool:
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_+-]*(/[A-Za-z0-9_+-]+)*", name, re.ASCII):
        return False
    try:
        return ZoneInfo(name).key == name
    except (KeyError, ValueError, OSError):
        return False


@dataclass(frozen=True, slots=True)
class KeyFormat:
    """A strftime format for the keys of partitions."""

    def read(self, node: Node, at: Source) -> str | Wrong:
        """The format; whether it tells all partitions apart is a gate's question."""
        right = Phrase("write a strftime format such as `%Y-%m-%d`")
        if not isinstance(node, Scalar) or is_null(node) or len(node.text) > MAX_FORMAT:
            return at.wrong(node, right)
        problem = key_problem(node.text)
        if problem:
            found = Phrase("`{text}` ({problem})", text=node.text, problem=problem)
            return at.wrong(node, right, found=found)
        return node.text

    def schema(self) -> JsonSchema:
        """A text with a percent sign."""
        return {"type": "string", "pattern": "%", "examples": ["%Y-%m-%d", "%Y%m%d"]}
