"""JSON that other programs wrote: read with indulgence, never with an exception."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from bot.domain.phrase import Phrase
from bot.domain.place import Mistake, Place

EMPTY: Mapping[str, Any] = {}


def parsed(path: str, text: bytes, line: int = 1) -> Any | Mistake:
    """The value, or where and why it is none; `line` is where the text begins in its file."""
    try:
        return json.loads(text.removeprefix(b"\xef\xbb\xbf").decode())
    except UnicodeDecodeError:
        found, at, column = Phrase("bytes that are not UTF-8"), line, 1
    except json.JSONDecodeError as error:
        found = Phrase("something that is not JSON ({said})", said=error.msg)
        at, column = line + error.lineno - 1, error.colno
    except (ValueError, RecursionError):
        found, at, column = Phrase("numbers or nesting beyond all measure"), line, 1
    right = Phrase("write the file with the tool that it comes from")
    return Mistake(Place(path, at, column), found, right)


def mapping(value: Any) -> Mapping[str, Any]:
    """The value if it is an object, else an empty one."""
    return value if isinstance(value, dict) else EMPTY


def items(value: Any) -> Iterable[Any]:
    """The members if the value is an array, else none."""
    return value if isinstance(value, list) else ()


def text(value: Any) -> str:
    """The value if it is a text that can be written down, else an empty one."""
    if not isinstance(value, str) or not value.strip() or len(value) > LONGEST:
        return ""
    return "" if any("\ud800" <= char <= "\udfff" for char in value) else value


def texts(value: Any) -> tuple[str, ...]:
    """The texts of an array, or of one text that stands for itself."""
    found = [value] if isinstance(value, str) else items(value)
    return tuple(word for word in map(text, found) if word)


LONGEST = 1000
