"""A world that remembers what was said, so that it can be held to GitHub's descriptions."""

import json
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from graphql import GraphQLSchema, parse, validate

from tests.contract.described import HOST, RestDescription
from tests.fakes import World


class WatchedWorld(World):
    """A world whose every exchange can be checked afterwards."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.said: list[tuple[tuple[str, str, bytes], tuple[int, dict[str, str], bytes]]] = []

    def handle(
        self,
        method: str,
        url: str,
        headers: Mapping[str, str] | None = None,
        body: bytes | str = b"",
    ) -> tuple[int, dict[str, str], bytes]:
        """The answer, remembered."""
        answer = super().handle(method, url, headers, body)
        content = body.encode() if isinstance(body, str) else body
        parts = urlsplit(url)
        place = HOST + parts.path + (f"?{parts.query}" if parts.query else "")
        self.said.append(((method, place, content), answer))
        return answer

    def check(self, rest: RestDescription) -> None:
        """Raise for the first REST exchange that GitHub's description does not allow."""
        assert self.said
        for request, answer in self.said:
            if urlsplit(request[1]).path == "/graphql":
                continue
            try:
                rest.check(request, answer)
            except Exception as error:
                reasons = _reasons(error)
                raise AssertionError(f"{request[0]} {request[1]} {answer[0]}: {reasons}") from error

    def graphql_mistakes(self, schema: GraphQLSchema) -> list[str]:
        """What a schema has against the documents that were sent."""
        found = []
        for request, _ in self.said:
            if urlsplit(request[1]).path == "/graphql":
                text = json.loads(request[2])["query"]
                found += [f"{one.message}\n{text}" for one in validate(schema, parse(text))]
        return found


def _reasons(error: BaseException | None) -> str:
    parts = []
    while error is not None:
        parts.append(str(error)[:80])
        for one in getattr(error, "schema_errors", ()):
            parts.append(f"{one.json_path}: {one.message[-200:]}")
            parts += [f"  {sub.json_path}: {sub.message[-200:]}" for sub in one.context or ()]
        error = error.__cause__
    return "\n".join(parts)
