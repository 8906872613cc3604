"""Issues, comments, edits, reactions and labels as GraphQL tells them."""

from typing import Any

from tests.fakes.clock import iso, iso_or_none
from tests.fakes.comments import REACTIONS, Comment, Edit, Reaction
from tests.fakes.exchange import Exchange
from tests.fakes.graph import actors, pulls
from tests.fakes.graph import repositories as repos
from tests.fakes.graph.connections import Node, connection
from tests.fakes.graph.errors import GraphRefused
from tests.fakes.issues import Issue
from tests.fakes.pulls import PullRequest
from tests.fakes.repository import Repository


def comment(call: Exchange, one: Comment) -> Node:
    """An issue comment: here alone GitHub tells whether it was edited or hidden."""
    issue_ = one.issue
    repo = issue_.repository
    kind = "pull" if issue_.is_pull else "issues"
    return {
        "__typename": "IssueComment",
        "id": one.node_id,
        "databaseId": one.id,
        "fullDatabaseId": str(one.id),
        "url": f"{call.web}/{repo.full_name}/{kind}/{issue_.number}#issuecomment-{one.id}",
        "body": one.body,
        "bodyText": one.body,
        "createdAt": iso(one.created_at),
        "publishedAt": iso(one.created_at),
        "updatedAt": iso(one.updated_at),
        "lastEditedAt": lambda: _edited_at(one),
        "editor": None if one.last_edit is None else actors.actor(call, one.last_edit.editor),
        "author": actors.actor(call, one.author),
        "authorAssociation": "OWNER" if one.author is repo.owner else "CONTRIBUTOR",
        "isMinimized": one.minimized is not None,
        "minimizedReason": one.minimized,
        "viewerDidAuthor": one.author is call.caller.account,
        "viewerCanUpdate": one.author is call.caller.account or call.caller.may_moderate(repo),
        "viewerCanMinimize": call.caller.may_moderate(repo, "triage"),
        "includesCreatedEdit": bool(one.edits),
        "createdViaEmail": False,
        "userContentEdits": lambda **a: connection(
            "userContentEdits", one.edits[::-1], lambda edit: _edit(call, edit), a
        ),
        "issue": lambda: issue(call, issue_),
        "pullRequest": lambda: (
            pulls.pull(call, issue_) if isinstance(issue_, PullRequest) else None
        ),
        "repository": lambda: repos.repository(call, repo),
        **reactions(call, one.node_id, one.reactions),
    }


def comments(call: Exchange, one: Issue, arguments: dict[str, Any]) -> Node:
    """The comments of a conversation, oldest first."""
    found = one.comments
    if (arguments.get("orderBy") or {}).get("direction") == "DESC":
        found.reverse()
    return connection("comments", found, lambda each: comment(call, each), arguments)


def issue(call: Exchange, one: Issue) -> Node:
    """A plain issue."""
    repo = one.repository
    return {
        "__typename": "Issue",
        "id": one.node_id,
        "databaseId": one.id,
        "number": one.number,
        "url": f"{call.web}/{repo.full_name}/issues/{one.number}",
        "title": one.title,
        "state": one.state.upper(),
        "author": actors.actor(call, one.author),
        "body": one.body,
        "createdAt": iso(one.created_at),
        "updatedAt": iso(one.updated_at),
        "closedAt": iso_or_none(one.closed_at),
        "locked": one.locked,
        "comments": lambda **a: comments(call, one, a),
        "labels": lambda **a: labels(repo, one, a),
        "repository": lambda: repos.repository(call, repo),
        **reactions(call, one.node_id, one.reactions),
    }


def labels(repo: Repository, one: Issue, arguments: dict[str, Any]) -> Node:
    """The labels of a conversation."""
    return connection("labels", one.labels, lambda name: _label(repo, name), arguments)


def reactions(call: Exchange, subject: str, found: list[Reaction]) -> Node:
    """The fields `reactions` and `reactionGroups`; all eight groups are always there."""
    del subject
    me = call.caller.account
    return {
        "reactionGroups": lambda: [_group(name, found, me) for name in REACTIONS.values()],
        "reactions": lambda content=None, **a: {
            **connection(
                "reactions",
                [one for one in found if content in {None, one.content}],
                lambda one: reaction(call, one),
                a,
            ),
            "viewerHasReacted": any(one.account is me for one in found),
        },
    }


def reaction(call: Exchange, one: Reaction) -> Node:
    """One reaction."""
    return {
        "__typename": "Reaction",
        "id": f"REA_{one.id}",
        "databaseId": one.id,
        "content": one.content,
        "createdAt": iso(one.created_at),
        "user": actors.actor(call, one.account),
    }


def _group(name: str, found: list[Reaction], me: object) -> Node:
    of_it = [one for one in found if one.content == name]
    return {
        "content": name,
        "viewerHasReacted": any(one.account is me for one in of_it),
        "createdAt": iso(of_it[0].created_at) if of_it else None,
        "reactors": lambda **a: connection("reactors", of_it, lambda one: {"id": one.id}, a),
    }


def _edited_at(one: Comment) -> str | None:
    if one.edit_unknown:
        raise GraphRefused(
            "SERVICE_UNAVAILABLE", "Something went wrong while executing your query."
        )
    return None if one.last_edit is None else iso(one.last_edit.edited_at)


def _edit(call: Exchange, one: Edit) -> Node:
    return {
        "id": f"UCE_{int(one.edited_at.timestamp())}",
        "editor": actors.actor(call, one.editor),
        "editedAt": iso(one.edited_at),
        "createdAt": iso(one.edited_at),
        "deletedAt": None,
        "diff": one.body,
    }


def _label(repo: Repository, name: str) -> Node:
    color = repo.labels.get(name, "ededed")
    return {"id": label_id(repo, name), "name": name, "color": color, "description": None}


def label_id(repo: Repository, name: str) -> str:
    """GraphQL's id of a label."""
    return f"LA_{repo.id}_{name}"
