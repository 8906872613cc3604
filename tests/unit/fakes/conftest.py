"""A world with one repository, and whoever calls it."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from tests import fakes


@dataclass
class Caller:
    """Somebody with a token."""

    world: fakes.World
    token: str

    def rest(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        """Status and JSON of a REST call."""
        status, _, content = self.raw(method, path, body)
        return status, json.loads(content) if content else None

    def raw(self, method: str, path: str, body: Any = None) -> tuple[int, dict[str, str], bytes]:
        """Status, headers and bytes of a REST call."""
        headers = {"Authorization": f"Bearer {self.token}"}
        content = b"" if body is None else json.dumps(body).encode()
        return self.world.handle(method, self.world.api + path, headers, content)

    def ask(self, query: str, **variables: Any) -> Any:
        """The whole JSON of a GraphQL answer."""
        status, answer = self.rest("POST", "/graphql", {"query": query, "variables": variables})
        assert status == 200, answer
        return answer


@pytest.fixture
def world() -> fakes.World:
    return fakes.World()


@pytest.fixture
def repo(world: fakes.World) -> fakes.Repository:
    return world.repository("octo/pipelines", {"README.md": "# Pipelines\n", "a.yaml": "a: 1\n"})


@pytest.fixture
def bot(world: fakes.World, repo: fakes.Repository) -> Caller:
    return Caller(world, world.installation_token(repo))


@pytest.fixture
def person(world: fakes.World) -> Callable[[str], Caller]:
    return lambda name: Caller(world, world.personal_token(name))
