"""Which paragraphs of a comment were spoken, as CommonMark (with GitHub's additions) reads it.

Spoken is what stands in a paragraph at the top level of the comment. Text in code, quotes (lazy
continuation lines included), lists, headings, tables, footnotes, link definitions and HTML blocks
is somebody else's text, an example, or invisible, and never spoken. Of a paragraph, the raw source
lines are kept, because what is rendered may differ from what was typed.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Final

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from markdown_it.token import Token

from bot.domain.phrase import Phrase
from bot.parsing.address import addressed
from bot.parsing.inline import Heard, Line, OpenTags, heard_lines, worse
from bot.parsing.rendered import heard_as_shown

LONGEST: Final = 65_536
"""Characters; GitHub takes no longer comments."""

_DEEPEST: Final = 100
"""Levels of nesting (a list and its item are two) that are followed; beyond, nothing is."""

_TOO_MUCH: Final = Phrase("the comment holds HTML, or a table, that cannot be read with certainty")
_TOO_DEEP: Final = Phrase("the comment is nested too deeply to be read")
_FOOTNOTE: Final = re.compile(r"\[\^[^\]\s]+\]:")


@dataclass(frozen=True, slots=True)
class Words:
    """What a comment says aloud, and what it shows in fences."""

    paragraphs: tuple[tuple[Line, ...], ...] = ()
    """The lines of each spoken paragraph in which one is addressed to the bot, in order."""
    fenced: str | None = None
    """The content of the one code fence that is all there is in the comment; else None."""
    unreadable: str | None = None
    """Why the comment could not be read at all; None where it could."""


def spoken_words(body: str) -> Words:
    """The spoken paragraphs of a comment; never raises, whatever the text."""
    lines = source_lines(body)
    if len(body) > LONGEST:
        return Words(unreadable=Phrase("the comment is too long to be read"))
    try:
        tokens = _blocks().parse("\n".join(lines))
    except RecursionError:
        return Words(unreadable=_TOO_DEEP)
    if any(token.level >= _DEEPEST - 1 for token in tokens):
        return Words(unreadable=_TOO_DEEP)
    return _as_shown(Words(tuple(_paragraphs(tokens, lines)), _lone_fence(tokens)), lines)


def source_lines(body: str) -> list[str]:
    """The lines of a comment; CRLF, LF and a lone CR end one, and nothing else does."""
    return body.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "\ufffd").split("\n")


def _paragraphs(tokens: Sequence[Token], lines: Sequence[str]) -> Iterator[tuple[Line, ...]]:
    tags = OpenTags()
    for at, token in enumerate(tokens):
        if token.type == "html_block":
            tags.read(token.content)
        elif token.type == "inline" and token.map is not None:
            first, end = token.map
            raw = lines[first:end]
            spoken = token.level == 1 and tokens[at - 1].type == "paragraph_open"
            if spoken and any(map(addressed, raw)):
                yield heard_lines(raw, first + 1, tags)
            elif "<" in token.content:
                heard_lines(raw, first + 1, tags)


def _as_shown(words: Words, lines: Sequence[str]) -> Words:
    """The same lines, none of them heard more plainly than GitHub shows it."""
    if not words.paragraphs:
        return words
    shown = heard_as_shown(lines, [line.number - 1 for each in words.paragraphs for line in each])
    if shown is None:
        return Words(unreadable=_TOO_MUCH)
    return Words(
        tuple(
            tuple(replace(line, heard=_heard(line, shown)) for line in each)
            for each in words.paragraphs
        ),
        words.fenced,
    )


def _heard(line: Line, shown: Mapping[int, Heard]) -> Heard:
    return worse(line.heard, shown.get(line.number - 1, Heard.PLAINLY))


def _lone_fence(tokens: Sequence[Token]) -> str | None:
    shown = [token for token in tokens if not _is_comment(token)]
    return shown[0].content if len(shown) == 1 and shown[0].type == "fence" else None


def _is_comment(token: Token) -> bool:
    content = token.content.strip()
    return token.type == "html_block" and content.startswith("<!--") and content.endswith("-->")


@cache
def _blocks() -> MarkdownIt:
    reader = MarkdownIt("commonmark", {"maxNesting": _DEEPEST})
    reader.enable(["table"])
    reader.disable(["inline", "text_join"])
    interrupted = ["paragraph", "reference", "blockquote", "list"]
    reader.block.ruler.before("reference", "footnote", _footnote, {"alt": interrupted})
    return reader


def _footnote(state: StateBlock, start: int, end: int, silent: bool) -> bool:  # noqa: FBT001 (markdown-it's own signature)
    """GitHub shows a footnote only where it is referred to: till a blank line, all is unspoken."""
    text = state.src[state.bMarks[start] + state.tShift[start] : state.eMarks[start]]
    if state.is_code_block(start) or not _FOOTNOTE.match(text):
        return False
    if not silent:
        line = start + 1
        while line < end and not state.isEmpty(line) and state.sCount[line] >= state.blkIndent:
            line += 1
        state.line = line
    return True
