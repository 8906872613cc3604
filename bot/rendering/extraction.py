"""Finds the patterns that want a translation, for Babel: `Phrase(…)` and `counted(…)` in Python.

Babel's own reader of Python overlooks phrases within phrases; this one reads the syntax tree.
"""

import ast
from collections.abc import Iterator, Sequence
from typing import Any, BinaryIO, Final, TypeAlias

Found: TypeAlias = tuple[int, str, str | tuple[str, ...], list[str]]
"""Line, function as gettext calls it, message or messages, comments."""

_FUNCTIONS: Final = {"Phrase": ("gettext", 1), "counted": ("ngettext", 2)}


def extract(
    file: BinaryIO, keywords: Sequence[str], comment_tags: Sequence[str], options: dict[str, Any]
) -> Iterator[Found]:
    """The patterns of one Python file, as far as they are literals.

    The signature is that of Babel's extraction methods; only the file matters here.
    """
    del keywords, comment_tags, options
    for node in ast.walk(ast.parse(file.read())):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            function, count = _FUNCTIONS.get(node.func.id, ("", 0))
            if count:
                patterns = tuple(filter(None, map(_literal, node.args[:count])))
                if len(patterns) == count:
                    yield node.lineno, function, patterns if count > 1 else patterns[0], []


def _literal(argument: ast.expr) -> str | None:
    is_text = isinstance(argument, ast.Constant) and isinstance(argument.value, str)
    return str(argument.value) if is_text and isinstance(argument, ast.Constant) else None
