"""Settings of a repository, as they hold once `.github/backfill-bot.yml` has been read."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.domain.scope import Command

DEFAULT_REQUESTS = (
    "**/*.backfill.yaml",
    "**/*.backfill.yml",
    "backfills/**/*.yaml",
    "backfills/**/*.yml",
)
DEFAULT_CATALOGS = (".backfill/catalog.yaml",)
SETTINGS_PATH = ".github/backfill-bot.yml"


@dataclass(frozen=True, slots=True)
class CatalogSource:
    """A lineage file to read: which kind, where, and from which ref (None: base and head)."""

    kind: str
    """`catalog`, `dbt`, `openlineage`."""
    path: str
    ref: str | None = None
    workspace: bool = False
    """True to read it, in the Action, from the checked-out workspace."""


@dataclass(frozen=True, slots=True)
class Rule:
    """Who may say one of the confirming commands, and how many of them have to."""

    users: tuple[str, ...] = ()
    teams: tuple[str, ...] = ()
    permission: str = "write"
    needed: int = 1
    author_counts: bool = False


@dataclass(frozen=True, slots=True)
class TimeToLive:
    """How long what people said holds."""

    approve: dt.timedelta = dt.timedelta(days=7)
    confirm: dt.timedelta = dt.timedelta(hours=24)
    attest: dt.timedelta = dt.timedelta(days=7)

    def of(self, command: Command) -> dt.timedelta:
        """How long a confirmation by this command holds."""
        return self.approve if command is Command.APPROVE else self.confirm


@dataclass(frozen=True, slots=True)
class Limits:
    """Beyond these a plan is a blocking gate."""

    datasets: int = 500
    partitions: int = 200_000


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that a repository can set; the defaults hold where it sets nothing."""

    requests: tuple[str, ...] = DEFAULT_REQUESTS
    bases: tuple[str, ...] = ()
    """Globs of base branches that can be confirmed, on top of the default branch."""
    catalogs: tuple[CatalogSource, ...] = tuple(
        CatalogSource("catalog", path) for path in DEFAULT_CATALOGS
    )
    dialects: tuple[str, ...] = ("backfill/v1",)
    bot: str | None = None
    approve: Rule = Rule(author_counts=True)
    confirm: Rule = Rule()
    ttl: TimeToLive = TimeToLive()
    language: str = "en"
    limits: Limits = Limits()
    procedures: Mapping[str, str] = field(default_factory=dict)
    labels: bool = False
    lineage_bytes: int = 100_000_000

    def rule(self, command: Command) -> Rule:
        """Who may say this command."""
        return self.approve if command is Command.APPROVE else self.confirm
