"""Accounts, teams and apps as GraphQL tells them."""

from typing import Any

from tests.fakes.accounts import Account, App, Team
from tests.fakes.exchange import Exchange
from tests.fakes.graph.connections import Node, connection


def actor(call: Exchange, one: Account | None) -> Node | None:
    """An account; None for a deleted one. A bot's login has no `[bot]` here."""
    if one is None or one.deleted:
        return None
    login = one.login.removesuffix("[bot]") if one.kind == "Bot" else one.login
    path = f"/apps/{login}" if one.kind == "Bot" else f"/{login}"
    return {
        "__typename": one.kind,
        "id": one.node_id,
        "databaseId": one.id,
        "login": login,
        "name": None,
        "avatarUrl": lambda **_: f"{call.web}/avatars/{one.id}",
        "url": call.web + path,
        "resourcePath": path,
        "createdAt": "2020-01-01T00:00:00Z",
        "isViewer": one is call.caller.account,
        "team": lambda slug: _team_of(call, one, slug),
    }


def viewer(call: Exchange) -> Node:
    """The token's own account, which is called a user even where it is a bot."""
    me = call.caller.account
    return {**(actor(call, me) or {}), "__typename": "User", "login": me.login}


def team(call: Exchange, one: Team) -> Node:
    """A team with its members."""
    people = [member for member in one.members if not member.deleted]

    def members(query: str | None = None, **page: Any) -> Node:
        found = [who for who in people if query is None or query.lower() in who.login.lower()]
        return connection(
            "members", found, lambda who: actor(call, who) or {}, page, lambda _: {"role": "MEMBER"}
        )

    return {
        "__typename": "Team",
        "id": f"T_{one.id}",
        "databaseId": one.id,
        "slug": one.slug,
        "name": one.slug,
        "combinedSlug": f"{one.organization.login}/{one.slug}",
        "url": f"{call.web}/orgs/{one.organization.login}/teams/{one.slug}",
        "members": members,
    }


def app(call: Exchange, one: App) -> Node:
    """A GitHub App."""
    return {
        "__typename": "App",
        "id": f"A_{one.id}",
        "databaseId": one.id,
        "slug": one.slug,
        "name": one.slug,
        "url": f"{call.web}/apps/{one.slug}",
    }


def _team_of(call: Exchange, organization: Account, slug: str) -> Node | None:
    caller = call.caller
    if caller.kind == "installation" and not caller.has("members:read"):
        return None
    for one in list(call.world.teams.values()):
        if (one.organization, one.slug, one.readable) == (organization, slug, True):
            return team(call, one)
    return None
