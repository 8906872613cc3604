"""From where the bot looks at a repository: connection, memory, and what it was told."""

from dataclasses import dataclass
from pathlib import Path

from bot.domain.pull_request import Actor, Repository
from bot.github.cache import Cache
from bot.github.client import Client
from bot.github.contents import Contents
from bot.github.credentials import TokenKind
from bot.github.roles import RecentRoles
from bot.settings import SETTINGS_PATH


@dataclass(frozen=True, slots=True)
class Told:
    """What whoever runs the bot has decided."""

    settings_path: str = SETTINGS_PATH
    account: str | None = None
    """The login whose comments are the bot's own, where it is not the token's."""
    workspace: Path | None = None
    """Where files of the workspace are read from (in the Action); None: nowhere."""


@dataclass(frozen=True, slots=True)
class Vantage:
    """Everything that looking at pull requests of one repository takes."""

    client: Client
    repository: Repository
    cache: Cache
    kind: TokenKind
    roles: RecentRoles
    told: Told

    @property
    def contents(self) -> Contents:
        """The files of the repository."""
        return Contents(self.client, self.repository, self.cache)

    @property
    def place(self) -> dict[str, str]:
        """The variables that every query has."""
        return {"owner": self.repository.owner, "name": self.repository.name}

    @property
    def flags(self) -> dict[str, bool]:
        """Which kinds of gate to look for: the kind that this token writes, or both."""
        return {
            "checks": self.kind is not TokenKind.PERSON,
            "statuses": self.kind is not TokenKind.INSTALLATION,
        }


def writes_check_runs(kind: TokenKind, viewer: Actor) -> bool:
    """True if the gate is a check run: for installations, told by the token or by its account."""
    if kind is TokenKind.UNKNOWN:
        return viewer.login.endswith("[bot]")
    return kind is TokenKind.INSTALLATION
