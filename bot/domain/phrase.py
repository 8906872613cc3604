"""Sentences for people, in English, that rendering can still say in another language."""

from collections.abc import Mapping
from typing import Any


class Phrase(str):
    """An English sentence that remembers its pattern and the words put into it.

    It is an ordinary string everywhere (compared, sorted, printed, put into JSON); only the
    renderer looks at `pattern` and `words`, to say the same in the reader's language. Words may
    be phrases themselves. Placeholders are `str.format` names: `{dataset} is {state}`.
    """

    __slots__ = ("pattern", "words")

    pattern: str
    words: Mapping[str, Any]

    def __new__(cls, pattern: str, **words: Any) -> "Phrase":
        """The sentence of this pattern with these words; KeyError where a word is missing."""
        made = super().__new__(cls, pattern.format_map(words))
        made.pattern = pattern
        made.words = words
        return made
