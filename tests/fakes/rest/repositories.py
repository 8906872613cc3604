"""Repositories, branches, activity, forks."""

from tests.fakes.answers import Answer, Refused
from tests.fakes.exchange import Exchange
from tests.fakes.rest import pieces, places, shapes
from tests.fakes.rest.routes import R, route


@route("GET", R)
def get_repository(call: Exchange) -> Answer:
    """One repository."""
    return Answer(200, places.full_repository(call, call.repo))


@route("GET", "/repositories/{repository_id}")
def get_repository_by_id(call: Exchange) -> Answer:
    """One repository, by number."""
    repo = call.world.repositories.get(call.number("repository_id"))
    if repo is None or not call.caller.sees(repo):
        raise Refused.not_found()
    return Answer(200, places.full_repository(call, repo))


@route("GET", R + "/branches/{branch*}", "contents:read")
def get_branch(call: Exchange) -> Answer:
    """One branch with its tip."""
    repo, name = call.repo, call.params["branch"]
    if name not in repo.refs:
        raise Refused(404, "Branch not found")
    api = f"{call.api}/repos/{repo.full_name}/branches/{name}"
    return Answer(
        200,
        {
            "name": name,
            "commit": pieces.commit(call, repo, repo.store.commits[repo.refs[name]]),
            "_links": {"self": api, "html": f"{call.web}/{repo.full_name}/tree/{name}"},
            "protected": False,
            "protection": {"enabled": False},
            "protection_url": f"{api}/protection",
        },
    )


@route("GET", R + "/branches", "contents:read")
def list_branches(call: Exchange) -> Answer:
    """All branches."""
    api = f"{call.api}/repos/{call.repo.full_name}/commits"
    return call.page(
        [
            {"name": name, "commit": {"sha": sha, "url": f"{api}/{sha}"}, "protected": False}
            for name, sha in sorted(call.repo.refs.items())
        ]
    )


@route("GET", R + "/activity", "contents:read")
def list_activity(call: Exchange) -> Answer:
    """Pushes as GitHub's own servers saw them, newest first."""
    found = list(reversed(call.repo.pushes))
    if "ref" in call.query:
        wanted = "refs/heads/" + call.query["ref"].removeprefix("refs/heads/")
        found = [one for one in found if one.ref == wanted]
    return call.page(
        [
            {
                "id": one.id,
                "node_id": f"PSH_{one.id}",
                "before": one.before,
                "after": one.after,
                "ref": one.ref,
                "timestamp": one.timestamp,
                "activity_type": one.kind,
                "actor": shapes.account(call, one.actor),
            }
            for one in found
        ]
    )


@route("GET", R + "/forks", "metadata:read")
def list_forks(call: Exchange) -> Answer:
    """Its forks."""
    found = [
        one
        for one in list(call.world.repositories.values())
        if one.parent is call.repo and not one.deleted
    ]
    return call.page([places.repository(call, one) for one in found])
