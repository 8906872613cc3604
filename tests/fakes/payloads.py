"""What webhook deliveries say: REST's JSON of the things that something happened to."""

from typing import TYPE_CHECKING, Any

from tests.fakes.accounts import Account
from tests.fakes.checks import CheckRun, CheckSuite, Status
from tests.fakes.clock import iso
from tests.fakes.exchange import Exchange
from tests.fakes.git import Commit
from tests.fakes.issues import Issue
from tests.fakes.merge_groups import MergeGroup
from tests.fakes.pulls import PullRequest
from tests.fakes.repository import Repository
from tests.fakes.tokens import Caller

if TYPE_CHECKING:
    from tests.fakes.world import World


def about_issue(
    world: "World", event: str, action: str, issue: Issue, more: dict[str, Any]
) -> dict[str, Any]:
    """The payload of a `pull_request` or `issue_comment` event, but for its surroundings."""
    from tests.fakes.rest import pieces, pulls  # noqa: PLC0415

    call = spoken_by_nobody(world)
    if event == "issue_comment":
        shown = pieces.issue(call, issue)
        del shown["closed_by"]
        payload: dict[str, Any] = {
            "issue": shown,
            "comment": pieces.comment(call, more["comment"]),
        }
        if action == "edited" and "changed_from" in more:
            payload["changes"] = {"body": {"from": more["changed_from"]}}
        return payload
    if not isinstance(issue, PullRequest):
        raise TypeError(event)
    if "label" in more:
        more = {"label": pieces.label(call, issue.repository, more["label"])}
    return {"number": issue.number, "pull_request": pulls.full(call, issue), **more}


def push(
    world: "World", repo: Repository, branch: str, shas: tuple[str, str], actor: Account
) -> dict[str, Any]:
    """The payload of a `push` event."""
    before, after = shas
    url = f"{world.web}/{repo.full_name}"
    head = repo.store.commits.get(after)
    commits = [] if head is None else [_pushed(url, head)]
    return {
        "ref": f"refs/heads/{branch}",
        "before": before,
        "after": after,
        "created": before == "0" * 40,
        "deleted": after == "0" * 40,
        "forced": False,
        "base_ref": None,
        "compare": f"{url}/compare/{before[:12]}...{after[:12]}",
        "commits": commits,
        "head_commit": commits[-1] if commits else None,
        "pusher": {"name": actor.login, "email": actor.email},
    }


def check_run(world: "World", repo: Repository, run: CheckRun) -> dict[str, Any]:
    """The payload of a `check_run` event."""
    from tests.fakes.rest import checks  # noqa: PLC0415

    call = spoken_by_nobody(world)
    shown = checks.check_run(call, repo, run)
    suite = _suite(call, repo, run.suite)
    for name in ("check_runs_url", "head_commit", "latest_check_runs_count"):
        del suite[name]
    return {"check_run": {**shown, "check_suite": suite}}


def check_suite(world: "World", repo: Repository, suite: CheckSuite) -> dict[str, Any]:
    """The payload of a `check_suite` event."""
    return {"check_suite": _suite(spoken_by_nobody(world), repo, suite)}


def status(world: "World", repo: Repository, one: Status) -> dict[str, Any]:
    """The payload of a `status` event."""
    from tests.fakes.rest import pieces  # noqa: PLC0415

    call = spoken_by_nobody(world)
    shown = pieces.status(call, repo, one)
    commit = pieces.commit(call, repo, repo.store.commits[one.sha])
    del commit["commit"]["verification"]["verified_at"]
    names = ("id", "target_url", "context", "description", "state", "created_at", "updated_at")
    return {
        **{name: shown[name] for name in names},
        "avatar_url": shown["avatar_url"],
        "sha": one.sha,
        "name": repo.full_name,
        "commit": commit,
        "branches": [],
    }


def merge_group(world: "World", group: MergeGroup) -> dict[str, Any]:
    """The payload of a `merge_group` event."""
    repo = group.repository
    commit = repo.store.commits[group.head_sha]
    url = f"{world.web}/{repo.full_name}"
    pushed = _pushed(url, commit)
    names = ("id", "tree_id", "message", "timestamp", "author", "committer")
    for role in ("author", "committer"):
        pushed[role].pop("username", None)
    return {
        "merge_group": {
            "head_sha": group.head_sha,
            "head_ref": group.head_ref,
            "base_ref": group.base_ref,
            "base_sha": group.base_sha,
            "head_commit": {name: pushed[name] for name in names},
        }
    }


def ping(world: "World", repo: Repository) -> dict[str, Any]:
    """The payload of a `ping` event."""
    api = f"{world.api}/repos/{repo.full_name}/hooks/1"
    return {
        "zen": "Keep it logically awesome.",
        "hook_id": 1,
        "hook": {
            "type": "Repository",
            "id": 1,
            "name": "web",
            "active": True,
            "events": ["issue_comment", "pull_request"],
            "config": {"content_type": "json", "insecure_ssl": "0", "url": f"{world.web}/webhook"},
            "updated_at": iso(repo.created_at),
            "created_at": iso(repo.created_at),
            "url": api,
            "test_url": f"{api}/test",
            "ping_url": f"{api}/pings",
            "deliveries_url": f"{api}/deliveries",
            "last_response": {"code": None, "status": "unused", "message": None},
        },
    }


def installation(world: "World", repo: Repository) -> dict[str, Any]:
    """The payload of an `installation` event."""
    from tests.fakes.rest import places, shapes  # noqa: PLC0415

    names = ("id", "node_id", "name", "full_name", "private")
    shown = places.repository(spoken_by_nobody(world), repo)
    made = shapes.installation(spoken_by_nobody(world), world.install(repo.owner))
    return {"installation": made, "repositories": [{name: shown[name] for name in names}]}


def around(world: "World", repo: Repository | None, sender: Account) -> dict[str, Any]:
    """Repository, organisation, sender, and the installation of the world's own app."""
    from tests.fakes.rest import places, shapes  # noqa: PLC0415

    call = spoken_by_nobody(world)
    shown: dict[str, Any] = {"sender": shapes.account(call, sender)}
    if repo is None:
        return shown
    shown["repository"] = places.repository(call, repo)
    if repo.owner.kind == "Organization":
        shown["organization"] = shapes.organization_brief(call, repo.owner)
    for one in list(world.installations.values()):
        if (one.app, one.account) == (world.bot_app, repo.owner):
            shown["installation"] = {"id": one.id, "node_id": f"MDIz{one.id}"}
    return shown


def spoken_by_nobody(world: "World") -> Exchange:
    """An exchange for building JSON outside of any request."""
    nobody = Caller("nobody", world.ghost)
    return Exchange(world, "POST", "/", {}, {}, b"", nobody, world.api, world.web)


def _suite(call: Exchange, repo: Repository, suite: CheckSuite) -> dict[str, Any]:
    from tests.fakes.rest import checks  # noqa: PLC0415

    shown = checks.check_suite(call, repo, suite)
    del shown["repository"]
    return shown


def _pushed(url: str, commit: Commit) -> dict[str, Any]:
    people = {}
    for role, who in (("author", commit.author), ("committer", commit.committer)):
        people[role] = {"name": who.name, "email": who.email}
        if who.account is not None:
            people[role]["username"] = who.account.login
    return {
        "id": commit.sha,
        "tree_id": commit.tree,
        "distinct": True,
        "message": commit.message,
        "timestamp": iso(commit.committer.date),
        "url": f"{url}/commit/{commit.sha}",
        **people,
        "added": [],
        "removed": [],
        "modified": [],
    }
