"""GraphQL errors as GitHub words them: the kind stands in `type`, beside the message."""

from typing import Any

from graphql import GraphQLError

from tests.fakes.answers import Refused

_KINDS = {401: "FORBIDDEN", 403: "FORBIDDEN", 404: "NOT_FOUND", 422: "UNPROCESSABLE"}


class GraphRefused(Exception):  # noqa: N818
    """A field that GitHub will not resolve, and the kind of its error."""

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(message)
        self.kind = kind


def not_found(what: str, key: str, value: object) -> GraphRefused:
    """`Could not resolve to a Repository with the name 'a/b'.`"""
    return GraphRefused("NOT_FOUND", f"Could not resolve to a {what} with the {key} {value}.")


def shown(error: GraphQLError) -> dict[str, Any]:
    """An error as it goes out."""
    formatted: dict[str, Any] = dict(error.formatted)
    cause = error.original_error
    if isinstance(cause, GraphRefused):
        formatted["type"] = cause.kind
    elif isinstance(cause, Refused):
        formatted["type"] = _KINDS.get(cause.status, "SERVICE_UNAVAILABLE")
        formatted["message"] = "\n".join(
            [cause.message, *(one["message"] for one in cause.errors or [] if "message" in one)]
        )
    elif cause is not None:
        raise cause
    return formatted
