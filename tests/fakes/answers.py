"""What goes back: an answer, or a refusal in GitHub's own form."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

DOCS = "https://docs.github.com/rest"


@dataclass(slots=True)
class Answer:
    """A status, a JSON body (or bytes, or None for an empty one) and headers of its own."""

    status: int
    body: Any = None
    headers: dict[str, str] = field(default_factory=dict)


class Refused(Exception):  # noqa: N818
    """GitHub says no: a status and the JSON that explains it."""

    def __init__(
        self,
        status: int,
        message: str,
        errors: list[Mapping[str, str]] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.message = message
        self.errors = errors
        self.headers = dict(headers or {})

    @classmethod
    def invalid(cls, resource: str, field_name: str, code: str, message: str) -> "Refused":
        """422 with one error."""
        error = {"resource": resource, "field": field_name, "code": code, "message": message}
        return cls(422, "Validation Failed", [error])

    @classmethod
    def not_found(cls) -> "Refused":
        """404, which also stands for "you may not know"."""
        return cls(404, "Not Found")

    @classmethod
    def not_for_integrations(cls) -> "Refused":
        """403 for an app or `GITHUB_TOKEN` without the permission."""
        return cls(403, "Resource not accessible by integration")

    def answer(self) -> Answer:
        """The refusal as it goes out."""
        body: dict[str, Any] = {"message": self.message}
        if self.errors is not None:
            body["errors"] = self.errors
        body["documentation_url"] = DOCS
        body["status"] = str(self.status)
        return Answer(self.status, body, self.headers)
