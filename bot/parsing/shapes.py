"""Shapes: what may stand at a place of a file, for reading it and for its JSON Schema alike.

A shape reads a node into a value, or notes what is wrong and gives `WRONG`; the same shape says
its own JSON Schema, so that editors and the bot can never disagree. Readers of this kind, rather
than pydantic models: every value needs its line, every mistake its own sentence, `unknown` stands
for any fact, and a catalog of thousands of datasets has to be read in a fraction of a second.
"""

import difflib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Final, Generic, Literal, Protocol, TypeAlias, TypeVar

from bot.domain.facts import UNKNOWN, Fact, Known, NotApplicable, Origin
from bot.domain.phrase import Phrase
from bot.domain.place import Mistake, Place
from bot.parsing.nodes import Items, Node, Pairs, Scalar, cut, is_null, shown

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
JsonSchema: TypeAlias = dict[str, Any]
OriginKind: TypeAlias = Literal["request", "catalog", "lineage", "dialect", "default", "derived"]
MAX_MISTAKES: Final = 200
NOT_APPLICABLE: Final = "not_applicable"
UNKNOWN_WORD: Final = "unknown"


class Wrong(Enum):
    """What a shape gives where it found a mistake; the mistake itself is in the source."""

    WRONG = "wrong"


WRONG: Final = Wrong.WRONG


@dataclass(slots=True)
class Source:
    """The file being read: gives places, collects mistakes."""

    path: str
    kind: OriginKind
    lines: tuple[str, ...] = ()
    mistakes: list[Mistake] = field(default_factory=list)

    def place(self, node: Node) -> Place:
        """Where the node stands."""
        return Place(self.path, node.line, node.column)

    def origin(self, node: Node) -> Origin:
        """Where a fact was read, as `path:line`."""
        return Origin(self.kind, f"{self.path}:{node.line}")

    def wrong(
        self, node: Node, right: str, *, found: str | None = None, nearest: str | None = None
    ) -> Wrong:
        """Notes a mistake; beyond `MAX_MISTAKES` of them nothing is added."""
        if len(self.mistakes) < MAX_MISTAKES:
            line = self.lines[node.line - 1] if node.line <= len(self.lines) else ""
            self.mistakes.append(
                Mistake(
                    self.place(node),
                    shown(node) if found is None else found,
                    right,
                    nearest,
                    cut(line, 200),
                )
            )
        return WRONG

    def misspelt(self, node: Node, word: str, words: Iterable[str], right: str) -> Wrong:
        """Notes a word that is none of the known ones, with the nearest of them."""
        if len(self.mistakes) >= MAX_MISTAKES:
            return WRONG
        return self.wrong(node, right, nearest=nearest_of(word, words))


class Shape(Protocol[T_co]):
    """What may stand at one place."""

    def read(self, node: Node, at: Source) -> T_co | Wrong:
        """The value, or `WRONG` with the mistake noted in the source."""

    def schema(self) -> JsonSchema:
        """The same as a JSON Schema."""


@dataclass(frozen=True, slots=True)
class Optional(Generic[T]):
    """Something that may be left out, or stand there empty: then the default."""

    shape: Shape[T]
    default: T

    def read(self, node: Node, at: Source) -> T | Wrong:
        """The default for an empty value, else what the shape reads."""
        return self.default if is_null(node) else self.shape.read(node, at)

    def schema(self) -> JsonSchema:
        """The shape or null."""
        return nullable(self.shape.schema())


@dataclass(frozen=True, slots=True)
class Stated(Generic[T]):
    """A fact: known, `unknown` (or empty), or `{not_applicable: why}`."""

    shape: Shape[T]

    def read(self, node: Node, at: Source) -> Fact[T] | Wrong:
        """The fact with the place where it stands."""
        absent = unstated(node, at)
        if absent is not None:
            return absent
        value = self.shape.read(node, at)
        return WRONG if value is WRONG else Known(value, at.origin(node))

    def schema(self) -> JsonSchema:
        """The shape, or one of the two ways to say that there is no value."""
        return {"anyOf": [{"$ref": "#/$defs/unstated"}, self.shape.schema()]}


UNSTATED_SCHEMA: Final[JsonSchema] = {
    "description": "Nobody has said, or the question does not arise.",
    "anyOf": [
        {"const": UNKNOWN_WORD, "description": "Nobody has said; the plan asks."},
        {"type": "null"},
        {
            "type": "object",
            "description": "The question does not arise, and why.",
            "properties": {
                NOT_APPLICABLE: {
                    "description": "Why the question does not arise.",
                    "type": ["string", "number", "boolean"],
                    "minLength": 1,
                }
            },
            "required": [NOT_APPLICABLE],
            "additionalProperties": False,
        },
    ],
}


def unstated(node: Node, at: Source) -> Fact[Any] | Wrong | None:
    """Unknown, or not applicable; None where something else stands there."""
    if isinstance(node, Scalar):
        if is_null(node) or node.text == UNKNOWN_WORD:
            return UNKNOWN
        if node.text.lower() == UNKNOWN_WORD:
            return at.wrong(node, Phrase("write it in lower case"), nearest=UNKNOWN_WORD)
    elif isinstance(node, Pairs) and len(node.pairs) == 1:
        key, why = node.pairs[0]
        if key.text == NOT_APPLICABLE:
            if isinstance(why, Scalar) and not is_null(why) and why.text.strip():
                return NotApplicable(why.text, at.origin(why))
            return at.wrong(why, Phrase("say in a sentence why it does not apply"))
    return None


@dataclass(frozen=True, slots=True)
class ListOf(Generic[T]):
    """A list of one shape."""

    shape: Shape[T]
    example: str
    least: int = 0

    def read(self, node: Node, at: Source) -> tuple[T, ...] | Wrong:
        """The items; every wrong one is noted."""
        if not isinstance(node, Items):
            right = Phrase("write a list such as `{example}`", example=self.example)
            return at.wrong(node, right)
        if len(node.items) < self.least:
            return at.wrong(
                node, Phrase("name at least one, such as `{example}`", example=self.example)
            )
        read = [self.shape.read(item, at) for item in node.items]
        good = tuple(item for item in read if item is not WRONG)
        return good if len(good) == len(read) else WRONG

    def schema(self) -> JsonSchema:
        """An array."""
        least = {"minItems": self.least} if self.least else {}
        return {"type": "array", "items": self.shape.schema(), **least}


@dataclass(frozen=True, slots=True)
class MapOf(Generic[T]):
    """A mapping from names that people choose to one shape."""

    shape: Shape[T]
    example: str

    def read(self, node: Node, at: Source) -> Mapping[str, T] | Wrong:
        """The values by name; every wrong one is noted."""
        if not isinstance(node, Pairs):
            return at.wrong(
                node, Phrase("write a mapping such as `{example}`", example=self.example)
            )
        before = len(at.mistakes)
        values: dict[str, T] = {}
        for key, child in node.pairs:
            if not key.text.strip():
                at.wrong(key, Phrase("write a name as the key"))
            value = self.shape.read(child, at)
            if value is not WRONG:
                values[key.text] = value
        return values if len(at.mistakes) == before else WRONG

    def schema(self) -> JsonSchema:
        """An object with any keys."""
        return {"type": "object", "additionalProperties": self.shape.schema()}


def nullable(schema: JsonSchema) -> JsonSchema:
    """The schema, or null; the description stays outside."""
    outside = ("description", "default")
    described: JsonSchema = {key: schema[key] for key in outside if key in schema}
    inner = {key: value for key, value in schema.items() if key not in outside}
    return {**described, "anyOf": [inner, {"type": "null"}]}


def nearest_of(word: str, words: Iterable[str]) -> str | None:
    """The known word that is most like this one, whatever its case; None where none is."""
    by_folded = {known.casefold(): known for known in words}
    close = difflib.get_close_matches(word[:64].casefold(), by_folded, n=1, cutoff=0.6)
    return by_folded[close[0]] if close else None
