"""Accounts, roles and teams."""

from tests.fakes.accounts import ROLES, Account, Team, at_least
from tests.fakes.answers import Answer, Refused
from tests.fakes.exchange import Exchange
from tests.fakes.rest import shapes
from tests.fakes.rest.routes import R, route

_LEGACY = {"triage": "read", "maintain": "write"}


@route("GET", "/user")
def get_viewer(call: Exchange) -> Answer:
    """The person of the token; installations are none."""
    if call.caller.kind == "nobody":
        raise Refused(401, "Requires authentication")
    if call.caller.kind != "person":
        raise Refused.not_for_integrations()
    return Answer(200, shapes.private_account(call, call.caller.account))


@route("GET", "/users/{login}")
def get_user(call: Exchange) -> Answer:
    """Anybody."""
    return Answer(200, shapes.private_account(call, _account(call)))


@route("GET", "/user/{account_id}")
def get_user_by_id(call: Exchange) -> Answer:
    """Anybody, by number."""
    account = call.world.accounts.get(call.number("account_id"))
    if account is None or account.deleted:
        raise Refused.not_found()
    return Answer(200, shapes.private_account(call, account))


@route("GET", R + "/collaborators/{login}/permission")
def get_permission(call: Exchange) -> Answer:
    """The legacy permission and the role's name, with the account that it is about."""
    caller, repo = call.caller, call.repo
    caller.check(repo, "metadata:read")
    if caller.kind == "person" and not at_least(repo.role_of(caller.account).role, "write"):
        raise Refused(403, "Must have push access to view collaborator permission.")
    account = _account(call)
    grant = repo.role_of(account)
    return Answer(
        200,
        {
            "permission": _LEGACY.get(grant.role, grant.role),
            "role_name": grant.role_name,
            "user": shapes.private_account(call, account)
            | {
                "permissions": {
                    "admin": at_least(grant.role, "admin"),
                    "maintain": at_least(grant.role, "maintain"),
                    "push": at_least(grant.role, "write"),
                    "triage": at_least(grant.role, "triage"),
                    "pull": at_least(grant.role, "read"),
                },
                "role_name": grant.role_name,
            },
        },
    )


@route("GET", R + "/collaborators/{login}", "metadata:read")
def is_collaborator(call: Exchange) -> Answer:
    """204 for those who were granted something."""
    granted = call.repo.grants.get(_account(call).id)
    if granted is None or granted.role == ROLES[0]:
        raise Refused.not_found()
    return Answer(204)


@route("GET", "/orgs/{org}")
def get_organization(call: Exchange) -> Answer:
    """An organisation."""
    for account in list(call.world.accounts.values()):
        names = (account.kind, account.login.lower())
        if names == ("Organization", call.params["org"].lower()):
            return Answer(200, shapes.organization(call, account))
    raise Refused.not_found()


@route("GET", "/orgs/{org}/teams/{slug}")
def get_team(call: Exchange) -> Answer:
    """A team."""
    return Answer(200, shapes.team(call, find_team(call)))


@route("GET", "/orgs/{org}/teams/{slug}/members")
@route("GET", "/teams/{team_id}/members")
def list_members(call: Exchange) -> Answer:
    """Its members."""
    team = find_team(call)
    return call.page([shapes.account(call, one) for one in team.members if not one.deleted])


@route("GET", "/orgs/{org}/teams/{slug}/memberships/{login}")
@route("GET", "/teams/{team_id}/memberships/{login}")
def get_membership(call: Exchange) -> Answer:
    """Active members; 404 for everybody else."""
    team = find_team(call)
    account = _account(call)
    if account not in team.members:
        raise Refused.not_found()
    place = f"{call.api}/organizations/{team.organization.id}/team/{team.id}"
    url = f"{place}/memberships/{account.login}"
    return Answer(200, {"url": url, "role": "member", "state": "active"})


@route("GET", "/rate_limit")
def get_rate_limit(call: Exchange) -> Answer:
    """What is left."""
    now = call.world.clock.now.timestamp()
    resources = {}
    for name in ("core", "graphql", "search"):
        headers = call.world.quota.headers(call.caller.account.id, name, now)
        numbers = ("limit", "remaining", "used", "reset")
        resources[name] = {one: int(headers[f"x-ratelimit-{one}"]) for one in numbers}
    return Answer(200, {"resources": resources, "rate": resources["core"]})


def find_team(call: Exchange) -> Team:
    """The team that the path names, if this caller may know of it."""
    if call.caller.kind == "installation":
        if not call.caller.has("members:read"):
            raise Refused.not_for_integrations()
    elif call.caller.kind != "person":
        raise Refused(401, "Requires authentication")
    for team in list(call.world.teams.values()):
        if team.readable and _named(call, team):
            return team
    raise Refused.not_found()


def _named(call: Exchange, team: Team) -> bool:
    if "team_id" in call.params:
        return str(team.id) == call.params["team_id"]
    names = (team.organization.login.lower(), team.slug)
    return names == (call.params["org"].lower(), call.params["slug"])


def _account(call: Exchange) -> Account:
    wanted = call.params["login"].lower()
    for account in list(call.world.accounts.values()):
        if account.login.lower() == wanted and not account.deleted:
            return account
    raise Refused.not_found()
