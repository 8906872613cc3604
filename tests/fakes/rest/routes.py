"""The table of endpoints."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias
from urllib.parse import unquote

from tests.fakes.answers import Answer, Refused
from tests.fakes.exchange import Exchange

Endpoint: TypeAlias = Callable[[Exchange], Answer]

R = "/repos/{owner}/{repo}"


@dataclass(frozen=True, slots=True)
class Route:
    """An endpoint, and what it takes to be let in."""

    method: str
    template: str
    pattern: re.Pattern[str]
    endpoint: Endpoint
    needs: str | None
    """`issues|pull_requests:write`; None where the endpoint decides by itself."""

    def answer(self, call: Exchange) -> Answer:
        """What the endpoint says, once the caller was let in."""
        if self.needs is not None:
            call.caller.check(call.repo, self.needs)
        return self.endpoint(call)


_ROUTES: list[Route] = []


def route(method: str, template: str, needs: str | None = None) -> Callable[[Endpoint], Endpoint]:
    """Put a function at a path; `{name*}` takes slashes too."""
    pattern = re.sub(r"\\{(\w+)\\}", r"(?P<\1>[^/]+)", re.escape(template))
    pattern = re.sub(r"\\{(\w+)\\\*\\}", r"(?P<\1>.+)", pattern)

    def keep(endpoint: Endpoint) -> Endpoint:
        _ROUTES.append(Route(method, template, re.compile(pattern), endpoint, needs))
        return endpoint

    return keep


def find(method: str, path: str) -> tuple[Route, dict[str, str]]:
    """The route of a request and the parts of its path; 404 or 405 where there is none."""
    known = False
    for one in _ROUTES:
        match = one.pattern.fullmatch(path)
        if match and one.method == method:
            return one, {name: unquote(value) for name, value in match.groupdict().items()}
        known = known or match is not None
    if known:
        raise Refused(405, "Method Not Allowed")
    raise Refused.not_found()


def all_routes() -> list[Route]:
    """The whole table."""
    return list(_ROUTES)
