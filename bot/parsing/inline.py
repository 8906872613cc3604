"""Which lines of a paragraph stand there plainly, and which inside something else.

A line of a paragraph may still be in a code span, struck through, in a link's title or in an HTML
comment that began on a line before it. markdown-it's inline rules decide; this module only notes
where they meet the end of a line.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from functools import cache
from typing import Final

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline, escape, newline
from markdown_it.token import Token


class Heard(Enum):
    """How plainly a line stands in its paragraph."""

    PLAINLY = auto()
    DOUBTFULLY = auto()
    """Visible, but inside emphasis, a link or an HTML element: not to be taken at its word."""
    HIDDEN = auto()
    """Code, struck through, quoted, or not shown at all."""


def worse(one: Heard, other: Heard) -> Heard:
    """The one of the two that is heard less plainly."""
    return max(one, other, key=list(Heard).index)


@dataclass(frozen=True, slots=True)
class Line:
    """A source line of a paragraph."""

    text: str
    """As typed, indentation included; no line end."""
    number: int
    """Counted from 1 in the comment."""
    heard: Heard


_TAG: Final = re.compile(r"<!--.*?(?:-->|\Z)|<(/?)([A-Za-z][A-Za-z0-9-]*)", re.DOTALL)
_NEVER_OPEN: Final = frozenset(
    "area base br col embed hr img input link meta param source track wbr p li dt dd".split()  # noqa: SIM905
)
SILENCING: Final = frozenset(
    "blockquote code del h1 h2 h3 h4 h5 h6 kbd li ol pre q s samp strike table td template th tr "  # noqa: SIM905
    "tt ul".split()
)
"""Elements whose text is not their writer's own word."""


@dataclass(slots=True)
class OpenTags:
    """HTML elements that are open at some point of a comment, innermost last."""

    names: list[str] = field(default_factory=list)

    def read(self, html: str) -> None:
        """Follow the tags of a piece of HTML; what is never closed stays open to the end."""
        for match in _TAG.finditer(html):
            name = (match[2] or "").lower()
            if not name or name in _NEVER_OPEN:
                continue
            if not match[1]:
                self.names.append(name)
            elif name in self.names[-_REMEMBERED:]:
                while self.names.pop() != name:
                    pass

    def heard(self) -> Heard:
        """How plainly text stands inside the elements that are open now."""
        if not self.names:
            return Heard.PLAINLY
        silenced = any(name in SILENCING for name in self.names[-_REMEMBERED:])
        return Heard.HIDDEN if silenced else Heard.DOUBTFULLY


_REMEMBERED: Final = 100
_MOST_BRACKETS: Final = 500
"""Of `[` in a paragraph; looking for the links of more takes time that grows with their square."""


def heard_lines(raw: Sequence[str], number: int, tags: OpenTags) -> tuple[Line, ...]:
    """The lines of one paragraph, the first of which is line `number`, with how each is heard.

    A trailing HTML comment is taken away. `tags` is carried on to what follows the paragraph.
    """
    stripped = [text.strip(" \t") for text in raw]
    first = tags.heard()
    source = "\n".join(stripped)
    if len(raw) == 1 and "<" not in source:
        return (Line(raw[0], number, first),)
    if source.count("[") > _MOST_BRACKETS:
        tags.read(source)
        later = Heard.HIDDEN if first is Heard.HIDDEN else Heard.DOUBTFULLY
        return tuple(Line(t, number + at, later if at else first) for at, t in enumerate(raw))
    children = _inline_tokens(source)
    how = {0: first} | dict(_line_starts(children, tags))
    kept = _cut(raw, stripped, len(_without_trailing_comment(source, children)))
    return tuple(Line(text, number + at, how.get(at, Heard.HIDDEN)) for at, text in enumerate(kept))


def _inline_tokens(source: str) -> list[Token]:
    tokens: list[Token] = []
    reader = _inlines()
    ends = [at for at, character in enumerate(source) if character == "\n"]
    reader.inline.parse(source, reader, {"source": source, "ends": ends}, tokens)
    return tokens


def _line_starts(tokens: Sequence[Token], tags: OpenTags) -> Iterator[tuple[int, Heard]]:
    """Lines that begin outside code, comments, link titles and the like, by index."""
    within: list[str] = []
    for token in tokens:
        if token.nesting > 0:
            within.append(token.tag)
        elif token.nesting < 0 and within:
            within.pop()
        elif token.type == "html_inline":
            tags.read(token.content)
        elif "line" in token.meta:
            yield token.meta["line"], _inside(within, tags.heard())


def _inside(within: Sequence[str], tags: Heard) -> Heard:
    if "s" in within or tags is Heard.HIDDEN:
        return Heard.HIDDEN
    return Heard.DOUBTFULLY if within or tags is Heard.DOUBTFULLY else Heard.PLAINLY


def _without_trailing_comment(source: str, tokens: Sequence[Token]) -> str:
    kept = source
    for token in reversed(tokens):
        is_comment = token.type == "html_inline" and token.content.startswith("<!--")
        if is_comment and kept.endswith(token.content):
            kept = kept[: -len(token.content)].rstrip(" \t\n")
        elif token.type not in ("softbreak", "hardbreak") and token.content.strip(" \t"):
            break
    return kept


def _cut(raw: Sequence[str], stripped: Sequence[str], length: int) -> Iterator[str]:
    """The raw lines as far as the first `length` characters of the joined stripped ones reach."""
    left = length
    for text, short in zip(raw, stripped, strict=True):
        if left <= 0:
            return
        yield text if left >= len(short) else text[: text.index(short) + left]
        left -= len(short) + 1


@cache
def _inlines() -> MarkdownIt:
    reader = MarkdownIt("commonmark", {"maxNesting": 100}).enable("strikethrough")
    reader.inline.ruler.at("newline", _newline)
    reader.inline.ruler.at("escape", _escape)
    return reader


def _newline(state: StateInline, silent: bool) -> bool:  # noqa: FBT001 (markdown-it's own signature)
    at = state.pos
    return newline(state, silent) and _noted(state, at, silent=silent)


def _escape(state: StateInline, silent: bool) -> bool:  # noqa: FBT001 (markdown-it's own signature)
    at = state.pos
    return escape(state, silent) and _noted(state, at, silent=silent)


def _noted(state: StateInline, at: int, *, silent: bool) -> bool:
    """True; the line break just read now says which line begins after it."""
    made = None if silent or not state.tokens else state.tokens[-1]
    within_alt_text = state.src is not state.env["source"]
    if made is not None and made.type in ("softbreak", "hardbreak") and not within_alt_text:
        made.meta.setdefault("line", bisect_right(state.env["ends"], at + 1))
    return True
