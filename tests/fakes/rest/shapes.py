"""State in REST's JSON: accounts and repositories, which everything else holds."""

from typing import Any

from tests.fakes.accounts import Account, App, Installation, Team, at_least
from tests.fakes.clock import iso
from tests.fakes.exchange import Exchange
from tests.fakes.repository import Repository

_ACCOUNT_LINKS = {
    "followers_url": "/followers",
    "following_url": "/following{/other_user}",
    "gists_url": "/gists{/gist_id}",
    "starred_url": "/starred{/owner}{/repo}",
    "subscriptions_url": "/subscriptions",
    "organizations_url": "/orgs",
    "repos_url": "/repos",
    "events_url": "/events{/privacy}",
    "received_events_url": "/received_events",
}

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


def account(call: Exchange, who: Account) -> dict[str, Any]:
    """A "simple user"; a deleted account is the ghost."""
    who = call.world.ghost if who.deleted else who
    api = f"{call.api}/users/{who.login}"
    slug = who.login.removesuffix("[bot]")
    page = f"apps/{slug}" if who.kind == "Bot" else who.login
    return {
        "login": who.login,
        "id": who.id,
        "node_id": who.node_id,
        "avatar_url": f"{call.web}/avatars/{who.id}",
        "gravatar_id": "",
        "url": api,
        "html_url": f"{call.web}/{page}",
        **{name: api + tail for name, tail in _ACCOUNT_LINKS.items()},
        "type": who.kind,
        "site_admin": False,
    }


def private_account(call: Exchange, who: Account) -> dict[str, Any]:
    """An account as `/user` and `/users/{login}` tell it."""
    stamp = "2020-01-01T00:00:00Z"
    nothing = ("company", "blog", "location", "email", "hireable", "bio", "twitter_username")
    return {
        **account(call, who),
        "user_view_type": "public",
        "name": who.login,
        **dict.fromkeys(nothing),
        "public_repos": 0,
        "public_gists": 0,
        "followers": 0,
        "following": 0,
        "created_at": stamp,
        "updated_at": stamp,
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


def app(call: Exchange, one: App) -> dict[str, Any]:
    """A GitHub App ("integration")."""
    return {
        "id": one.id,
        "slug": one.slug,
        "node_id": f"A_{one.id}",
        "owner": account(call, one.owner),
        "name": one.slug,
        "description": "",
        "external_url": call.web,
        "html_url": f"{call.web}/apps/{one.slug}",
        "created_at": "2020-01-01T00:00:00Z",
        "updated_at": "2020-01-01T00:00:00Z",
        "permissions": {"metadata": "read"},
        "events": [],
    }


def installation(call: Exchange, one: Installation) -> dict[str, Any]:
    """An installation of an app."""
    api = f"{call.api}/app/installations/{one.id}"
    return {
        "id": one.id,
        "account": account(call, one.account),
        "access_tokens_url": f"{api}/access_tokens",
        "repositories_url": f"{call.api}/installation/repositories",
        "html_url": f"{call.web}/settings/installations/{one.id}",
        "app_id": one.app.id,
        "app_slug": one.app.slug,
        "target_id": one.account.id,
        "target_type": one.account.kind,
        "permissions": one.permissions | {"metadata": "read"},
        "events": ["issue_comment", "pull_request"],
        "created_at": "2026-01-01T00:00:00Z",
        "updated_at": "2026-01-01T00:00:00Z",
        "single_file_name": None,
        "has_multiple_single_files": False,
        "single_file_paths": [],
        "repository_selection": "all" if one.repository_ids is None else "selected",
        "suspended_by": None,
        "suspended_at": "2026-01-01T00:00:00Z" if one.suspended else None,
    }


def team(call: Exchange, one: Team) -> dict[str, Any]:
    """A team of an organisation."""
    api = f"{call.api}/teams/{one.id}"
    return {
        "id": one.id,
        "node_id": f"T_{one.id}",
        "name": one.slug,
        "slug": one.slug,
        "description": None,
        "privacy": "closed",
        "notification_setting": "notifications_enabled",
        "permission": "pull",
        "url": api,
        "html_url": f"{call.web}/orgs/{one.organization.login}/teams/{one.slug}",
        "members_url": f"{api}/members{{/member}}",
        "repositories_url": f"{api}/repos",
        "parent": None,
        "type": "organization",
        "members_count": len(one.members),
        "repos_count": 0,
        "created_at": "2020-01-01T00:00:00Z",
        "updated_at": "2020-01-01T00:00:00Z",
        "organization": organization(call, one.organization),
    }


def organization_brief(call: Exchange, owner: Account) -> dict[str, Any]:
    """An organisation as webhooks name it."""
    api = f"{call.api}/orgs/{owner.login}"
    return {
        "login": owner.login,
        "id": owner.id,
        "node_id": owner.node_id,
        "url": api,
        "repos_url": f"{api}/repos",
        "events_url": f"{api}/events",
        "hooks_url": f"{api}/hooks",
        "issues_url": f"{api}/issues",
        "members_url": f"{api}/members{{/member}}",
        "public_members_url": f"{api}/public_members{{/member}}",
        "avatar_url": f"{call.web}/avatars/{owner.id}",
        "description": None,
    }


def organization(call: Exchange, owner: Account) -> dict[str, Any]:
    """An organisation as its own endpoint tells it."""
    stamp = "2020-01-01T00:00:00Z"
    counts = ("public_repos", "public_gists", "followers", "following")
    return {
        **organization_brief(call, owner),
        **dict.fromkeys(counts, 0),
        "html_url": f"{call.web}/{owner.login}",
        "has_organization_projects": False,
        "has_repository_projects": False,
        "created_at": stamp,
        "updated_at": stamp,
        "archived_at": None,
        "type": "Organization",
    }
