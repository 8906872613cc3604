"""Who there is: people, bots, organisations, teams and apps."""

from dataclasses import dataclass, field
from typing import Literal

from tests.fakes import keys

Kind = Literal["User", "Bot", "Organization", "Mannequin"]

ROLES = ("none", "read", "triage", "write", "maintain", "admin")

_PREFIX = {"User": "U", "Bot": "BOT", "Organization": "O", "Mannequin": "M"}


@dataclass(slots=True, eq=False)
class Account:
    """An account; deleting it makes everything it wrote a ghost's."""

    id: int
    login: str
    """As REST spells it: a bot's ends in `[bot]`."""
    kind: Kind = "User"
    deleted: bool = False

    @property
    def node_id(self) -> str:
        """GraphQL's id."""
        return f"{_PREFIX[self.kind]}_{self.id}"

    @property
    def email(self) -> str:
        """The address that GitHub gives every account."""
        return f"{self.id}+{self.login}@users.noreply.github.com"


@dataclass(slots=True, eq=False)
class Team:
    """A team of an organisation; `readable=False` hides it from everybody."""

    id: int
    organization: Account
    slug: str
    members: list[Account] = field(default_factory=list)
    readable: bool = True


@dataclass(slots=True, eq=False)
class App:
    """A GitHub App and the account that it writes as."""

    id: int
    slug: str
    account: Account
    owner: Account

    @property
    def public_key_pem(self) -> str:
        """What GitHub verifies the app's JWTs with."""
        return keys.pair(self.id).public

    @property
    def private_key_pem(self) -> str:
        """What the app signs with; here so that tests can give it to the bot."""
        return keys.pair(self.id).private


@dataclass(slots=True, eq=False)
class Installation:
    """An app on one owner's repositories, with what it was granted."""

    id: int
    app: App
    account: Account
    permissions: dict[str, str]
    """`{"checks": "write", "contents": "read", …}`; `metadata: read` always comes along."""
    repository_ids: list[int] | None = None
    """None: all repositories of the account."""
    suspended: bool = False


def at_least(role: str, wanted: str) -> bool:
    """Whether `role` includes `wanted`."""
    return ROLES.index(role) >= ROLES.index(wanted)
