"""Connections: pages of a list, by opaque cursors."""

import base64
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from tests.fakes.graph.errors import GraphRefused
from tests.fakes.limits import PAGE

Node: TypeAlias = dict[str, Any]


def connection(
    name: str,
    items: Sequence[Any],
    node: Callable[[Any], Node],
    arguments: dict[str, Any],
    edge: Callable[[Any], Node] | None = None,
) -> Node:
    """One page; GitHub wants `first` or `last`, of at most 100."""
    start, stop = _bounds(name, len(items), arguments)
    part = list(enumerate(items))[start:stop]
    return {
        "totalCount": len(items),
        "pageInfo": {
            "hasNextPage": stop < len(items),
            "hasPreviousPage": start > 0,
            "startCursor": _cursor(start) if part else None,
            "endCursor": _cursor(stop - 1) if part else None,
        },
        "nodes": lambda: [node(item) for _, item in part],
        "edges": lambda: [
            {"node": node(item), "cursor": _cursor(at), **(edge(item) if edge else {})}
            for at, item in part
        ],
    }


def _bounds(name: str, size: int, arguments: dict[str, Any]) -> tuple[int, int]:
    first, last = arguments.get("first"), arguments.get("last")
    if first is None and last is None:
        raise GraphRefused(
            "MISSING_PAGINATION_BOUNDARIES",
            "You must provide a `first` or `last` value to properly paginate the "
            f"`{name}` connection.",
        )
    for word, value in (("first", first), ("last", last)):
        if value is not None and not 0 <= value <= PAGE:
            raise GraphRefused(
                "EXCESSIVE_PAGINATION",
                f"Requesting {value} records on the `{name}` connection exceeds the `{word}` limit "
                f"of {PAGE} records.",
            )
    start = 0 if arguments.get("after") is None else _place(arguments["after"]) + 1
    stop = size if arguments.get("before") is None else _place(arguments["before"])
    start, stop = min(start, size), min(stop, size)
    if first is not None:
        stop = min(stop, start + first)
    if last is not None:
        start = max(start, stop - last)
    return start, max(start, stop)


def _cursor(place: int) -> str:
    return base64.b64encode(f"cursor:{place}".encode()).decode()


def _place(cursor: str) -> int:
    try:
        text = base64.b64decode(cursor, validate=True).decode()
        return int(text.removeprefix("cursor:"))
    except ValueError as error:
        message = f"`{cursor}` does not appear to be a valid cursor."
        raise GraphRefused("INVALID_CURSOR_ARGUMENTS", message) from error
