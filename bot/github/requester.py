"""PyGithub's connection without its sleeps and retries, and its exceptions as the bot's own.

A Requester of PyGithub's keeps a request in its connection until it is sent, so that two threads
with one of them send one another's requests: each is lent to one thread at a time (`Lines`).
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

import requests
from github import GithubException
from github.Auth import Auth
from github.Requester import Requester

from bot.errors import GitHubError, GitHubUnreachable, RateLimited
from bot.github.credentials import Endpoint
from bot.github.faults import refusal

TIMEOUT: Final = 30
"""Seconds for a connection and for every read; GitHub itself gives up after ten."""
USER_AGENT: Final = "backfill-bot"
API_VERSION: Final = "2022-11-28"

Clock = Callable[[], float]
"""Seconds since the epoch; only waiting times are measured with it."""


class UnauthorizedError(GitHubError):
    """GitHub did not accept the token."""


class translated:  # noqa: N801
    """PyGithub's and requests' exceptions turned into the bot's errors on the way out."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock

    def __enter__(self) -> None:
        """Nothing to prepare."""

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        """Raise the error that says the same."""
        if isinstance(error, GithubException):  # only minting a token raises these
            headers = {name.lower(): value for name, value in (error.headers or {}).items()}
            refused = refusal(error.status, headers, error.data, self._clock())
            if isinstance(refused, RateLimited | GitHubUnreachable):
                raise refused from None
            raise UnauthorizedError(f"GitHub gives the App no token: {refused}") from None
        if isinstance(error, requests.RequestException | OSError | RuntimeError | ValueError):
            raise GitHubUnreachable(f"no answer from GitHub: {type(error).__name__}") from error


def requester(base: str, auth: Auth) -> Requester:
    """PyGithub's connection: proxies and CA bundles from the environment, as requests has them."""
    return Requester(
        auth=auth,
        base_url=base,
        timeout=TIMEOUT,
        user_agent=USER_AGENT,
        per_page=100,
        verify=True,
        retry=0,
        pool_size=None,
        seconds_between_requests=0,
        seconds_between_writes=0,
        api_version=API_VERSION,
    )


@dataclass(frozen=True, slots=True)
class Line:
    """A way to either address of GitHub, for one thread at a time."""

    rest: Requester
    graphql: Requester

    def close(self) -> None:
        """Give up both connections."""
        self.rest.close()
        self.graphql.close()


class Lines:
    """The lines of one account, as many as threads ask at once; each signs in for itself."""

    def __init__(self, endpoint: Endpoint, auth: Callable[[], Auth]) -> None:
        self._endpoint = endpoint
        self._auth = auth
        self._idle: list[Line] = [self._made()]

    @contextmanager
    def lent(self) -> Iterator[Line]:
        """A line that nobody else has until it is given back."""
        try:
            line = self._idle.pop()
        except IndexError:
            line = self._made()
        try:
            yield line
        except BaseException:
            line.close()
            raise
        self._idle.append(line)

    def forget(self) -> None:
        """Sign in anew from now on."""
        self._idle.clear()

    def _made(self) -> Line:
        rest, graphql = urlsplit(self._endpoint.rest), urlsplit(self._endpoint.graphql)
        first = requester(self._endpoint.rest, self._auth())
        if (rest.scheme, rest.netloc) == (graphql.scheme, graphql.netloc):
            return Line(first, first)
        return Line(first, requester(f"{graphql.scheme}://{graphql.netloc}", self._auth()))
