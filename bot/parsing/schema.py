"""JSON Schemas of the files that people write, from the same shapes that read them."""

from typing import Any, Final, Literal

from bot.parsing.shapes import UNSTATED_SCHEMA, JsonSchema

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
TITLES: Final = {
    "request": "Backfill request (backfill/v1)",
    "catalog": "Backfill catalog (backfill-catalog/v1)",
    "config": "Settings of backfill-bot (backfill-bot/v1)",
}


def json_schema(kind: Literal["request", "catalog", "config"]) -> JsonSchema:
    """The schema of one document of a kind of file, in draft 2020-12, with descriptions.

    It accepts what the reader accepts, except for rules between fields and words that only a
    reader can look up (time zones, cron expressions, days that exist).
    """
    return {
        "$schema": DIALECT,
        "title": TITLES[kind],
        **_body(kind),
        "$defs": _definitions(kind),
    }


def _body(kind: str) -> JsonSchema:
    if kind == "request":
        from bot.parsing.request_document import REQUEST  # noqa: PLC0415  # one kind at a time

        one_root = [{"required": ["root"]}, {"required": ["roots"]}]
        return {**REQUEST.schema(), "oneOf": one_root}
    if kind == "catalog":
        from bot.parsing.catalog import CATALOG  # noqa: PLC0415

        return CATALOG.schema()
    from bot.parsing.settings import SETTINGS  # noqa: PLC0415

    return SETTINGS.schema()


def _definitions(kind: str) -> dict[str, Any]:
    if kind == "config":
        return {}
    from bot.parsing.dataset import DATASET  # noqa: PLC0415

    return {"unstated": UNSTATED_SCHEMA, "dataset": DATASET.schema()}
