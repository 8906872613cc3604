"""State in REST's JSON: accounts, teams and apps, which everything else holds."""

from typing import Any

from tests.fakes.accounts import Account, App, Installation, Team
from tests.fakes.exchange import Exchange

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
