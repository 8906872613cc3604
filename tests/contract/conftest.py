"""What the stand-in for GitHub and the bot's client are held to: descriptions that GitHub made.

They come as npm packages, pinned by `package-lock.json`:

    make contract          # = npm ci --prefix tests/contract
    pytest tests/contract

`@octokit/openapi` (REST), `@octokit/graphql-schema` (GraphQL), `@octokit/webhooks-schemas` and
`@octokit/webhooks-examples` (deliveries). Where one is missing, the tests that need it are skipped
and say which; in CI they run. What no description knows (limits of length, who may do what, when
`updated_at` moves) stands in `tests/fakes` with its source, and in `tests/unit/fakes`.
"""

from pathlib import Path

import pytest
from graphql import GraphQLSchema

from tests.contract.described import RestDescription, package_file
from tests.fakes.graph.schemas import schema_of
from tests.fakes.rest.routes import all_routes


@pytest.fixture(scope="session")
def rest() -> RestDescription:
    return RestDescription(all_routes())


@pytest.fixture(scope="session")
def github_schema() -> GraphQLSchema:
    return schema_of(package_file("graphql-schema", "schema.graphql"))


@pytest.fixture(scope="session")
def examples() -> Path:
    return package_file("webhooks-examples", "api.github.com/index.json")
