"""Sentences for people, in English, that rendering can still say in another language.

    Phrase("`{dataset}` is merged on `{keys}`", dataset="marts.ltv", keys=("customer_id", "day"))
    counted("{number} gate blocks", "{number} gates block", 3)

The pattern is a literal, so that the catalogue of translations can be read off the source. In it,
backticks mark what is typed (names, keys, commands): the renderer makes code spans of them that
no word can break out of. Everything else that is put in is shown as plain text, never as Markdown.
"""

from collections.abc import Mapping
from typing import Any, Self, SupportsIndex, TypeVar


class Phrase(str):
    """An English sentence that remembers its pattern and the words put into it.

    It is an ordinary string everywhere (compared, sorted, printed, put into JSON); only the
    renderer looks at `pattern` and `words`, to say the same in the reader's language. Words may
    be phrases themselves, and tuples of words: a tuple is joined by commas, between backticks
    each member in its own. Placeholders are `str.format` names: `{dataset} is {state}`.
    """

    __slots__ = ("number", "pattern", "plural", "words")

    pattern: str
    plural: str | None
    """The pattern for more than one; None where nothing is counted."""
    number: int
    words: Mapping[str, Any]

    def __new__(cls, pattern: str, /, **words: Any) -> Self:
        """The sentence of this pattern with these words; KeyError where a word is missing."""
        return _made(cls, pattern, None, 1, words)

    def __reduce_ex__(self, protocol: SupportsIndex, /) -> tuple[Any, ...]:
        return _made, (type(self), self.pattern, self.plural, self.number, dict(self.words))


def counted(one: str, many: str, number: int, /, **words: Any) -> Phrase:
    """The sentence for so many; `{number}` stands for the count in either pattern."""
    return _made(Phrase, one, many, number, {"number": number, **words})


P = TypeVar("P", bound=Phrase)


def _made(cls: type[P], one: str, many: str | None, number: int, words: dict[str, Any]) -> P:
    pattern = one if many is None or number == 1 else many
    made = str.__new__(cls, pattern.format_map(_printed(pattern, words)))
    made.pattern, made.plural, made.number, made.words = one, many, number, words
    return made


def _printed(pattern: str, words: Mapping[str, Any]) -> dict[str, Any]:
    return {
        name: (("`, `" if f"`{{{name}}}`" in pattern else ", ").join(map(str, word)))
        if isinstance(word, tuple)
        else word
        for name, word in words.items()
    }
