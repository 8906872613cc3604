"""A small GitHub, and the bot's connection to it."""

from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest

from bot.domain.names import CommitSha
from bot.domain.pull_request import PullRef, PullRequest, Repository
from bot.github.credentials import App, Credentials, Endpoint, Token
from bot.github.gateway import GitHub
from bot.github.vantage import Told
from tests import fakes

CATALOG = "version: backfill-catalog/v1\ndatasets: {}\n"
REQUEST = "version: backfill/v1\nname: orders-tax-fix\n"
PATH = "backfills/orders.backfill.yaml"


@dataclass
class Stage:
    """One world with one repository, and the bot looking at it."""

    world: fakes.World
    repo: fakes.Repository
    credentials: Credentials
    told: Told = field(default_factory=Told)
    github: GitHub = field(init=False)

    def __post_init__(self) -> None:
        self.restart()

    def restart(self) -> None:
        """The bot with empty caches."""
        self.github = GitHub(
            Endpoint.of(self.world.api),
            self.credentials,
            self.now,
            told=self.told,
        )

    def now(self) -> float:
        """The world's time in seconds."""
        return self.world.clock.now.timestamp()

    def pull(self, **more: object) -> fakes.PullRequest:
        """A pull request of carol's with one request file."""
        files = more.pop("files", {PATH: REQUEST})
        return self.repo.open_pull("carol", files, **more)  # type: ignore[arg-type]

    def ref(self, pull: fakes.PullRequest) -> PullRef:
        """The bot's name of a pull request."""
        return PullRef(Repository("octo", "pipelines"), pull.number)

    def observe(self, pull: fakes.PullRequest, base: str | None = None) -> PullRequest:
        """What the bot sees of it now."""
        sha = CommitSha(base) if base else None
        return self.github.observe(self.ref(pull), base_sha=sha)

    def cost(self, pull: fakes.PullRequest) -> int:
        """Requests that one observation takes."""
        self.world.calls.clear()
        self.observe(pull)
        return self.world.calls.cost


@pytest.fixture
def stage() -> Iterator[Stage]:
    """The repository `octo/pipelines`, and the bot as its App's installation."""
    world = fakes.World()
    files = {"README.md": "# Pipelines\n", ".backfill/catalog.yaml": CATALOG}
    repo = world.repository("octo/pipelines", files)
    repo.grant("alice", "write")
    with fakes.connected(world):
        yield Stage(world, repo, Token(world.installation_token(repo)))


@pytest.fixture
def app_stage(stage: Stage) -> Stage:
    """The same, with the bot signing in as an App."""
    stage.world.install(stage.repo.owner)
    app = stage.world.bot_app
    return Stage(stage.world, stage.repo, App(str(app.id), app.private_key_pem))


@pytest.fixture
def person_stage(stage: Stage) -> Stage:
    """The same, with a token of a person who may write."""
    stage.repo.grant("robot", "write")
    return Stage(stage.world, stage.repo, Token(stage.world.personal_token("robot")))
