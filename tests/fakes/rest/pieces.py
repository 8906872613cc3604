"""Conversations, commits and files in REST's JSON."""

from typing import Any
from urllib.parse import quote

from tests.fakes import diff
from tests.fakes.checks import Status
from tests.fakes.clock import iso, iso_or_none
from tests.fakes.comments import REACTIONS, Comment, Reaction
from tests.fakes.exchange import Exchange
from tests.fakes.git import Commit, Signature
from tests.fakes.issues import Issue
from tests.fakes.pulls import PullRequest
from tests.fakes.repository import Repository
from tests.fakes.rest import shapes

_REST_NAMES = {graphql: name for name, graphql in REACTIONS.items()}


def comment(call: Exchange, one: Comment) -> dict[str, Any]:
    """An issue comment; nothing here tells of edits or hiding but `updated_at`."""
    repo = one.issue.repository
    api = f"{call.api}/repos/{repo.full_name}/issues"
    return {
        "id": one.id,
        "node_id": one.node_id,
        "url": f"{api}/comments/{one.id}",
        "html_url": f"{page(call, one.issue)}#issuecomment-{one.id}",
        "body": one.body,
        "user": shapes.account(call, one.author),
        "created_at": iso(one.created_at),
        "updated_at": iso(one.updated_at),
        "issue_url": f"{api}/{one.issue.number}",
        "author_association": association(repo, one),
        "performed_via_github_app": None if one.app is None else shapes.app(call, one.app),
        "reactions": rollup(f"{api}/comments/{one.id}/reactions", one.reactions),
    }


def association(repo: Repository, one: Comment | Issue) -> str:
    """`author_association`, which is no permission: private members come as CONTRIBUTOR."""
    return "OWNER" if one.author is repo.owner else "CONTRIBUTOR"


def rollup(url: str, reactions: list[Reaction]) -> dict[str, Any]:
    """The counts of reactions."""
    counts = {
        name: sum(reaction.content == graphql for reaction in reactions)
        for name, graphql in REACTIONS.items()
    }
    return {"url": url, "total_count": len(reactions), **counts}


def reaction(call: Exchange, one: Reaction) -> dict[str, Any]:
    """One reaction."""
    return {
        "id": one.id,
        "node_id": f"REA_{one.id}",
        "user": shapes.account(call, one.account),
        "content": _REST_NAMES[one.content],
        "created_at": iso(one.created_at),
    }


def label(call: Exchange, repo: Repository, name: str) -> dict[str, Any]:
    """A label."""
    return {
        "id": abs(hash((repo.id, name))) % 10**9,
        "node_id": f"LA_{repo.id}_{name}",
        "url": f"{call.api}/repos/{repo.full_name}/labels/{quote(name)}",
        "name": name,
        "color": repo.labels.get(name, "ededed"),
        "default": False,
        "description": None,
    }


def page(call: Exchange, issue: Issue) -> str:
    """The address of a conversation for people."""
    kind = "pull" if issue.is_pull else "issues"
    return f"{call.web}/{issue.repository.full_name}/{kind}/{issue.number}"


def issue(call: Exchange, one: Issue) -> dict[str, Any]:
    """An issue; a pull request is one too."""
    repo = one.repository
    api = f"{call.api}/repos/{repo.full_name}/issues/{one.number}"
    shown: dict[str, Any] = {
        "url": api,
        "repository_url": f"{call.api}/repos/{repo.full_name}",
        "labels_url": f"{api}/labels{{/name}}",
        "comments_url": f"{api}/comments",
        "events_url": f"{api}/events",
        "html_url": page(call, one),
        "id": one.id,
        "node_id": one.node_id,
        "number": one.number,
        "title": one.title,
        "user": shapes.account(call, one.author),
        "labels": [label(call, repo, name) for name in one.labels],
        "state": one.state,
        "state_reason": None,
        "locked": one.locked,
        "assignee": None,
        "assignees": [],
        "milestone": None,
        "comments": len(one.comments),
        "created_at": iso(one.created_at),
        "updated_at": iso(one.updated_at),
        "closed_at": iso_or_none(one.closed_at),
        "author_association": association(repo, one),
        "active_lock_reason": None,
        "body": one.body,
        "closed_by": None,
        "reactions": rollup(f"{api}/reactions", one.reactions),
        "timeline_url": f"{api}/timeline",
        "performed_via_github_app": None,
    }
    if isinstance(one, PullRequest):
        shown["draft"] = one.draft
        shown["pull_request"] = {
            "url": f"{call.api}/repos/{repo.full_name}/pulls/{one.number}",
            "html_url": page(call, one),
            "diff_url": f"{page(call, one)}.diff",
            "patch_url": f"{page(call, one)}.patch",
            "merged_at": iso_or_none(one.merged_at),
        }
    return shown


def file(
    call: Exchange, repo: Repository, change: diff.FileChange, sides: tuple[str, str]
) -> dict[str, Any]:
    """One changed file ("diff entry") between a base and a head commit."""
    path = quote(change.path)
    sha = sides[0] if change.status == "removed" else sides[1]
    shown: dict[str, Any] = {
        "sha": change.entry.oid,
        "filename": change.path,
        "status": change.status,
        "additions": change.additions,
        "deletions": change.deletions,
        "changes": change.additions + change.deletions,
        "blob_url": f"{call.web}/{repo.full_name}/blob/{sha}/{path}",
        "raw_url": f"{call.web}/{repo.full_name}/raw/{sha}/{path}",
        "contents_url": f"{call.api}/repos/{repo.full_name}/contents/{path}?ref={sha}",
    }
    text = diff.patch(repo.store, change)
    if text is not None:
        shown["patch"] = text
    if change.previous_path is not None:
        shown["previous_filename"] = change.previous_path
    return shown


def commit(call: Exchange, repo: Repository, one: Commit) -> dict[str, Any]:
    """A commit with the accounts that GitHub links it to."""
    api = f"{call.api}/repos/{repo.full_name}"
    html = f"{call.web}/{repo.full_name}/commit"
    return {
        "sha": one.sha,
        "node_id": f"C_{one.sha}",
        "commit": {
            "author": _signature(one.author),
            "committer": _signature(one.committer),
            "message": one.message,
            "tree": {"sha": one.tree, "url": f"{api}/git/trees/{one.tree}"},
            "url": f"{api}/git/commits/{one.sha}",
            "comment_count": 0,
            "verification": _unsigned(),
        },
        "url": f"{api}/commits/{one.sha}",
        "html_url": f"{html}/{one.sha}",
        "comments_url": f"{api}/commits/{one.sha}/comments",
        "author": _linked(call, one.author),
        "committer": _linked(call, one.committer),
        "parents": [
            {"sha": sha, "url": f"{api}/commits/{sha}", "html_url": f"{html}/{sha}"}
            for sha in one.parents
        ],
    }


def git_commit(call: Exchange, repo: Repository, one: Commit) -> dict[str, Any]:
    """A commit as the git database tells it."""
    shown = commit(call, repo, one)
    return {
        "sha": one.sha,
        "node_id": shown["node_id"],
        "url": shown["commit"]["url"],
        "html_url": shown["html_url"],
        **{
            k: shown["commit"][k]
            for k in ("author", "committer", "message", "tree", "verification")
        },
        "parents": shown["parents"],
    }


def status(call: Exchange, repo: Repository, one: Status) -> dict[str, Any]:
    """A commit status."""
    return {
        "url": f"{call.api}/repos/{repo.full_name}/statuses/{one.sha}",
        "avatar_url": f"{call.web}/avatars/{one.creator.id}",
        "id": one.id,
        "node_id": one.node_id,
        "state": one.state,
        "description": one.description,
        "target_url": one.target_url,
        "context": one.context,
        "created_at": iso(one.created_at),
        "updated_at": iso(one.created_at),
        "creator": shapes.account(call, one.creator),
    }


def _signature(one: Signature) -> dict[str, str]:
    return {"name": one.name, "email": one.email, "date": iso(one.date)}


def _linked(call: Exchange, one: Signature) -> dict[str, Any] | None:
    if one.account is None or one.account.deleted:
        return None
    return shapes.account(call, one.account)


def _unsigned() -> dict[str, Any]:
    nothing: dict[str, Any] = dict.fromkeys(("signature", "payload", "verified_at"))
    return {"verified": False, "reason": "unsigned", **nothing}
