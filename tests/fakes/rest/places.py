"""Repositories in REST's JSON."""

from typing import Any

from tests.fakes.accounts import at_least
from tests.fakes.clock import iso
from tests.fakes.exchange import Exchange
from tests.fakes.repository import Repository
from tests.fakes.rest.shapes import account

_REPO_LINKS = {
    "archive_url": "/{archive_format}{/ref}",
    "assignees_url": "/assignees{/user}",
    "blobs_url": "/git/blobs{/sha}",
    "branches_url": "/branches{/branch}",
    "collaborators_url": "/collaborators{/collaborator}",
    "comments_url": "/comments{/number}",
    "commits_url": "/commits{/sha}",
    "compare_url": "/compare/{base}...{head}",
    "contents_url": "/contents/{+path}",
    "contributors_url": "/contributors",
    "deployments_url": "/deployments",
    "downloads_url": "/downloads",
    "events_url": "/events",
    "forks_url": "/forks",
    "git_commits_url": "/git/commits{/sha}",
    "git_refs_url": "/git/refs{/sha}",
    "git_tags_url": "/git/tags{/sha}",
    "hooks_url": "/hooks",
    "issue_comment_url": "/issues/comments{/number}",
    "issue_events_url": "/issues/events{/number}",
    "issues_url": "/issues{/number}",
    "keys_url": "/keys{/key_id}",
    "labels_url": "/labels{/name}",
    "languages_url": "/languages",
    "merges_url": "/merges",
    "milestones_url": "/milestones{/number}",
    "notifications_url": "/notifications{?since,all,participating}",
    "pulls_url": "/pulls{/number}",
    "releases_url": "/releases{/id}",
    "stargazers_url": "/stargazers",
    "statuses_url": "/statuses/{sha}",
    "subscribers_url": "/subscribers",
    "subscription_url": "/subscription",
    "tags_url": "/tags",
    "teams_url": "/teams",
    "trees_url": "/git/trees{/sha}",
}

_REPO_COUNTS = {
    "forks_count": 0,
    "stargazers_count": 0,
    "watchers_count": 0,
    "size": 1,
    "open_issues_count": 0,
    "forks": 0,
    "open_issues": 0,
    "watchers": 0,
}

_REPO_SWITCHES = {
    "has_issues": True,
    "has_projects": False,
    "has_wiki": False,
    "has_pages": False,
    "has_downloads": True,
    "has_discussions": False,
    "archived": False,
    "disabled": False,
    "is_template": False,
    "allow_forking": True,
    "web_commit_signoff_required": False,
}


def repository(call: Exchange, repo: Repository) -> dict[str, Any]:
    """A repository, in the form that stands inside other things."""
    api = f"{call.api}/repos/{repo.full_name}"
    html = f"{call.web}/{repo.full_name}"
    return {
        "id": repo.id,
        "node_id": repo.node_id,
        "name": repo.name,
        "full_name": repo.full_name,
        "private": repo.private,
        "owner": account(call, repo.owner),
        "html_url": html,
        "description": None,
        "fork": repo.parent is not None,
        "url": api,
        **{name: api + tail for name, tail in _REPO_LINKS.items()},
        "created_at": iso(repo.created_at),
        "updated_at": iso(repo.created_at),
        "pushed_at": iso(repo.created_at),
        "git_url": f"git://{html.partition('://')[2]}.git",
        "ssh_url": f"git@{html.partition('://')[2]}.git",
        "clone_url": f"{html}.git",
        "svn_url": html,
        "mirror_url": None,
        "homepage": None,
        "language": None,
        "license": None,
        "topics": [],
        "custom_properties": {},
        "visibility": "private" if repo.private else "public",
        **_REPO_COUNTS,
        **_REPO_SWITCHES,
        "default_branch": repo.default_branch,
    }


def full_repository(call: Exchange, repo: Repository) -> dict[str, Any]:
    """A repository as its own endpoint tells it."""
    role = repo.role_of(call.caller.account).role
    shown = {
        **repository(call, repo),
        "permissions": {
            "admin": at_least(role, "admin"),
            "maintain": at_least(role, "maintain"),
            "push": at_least(role, "write"),
            "triage": at_least(role, "triage"),
            "pull": at_least(role, "read"),
        },
        "temp_clone_token": None,
        "allow_squash_merge": True,
        "allow_merge_commit": True,
        "allow_rebase_merge": True,
        "network_count": 0,
        "subscribers_count": 0,
    }
    if repo.parent is not None:
        shown["parent"] = shown["source"] = repository(call, repo.parent)
    return shown
