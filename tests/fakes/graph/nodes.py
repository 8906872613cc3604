"""Things by their global id."""

from typing import TypeAlias

from tests.fakes.accounts import Account
from tests.fakes.checks import CheckRun
from tests.fakes.comments import Comment
from tests.fakes.exchange import Exchange
from tests.fakes.graph import actors, conversations, pulls, repositories, verdicts
from tests.fakes.graph.connections import Node
from tests.fakes.graph.errors import GraphRefused
from tests.fakes.issues import Issue
from tests.fakes.pulls import PullRequest
from tests.fakes.repository import Repository

Thing: TypeAlias = Account | Repository | Issue | Comment | CheckRun


def find(call: Exchange, node_id: str) -> Thing:
    """The thing of that id, if this caller may know of it."""
    for thing, repo in _everything(call):
        if thing.node_id == node_id and (repo is None or call.caller.sees(repo)):
            return thing
    raise GraphRefused(
        "NOT_FOUND", f"Could not resolve to a node with the global id of '{node_id}'."
    )


def shown(call: Exchange, thing: Thing) -> Node:
    """A thing as GraphQL tells it."""
    match thing:
        case Account():
            return actors.actor(call, thing) or {}
        case Repository():
            return repositories.repository(call, thing)
        case PullRequest():
            return pulls.pull(call, thing)
        case Issue():
            return conversations.issue(call, thing)
        case Comment():
            return conversations.comment(call, thing)
        case CheckRun():
            return verdicts.check_run(call, _repository_of(call, thing), thing)


def _repository_of(call: Exchange, run: CheckRun) -> Repository:
    return next(one for one in list(call.world.repositories.values()) if run in one.check_runs)


def _everything(call: Exchange) -> list[tuple[Thing, Repository | None]]:
    found: list[tuple[Thing, Repository | None]] = [
        (account, None) for account in list(call.world.accounts.values()) if not account.deleted
    ]
    for repo in list(call.world.repositories.values()):
        found.append((repo, repo))
        found.extend((run, repo) for run in repo.check_runs)
        for issue in list(repo.issues.values()):
            found.append((issue, repo))
            found.extend((comment, repo) for comment in issue.comments)
    return found
