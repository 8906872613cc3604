"""The fields of GraphQL's `Query`."""

from typing import Any

from tests.fakes.clock import iso
from tests.fakes.exchange import Exchange
from tests.fakes.graph import actors, nodes, repositories
from tests.fakes.graph.connections import Node
from tests.fakes.graph.errors import not_found


def queries(call: Exchange) -> Node:
    """What can be asked for."""
    return {
        "viewer": lambda: actors.viewer(call),
        "repository": lambda owner, name, **_: _repository(call, owner, name),
        "node": lambda **a: _node(call, a["id"]),
        "nodes": lambda ids: [_node(call, one) for one in ids],
        "rateLimit": lambda **_: _rate_limit(call),
        "user": lambda login: _account(call, login, "User"),
        "organization": lambda login: _account(call, login, "Organization"),
    }


def _repository(call: Exchange, owner: str, name: str) -> Node:
    found = call.world.find_repository(f"{owner}/{name}")
    if found is None or not call.caller.sees(found):
        raise not_found("Repository", "name", f"'{owner}/{name}'")
    return repositories.repository(call, found)


def _node(call: Exchange, node_id: str) -> Node:
    return nodes.shown(call, nodes.find(call, node_id))


def _account(call: Exchange, login: str, kind: str) -> Node | None:
    for one in list(call.world.accounts.values()):
        if (one.login.lower(), one.kind, one.deleted) == (login.lower(), kind, False):
            return actors.actor(call, one)
    raise not_found(kind, "login of", f"'{login}'")


def _rate_limit(call: Exchange) -> dict[str, Any]:
    now = call.world.clock.now
    headers = call.world.quota.headers(call.caller.account.id, "graphql", now.timestamp())
    reset = now.fromtimestamp(int(headers["x-ratelimit-reset"]), now.tzinfo)
    return {
        "cost": 1,
        "nodeCount": 1,
        "limit": int(headers["x-ratelimit-limit"]),
        "remaining": int(headers["x-ratelimit-remaining"]),
        "used": int(headers["x-ratelimit-used"]),
        "resetAt": iso(reset),
    }
