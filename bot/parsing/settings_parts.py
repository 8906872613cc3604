"""Parts of the settings: how long something holds, who is named, where a lineage file stands."""

import datetime as dt
import re
from typing import Any, Final

from bot.domain.phrase import Phrase
from bot.parsing.forms import Field, Form
from bot.parsing.nodes import Node, Pairs, Scalar
from bot.parsing.scalars import Text, Truth
from bot.parsing.shapes import WRONG, JsonSchema, Source, Wrong
from bot.settings import CatalogSource

UNITS: Final = {"m": "minutes", "h": "hours", "d": "days", "w": "weeks"}


class Age:
    """How long something holds: `24h`, `7d`."""

    def read(self, node: Node, at: Source) -> dt.timedelta | Wrong:
        """The duration, at most a year."""
        right = Phrase("write a number and a unit such as `24h` or `7d`, at most a year")
        match = (
            re.fullmatch(r"([1-9]\d{0,5})([mhdw])", node.text) if isinstance(node, Scalar) else None
        )
        if match is None:
            return at.wrong(node, right)
        age = dt.timedelta(**{UNITS[match[2]]: int(match[1])})
        return age if age <= dt.timedelta(days=366) else at.wrong(node, right)

    def schema(self) -> JsonSchema:
        """A number and a unit."""
        return {"type": "string", "pattern": "^[1-9][0-9]{0,5}[mhdw]$", "examples": ["24h", "7d"]}


LOGIN: Final = Text(
    Phrase("a login"),
    pattern=r"[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:_[a-z0-9]+)?",
    right=Phrase("write a login without `@`"),
    most=100,
)
TEAM: Final = Text(
    Phrase("a team"),
    pattern=r"[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?/[A-Za-z0-9._-]+",
    right=Phrase("write a team as `org/team`, without `@`"),
    most=200,
)
ACCOUNT: Final = Text(
    Phrase("the bot's account"),
    pattern=r"[A-Za-z0-9][A-Za-z0-9_-]*(?:\[bot\])?",
    right=Phrase("write a login such as `backfill-bot[bot]`"),
    most=100,
)


def _source(values: dict[str, Any], node: Pairs, at: Source) -> CatalogSource | Wrong:
    kinds = [kind for kind in ("catalog", "dbt", "openlineage") if values.get(kind)]
    if len(kinds) != 1:
        return at.wrong(node, Phrase("name one source: `catalog`, `dbt` or `openlineage`"))
    workspace = values.get("workspace", False)
    if workspace and values.get("ref"):
        return at.wrong(node, Phrase("write either `ref` or `workspace`"))
    return CatalogSource(kinds[0], values[kinds[0]], values.get("ref"), workspace)


class FilePath:
    """A path inside the repository."""

    def read(self, node: Node, at: Source) -> str | Wrong:
        """The path."""
        path = Text(Phrase("a path in the repository"), most=1000).read(node, at)
        if path is WRONG:
            return WRONG
        if path.startswith("/") or ".." in path.split("/") or "\\" in path:
            return at.wrong(
                node, Phrase("write a path from the top of the repository, without `..`")
            )
        return path

    def schema(self) -> JsonSchema:
        """A relative path."""
        return {"type": "string", "minLength": 1, "maxLength": 1000, "pattern": "^[^/]"}


SOURCE_PARTS: Final[Form[CatalogSource]] = Form(
    fields=(
        Field("catalog", FilePath(), "A catalog."),
        Field("dbt", FilePath(), "A dbt manifest."),
        Field("openlineage", FilePath(), "OpenLineage events, one JSON object a line."),
        Field(
            "ref",
            Text(Phrase("a branch or tag"), most=300),
            "The branch or tag that holds the file.",
        ),
        Field("workspace", Truth(), "In the Action: read it from the checked-out workspace."),
    ),
    build=_source,
    example="{dbt: target/manifest.json, ref: artifacts}",
)


class SourceShape:
    """A path of a catalog, or a source of another kind."""

    def read(self, node: Node, at: Source) -> CatalogSource | Wrong:
        """The source."""
        if isinstance(node, Pairs):
            return SOURCE_PARTS.read(node, at)
        path = FilePath().read(node, at)
        return WRONG if path is WRONG else CatalogSource("catalog", path)

    def schema(self) -> JsonSchema:
        """A path, or a source."""
        return {"anyOf": [FilePath().schema(), SOURCE_PARTS.schema()]}
