"""Which account speaks in which repository: one token for all, or an App's installations."""

import threading
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

import jwt
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey
from github.Auth import AppAuth, AppInstallationAuth, Auth
from github.Auth import Token as TokenAuth
from jwt.algorithms import RSAAlgorithm
from jwt.exceptions import PyJWTError

from bot.domain.pull_request import Repository
from bot.errors import ConfigurationError, NotFound
from bot.github.client import Client, Meter
from bot.github.credentials import App, Credentials, Endpoint, Token
from bot.github.requester import Clock

_JWT_SECONDS: Final = 540
"""GitHub refuses more than ten minutes; the rest is for clocks that differ."""
_PAGE: Final = 100


class Clients:
    """The client for each repository; App installations are looked up once an account.

    Installation tokens are minted by PyGithub when first needed and again before they run out.
    """

    def __init__(
        self, endpoint: Endpoint, credentials: Credentials, meter: Meter, clock: Clock
    ) -> None:
        self._endpoint = endpoint
        self._credentials = credentials
        self._meter = meter
        self._clock = clock
        self._lock = threading.Lock()
        self._of_owner: dict[str, Client] = {}
        self._app = _app_auth(credentials) if isinstance(credentials, App) else None

    def of(self, repository: Repository) -> Client:
        """The client that may speak in this repository; NotFound where the App is not installed."""
        key = repository.owner.lower() if isinstance(self._credentials, App) else ""
        with self._lock:
            if key not in self._of_owner:
                self._of_owner[key] = self._made(repository)
            return self._of_owner[key]

    def as_app(self) -> Client:
        """The client that speaks as the App itself; ConfigurationError for a plain token."""
        app = self._app
        if app is None:
            raise ConfigurationError("only a GitHub App can ask where it is installed")
        return self._client(lambda: app, Meter())

    def installations(self) -> tuple[Client, ...]:
        """A client for every installation of the App that is in use, by rising id."""
        found: list[Mapping[str, Any]] = []
        as_app, page = self.as_app(), 1
        while batch := as_app.get("/app/installations", per_page=_PAGE, page=page).body:
            found += [each for each in batch if not each.get("suspended_at")]
            page += 1
            if len(batch) < _PAGE:
                break
        found.sort(key=lambda each: int(each["id"]))
        return tuple(self._client(partial(self._auth_of, each), self._meter) for each in found)

    def _made(self, repository: Repository) -> Client:
        match self._credentials:
            case Token(token=token):
                return self._client(lambda: TokenAuth(token), self._meter)
            case App():
                return self._client(lambda: self._installed_in(repository), self._meter)

    def _installed_in(self, repository: Repository) -> Auth:
        """Asked again whenever a token is refused: an App can be installed anew meanwhile."""
        try:
            answer = self.as_app().get(f"/repos/{repository}/installation")
        except NotFound:
            raise NotFound(f"the App is not installed on {repository}") from None
        return self._auth_of(answer.body)

    def _auth_of(self, installation: Mapping[str, Any]) -> Auth:
        app = self._app
        assert app is not None  # noqa: S101 - only ever called for an App
        # Without permissions PyGithub asks for none at all, which not every GitHub takes for all.
        granted = {str(name): str(level) for name, level in installation["permissions"].items()}
        return AppInstallationAuth(app, int(installation["id"]), granted)

    def _client(self, auth: Callable[[], Auth], meter: Meter) -> Client:
        return Client(self._endpoint, auth, meter, self._clock)


def _app_auth(app: App) -> AppAuth:
    algorithm = RSAAlgorithm(RSAAlgorithm.SHA256)
    try:
        key = algorithm.prepare_key(app.pem)
        if not isinstance(key, RSAPrivateKey):
            raise ConfigurationError("the App's private key cannot be used: it is a public one")
        auth = AppAuth(
            app.app_id,
            sign_func=lambda payload: jwt.encode(payload, key, algorithm="RS256"),
            jwt_expiry=_JWT_SECONDS,
        )
        auth.create_jwt()
    except (PyJWTError, ValueError, TypeError) as error:
        raise ConfigurationError(f"the App's private key cannot be used: {error}") from None
    return auth
