"""Where GitHub is, and as whom to speak to it; plain values that wiring fills in."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, TypeAlias
from urllib.parse import urlsplit

from bot.errors import ConfigurationError

GITHUB_COM: Final = "https://api.github.com"


@dataclass(frozen=True, slots=True)
class Endpoint:
    """GitHub's two addresses; `Endpoint.of` fills in the second and trims slashes."""

    rest: str = GITHUB_COM
    graphql: str = f"{GITHUB_COM}/graphql"

    @staticmethod
    def of(rest: str | None = None, graphql: str | None = None) -> "Endpoint":
        """The endpoint of `GITHUB_API_URL` and `GITHUB_GRAPHQL_URL`, either of them unset or empty.

        On Enterprise Server REST is at `…/api/v3` and GraphQL at `…/api/graphql`. Raises
        ConfigurationError for an address that is none.
        """
        base = _address("GITHUB_API_URL", rest or GITHUB_COM)
        query = _address("GITHUB_GRAPHQL_URL", graphql or f"{base.removesuffix('/v3')}/graphql")
        return Endpoint(base, query)


def _address(name: str, text: str) -> str:
    trimmed = text.strip().rstrip("/")
    parts = urlsplit(trimmed)
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        raise ConfigurationError(f"{name} is no http or https address: {text!r}")
    return trimmed


class TokenKind(StrEnum):
    """What a token can write: installations write check runs, people write statuses."""

    INSTALLATION = "installation"
    PERSON = "person"
    UNKNOWN = "unknown"
    """Its form does not tell; the account that it speaks for does."""


@dataclass(frozen=True, slots=True)
class Token:
    """One token: a person's, or an installation's such as the Action's `GITHUB_TOKEN`."""

    token: str = field(repr=False)

    @property
    def kind(self) -> TokenKind:
        """The kind by GitHub's documented prefixes; never found out by trying."""
        if self.token.startswith(("ghs_", "v1.")):
            return TokenKind.INSTALLATION
        if self.token.startswith(("ghp_", "gho_", "ghu_", "ghr_", "github_pat_")):
            return TokenKind.PERSON
        return TokenKind.UNKNOWN


@dataclass(frozen=True, slots=True)
class App:
    """A GitHub App with its private key in PEM."""

    app_id: str
    private_key: str = field(repr=False)

    @property
    def kind(self) -> TokenKind:
        """An App acts through installations."""
        return TokenKind.INSTALLATION

    @property
    def pem(self) -> str:
        """The key with real ends of lines, as some stores of secrets flatten them."""
        return self.private_key.replace("\\n", "\n").strip() + "\n"


Credentials: TypeAlias = Token | App
