"""What people may do in the repository: asked of GitHub each time, never taken from a payload."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final
from urllib.parse import quote

from bot.domain.names import UserId
from bot.domain.pull_request import Actor, Repository, Role, Standing, Unreadable
from bot.errors import Forbidden, GitHubError, NotFound, RateLimited
from bot.github.client import Client

MOST_PEOPLE: Final = 50
"""Whose role is asked for in one observation."""
_BUILT_IN: Final = {"admin", "maintain", "write", "triage", "read", "none"}


def standings(
    client: Client, repository: Repository, people: Sequence[Actor], teams: Iterable[str]
) -> dict[UserId, Standing]:
    """The role of each person, and which of the teams (`org/slug`) each is in.

    One request a person, and one for each person and team. What GitHub does not tell is
    Unreadable; that it gives no answer at all is raised.
    """
    named = sorted(set(teams))
    found: dict[UserId, Standing] = {}
    readable: dict[str, bool] = {}
    for person in people[:MOST_PEOPLE]:
        standing = role_of(client, repository, person)
        if isinstance(standing, Role) and named:
            standing = _with_teams(client, person, standing, named, readable)
        found[person.id] = standing
    for person in people[MOST_PEOPLE:]:
        found[person.id] = Unreadable(f"more than {MOST_PEOPLE} people have spoken here")
    return found


def role_of(client: Client, repository: Repository, person: Actor) -> Standing:
    """The person's role; Unreadable where the login now belongs to somebody else."""
    path = f"/repos/{repository}/collaborators/{quote(person.login, safe='')}/permission"
    try:
        body = client.get(path).body or {}
    except (Forbidden, NotFound) as error:
        return Unreadable(f"the role of {person.login} cannot be read: {error}")
    if (body.get("user") or {}).get("id") != person.id:
        return Unreadable(f"the login {person.login} does not belong to that account any more")
    return Role(_role_name(body))


def _role_name(body: Mapping[str, Any]) -> str:
    # A custom role is named freely; `permission` then says which built-in right it rests on.
    name = str(body.get("role_name") or "")
    return name if name in _BUILT_IN else str(body.get("permission") or "none")


def _with_teams(
    client: Client, person: Actor, role: Role, teams: Sequence[str], readable: dict[str, bool]
) -> Standing:
    member: set[str] = set()
    for team in teams:
        try:
            if _is_member(client, person, team, readable):
                member.add(team)
        except (Forbidden, NotFound) as error:
            return Unreadable(f"the team {team} cannot be read: {error}")
    return Role(role.name, frozenset(member))


def _is_member(client: Client, person: Actor, team: str, readable: dict[str, bool]) -> bool:
    org, _, slug = team.partition("/")
    base = f"/orgs/{quote(org, safe='')}/teams/{quote(slug, safe='')}"
    try:
        body = client.get(f"{base}/memberships/{quote(person.login, safe='')}").body or {}
    except NotFound:
        if not readable.get(team):
            client.get(
                base
            )  # NotFound here: the team itself is out of sight, which decides nothing
            readable[team] = True
        return False
    readable[team] = True
    return body.get("state") == "active"


class RecentRoles:
    """Roles of authors of other pull requests, asked again after ten minutes.

    Only a waivable gate rests on them; who confirms is asked afresh each time (`standings`).
    """

    LIFE: Final = 600.0
    MOST: Final = 10
    """New questions in one observation."""
    KEPT: Final = 10_000

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._known: dict[tuple[Repository, UserId], tuple[float, Standing]] = {}

    def of(
        self, client: Client, repository: Repository, people: Iterable[Actor]
    ) -> dict[UserId, Standing]:
        """The roles of these people, as of at most ten minutes ago."""
        now = self._clock()
        found: dict[UserId, Standing] = {}
        asked = 0
        for person in dict.fromkeys(people):
            key = (repository, person.id)
            when, standing = self._known.get(key, (0.0, Unreadable("not asked")))
            if now - when > self.LIFE:
                if asked == self.MOST:
                    found[person.id] = Unreadable("too many other pull requests to ask at once")
                    continue
                asked += 1
                standing = self._asked(client, repository, person)
                self._remember(key, (now, standing))
            found[person.id] = standing
        return found

    def _asked(self, client: Client, repository: Repository, person: Actor) -> Standing:
        try:
            return role_of(client, repository, person)
        except RateLimited:
            raise
        except GitHubError as error:
            return Unreadable(str(error))

    def _remember(self, key: tuple[Repository, UserId], value: tuple[float, Standing]) -> None:
        if len(self._known) >= self.KEPT:
            self._known.clear()
        self._known[key] = value
