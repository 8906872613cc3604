"""A source line with a caret under the place that is meant."""

import unicodedata
from typing import Final

WIDTH: Final = 100


def caret(line: str, column: int) -> str:
    """Two lines of text: the source, cut around a column that counts from 1, and the caret."""
    shown = "".join(_visible(letter) for letter in line.rstrip("\r\n"))
    at = min(max(column - 1, 0), len(shown))
    start = max(0, at - WIDTH // 2) if len(shown) > WIDTH else 0
    left = "…" if start else ""
    piece = shown[start : start + WIDTH]
    right = "…" if start + WIDTH < len(shown) else ""
    before = left + shown[start:at]
    return f"{left}{piece}{right}\n{' ' * sum(map(_cells, before))}^"


def _visible(letter: str) -> str:
    if letter == "\t":
        return " "
    return letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}"


def _cells(letter: str) -> int:
    if unicodedata.combining(letter):
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1
