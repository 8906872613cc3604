"""Documents composed from YAML events, bounded in depth, aliases and size."""

from collections.abc import Iterable, Iterator
from typing import Any, Final

import yaml

from bot.domain.phrase import Phrase
from bot.domain.place import Mistake, Place
from bot.parsing.nodes import Items, Node, Pairs, Scalar, cut, shown

MAX_DEPTH: Final = 50
MAX_ALIASED: Final = 50_000
STANDARD_TAGS: Final = frozenset(
    f"tag:yaml.org,2002:{name}"
    for name in ("str", "int", "float", "bool", "null", "timestamp", "seq", "map")
)
MERGE: Final = "<<"


class TooMuch(Exception):  # noqa: N818  # no error of the program: a bound that a file exceeds
    """A file exceeds a bound; reading of this document stops."""

    def __init__(self, mistake: Mistake) -> None:
        super().__init__(mistake.found)
        self.mistake = mistake


class Composer:
    """Composes documents one after another; `mistakes` are those of the document at hand.

    An alias stands for the same nodes as its anchor, so a few lines can stand for billions of
    nodes: what all aliases of a document add up to is bounded.
    """

    def __init__(self, path: str, lines: tuple[str, ...], first_line: int) -> None:
        self.mistakes: list[Mistake] = []
        self._path = path
        self._lines = lines
        self._first = first_line + 1
        self._anchors: dict[str, tuple[Node | None, int]] = {}
        self._heights: dict[str, int] = {}
        self._aliased = 0

    def documents(self, events: Iterable[Any]) -> Iterator[tuple[Node | None, list[Mistake]]]:
        """Each document with its mistakes; raises yaml.YAMLError, and TooMuch beyond a bound."""
        kinds = yaml.ScalarEvent, yaml.MappingStartEvent, yaml.SequenceStartEvent, yaml.AliasEvent
        scalar, mapping, sequence, alias = kinds
        ends = yaml.MappingEndEvent, yaml.SequenceEndEvent
        root: list[Node] = []
        items = root
        stack: list[tuple[Any, list[Node], int]] = []
        count = 0
        first = self._first
        for event in events:
            kind = type(event)
            if kind is scalar:
                mark = event.start_mark
                node: Node = Scalar(
                    event.value, event.implicit[0], mark.line + first, mark.column + 1
                )
                count += 1
                self._named(event, node, 1)
                items.append(node)
            elif kind is mapping or kind is sequence:
                if len(stack) >= MAX_DEPTH:
                    self._stop(event, Phrase("more than {limit} levels", limit=MAX_DEPTH))
                stack.append((event, items, count))
                items = []
                count += 1
                if event.anchor:
                    self._anchors[event.anchor] = (None, 0)
            elif kind in ends:
                start, outer, before = stack.pop()
                node = self._closed(start, items)
                self._named(start, node, count - before)
                outer.append(node)
                items = outer
            elif kind is alias:
                node, size = self._alias(event, len(stack))
                count += size
                items.append(node)
            elif kind is yaml.DocumentEndEvent:
                yield (root[0] if root else None), self.mistakes
                self.mistakes, self._anchors, self._aliased = [], {}, 0
                root = items = []
                count = 0

    def _closed(self, start: Any, items: list[Node]) -> Node:
        line, column = start.start_mark.line + self._first, start.start_mark.column + 1
        if type(start) is yaml.SequenceStartEvent:
            return Items(tuple(items), line, column)
        return Pairs(self._paired(items), line, column)

    def _paired(self, items: list[Node]) -> tuple[tuple[Scalar, Node], ...]:
        """Keys with their values; duplicates and keys that are no words are mistakes."""
        pairs: dict[str, tuple[Scalar, Node]] = {}
        merged: list[tuple[Scalar, Node]] = []
        them = iter(items)
        for key in them:
            value = next(them)
            if type(key) is not Scalar:
                self._wrong(key, shown(key), Phrase("write a word as the key"))
            elif key.text == MERGE and key.plain:
                merged.extend(self._merged(value))
            elif key.text in pairs:
                self._wrong(
                    key,
                    Phrase("`{key}` a second time", key=cut(key.text)),
                    Phrase(
                        "keep one of the two; the first stands in line {line}",
                        line=pairs[key.text][0].line,
                    ),
                )
            else:
                pairs[key.text] = (key, value)
        for key, value in merged:
            pairs.setdefault(key.text, (key, value))
        return tuple(pairs.values())

    def _merged(self, value: Node) -> Iterator[tuple[Scalar, Node]]:
        """What `<<:` brings in: the pairs of a mapping, or of several, the first one winning."""
        for node in value.items if isinstance(value, Items) else (value,):
            if isinstance(node, Pairs):
                self._count(node, len(node.pairs))
                yield from node.pairs
            else:
                self._wrong(node, shown(node), Phrase("after `<<:` write an alias of a mapping"))

    def _named(self, event: Any, node: Node, size: int) -> None:
        if event.anchor:
            self._anchors[event.anchor] = (node, size)
            self._heights[event.anchor] = _height(node)
        tag = event.tag
        if tag and tag != "!" and tag not in STANDARD_TAGS:
            self._wrong(
                node,
                Phrase("the tag `{tag}`", tag=cut(tag)),
                Phrase("remove the tag; only plain YAML is read"),
            )

    def _alias(self, event: Any, depth: int) -> tuple[Node, int]:
        node, size = self._anchors.get(event.anchor, (None, -1))
        line, column = event.start_mark.line + self._first, event.start_mark.column + 1
        if node is None:
            self._wrong(
                Scalar("", True, line, column),
                Phrase("the alias `*{name}`", name=cut(event.anchor)),
                Phrase("name an anchor that stands before it, and not around it"),
            )
            return Scalar("", True, line, column), 1
        if depth + self._heights[event.anchor] > MAX_DEPTH:
            self._stop(event, Phrase("more than {limit} levels", limit=MAX_DEPTH))
        self._count(Scalar("", True, line, column), size)
        return node, size

    def _count(self, at: Node, size: int) -> None:
        self._aliased += size
        if self._aliased > MAX_ALIASED:
            raise TooMuch(
                self._mistake(
                    at,
                    Phrase("aliases that stand for more than {limit} values", limit=MAX_ALIASED),
                    Phrase("write the values out"),
                )
            )

    def _stop(self, event: Any, found: str) -> None:
        line, column = event.start_mark.line + self._first, event.start_mark.column + 1
        at = Scalar("", True, line, column)
        raise TooMuch(self._mistake(at, found, Phrase("nest less deeply")))

    def _wrong(self, node: Node, found: str, right: str) -> None:
        self.mistakes.append(self._mistake(node, found, right))

    def _mistake(self, node: Node, found: str, right: str) -> Mistake:
        line = self._lines[node.line - 1] if node.line <= len(self._lines) else ""
        return Mistake(
            Place(self._path, node.line, node.column), found, right, excerpt=cut(line, 200)
        )


def _height(node: Node) -> int:
    """How many levels of lists and mappings a node is; none for a scalar."""
    if isinstance(node, Scalar):
        return 0
    below = node.items if isinstance(node, Items) else [value for _, value in node.pairs]
    return 1 + max(map(_height, below), default=0)
