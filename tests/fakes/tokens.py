"""Who is calling: personal tokens, installation tokens, `GITHUB_TOKEN`, app JWTs."""

import datetime as dt
from dataclasses import dataclass, field
from typing import Literal

import jwt
from jwt.types import Options

from tests.fakes.accounts import Account, App, Installation, at_least
from tests.fakes.answers import Refused
from tests.fakes.repository import Repository

BOT_PERMISSIONS = {
    "checks": "write",
    "contents": "read",
    "issues": "write",
    "members": "read",
    "merge_queues": "read",
    "metadata": "read",
    "pull_requests": "write",
    "statuses": "write",
}
"""What tests give the bot's app unless they say otherwise."""

PERSON_ROLE = {
    "checks:write": "write",
    "statuses:write": "write",
    "contents:write": "write",
}
"""The role a person needs for what is not open to every reader."""

LEVELS = ("none", "read", "write", "admin")


@dataclass(frozen=True, slots=True)
class Caller:
    """What a request may do."""

    kind: Literal["person", "installation", "app", "nobody"]
    account: Account
    token: str = ""
    app: App | None = None
    installation: Installation | None = None
    permissions: dict[str, str] = field(default_factory=dict)
    repository_ids: frozenset[int] | None = None
    expires_at: dt.datetime | None = None

    def sees(self, repository: Repository) -> bool:
        """Whether the repository exists for this caller."""
        if repository.deleted:
            return False
        if self.kind == "installation":
            return not repository.private or self.installed_on(repository)
        return not repository.private or at_least(repository.role_of(self.account).role, "read")

    def installed_on(self, repository: Repository) -> bool:
        """Whether an installation token reaches the repository."""
        if self.installation is None or self.installation.suspended:
            return False
        ids = self.repository_ids
        return repository.owner is self.installation.account and (
            ids is None or repository.id in ids
        )

    def has(self, permission: str) -> bool:
        """Whether an installation holds `issues|pull_requests:write` (any one of the names)."""
        names, _, level = permission.partition(":")
        return any(
            LEVELS.index(self.permissions.get(name, "none")) >= LEVELS.index(level)
            for name in names.split("|")
        )

    def check(self, repository: Repository, permission: str) -> None:
        """Refuse what this caller may not do in the repository."""
        if not self.sees(repository):
            raise Refused.not_found()
        if self.kind == "app":
            raise Refused(401, "A JSON web token could not be decoded")
        if self.kind == "installation":
            reads_public = (
                permission in {"contents:read", "metadata:read"} and not repository.private
            )
            if not reads_public and not (self.installed_on(repository) and self.has(permission)):
                raise Refused.not_for_integrations()
        elif permission.endswith(":write"):
            if self.kind == "nobody":
                raise Refused(401, "Requires authentication")
            wanted = PERSON_ROLE.get(permission, "read")
            if not at_least(repository.role_of(self.account).role, wanted):
                raise Refused(403, "Must have write access to the repository")

    def may_moderate(self, repository: Repository, role: str = "write") -> bool:
        """Whether it may change what others wrote (`write`), or hide it (`triage`)."""
        if self.kind == "installation":
            return self.installed_on(repository) and self.has("issues|pull_requests:write")
        return at_least(repository.role_of(self.account).role, role)


def app_of_jwt(token: str, apps: dict[int, App], seconds: float) -> App:
    """The app that signed a JWT, as GitHub checks it: RS256, at most ten minutes, on time.

    `seconds` is real time, since that is what the bot's machine signs with.
    """
    try:
        unverified = jwt.decode(token, options={"verify_signature": False})
        app = apps[int(unverified["iss"])]
        options: Options = {"verify_exp": False, "verify_iat": False, "verify_iss": False}
        claims = jwt.decode(token, app.public_key_pem, algorithms=["RS256"], options=options)
    except (jwt.PyJWTError, KeyError, ValueError) as error:
        raise Refused(401, "A JSON web token could not be decoded") from error
    if claims["exp"] - claims["iat"] > 660:
        raise Refused(401, "'Expiration time' claim ('exp') is too far in the future")
    if not claims["iat"] - 60 <= seconds < claims["exp"]:
        raise Refused(401, "'Expiration time' claim ('exp') must be a numeric value in the future")
    return app
