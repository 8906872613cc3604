"""Single words and texts: words of a list, booleans, numbers."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Final, Generic, TypeVar

from bot.domain.phrase import Phrase
from bot.parsing.nodes import Node, Scalar, is_null
from bot.parsing.shapes import JsonSchema, Source, Wrong

W = TypeVar("W", bound=StrEnum)
TRUE: Final = frozenset({"true", "yes", "on"})
FALSE: Final = frozenset({"false", "no", "off"})
LONGEST: Final = 30
DIGITS: Final = re.compile(r"0|[1-9][0-9_]*", re.ASCII)
TEXT_TYPES: Final = ["string", "number", "boolean"]
"""Editors read `0.01` or `2026` as numbers; as text they are what was typed."""


@dataclass(frozen=True, slots=True)
class Text:
    """Any text, exactly as typed; not empty."""

    what: str = Phrase("a text")
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
        words: dict[str, W] = _members(self.words)
        if isinstance(node, Scalar) and node.text in words:
            return words[node.text]
        return one_of(node, words, at)

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
        return at.wrong(node, Phrase("write `true` or `false`"))

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
        if isinstance(node, Scalar) and DIGITS.fullmatch(node.text) and len(node.text) < LONGEST:
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
        return at.wrong(node, Phrase("write a number such as `6` or `0.5`"))

    def schema(self) -> JsonSchema:
        """A number."""
        return {
            "anyOf": [
                {"type": "number", "minimum": 0},
                {"type": "string", "pattern": r"^\d{1,15}(\.\d{1,9})?$"},
            ]
        }
