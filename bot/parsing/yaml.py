"""YAML text in, documents with places or located mistakes out; bounded, whatever the bytes.

Documents are composed here from libyaml's events rather than by PyYAML's loader: its loader calls
itself at every level of nesting, follows aliases without a bound, drops duplicate keys in silence
and turns `2026-03-01` and `NO` into something else than what was typed.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

import yaml

from bot.domain.phrase import Phrase, counted
from bot.domain.place import Mistake, Place
from bot.parsing.compose import Composer, TooMuch
from bot.parsing.nodes import Node, is_null
from bot.parsing.syntax import explained

MAX_BYTES: Final = 1 << 20
MAX_DOCUMENTS: Final = 100
LOADER: Final[Any] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
BREAK: Final = re.compile("\r\n|[\n\r\x85\u2028\u2029]")
NEXT_DOCUMENT: Final = re.compile(r"^---(?=[ \t\r\n\x85\u2028\u2029]|\Z)", re.MULTILINE)
UNFIT: Final = re.compile(
    "[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"
)


@dataclass(frozen=True, slots=True)
class Documents:
    """The documents of one file, and every mistake that YAML itself has to be blamed for."""

    documents: tuple[Node, ...]
    """Those without a mistake of this kind; empty ones are left out."""
    mistakes: tuple[Mistake, ...]
    lines: tuple[str, ...] = ()
    """The source lines, for excerpts."""


def read_documents(path: str, data: bytes, max_bytes: int = MAX_BYTES) -> Documents:
    """The documents of a YAML file: UTF-8 with or without BOM, any line ends, at most `max_bytes`.

    A syntax error ends its own document only; reading goes on at the next `---`.
    """
    if len(data) > max_bytes:
        return Documents((), (_too_large(path, len(data), max_bytes),))
    try:
        text = data.removeprefix(b"\xef\xbb\xbf").decode()
    except UnicodeDecodeError as error:
        return Documents((), (_not_utf8(path, data, error),))
    lines = tuple(BREAK.split(text))
    unfit = UNFIT.search(text)
    if unfit:
        return Documents((), (_unfit(path, text, unfit),), lines)
    found: list[Node] = []
    mistakes: list[Mistake] = []
    for node, wrong in _documents(path, text, lines):
        mistakes.extend(wrong)
        if node is not None and not wrong and not is_null(node):
            found.append(node)
    return Documents(tuple(found), tuple(mistakes), lines)


def _documents(
    path: str, text: str, lines: tuple[str, ...]
) -> Iterator[tuple[Node | None, list[Mistake]]]:
    offset, first_line, count = 0, 0, 0
    while True:
        composer = Composer(path, lines, first_line)
        events = iter(yaml.parse(text[offset:], Loader=LOADER))
        try:
            for node, mistakes in composer.documents(events):
                count += 1
                if count > MAX_DOCUMENTS:
                    yield None, [_too_many(path)]
                    return
                yield node, mistakes
        except yaml.YAMLError as error:
            mistake = explained(path, error, first_line, lines)
            mark = getattr(error, "problem_mark", None)
            stopped = mark.line if mark else 0
        except TooMuch as much:
            mistake = much.mistake
            stopped = mistake.place.line - first_line - 1
        else:
            return
        yield None, [*composer.mistakes, mistake]
        count += 1
        following = _following(text, offset, stopped)
        if following is None or count >= MAX_DOCUMENTS:
            return
        first_line += len(BREAK.findall(text, offset, following))
        offset = following


def _following(text: str, offset: int, line: int) -> int | None:
    """Where the next document begins, so many lines after an offset or below."""
    start = offset
    for _ in range(line):
        end = BREAK.search(text, start)
        if end is None:
            return None
        start = end.end()
    match = NEXT_DOCUMENT.search(text, max(start, offset + 1))
    return match.start() if match else None


def _too_large(path: str, size: int, max_bytes: int) -> Mistake:
    return Mistake(
        Place(path, 1),
        counted("{number} byte", "{number} bytes", size),
        Phrase("keep the file below {limit} bytes", limit=max_bytes),
    )


def _too_many(path: str) -> Mistake:
    return Mistake(
        Place(path, 1),
        Phrase("more than {limit} documents", limit=MAX_DOCUMENTS),
        Phrase("split the file"),
    )


def _not_utf8(path: str, data: bytes, error: UnicodeDecodeError) -> Mistake:
    before = data[: error.start].decode(errors="replace")
    lines = BREAK.split(before)
    return Mistake(
        Place(path, len(lines), len(lines[-1]) + 1),
        Phrase("the byte 0x{byte}, which is not UTF-8", byte=f"{data[error.start]:02x}"),
        Phrase("save the file as UTF-8"),
    )


def _unfit(path: str, text: str, match: re.Match[str]) -> Mistake:
    lines = BREAK.split(text[: match.start()])
    return Mistake(
        Place(path, len(lines), len(lines[-1]) + 1),
        Phrase("the character U+{code}, which YAML does not allow", code=f"{ord(match[0]):04X}"),
        Phrase("remove it, or write it as an escape in double quotes"),
    )
