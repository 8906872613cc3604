"""One request while it is being answered."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from tests.fakes import limits
from tests.fakes.answers import Answer, Refused
from tests.fakes.repository import Repository
from tests.fakes.tokens import Caller

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.fakes.issues import Issue
    from tests.fakes.pulls import PullRequest
    from tests.fakes.world import World


@dataclass(slots=True)
class Exchange:
    """A request with its caller known; `api` and `web` are the addresses that it came to."""

    world: "World"
    method: str
    path: str
    query: Mapping[str, str]
    headers: Mapping[str, str]
    content: bytes
    caller: Caller
    api: str
    web: str
    params: dict[str, str] = field(default_factory=dict)

    @property
    def value(self) -> Any:
        """The body; 400 for what is no JSON."""
        try:
            return json.loads(self.content or b"{}")
        except ValueError as error:
            raise Refused(400, "Problems parsing JSON") from error

    @property
    def json(self) -> dict[str, Any]:
        """The body; 400 for what is no JSON object."""
        value = self.value
        if not isinstance(value, dict):
            raise Refused(400, "Body should be a JSON object")
        return value

    @property
    def repo(self) -> Repository:
        """The repository that the path names, if this caller may know of it."""
        name = f"{self.params['owner']}/{self.params['repo']}"
        found = self.world.find_repository(name)
        if found is None or not self.caller.sees(found):
            raise Refused.not_found()
        return found

    @property
    def issue(self) -> "Issue":
        """The issue or pull request that the path names."""
        found = self.repo.issues.get(self.number("number"))
        if found is None:
            raise Refused.not_found()
        return found

    @property
    def pull(self) -> "PullRequest":
        """The pull request that the path names."""
        try:
            return self.repo.pull(self.number("number"))
        except KeyError as error:
            raise Refused.not_found() from error

    def number(self, name: str) -> int:
        """A numeric part of the path; 404 where it is none."""
        try:
            return int(self.params[name])
        except ValueError as error:
            raise Refused.not_found() from error

    def page(self, items: "Sequence[Any]", wrap: str | None = None) -> Answer:
        """One page of `items` with GitHub's `Link` header; `wrap` names the list in an object."""
        size = min(_positive(self.query.get("per_page"), 30), limits.PAGE)
        page = _positive(self.query.get("page"), 1)
        last = max((len(items) + size - 1) // size, 1)
        part = list(items[(page - 1) * size : page * size])
        links = []
        if page > 1:
            links += [self._link(1, "first"), self._link(page - 1, "prev")]
        if page < last:
            links += [self._link(page + 1, "next"), self._link(last, "last")]
        headers = {"Link": ", ".join(links)} if links else {}
        if wrap is not None:
            return Answer(200, {"total_count": len(items), wrap: part}, headers)
        return Answer(200, part, headers)

    def _link(self, page: int, rel: str) -> str:
        query = urlencode({**self.query, "page": page})
        return f'<{self.api}{self.path}?{query}>; rel="{rel}"'


def _positive(text: str | None, default: int) -> int:
    return max(int(text), 1) if text is not None and text.isdigit() else default
