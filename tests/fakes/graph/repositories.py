"""Repositories and branches as GraphQL tells them."""

from typing import Any

from tests.fakes.accounts import at_least
from tests.fakes.exchange import Exchange
from tests.fakes.graph import actors, conversations, objects, pulls
from tests.fakes.graph.connections import Node, connection
from tests.fakes.graph.errors import not_found
from tests.fakes.pulls import PullRequest
from tests.fakes.repository import Repository

_PERMISSIONS = ("READ", "TRIAGE", "WRITE", "MAINTAIN", "ADMIN")


def repository(call: Exchange, repo: Repository) -> Node:
    """A repository."""
    parent = repo.parent
    return {
        "__typename": "Repository",
        "id": repo.node_id,
        "databaseId": repo.id,
        "name": repo.name,
        "nameWithOwner": repo.full_name,
        "owner": actors.actor(call, repo.owner),
        "isPrivate": repo.private,
        "isFork": parent is not None,
        "isArchived": False,
        "url": f"{call.web}/{repo.full_name}",
        "resourcePath": f"/{repo.full_name}",
        "defaultBranchRef": lambda: ref(call, repo, repo.default_branch),
        "ref": lambda **a: ref(call, repo, a["qualifiedName"]),
        "object": lambda **a: _object(call, repo, **a),
        "pullRequest": lambda number: _pull(call, repo, number),
        "pullRequests": lambda **a: _pulls(call, repo, a),
        "issue": lambda number: _issue(call, repo, number, plain=True),
        "issueOrPullRequest": lambda number: _issue(call, repo, number),
        "collaborators": lambda **a: _collaborators(call, repo, **a),
        "parent": lambda: None if parent is None else repository(call, parent),
        "viewerPermission": _permission(repo.role_of(call.caller.account).role),
    }


def ref(call: Exchange, repo: Repository, name: str) -> Node | None:
    """A branch, or None where it is gone."""
    name = name.removeprefix("refs/heads/")
    if name not in repo.refs:
        return None
    found = [pull for pull in repo.pulls if pull.head_ref == name]
    return {
        "__typename": "Ref",
        "id": f"REF_{repo.id}_{name}",
        "name": name,
        "prefix": "refs/heads/",
        "repository": lambda: repository(call, repo),
        "target": lambda: objects.by_oid(call, repo, repo.refs[name]),
        "associatedPullRequests": lambda **a: connection(
            "associatedPullRequests", found, lambda one: pulls.pull(call, one), a
        ),
    }


def _object(
    call: Exchange, repo: Repository, oid: str | None = None, expression: str | None = None
) -> Node | None:
    call.caller.check(repo, "contents:read")
    if oid is not None:
        return objects.by_oid(call, repo, oid)
    return objects.at_expression(call, repo, expression or "")


def _pull(call: Exchange, repo: Repository, number: int) -> Node:
    call.caller.check(repo, "pull_requests:read")
    found = repo.issues.get(number)
    if not isinstance(found, PullRequest):
        raise not_found("PullRequest", "number of", number)
    return pulls.pull(call, found)


def _pulls(call: Exchange, repo: Repository, arguments: dict[str, Any]) -> Node:
    call.caller.check(repo, "pull_requests:read")
    states = arguments.get("states")
    found = [pull for pull in repo.pulls if states is None or pulls.state(pull) in states]
    for name, value in (("baseRefName", "base_ref"), ("headRefName", "head_ref")):
        if arguments.get(name) is not None:
            found = [pull for pull in found if getattr(pull, value) == arguments[name]]
    order = arguments.get("orderBy") or {"field": "CREATED_AT", "direction": "ASC"}
    updated = order["field"] == "UPDATED_AT"
    found.sort(key=lambda p: (p.updated_at if updated else p.created_at, p.number))
    if order["direction"] == "DESC":
        found.reverse()
    return connection("pullRequests", found, lambda one: pulls.pull(call, one), arguments)


def _issue(call: Exchange, repo: Repository, number: int, *, plain: bool = False) -> Node:
    call.caller.check(repo, "issues|pull_requests:read")
    found = repo.issues.get(number)
    if found is None or (plain and found.is_pull):
        raise not_found("Issue", "number of", number)
    if isinstance(found, PullRequest):
        return pulls.pull(call, found)
    return conversations.issue(call, found)


def _collaborators(call: Exchange, repo: Repository, **arguments: Any) -> Node:
    query = arguments.get("query") or arguments.get("login") or ""
    granted = [call.world.accounts[number] for number in repo.grants]
    teams = [member for team, _ in list(repo.team_roles.values()) for member in team.members]
    everybody = dict.fromkeys([repo.owner, *granted, *teams])
    found = [who for who in everybody if who.kind == "User" and query.lower() in who.login.lower()]
    return connection(
        "collaborators",
        [who for who in found if not who.deleted],
        lambda who: actors.actor(call, who) or {},
        arguments,
        lambda who: {"permission": _permission(repo.role_of(who).role)},
    )


def _permission(role: str) -> str | None:
    return role.upper() if at_least(role, "read") and role.upper() in _PERMISSIONS else None
