"""Pull requests as GraphQL tells them."""

from typing import Any

from tests.fakes import limits
from tests.fakes.clock import iso, iso_or_none
from tests.fakes.diff import FileChange
from tests.fakes.exchange import Exchange
from tests.fakes.graph import actors, conversations, objects
from tests.fakes.graph import repositories as repos
from tests.fakes.graph.connections import Node, connection
from tests.fakes.pulls import PullRequest, TimelineEvent

_TIMELINE = {
    "BASE_REF_CHANGED_EVENT": "BaseRefChangedEvent",
    "CLOSED_EVENT": "ClosedEvent",
    "COMMENT_DELETED_EVENT": "CommentDeletedEvent",
    "CONVERT_TO_DRAFT_EVENT": "ConvertToDraftEvent",
    "HEAD_REF_FORCE_PUSHED_EVENT": "HeadRefForcePushedEvent",
    "MERGED_EVENT": "MergedEvent",
    "READY_FOR_REVIEW_EVENT": "ReadyForReviewEvent",
    "REOPENED_EVENT": "ReopenedEvent",
}


def state(one: PullRequest) -> str:
    """`OPEN`, `CLOSED` or `MERGED`."""
    return "MERGED" if one.merged else one.state.upper()


def pull(call: Exchange, one: PullRequest) -> Node:
    """A pull request."""
    return {**_itself(call, one), **_sides(call, one), **_lists(call, one)}


def _itself(call: Exchange, one: PullRequest) -> Node:
    repo = one.repository
    return {
        "__typename": "PullRequest",
        "id": one.node_id,
        "databaseId": one.id,
        "fullDatabaseId": str(one.id),
        "number": one.number,
        "url": f"{call.web}/{repo.full_name}/pull/{one.number}",
        "title": one.title,
        "body": one.body,
        "state": state(one),
        "isDraft": one.draft,
        "locked": one.locked,
        "merged": one.merged,
        "mergedAt": iso_or_none(one.merged_at),
        "mergedBy": actors.actor(call, one.merged_by),
        "closed": one.state == "closed",
        "closedAt": iso_or_none(one.closed_at),
        "createdAt": iso(one.created_at),
        "updatedAt": iso(one.updated_at),
        "author": actors.actor(call, one.author),
        "authorAssociation": "OWNER" if one.author is repo.owner else "CONTRIBUTOR",
        "viewerDidAuthor": one.author is call.caller.account,
        "lastEditedAt": None,
        "editor": None,
        "mergeable": "UNKNOWN" if one.merged else "MERGEABLE",
        "repository": lambda: repos.repository(call, repo),
        **conversations.reactions(call, one.node_id, one.reactions),
    }


def _sides(call: Exchange, one: PullRequest) -> Node:
    repo, fork = one.repository, one.head_repository

    def merge_commit() -> Node | None:
        sha = one.merge_sha
        return None if sha is None else objects.commit(call, repo, repo.store.commits[sha])

    return {
        "headRefOid": one.head_sha,
        "headRefName": one.head_ref,
        "headRepository": lambda: None if fork is None else repos.repository(call, fork),
        "headRepositoryOwner": actors.actor(call, one.head_owner),
        "headRef": lambda: None if fork is None else repos.ref(call, fork, one.head_ref),
        "baseRefName": one.base_ref,
        "baseRefOid": one.base_sha,
        "baseRef": lambda: repos.ref(call, repo, one.base_ref),
        "baseRepository": lambda: repos.repository(call, repo),
        "isCrossRepository": fork is not repo,
        "mergeCommit": merge_commit,
    }


def _lists(call: Exchange, one: PullRequest) -> Node:
    repo = one.repository

    def commits(**page: Any) -> Node:
        found = one.commits()[: limits.LISTED_COMMITS]
        shown = connection("commits", found, lambda each: _commit(call, one, each), page)
        return {**shown, "totalCount": len(one.commits())}

    def files(**page: Any) -> Node:
        found = one.files()
        return {
            **connection("files", found[: limits.LISTED_FILES], _file, page),
            "totalCount": len(found),
        }

    return {
        "changedFiles": lambda: len(one.files()),
        "additions": lambda: sum(change.additions for change in one.files()),
        "deletions": lambda: sum(change.deletions for change in one.files()),
        "commits": commits,
        "files": files,
        "comments": lambda **a: conversations.comments(call, one, a),
        "labels": lambda **a: conversations.labels(repo, one, a),
        "timelineItems": lambda **a: _timeline(call, one, a),
    }


def _commit(call: Exchange, one: PullRequest, commit: Any) -> Node:
    url = f"{call.web}/{one.repository.full_name}/pull/{one.number}/commits/{commit.sha}"
    return {
        "__typename": "PullRequestCommit",
        "id": f"PRC_{one.id}_{commit.sha}",
        "url": url,
        "commit": lambda: objects.commit(call, one.repository, commit),
        "pullRequest": lambda: pull(call, one),
    }


def _file(change: FileChange) -> Node:
    kind = {"removed": "DELETED"}.get(change.status, change.status.upper())
    return {
        "path": change.path,
        "changeType": kind,
        "additions": change.additions,
        "deletions": change.deletions,
        "viewerViewedState": "UNVIEWED",
    }


def _timeline(call: Exchange, one: PullRequest, arguments: dict[str, Any]) -> Node:
    wanted = [_TIMELINE.get(name) for name in arguments.get("itemTypes") or _TIMELINE]
    found = [event for event in one.timeline if event.kind in wanted]
    shown = connection("timelineItems", found, lambda event: _event(call, one, event), arguments)
    return {**shown, "filteredCount": len(found)}


def _event(call: Exchange, one: PullRequest, event: TimelineEvent) -> Node:
    repo = one.repository

    def commit(sha: str) -> Node | None:
        found = repo.store.commits.get(sha)
        return None if found is None else objects.commit(call, repo, found)

    return {
        "__typename": event.kind,
        "id": f"EV_{event.id}",
        "databaseId": event.id,
        "actor": actors.actor(call, event.actor),
        "createdAt": iso(event.created_at),
        "pullRequest": lambda: pull(call, one),
        "beforeCommit": lambda: commit(event.before),
        "afterCommit": lambda: commit(event.after),
        "commit": lambda: commit(event.before),
        "mergeRefName": event.after,
        "deletedCommentAuthor": actors.actor(call, event.author),
        "url": f"{call.web}/{repo.full_name}/pull/{one.number}#event-{event.id}",
        "previousRefName": event.before,
        "currentRefName": event.after,
    }
