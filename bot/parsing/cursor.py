"""One line, read from left to right; what does not fit is a slip with its place."""

import difflib
import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, NoReturn

from bot.domain.phrase import Phrase
from bot.parsing.invisible import first_foreign, first_unseen_in_prose, named

_BLANK: Final = " \t"
_BARE: Final = re.compile(r"[A-Za-z0-9._/-]+")
_STRING: Final = json.JSONDecoder(strict=True)


class Slip(Exception):  # noqa: N818 (never leaves the parser; callers get a Misspoken value)
    """A place where a line stops making sense."""

    def __init__(self, problem: str, line: int, column: int, nearest: str | None = None) -> None:
        super().__init__(problem)
        self.problem = problem
        self.line = line
        self.column = column
        self.nearest = nearest


@dataclass(slots=True)
class Cursor:
    """A place in one source line; every reader moves it on, past the blanks that follow."""

    text: str
    number: int
    """The line's number in the comment, from 1."""
    at: int = 0
    start: int = 0
    """Where the last thing read began."""

    def __post_init__(self) -> None:
        self._skip()

    @property
    def done(self) -> bool:
        """True where nothing is left."""
        return self.at >= len(self.text)

    def slip(self, problem: str, at: int | None = None, nearest: str | None = None) -> NoReturn:
        """Stop here, or where the last thing read began."""
        raise Slip(problem, self.number, (self.start if at is None else at) + 1, nearest)

    def word(self, what: str) -> str:
        """The next run of printable ASCII without blanks."""
        self._need(what)
        end = self.at
        while end < len(self.text) and self.text[end] not in _BLANK:
            end += 1
        return self._take(end, what)

    def name(self, what: str) -> str:
        """The next bare name, or JSON string, decoded."""
        name = self._key(what)
        self._skip()
        return name

    def items(self, what: str) -> tuple[str, ...]:
        """The next comma-separated keys and `first..last` runs."""
        found = [self._item(what)]
        self._skip()
        while not self.done and self.text[self.at] == ",":
            self.at += 1
            self._skip()
            found.append(self._item(what))
            self._skip()
        return tuple(found)

    def rest(self, what: str) -> str:
        """The free text that is left of the line; it must hold nothing that nobody can see."""
        text = self.text[self.at :].rstrip(_BLANK)
        hidden = first_unseen_in_prose(text)
        if hidden is not None:
            self._foreign(text[hidden], what, self.at + hidden)
        self.start, self.at = self.at, len(self.text)
        return text

    def end(self, after: str) -> None:
        """Nothing may be left."""
        if not self.done:
            self._left_over(self.at, after)

    def peek(self) -> str:
        """The next word as it stands, without moving on; empty at the end."""
        return re.split(r"[ \t]", self.text[self.at :], maxsplit=1)[0]

    def _item(self, what: str) -> str:
        """One key or run; the ends of a run may be JSON strings: `"2026 01".."2026 03"`."""
        self._need(what)
        begun = self.at
        if self.text.startswith("?..", self.at):
            self.at += len("?..")
            first, is_run = "?", True
        else:
            first = self._key(what)
            is_run = self.text.startswith("..", self.at)
            self.at += len("..") if is_run else 0
            if first.endswith("..") and self.text.startswith('"', self.at):
                first, is_run = first.removesuffix(".."), True
        item = f"{first}..{self._key(what)}" if is_run else first
        self.start = begun
        return item

    def _key(self, what: str) -> str:
        self._need(what)
        if self.text[self.at] == '"':
            return self._string(what)
        match = _BARE.match(self.text, self.at)
        end = match.end() if match else self.at
        run_to_string = self.text.startswith('.."', end - 2)
        if end < len(self.text) and self.text[end] not in f"{_BLANK}," and not run_to_string:
            self._odd(end, what)
        if match is None:
            self.slip(Phrase("{what} is missing before the comma", what=what), self.at)
        self.start, self.at = self.at, end
        return match[0]

    def _string(self, what: str) -> str:
        begun = self.at
        try:
            value, end = _STRING.raw_decode(self.text, begun)
        except ValueError:
            self.slip(
                Phrase("the JSON string is not closed, or not JSON, in {what}", what=what), begun
            )
        after = self.text[end : end + 1]
        if after and after not in f"{_BLANK}," and not self.text.startswith("..", end):
            self._left_over(end, what)
        if not isinstance(value, str) or not value or not _is_text(value):
            self.slip(Phrase("the JSON string holds no text, in {what}", what=what), begun)
        self.start, self.at = begun, end
        return value

    def _odd(self, at: int, what: str) -> NoReturn:
        self._plain(at, at + 1, what)
        if self.text[at] == "*":
            self.slip(Phrase("`*` is no wildcard: name all of it, in {what}", what=what), at)
        self.slip(
            Phrase(
                "`{letter}` stands bare; write it as a JSON string, in {what}",
                letter=self.text[at],
                what=what,
            ),
            at,
        )

    def _left_over(self, at: int, after: str) -> NoReturn:
        self._plain(at, len(self.text), after)
        left = _short(self.text[at:])
        self.slip(Phrase("`{text}` is left over after {what}", text=left, what=after), at)

    def _foreign(self, character: str, what: str, at: int) -> NoReturn:
        found = named(character)
        self.slip(
            Phrase("`{character}` stands in or beside {what}", character=found, what=what), at
        )

    def _take(self, end: int, what: str) -> str:
        self._plain(self.at, end, what)
        self.start, self.at = self.at, end
        taken = self.text[self.start : end]
        self._skip()
        return taken

    def _plain(self, start: int, end: int, what: str) -> None:
        foreign = first_foreign(self.text[start:end].replace("\t", " "))
        if foreign is not None:
            self._foreign(self.text[start + foreign], what, start + foreign)

    def _need(self, what: str) -> None:
        self._skip()
        if self.done:
            self.slip(Phrase("{what} is missing", what=what), len(self.text))

    def _skip(self) -> None:
        while self.at < len(self.text) and self.text[self.at] in _BLANK:
            self.at += 1


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word that a mistyped one is nearest to; None where none is near."""
    return next(iter(difflib.get_close_matches(word[:64].lower(), list(known), 1, 0.6)), None)


def _short(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:39]}…"  # noqa: PLR2004 (fits a line of a reply)


def _is_text(value: str) -> bool:
    return not any("\ud800" <= character <= "\udfff" for character in value)
