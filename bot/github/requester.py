"""PyGithub's connection without its sleeps and retries, and its exceptions as the bot's own."""

from collections.abc import Callable
from typing import Final

import requests
from github import GithubException
from github.Auth import Auth
from github.Requester import Requester

from bot.errors import GitHubError, GitHubUnreachable, RateLimited
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
