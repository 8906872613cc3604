"""The reader's language: English patterns looked up in a gettext catalogue.

Catalogues are `locales/<language>/LC_MESSAGES/bot.po`, compiled when first needed, so that what
is read is what was reviewed, and English loads nothing.
"""

import gettext
import io
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any, Final, TypeAlias

from bot.domain.phrase import Phrase
from bot.rendering.escape import Markdown, code, code_html, prose, prose_html, trusted

LOCALES: Final = Path(__file__).parent / "locales"
_TYPED = re.compile(r"`([^`]*)`")
_STRESSED = re.compile(r"\*([^*{}\s][^*{}]*)\*")
_COMMA: Final = {"en": ", ", "zh": "、"}
_SPACE: Final = {"en": " ", "zh": ""}
_HAN = re.compile(r"[\u4e00-\u9fff]")
_COLON: Final = {"en": ": ", "zh": "\uff1a"}


@dataclass(frozen=True, slots=True)
class Strong:
    """A word that must not be overlooked."""

    text: Any

    def __str__(self) -> str:
        return str(self.text)


@dataclass(frozen=True, slots=True)
class Language:
    """One language: `say` makes Markdown, `tell` plain text; words of people stay as they are."""

    name: str = "en"
    catalogue: gettext.NullTranslations = field(default_factory=gettext.NullTranslations)

    def say(self, text: Any) -> Markdown:
        """Markdown of a phrase in this language; any other word goes through `prose`."""
        if isinstance(text, Strong):
            return Markdown(f"**{self.say(text.text)}**")
        if isinstance(text, Markdown) or not isinstance(text, Phrase):
            return trusted(text)
        return Markdown(self._put(text, _MARKDOWN, self.say))

    def html(self, text: Any) -> Markdown:
        """The same as inline HTML, for the places where Markdown is not read (`<summary>`)."""
        if isinstance(text, Strong):
            return Markdown(f"<b>{self.html(text.text)}</b>")
        if not isinstance(text, Phrase):
            return prose_html(str(text))
        return Markdown(self._put(text, _HTML, self.html))

    def tell(self, text: str) -> str:
        """A phrase in this language as plain text; any other text unchanged."""
        if not isinstance(text, Phrase):
            return text
        told = {name: self._told(word) for name, word in text.words.items()}
        return str(Phrase(self._pattern(text), **told))

    def join(self, words: Any) -> Markdown:
        """Several words with the language's own comma between them."""
        return Markdown(_COMMA[self.name].join(self.say(word) for word in words))

    def run_on(self, sentences: Any) -> Markdown:
        """Sentences one after another."""
        return Markdown(_SPACE[self.name].join(self.say(sentence) for sentence in sentences))

    def pairs(self, lines: Any) -> Markdown:
        """A list of labels and what is said of each; empty for none."""
        colon = _COLON[self.name]
        said = (f"- **{self.say(label)}**{colon}{self.say(words)}" for label, words in lines)
        return Markdown("\n".join(said))

    def _pattern(self, text: Phrase) -> str:
        if not text.pattern:
            return ""
        if text.plural is None:
            return self.catalogue.gettext(text.pattern)
        return self.catalogue.ngettext(text.pattern, text.plural, text.number)

    def _told(self, word: Any) -> Any:
        if isinstance(word, tuple):
            return tuple(self._told(each) for each in word)
        return self.tell(word) if isinstance(word, str) else word

    def _put(self, text: Phrase, dress: "_Dress", again: "_Change") -> str:
        pieces = _TYPED.split(self._pattern(text))
        return "".join(
            self._typed(piece, text.words, dress)
            if at % 2
            else self._plain(piece, text.words, dress, again)
            for at, piece in enumerate(pieces)
        )

    def _typed(self, piece: str, words: Mapping[str, Any], dress: "_Dress") -> str:
        several = words.get(piece[1:-1]) if piece[:1] == "{" else None
        if isinstance(several, tuple):
            return _COMMA[self.name].join(dress.code(str(word)) for word in several)
        return dress.code(piece.format_map(words))

    def _plain(
        self, piece: str, words: Mapping[str, Any], dress: "_Dress", again: "_Change"
    ) -> str:
        made: list[str] = []
        for text, name, shape, _ in Formatter().parse(piece):
            made.append(dress.literal(text))
            if name is not None:
                word = words[name]
                several = word if isinstance(word, tuple) else (word,)
                made.append(_COMMA[self.name].join(_shaped(each, shape, again) for each in several))
        return _closed_up(made) if self.name == "zh" else "".join(made)


_Change: TypeAlias = Callable[[Any], str]


@dataclass(frozen=True, slots=True)
class _Dress:
    """How the parts of a pattern look: what is typed, what is said, what is stressed."""

    code: _Change
    plain: _Change
    stressed: str

    def literal(self, text: str) -> str:
        """The pattern's own words; `*Scope*` is stressed, nothing else is markup."""
        pieces = _STRESSED.split(text)
        return "".join(
            self.stressed.format(self.plain(piece)) if at % 2 else _spaced(piece, self.plain)
            for at, piece in enumerate(pieces)
        )


_MARKDOWN: Final = _Dress(code, prose, "*{}*")
_HTML: Final = _Dress(code_html, prose_html, "<i>{}</i>")


def _closed_up(pieces: Sequence[str]) -> str:
    """The pieces without a space between two of them where both sides are Chinese."""
    made = ""
    for piece in filter(None, pieces):
        if made.endswith(" ") and _HAN.match(piece):
            made = made.rstrip(" ") if _HAN.match(made.rstrip(" ")[-1:]) else made
        elif piece.startswith(" ") and _HAN.match(made[-1:]) and _HAN.match(piece.lstrip(" ")[:1]):
            piece = piece.lstrip(" ")  # noqa: PLW2901 - the same piece, closed up
        made += piece
    return made


def _shaped(word: Any, shape: str | None, again: _Change) -> str:
    return again(format(word, shape) if shape else word)


def _spaced(text: str, change: _Change) -> str:
    bare = text.strip()
    if not bare:
        return text
    at = text.index(bare)
    return f"{text[:at]}{change(bare)}{text[at + len(bare) :]}"


@cache
def language(name: str) -> Language:
    """The language of that name; English where there is no catalogue of it."""
    path = LOCALES / name / "LC_MESSAGES" / "bot.po"
    if name == "en" or not path.exists():
        return Language()
    from babel.messages import mofile, pofile  # noqa: PLC0415 - English loads no Babel

    with path.open("rb") as file:
        read = pofile.read_po(file, locale=name)
    compiled = io.BytesIO()
    mofile.write_mo(compiled, read)
    compiled.seek(0)
    return Language(name, gettext.GNUTranslations(compiled))
