"""Everything that the bot itself sends is what GitHub's descriptions allow."""

import json

import pytest
from graphql import GraphQLSchema

from bot.domain.names import CommitSha
from bot.domain.pull_request import Repository
from bot.github.credentials import App, Credentials, Endpoint, Token
from bot.github.gateway import GitHub
from tests import fakes
from tests.contract.described import RestDescription
from tests.contract.watched import WatchedWorld
from tests.stories.conftest import CATALOG, PATH, REQUEST, Story

pytestmark = pytest.mark.contract

REPOSITORY = Repository("acme", "pipelines")


@pytest.mark.parametrize("speaker", ["app", "action", "person"])
def test_a_whole_conversation(
    speaker: str, rest: RestDescription, github_schema: GraphQLSchema
) -> None:
    world = a_world()
    world.schema = github_schema
    repo = world.repositories[min(world.repositories)]
    with fakes.connected(world):
        story = a_story(world, as_whom(speaker, world, repo))
        story.evaluate()
        story.confirm()
        assert story.gate() == "success"
        story.pull.push({PATH: REQUEST.replace("2026-03-08", "eighth of March")})
        story.evaluate()
        assert story.gate() == "failure"
        assert [pull.ref.number for pull in story.github.open_pulls(REPOSITORY)] == [2, 1]
        assert story.github.pulls_at(REPOSITORY, CommitSha(story.pull.head_sha)) == (story.ref,)
    world.check(rest)
    assert world.graphql_mistakes(github_schema) == []
    assert errors_of(world) == []


def test_many_of_everything(rest: RestDescription, github_schema: GraphQLSchema) -> None:
    world = a_world()
    world.schema = github_schema
    repo = world.repositories[min(world.repositories)]
    repo.push("main", {".backfill/big.yaml": "#" + "x" * 600_000})
    with fakes.connected(world):
        story = a_story(world, as_whom("app", world, repo))
        for number in range(120):
            story.pull.comment("bob", f"{number}")
            story.pull.push({f"many/{number}.backfill.yaml": REQUEST.replace("fix", f"{number}")})
        story.evaluate()
        story.pull.merge("alice")
        story.evaluate()
    world.check(rest)
    assert world.graphql_mistakes(github_schema) == []
    assert errors_of(world) == []


def a_world() -> WatchedWorld:
    world = WatchedWorld()
    repo = world.repository("acme/pipelines", {".backfill/catalog.yaml": CATALOG})
    for person in ("alice", "bob", "dora", "robot"):
        repo.grant(person, "write")
    repo.open_pull("carol", {PATH: REQUEST})
    repo.open_pull("bob", {"backfills/other.backfill.yaml": REQUEST.replace("tax-fix", "other")})
    return world


def a_story(world: WatchedWorld, credentials: Credentials) -> Story:
    repo = world.repositories[min(world.repositories)]

    def now() -> float:
        return world.clock.now.timestamp()

    github = GitHub(Endpoint.of(world.api), credentials, now)
    return Story(world, repo, repo.pull(1), github)


def as_whom(speaker: str, world: WatchedWorld, repo: fakes.Repository) -> Credentials:
    if speaker == "app":
        world.install(repo.owner)
        return App(str(world.bot_app.id), world.bot_app.private_key_pem)
    if speaker == "action":
        world.bot = world.actions.account
        return Token(world.github_token(repo))
    world.bot = world.person("robot")
    return Token(world.personal_token("robot"))


def errors_of(world: WatchedWorld) -> list[object]:
    """The errors of GraphQL answers."""
    bodies = [answer[2] for request, answer in world.said if request[1].endswith("/graphql")]
    return [error for body in bodies for error in json.loads(body).get("errors", ())]
