# ruff: noqa: RUF001 (look-alikes are what this file is about)
"""Characters that a person cannot see, or would take for other ones."""

import unicodedata
from typing import Final

_IGNORABLE: Final = frozenset(
    {0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0}
    | set(range(0x180B, 0x1810))
    | set(range(0xFE00, 0xFE10))
    | set(range(0xE0100, 0xE01F0))
)
"""Drawn as nothing although Unicode calls them letters or marks (UAX 44, default ignorable)."""

_JOINERS: Final = frozenset("\u200c\u200d\ufe0e\ufe0f")
"""Needed in ordinary prose: emoji, and scripts whose letters join."""

_UNSEEN_CATEGORIES: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})

_LOOK_ALIKES: Final = {
    "a": "аαɑ", "b": "вЬ", "c": "сϲᴄց", "d": "ԁ", "e": "еҽ", "g": "ɡց", "h": "һհ", "i": "іιı",
    "j": "јȷ", "k": "кκ", "l": "ӏ", "m": "м", "n": "пηո", "o": "оοσօᴏ", "p": "рρ", "q": "ԛզ",
    "r": "г", "s": "ѕ", "t": "тτ", "u": "υսʋ", "v": "ѵνᴠ", "w": "ԝѡωᴡ", "x": "хχ", "y": "уγ",
    "z": "ᴢ", "A": "АΑ", "B": "ВΒ", "C": "СϹ", "E": "ЕΕ", "H": "НΗ", "I": "ІΙӀ", "J": "Ј",
    "K": "КΚ", "M": "МΜ", "N": "Ν", "O": "ОΟՕ", "P": "РΡ", "Q": "Ԛ", "S": "Ѕ", "T": "ТΤ",
    "V": "Ѵ", "W": "Ԝ", "X": "ХΧ", "Y": "УΥҮ", "Z": "Ζ",
    "-": "‐‒–—―−⁃˗➖", ".": "·•∙。", "/": "⁄∕⧸╱", '"': "“”„‟", "'": "‘’‚‛′", "*": "∗٭⁎",
    " ": "\u1680",
}  # fmt: skip
"""Letters of other scripts that fonts draw like Latin ones (a part of UTS 39), and the dashes,
dots, slashes and quotes that editors put where plain ones were typed."""

_LATIN: Final = str.maketrans(
    {other: plain for plain, others in _LOOK_ALIKES.items() for other in others}
)


def named(character: str) -> str:
    """`U+0430 CYRILLIC SMALL LETTER A`: a character by code point, and by name if it has one."""
    point = f"U+{ord(character):04X}"
    name = unicodedata.name(character, "")
    return f"{point} {name}" if name else point


def is_unseen(character: str) -> bool:
    """True for what is drawn as nothing, or steers how its neighbours are drawn."""
    return unicodedata.category(character) in _UNSEEN_CATEGORIES or ord(character) in _IGNORABLE


def first_unseen(text: str) -> int | None:
    """Where the first unseen character of a text stands, counted from 0."""
    return next((at for at, character in enumerate(text) if is_unseen(character)), None)


def first_unseen_in_prose(text: str) -> int | None:
    """The same for free text, where joiners and variation selectors have their place."""
    return next(
        (at for at, one in enumerate(text) if one not in _JOINERS and is_unseen(one)),
        None,
    )


def first_foreign(text: str) -> int | None:
    """Where the first character outside printable ASCII stands, counted from 0."""
    return next((at for at, one in enumerate(text) if not " " <= one <= "~"), None)


def looks(text: str) -> str:
    """A text as a hurried reader sees it: unseen characters gone, look-alikes made Latin."""
    plain = "".join(one for one in unicodedata.normalize("NFKC", text) if not is_unseen(one))
    return plain.translate(_LATIN)
