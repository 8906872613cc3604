"""YAML's own complaints, said in the words of somebody who writes request files."""

import re
from typing import Final

import yaml

from bot.domain.phrase import Phrase
from bot.domain.place import Mistake, Place
from bot.parsing.nodes import cut

EXPLAINED: Final[tuple[tuple[str, str, str], ...]] = (
    (
        "found character '\\t'|found a tab character",
        Phrase("a tab"),
        Phrase("indent with spaces"),
    ),
    (
        "found character that cannot start any token",
        Phrase("a character that cannot begin a value"),
        Phrase("put the value in quotes, or replace a tab by spaces"),
    ),
    (
        "mapping values are not allowed",
        Phrase("a colon where none can stand"),
        Phrase("put the text in quotes, or begin the key on a line of its own at the right depth"),
    ),
    (
        "could not find expected ':'",
        Phrase("a line without a colon"),
        Phrase("write `key: value`, or indent the line further if it belongs to the text above"),
    ),
    (
        "did not find expected key",
        Phrase("something that is neither a key nor the end of the mapping"),
        Phrase("indent the keys of one mapping alike, and quote values with special characters"),
    ),
    (
        "did not find expected ',' or",
        Phrase("a list or mapping in brackets that is not closed"),
        Phrase("close the bracket, and separate its items by commas"),
    ),
    (
        "did not find expected '-' indicator",
        Phrase("something that is no item of the list"),
        Phrase("begin every item with `- ` at the same depth"),
    ),
    (
        "while scanning a quoted scalar: found unexpected",
        Phrase("a quotation that never ends"),
        Phrase("close the quotes"),
    ),
    (
        "did not find expected <document start>",
        Phrase("text after the end of the document"),
        Phrase("begin another document with `---`"),
    ),
    (
        "did not find expected node content",
        Phrase("brackets that are not closed, or a comma too many"),
        Phrase("close the brackets, and put one value between two commas"),
    ),
    (
        "exceeded max",
        Phrase("too many levels"),
        Phrase("nest less deeply"),
    ),
    (
        "undefined tag handle",
        Phrase("a tag"),
        Phrase("remove the tag; only plain YAML is read"),
    ),
)


NEVER_CLOSED: Final = "while scanning a quoted scalar|did not find expected ',' or"
"""Said where the text ends; people look where it was opened."""


def explained(path: str, error: yaml.YAMLError, first_line: int, lines: tuple[str, ...]) -> Mistake:
    """The error as a mistake; `first_line` is how many lines stand before what was parsed."""
    said = f"{getattr(error, 'context', '') or ''}: {getattr(error, 'problem', '') or error}"
    never_closed = re.search(NEVER_CLOSED, said)
    marks = [getattr(error, "problem_mark", None), getattr(error, "context_mark", None)]
    mark = next((one for one in (reversed(marks) if never_closed else marks) if one), None)
    line = (mark.line if mark else 0) + first_line + 1
    column = mark.column + 1 if mark else 1
    last = max(len(lines) - (lines[-1:] == ("",)), 1)
    if line > last:
        line, column = last, len(lines[last - 1]) + 1 if lines else 1
    excerpt = cut(lines[line - 1], 200) if lines else ""
    place = Place(path, line, column)
    for pattern, found, right in EXPLAINED:
        if re.search(pattern, said):
            return Mistake(place, found, right, excerpt=excerpt)
    return Mistake(
        place,
        Phrase("something that is not YAML ({said})", said=cut(said.strip(": "), 120)),
        Phrase("write plain YAML: `key: value`, lists with `- `, special characters in quotes"),
        excerpt=excerpt,
    )
