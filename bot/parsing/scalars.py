"""Single words and texts: words of a list, booleans, numbers, dates, durations, zones, formats."""

import datetime as dt
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Any, Final, Generic, TypeVar
from zoneinfo import ZoneInfo, available_timezones

from bot.domain.dataset import Period
from bot.domain.phrase import Phrase
from bot.parsing.nodes import Node, Scalar, cut, is_null, shown
from bot.parsing.shapes import WRONG, JsonSchema, Source, Wrong
from bot.parsing._period import period

W = TypeVar("W", bound=StrEnum)
TRUE: Final = frozenset({"true", "yes", "on"})
FALSE: Final = frozenset({"false", "no", "off"})
DATE: Final = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)
LOOSE_DATE: Final = re.compile(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})", re.ASCII)
DIGITS: Final = re.compile(r"0|[1-9][0-9_]*", re.ASCII)
DIRECTIVES: Final = frozenset("YmdHyjGVuUWwbBaA%")
TEXT_TYPES: Final = ["string", "number", "boolean"]
"""Editors read `0.01` or `2026` as numbers; as text they are what was typed."""


@dataclass(frozen=True, slots=True)
class Text:
    """Any text, exactly as typed; not empty."""

    what: str = "a text"
    pattern: str | None = None
    right: str = ""
    most: int = 10_000

    def read(self, node: Node, at: Source) -> str | Wrong:
        """The text without a change."""
        if not isinstance(node, Scalar) or is_null(node) or not node.text.strip():
            return at.wrong(node, Phrase("write {what}", what=self.what))
        if len(node.text) > self.most:
            return at.wrong(node, Phrase("write at most {number} characters", number=self.most))
        if self.pattern and not re.fullmatch(self.pattern, node.text, re.ASCII):
            return at.wrong(node, self.right or Phrase("write {what}", what=self.what))
        return node.text

    def schema(self) -> JsonSchema:
        """A text; where a pattern holds, matching it."""
        matching = {"pattern": f"^(?:{self.pattern})$"} if self.pattern else {}
        return {"type": TEXT_TYPES, "minLength": 1, "maxLength": self.most, **matching}


@dataclass(frozen=True, slots=True)
class Word(Generic[W]):
    """One of the words of an enumeration, in exactly its case."""

    words: type[W]

    def read(self, node: Node, at: Source) -> W | Wrong:
        """The member of the enumeration."""
        if isinstance(node, Scalar):
            member = _members(self.words).get(node.text)
            if member is not None:
                return member
        return one_of(node, tuple(_members(self.words)), at)

    def schema(self) -> JsonSchema:
        """The words."""
        return {"enum": [str(word) for word in self.words]}


@cache
def _members(words: type[W]) -> dict[str, W]:
    return {str(word): word for word in words}


@dataclass(frozen=True, slots=True)
class OneWord:
    """One of several words that are no enumeration of the domain."""

    words: tuple[str, ...]

    def read(self, node: Node, at: Source) -> str | Wrong:
        """The word."""
        if isinstance(node, Scalar) and node.text in self.words:
            return node.text
        return one_of(node, self.words, at)

    def schema(self) -> JsonSchema:
        """The words."""
        return {"enum": list(self.words)}


def one_of(node: Node, words: Iterable[str], at: Source) -> Wrong:
    """Notes that something else than one of the words stands there."""
    known = tuple(words)
    right = Phrase("write one of `{words}`", words=known)
    if not isinstance(node, Scalar):
        return at.wrong(node, right)
    if node.text.lower() in known:
        right = Phrase("write it in lower case")
    return at.misspelt(node, node.text, known, right)


@dataclass(frozen=True, slots=True)
class Truth:
    """`true` or `false`; YAML's other words for them too."""

    def read(self, node: Node, at: Source) -> bool | Wrong:
        """True or False."""
        if isinstance(node, Scalar):
            word = node.text.lower()
            if word in TRUE or word in FALSE:
                return word in TRUE
        return at.wrong(node, "write `true` or `false`")

    def schema(self) -> JsonSchema:
        """A boolean."""
        words = [*sorted(TRUE - {"true"}), *sorted(FALSE - {"false"})]
        return {"anyOf": [{"type": "boolean"}, {"enum": words}]}


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number in decimal digits."""

    least: int = 0
    most: int = 10**15

    def read(self, node: Node, at: Source) -> int | Wrong:
        """The number."""
        if isinstance(node, Scalar) and DIGITS.fullmatch(node.text) and len(node.text) < 30:
            number = int(node.text.replace("_", "").rstrip("_"))
            if self.least <= number <= self.most:
                return number
        return at.wrong(node, Phrase("write a whole number, at least {least}", least=self.least))

    def schema(self) -> JsonSchema:
        """An integer within the bounds."""
        digits = {"type": "string", "pattern": f"^(?:{DIGITS.pattern})$"}
        return {"anyOf": [{"type": "integer", "minimum": self.least, "maximum": self.most}, digits]}


@dataclass(frozen=True, slots=True)
class Decimal:
    """A number of zero or more, whole or with a decimal point."""

    def read(self, node: Node, at: Source) -> float | Wrong:
        """The number."""
        if isinstance(node, Scalar) and re.fullmatch(r"\d{1,15}(\.\d{1,9})?", node.text, re.ASCII):
            return float(node.text)
        return at.wrong(node, "write a number such as `6` or `0.5`")

    def schema(self) -> JsonSchema:
        """A number."""
        return {"anyOf": [{"type": "number", "minimum": 0},
                          {"type": "string", "pattern": r"^\d{1,15}(\.\d{1,9})?$"}]}


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
        return at.wrong(node, "write a date such as `2026-03-01`")

    def schema(self) -> JsonSchema:
        """A text of the form of a date."""
        return {"type": "string", "format": "date", "pattern": f"^{DATE.pattern}$"}


def date_of(text: str) -> dt.date | None:
    """The date that is typed as `2026-03-01`, if there is such a day."""
    if not DATE.fullmatch(text):
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
            "write a day that exists",
            found=Phrase("`{text}`, which no calendar has", text=node.text),
        )
    return at.wrong(
        node,
        "write a date such as `2026-03-01`",
        nearest=nearest if nearest and date_of(nearest) else None,
    )


@dataclass(frozen=True, slots=True)
class Duration:
    """An ISO 8601 duration, `P6D`."""

    def read(self, node: Node, at: Source) -> Period | Wrong:
        """Its months, days and seconds."""
        if isinstance(node, Scalar):
            found = _period(node.text)
            if found is not None:
                return found
        return at.wrong(
            node, "write an ISO 8601 duration such as `P6D`, `PT3H` or `P1M`",
            nearest=_nearest_duration(node),
        )

    def schema(self) -> JsonSchema:
        """A text of the form of a duration."""
        return {"type": "string", "pattern": "^P(?!$)", "examples": ["P6D", "PT3H", "P1M"]}


@cache
def _period(text: str) -> Period | None:
    return period(text)


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
                "write a name of the tz database such as `America/New_York` or `UTC`",
            )
        return at.wrong(node, "write a time zone such as `America/New_York`")

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
        """The format."""
        right = "write a strftime format such as `%Y-%m-%d`"
        if not isinstance(node, Scalar) or is_null(node) or not node.text.strip():
            return at.wrong(node, right)
        odd = [part for part in re.findall(r"%(.?)", node.text, re.DOTALL)
               if part not in DIRECTIVES]
        if odd:
            known = " ".join(f"%{letter}" for letter in sorted(DIRECTIVES))
            return at.wrong(
                node,
                Phrase("use only {known}", known=known),
                found=Phrase("`%{letter}` in `{text}`", letter=odd[0], text=shown(node)),
            )
        if len(node.text) > 100 or "%" not in node.text:
            return at.wrong(node, right)
        return node.text

    def schema(self) -> JsonSchema:
        """A text with a percent sign."""
        return {"type": "string", "pattern": "%", "examples": ["%Y-%m-%d", "%Y%m%d"]}


@dataclass(frozen=True, slots=True)
class Made:
    """What another shape reads, changed; the change may find a mistake of its own."""

    shape: Any
    change: Callable[[Any, Node, Source], Any]

    def read(self, node: Node, at: Source) -> Any:
        """The changed value."""
        value = self.shape.read(node, at)
        return WRONG if value is WRONG else self.change(value, node, at)

    def schema(self) -> JsonSchema:
        """The unchanged shape's."""
        schema: JsonSchema = self.shape.schema()
        return schema


def quoted(text: str) -> str:
    """A text as it is cut for a sentence."""
    return cut(text)
