"""How a run writes a dataset."""

from typing import Any, Final

from bot.domain.dataset import Deduplication, Semantics, WriteFacts, Writers
from bot.domain.phrase import Phrase
from bot.parsing.forms import Field, Form
from bot.parsing.inputs import Input, facts_input
from bot.parsing.nodes import Node, Pairs
from bot.parsing.scalars import Text, Truth, Word
from bot.parsing.shapes import JsonSchema, ListOf, Source, Wrong

COLUMNS: Final = ListOf(Text(Phrase("a column")), "[order_id]", 1)


class Boundary:
    """`partition`, `table`, or a stated predicate."""

    def read(self, node: Node, at: Source) -> str | Wrong:
        """The word or the predicate."""
        text = Text(Phrase("`partition`, `table`, or the predicate that bounds the write")).read(
            node, at
        )
        if isinstance(text, str) and text not in WORDS and text.strip().lower() in WORDS:
            return at.wrong(node, Phrase("write it in lower case"), nearest=text.strip().lower())
        return text

    def schema(self) -> JsonSchema:
        """A text, with the two known words offered."""
        return {"anyOf": [{"enum": list(WORDS)}, {"type": "string", "minLength": 1}]}


WORDS: Final = ("partition", "table")


def _deduplication(values: dict[str, Any], node: Pairs, at: Source) -> Deduplication | Wrong:
    if len(values) != 1:
        return at.wrong(
            node,
            Phrase(
                "write either `{one}` or `{other}`",
                one="{anti_join: [order_id]}",
                other="{key: [order_id]}",
            ),
        )
    ((by, columns),) = values.items()
    return Deduplication(by, columns)


DEDUPLICATION: Final = Form(
    fields=(
        Field("anti_join", COLUMNS, "Rows whose columns are there already are left out."),
        Field("key", COLUMNS, "A unique key refuses rows that are there already."),
    ),
    build=_deduplication,
    example="{anti_join: [order_id]}",
)

WRITE: Final[Input[WriteFacts]] = facts_input(
    WriteFacts,
    "{semantics: overwrite, boundary: partition, reversible: true}",
    semantics=(Word(Semantics), "How a run writes: overwrite, append or merge."),
    boundary=(
        Boundary(),
        "What one run replaces: `partition`; `table` (cannot be rebuilt in part); or a predicate.",
    ),
    reversible=(Truth(), "Whether the write can be undone."),
    concurrent_writers=(Word(Writers), "What keeps other writers off the same partitions."),
    match_keys=(COLUMNS, "The columns that a merge matches rows on."),
    duplicate_sources=(
        Text(Phrase("what happens to a second source row of one key")),
        "What a merge does when one run brings two rows for a key.",
    ),
    deduplicate=(DEDUPLICATION, "How an append avoids writing a row twice."),
    commit=(
        Text(Phrase("how a retry cannot write twice")),
        "How the write is committed, so that a retry cannot write twice.",
    ),
)
