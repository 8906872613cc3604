"""The reference of file formats is what the schemas say today; UPDATE_GOLDENS=1 writes it anew."""

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Literal

from bot.parsing.schema import json_schema

SHOWN = Path(__file__).parents[2] / "docs" / "reference.md"
HEAD = (Path(__file__).parent / "reference_head.md").read_text(encoding="utf-8")
TITLES: dict[Literal["request", "catalog", "config"], str] = {
    "request": "Request file",
    "catalog": "Catalog",
    "config": "Settings",
}


def test_the_reference_is_what_the_schemas_say() -> None:
    text = HEAD + "".join(section(kind) for kind in TITLES)
    if os.environ.get("UPDATE_GOLDENS") == "1":
        SHOWN.write_text(text, encoding="utf-8")
    assert text == SHOWN.read_text(encoding="utf-8")


def section(kind: Literal["request", "catalog", "config"]) -> str:
    schema = json_schema(kind)
    rows = "".join(f"| `{path}` | {values} | {words} |\n" for path, values, words in keys(schema))
    return f"\n## {TITLES[kind]}\n\n| key | values | meaning |\n|---|---|---|\n{rows}"


def keys(
    node: Mapping[str, Any], top: Mapping[str, Any] | None = None, path: str = ""
) -> Iterator[tuple[str, str, str]]:
    """Every key below a node: its path, what may stand there, what it means."""
    top = node if top is None else top
    for name, found in properties(node, top):
        here = f"{path}.{name}" if path else name
        words = found.get("description", "")
        if "default" in found:
            words += f" Default: `{found['default']}`."
        if words:
            yield here, values(found, top), words.replace("|", "\\|").replace("\n", " ")
        yield from keys(found, top, here)


def properties(
    node: Mapping[str, Any], top: Mapping[str, Any]
) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for each in alternatives(node, top):
        yield from each.get("properties", {}).items()
        more = each.get("additionalProperties")
        if isinstance(more, Mapping):
            yield "<name>", more
        if isinstance(each.get("items"), Mapping):
            yield from properties(each["items"], top)


def alternatives(node: Mapping[str, Any], top: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    if "$ref" in node:
        name = str(node["$ref"]).rpartition("/")[2]
        if name != "unstated":
            yield from alternatives(top["$defs"][name], top)
        return
    yield node
    for each in (*node.get("anyOf", ()), *node.get("oneOf", ())):
        yield from alternatives(each, top)


def values(node: Mapping[str, Any], top: Mapping[str, Any]) -> str:
    words = dict.fromkeys(
        word for each in alternatives(node, top) for word in values_of(each) if word
    )
    return ", ".join(words) or "any"


def values_of(node: Mapping[str, Any]) -> Iterator[str]:
    if "enum" in node:
        yield from (
            f"`{str(value).lower() if isinstance(value, bool) else value}`"
            for value in node["enum"]
            if value is not None
        )
        return
    types = node.get("type", ())
    for kind in [types] if isinstance(types, str) else types:
        yield {
            "string": "text",
            "integer": "whole number",
            "number": "number" if types == "number" else "",
            "boolean": "`true` or `false`" if types == "boolean" else "",
            "array": "list",
            "object": "mapping",
        }.get(kind, "")
