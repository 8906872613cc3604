"""The manifest from which GitHub makes the App: the least that the bot can work with."""

from typing import Any, Final

PERMISSIONS: Final = {
    "checks": "write",  # the gate
    "contents": "read",  # request, catalog and settings files
    "issues": "read",  # comments on pull requests are issue comments
    "members": "read",  # teams that settings name
    "merge_queues": "read",  # merge groups ask for the gate
    "metadata": "read",  # everybody's role
    "pull_requests": "write",  # plans, answers, reactions, labels
    "statuses": "read",  # somebody else's status of the gate's name
}
EVENTS: Final = (
    "check_run",
    "check_suite",
    "issue_comment",
    "merge_group",
    "pull_request",
    "status",
)


def app_manifest(url: str) -> dict[str, Any]:
    """The manifest for a service at `url` (without `/webhook`), as GitHub's form takes it."""
    base = url.rstrip("/")
    return {
        "name": "backfill-bot",
        "url": base,
        "hook_attributes": {"url": f"{base}/webhook", "active": True},
        "redirect_url": base,
        "description": "Plans backfills partition by partition; accepts only exact confirmations.",
        "public": False,
        "default_permissions": dict(PERMISSIONS),
        "default_events": list(EVENTS),
    }
