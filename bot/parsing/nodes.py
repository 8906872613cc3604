"""What a YAML document is made of, each part with the place where it stands.

Scalars are kept as they are typed: whether `2026-03-01`, `NO` or `012` is a date, a word or a
number is for the reader of a field to say, never for YAML's implicit types.
"""

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from bot.domain.phrase import Phrase

NULLS = frozenset({"", "~", "null", "Null", "NULL"})


class Scalar(NamedTuple):
    """One typed word or text; `line` and `column` count from 1."""

    text: str
    plain: bool
    """False where it stands in quotes or in a block."""
    line: int
    column: int


class Items(NamedTuple):
    """A list."""

    items: "tuple[Node, ...]"
    line: int
    column: int


class Pairs(NamedTuple):
    """A mapping, in the order of the file; no two keys are equal."""

    pairs: "tuple[tuple[Scalar, Node], ...]"
    line: int
    column: int

    def get(self, key: str) -> "Node | None":
        """The value under a key; None where the key does not stand here."""
        return next((value for name, value in self.pairs if name.text == key), None)

    def key(self, key: str) -> "Node":
        """The key itself, for its place; the mapping where it does not stand here."""
        return next((name for name, _ in self.pairs if name.text == key), self)


Node: TypeAlias = Scalar | Items | Pairs


def is_null(node: Node) -> bool:
    """True for `key:` with nothing after it, and for YAML's words for nothing."""
    return isinstance(node, Scalar) and node.plain and node.text in NULLS


def shown(node: Node) -> str:
    """What stands at a node, in words short enough for a sentence."""
    if isinstance(node, Pairs):
        return Phrase("a mapping") if node.pairs else Phrase("an empty mapping")
    if isinstance(node, Items):
        return Phrase("a list") if node.items else Phrase("an empty list")
    if is_null(node):
        return Phrase("nothing")
    return cut(node.text)


def cut(text: str, length: int = 80) -> str:
    """The text on one line, without control characters, cut to a readable length."""
    line = "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in text)
    return line if len(line) <= length else f"{line[: length - 1]}…"


def canonical(node: Node) -> Iterator[str]:
    """Pieces of a text that is equal for documents that say the same, however they are laid out."""
    if isinstance(node, Scalar):
        yield "~" if is_null(node) else f"{len(node.text)}:{node.text}"
    elif isinstance(node, Items):
        yield "["
        for item in node.items:
            yield from canonical(item)
        yield "]"
    else:
        yield "{"
        for key, value in sorted(node.pairs, key=lambda pair: pair[0].text):
            yield f"{len(key.text)}:{key.text}"
            yield from canonical(value)
        yield "}"
