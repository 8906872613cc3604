"""The few forms that JSON Schemas are put together from."""

from typing import Any

Json = dict[str, Any]


def object_of(description: str, /, **properties: Json) -> Json:
    """An object of exactly these properties, all of them required."""
    return {
        "type": "object",
        "description": description,
        "properties": properties,
        "required": sorted(properties),
        "additionalProperties": False,
    }


def origin() -> dict[str, Json]:
    """Where a fact was read."""
    return {"from": text("request, catalog, lineage, dialect, default or derived."),
            "place": text("File and line.")}  # fmt: skip


def text(description: str, *, null: bool = False) -> Json:
    """A string; with `null`, or null."""
    return {"type": ["string", "null"] if null else "string", "description": description}


def count(description: str) -> Json:
    """A number of things."""
    return {"type": "integer", "minimum": 0, "description": description}


def word(description: str, words: Any) -> Json:
    """One of the words of an enumeration."""
    return {"enum": [word.value for word in words], "description": description}


def names(description: str) -> Json:
    """A list of strings."""
    return {"type": "array", "items": {"type": "string"}, "description": description}


def list_of(reference: str, description: str) -> Json:
    """A list of what another part of the schema describes."""
    return {"type": "array", "items": {"$ref": reference}, "description": description}
