"""Which part of an upstream one partition reads."""

from typing import Any, Final

from bot.domain.dataset import Keys, Period, Reading, Reads, Window
from bot.domain.names import DatasetName
from bot.domain.phrase import Phrase
from bot.parsing.forms import Field, Form
from bot.parsing.nodes import Items, Node, Pairs, Scalar, is_null
from bot.parsing.scalars import Text, one_of
from bot.parsing.shapes import WRONG, JsonSchema, ListOf, MapOf, Optional, Source, Wrong, unstated
from bot.parsing.times import Duration

SELF: Final = "self"
MAX_NAME: Final = 1000
WINDOW: Final = Window()
NO_PERIOD: Final = Period()
WORDS: Final = ("window", *(str(word) for word in Reads))
BY_WORD: Final[dict[str, Reading]] = {"window": WINDOW, **{str(word): word for word in Reads}}


class OneOrMore:
    """One key, or a list of keys."""

    keys: Final = ListOf(Text(Phrase("a key")), "[EU]", 1)

    def read(self, node: Node, at: Source) -> tuple[str, ...] | Wrong:
        """The keys."""
        if isinstance(node, Items):
            return self.keys.read(node, at)
        key = Text(Phrase("a key, or a list of keys")).read(node, at)
        return WRONG if key is WRONG else (key,)

    def schema(self) -> JsonSchema:
        """A key or an array of keys."""
        return {"anyOf": [Text().schema(), self.keys.schema()]}


def _parameters(values: dict[str, Any], node: Pairs, at: Source) -> Reading | Wrong:
    if "keys" in values:
        if len(values) > 1:
            return at.wrong(node, Phrase("write either `keys` or a lookback and lookahead"))
        return Keys(tuple(values["keys"].items()))
    if not values:
        return at.wrong(
            node,
            Phrase("write `window`, or a window such as `{example}`", example="{lookback: P6D}"),
        )
    return Window(values.get("lookback") or NO_PERIOD, values.get("lookahead") or NO_PERIOD)


PARAMETERS: Final[Form[Reading]] = Form(
    fields=(
        Field("lookback", Optional(Duration(), None), "How much before its own start is read."),
        Field("lookahead", Optional(Duration(), None), "How much after its own end is read."),
        Field(
            "keys",
            MapOf(OneOrMore(), "{EU: [DE, FR]}"),
            "For list partitions: the upstream's keys that each own key reads.",
        ),
    ),
    build=_parameters,
    example="{lookback: P6D}",
)


class ReadsShape:
    """A word, or a window, or keys."""

    def read(self, node: Node, at: Source) -> Reading | Wrong:
        """How the upstream is read."""
        if isinstance(node, Scalar):
            reading = BY_WORD.get(node.text)
            if reading is None:
                return one_of(node, WORDS, at)
            return reading
        return PARAMETERS.read(node, at)

    def schema(self) -> JsonSchema:
        """The words, or the parameters."""
        return {"anyOf": [{"enum": list(WORDS)}, PARAMETERS.schema()]}


READS: Final = ReadsShape()
EDGE: Final[Form[Reading]] = Form(
    fields=(
        Field(
            "reads",
            Optional(READS, WINDOW),
            "Which part of the upstream one partition reads: the same instants (`window`), "
            "`{lookback: P6D, lookahead: P1D}`, `{keys: {…}}`, `cumulative`, `all`, `previous` "
            "(under `self`), `reference` (looked up as of the run), or `unknown`.",
            default="window",
        ),
    ),
    build=lambda values, _node, _at: values.get("reads", WINDOW),
    example="{reads: window}",
)


class Upstream:
    """What a dataset reads: upstream names to readings; `self` is the dataset itself."""

    def read(self, node: Node, at: Source) -> tuple[tuple[str, Reading, int], ...] | Wrong | None:
        """`(name, reading, line)` for each edge; None where nobody has said."""
        if isinstance(node, Scalar):
            return None if unstated(node, at) is not WRONG and self._absent(node, at) else WRONG
        if not isinstance(node, Pairs):
            return at.wrong(
                node,
                Phrase(
                    "write a mapping such as `{example}`", example="{raw.orders: {reads: window}}"
                ),
            )
        before = len(at.mistakes)
        edges = [(key.text, self._edge(key, child, at), key.line) for key, child in node.pairs]
        if len(at.mistakes) > before:
            return WRONG
        return tuple((name, reads, line) for name, reads, line in edges if reads is not WRONG)

    def _absent(self, node: Scalar, at: Source) -> bool:
        if is_null(node) or node.text == "unknown":
            return True
        at.wrong(
            node,
            Phrase("write a mapping such as `{example}`", example="{raw.orders: {reads: window}}"),
        )
        return False

    def _edge(self, key: Scalar, child: Node, at: Source) -> Reading | Wrong:
        name = key.text
        if not name.strip() or len(name) > MAX_NAME:
            return at.wrong(key, Phrase("write the upstream's name as the key"))
        reading: Reading | Wrong = WINDOW if is_null(child) else EDGE.read(child, at)
        if reading is Reads.PREVIOUS and name != SELF:
            return at.wrong(child, Phrase("`previous` stands only under `{self}`", self=SELF))
        return reading

    def schema(self) -> JsonSchema:
        """Edges by the upstream's name."""
        edge = {"anyOf": [EDGE.schema(), {"type": "null"}]}
        return {
            "anyOf": [
                {"const": "unknown"},
                {"type": "null"},
                {"type": "object", "additionalProperties": edge},
            ]
        }


def upstream_name(name: str, reader: DatasetName) -> DatasetName:
    """The upstream that an edge names; `self` is the reader."""
    return reader if name == SELF else DatasetName(name)
