"""`/pulls`: the list, one, its files and commits."""

from typing import Any

from tests.fakes import limits
from tests.fakes.answers import Answer
from tests.fakes.clock import iso_or_none
from tests.fakes.exchange import Exchange
from tests.fakes.pulls import PullRequest
from tests.fakes.repository import Repository
from tests.fakes.rest import pieces, places, shapes
from tests.fakes.rest.routes import R, route

_SHARED = (
    "active_lock_reason",
    "assignee",
    "assignees",
    "author_association",
    "body",
    "closed_at",
    "comments_url",
    "created_at",
    "draft",
    "id",
    "labels",
    "locked",
    "milestone",
    "node_id",
    "number",
    "state",
    "title",
    "updated_at",
    "user",
)
"""What a pull request has in common with its issue."""

_LINKS = {
    "commits_url": "/commits",
    "review_comments_url": "/comments",
    "review_comment_url": "/comments{/number}",
}


def brief(call: Exchange, pull: PullRequest) -> dict[str, Any]:
    """A pull request as lists tell it."""
    repo = pull.repository
    api = f"{call.api}/repos/{repo.full_name}/pulls/{pull.number}"
    html = pieces.page(call, pull)
    issue = pieces.issue(call, pull)
    shown: dict[str, Any] = {
        **{name: issue[name] for name in _SHARED},
        "url": api,
        "html_url": html,
        "diff_url": f"{html}.diff",
        "patch_url": f"{html}.patch",
        "issue_url": issue["url"],
        **{name: api + tail for name, tail in _LINKS.items()},
        "statuses_url": f"{call.api}/repos/{repo.full_name}/statuses/{pull.head_sha}",
        "merged_at": iso_or_none(pull.merged_at),
        "merge_commit_sha": pull.merge_sha,
        "requested_reviewers": [],
        "requested_teams": [],
        "auto_merge": None,
        "head": _side(
            call, pull.head_repository, pull.head_owner.login, pull.head_ref, pull.head_sha
        ),
        "base": _side(call, repo, repo.owner.login, pull.base_ref, pull.base_sha),
    }
    shown["head"]["user"] = shapes.account(call, pull.head_owner)
    shown["_links"] = _links(shown)
    return shown


def full(call: Exchange, pull: PullRequest) -> dict[str, Any]:
    """A pull request as its own endpoint tells it."""
    files = pull.files()
    merged_by = None if pull.merged_by is None else shapes.account(call, pull.merged_by)
    return {
        **brief(call, pull),
        "merged": pull.merged,
        "mergeable": None if pull.merged else True,
        "rebaseable": None if pull.merged else True,
        "mergeable_state": "unknown" if pull.merged else "clean",
        "merged_by": merged_by,
        "comments": len(pull.comments),
        "review_comments": 0,
        "maintainer_can_modify": False,
        "commits": len(pull.commits()),
        "additions": sum(change.additions for change in files),
        "deletions": sum(change.deletions for change in files),
        "changed_files": len(files),
    }


@route("GET", R + "/pulls", "pull_requests:read")
def list_pulls(call: Exchange) -> Answer:
    """Newest first unless asked otherwise."""
    state = call.query.get("state", "open")
    found = [pull for pull in call.repo.pulls if state in {"all", pull.state}]
    if "base" in call.query:
        found = [pull for pull in found if pull.base_ref == call.query["base"]]
    if "head" in call.query:
        wanted = call.query["head"]
        found = [p for p in found if wanted in {f"{p.head_owner.login}:{p.head_ref}", p.head_ref}]
    by_update = call.query.get("sort") == "updated"
    found.sort(key=lambda p: (p.updated_at if by_update else p.created_at, p.number))
    descending = "asc" if call.query.get("sort", "created") != "created" else "desc"
    if call.query.get("direction", descending) == "desc":
        found.reverse()
    return call.page([brief(call, pull) for pull in found])


@route("GET", R + "/pulls/{number}", "pull_requests:read")
def get_pull(call: Exchange) -> Answer:
    """One pull request."""
    return Answer(200, full(call, call.pull))


@route("GET", R + "/pulls/{number}/files", "pull_requests:read")
def list_files(call: Exchange) -> Answer:
    """At most 3,000 of its files, sorted by path."""
    pull = call.pull
    sides = (pull.merge_base or pull.base_sha, pull.head_sha)
    found = pull.files()[: limits.LISTED_FILES]
    return call.page([pieces.file(call, call.repo, change, sides) for change in found])


@route("GET", R + "/pulls/{number}/commits", "pull_requests:read")
def list_commits(call: Exchange) -> Answer:
    """At most 250 of its commits, oldest first."""
    found = call.pull.commits()[: limits.LISTED_COMMITS]
    return call.page([pieces.commit(call, call.repo, commit) for commit in found])


@route("GET", R + "/pulls/{number}/reviews", "pull_requests:read")
@route("GET", R + "/pulls/{number}/comments", "pull_requests:read")
def list_reviews(call: Exchange) -> Answer:
    """Nobody reviews in this world; 404 for no pull request all the same."""
    return call.page(call.pull.reviews)


@route("GET", R + "/commits/{sha}/pulls", "pull_requests:read")
def list_pulls_of_commit(call: Exchange) -> Answer:
    """The pull requests that a commit is part of, open and merged ones."""
    sha = call.params["sha"]
    found = [
        pull
        for pull in call.repo.pulls
        if sha == pull.merge_sha or sha in {commit.sha for commit in pull.commits()}
    ]
    return call.page([brief(call, pull) for pull in found])


def _side(
    call: Exchange, repo: Repository | None, owner: str, ref: str, sha: str
) -> dict[str, Any]:
    return {
        "label": f"{owner}:{ref}",
        "ref": ref,
        "sha": sha,
        "user": None if repo is None else shapes.account(call, repo.owner),
        "repo": None if repo is None else places.repository(call, repo),
    }


def _links(shown: dict[str, Any]) -> dict[str, dict[str, str]]:
    names = {
        "self": "url",
        "html": "html_url",
        "issue": "issue_url",
        "comments": "comments_url",
        "review_comments": "review_comments_url",
        "review_comment": "review_comment_url",
        "commits": "commits_url",
        "statuses": "statuses_url",
    }
    return {name: {"href": shown[key]} for name, key in names.items()}
