r"""The line by which the bot's own comments say what they are: an HTML comment with JSON in it.

    <!-- backfill-bot {"kind": "plan", "request": "orders-tax-fix", "part": 1, "parts": 1} -->

`-`, `<` and `>` inside strings are written `\u00XX`, so that nothing in the JSON can end the HTML
comment. A marker is only worth something in a comment of the bot's own account, and then as
evidence for refusing, never for accepting.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

Scalar: TypeAlias = str | int | float | bool | None
Field: TypeAlias = Scalar | Sequence[Scalar]

_LINE: Final = re.compile(r"^<!-- backfill-bot (\{[^\r\n]*\}) -->[ \t]*\r?$", re.MULTILINE)
_STRING: Final = re.compile(r'"(?:[^"\\]|\\.)*"')
_ESCAPED: Final = {"-": "\\u002d", "<": "\\u003c", ">": "\\u003e"}


@dataclass(frozen=True, slots=True)
class Marker:
    """What one of the bot's comments is, and what it is about."""

    kind: str
    """`plan`, `reply`, `revoked`, `note`."""
    fields: Mapping[str, Field] = field(default_factory=dict)


def print_marker(marker: Marker) -> str:
    """The marker as one line without its end; `kind` first, then the fields as given."""
    content = json.dumps({"kind": marker.kind, **marker.fields})
    return f"<!-- backfill-bot {_escaped(content)} -->"


def read_marker(body: str) -> Marker | None:
    """The first marker on a line of its own; None where there is none that can be read."""
    match = _LINE.search(body)
    try:
        content = json.loads(match[1]) if match else None
    except (ValueError, RecursionError):
        return None
    if not isinstance(content, dict) or not isinstance(content.get("kind"), str):
        return None
    fields = {key: value for key, value in content.items() if key != "kind" and _is_field(value)}
    return Marker(content["kind"], fields)


def _escaped(content: str) -> str:
    """JSON with the three characters replaced, which stand bare only in a number's sign."""
    return _STRING.sub(lambda string: _in_string(string[0]), content)


def _in_string(string: str) -> str:
    return re.sub("[-<>]", lambda one: _ESCAPED[one[0]], string)


def _is_field(value: object) -> bool:
    scalar = (str, int, float, bool, type(None))
    if isinstance(value, list):
        return all(isinstance(item, scalar) for item in value)
    return isinstance(value, scalar)
