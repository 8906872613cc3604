"""Commit statuses."""

from tests.fakes.answers import Answer, Refused
from tests.fakes.exchange import Exchange
from tests.fakes.repository import Repository
from tests.fakes.rest import pieces, places
from tests.fakes.rest.routes import R, route

STATES = ("error", "failure", "pending", "success")


def resolve(repo: Repository, ref: str) -> str:
    """The SHA of a branch, `heads/…`, `HEAD`, or a (shortened) SHA; 422 for anything else."""
    name = ref.removeprefix("refs/").removeprefix("heads/")
    if ref == "HEAD":
        name = repo.default_branch
    if name in repo.refs:
        return repo.refs[name]
    found = [sha for sha in repo.store.commits if sha.startswith(ref.lower())]
    if len(found) == 1 and len(ref) >= 7:
        return found[0]
    raise Refused(422, f"No commit found for SHA: {ref}")


@route("POST", R + "/statuses/{sha}", "statuses:write")
def create_status(call: Exchange) -> Answer:
    """A status of a context on a commit."""
    given, sha = call.json, call.params["sha"]
    if sha not in call.repo.store.commits:
        raise Refused(422, f"No commit found for SHA: {sha}")
    if given.get("state") not in STATES:
        raise Refused.invalid("Status", "state", "custom", "state is not included in the list")
    made = call.repo.status(
        sha,
        given["state"],
        by=call.caller.account,
        context=given.get("context") or "default",
        description=given.get("description"),
        target_url=given.get("target_url"),
    )
    return Answer(201, pieces.status(call, call.repo, made))


@route("GET", R + "/commits/{ref}/statuses", "statuses:read")
@route("GET", R + "/statuses/{ref}", "statuses:read")
def list_statuses(call: Exchange) -> Answer:
    """Newest first."""
    sha = resolve(call.repo, call.params["ref"])
    found = [one for one in reversed(call.repo.statuses) if one.sha == sha]
    return call.page([pieces.status(call, call.repo, one) for one in found])


@route("GET", R + "/commits/{ref}/status", "statuses:read")
def get_combined_status(call: Exchange) -> Answer:
    """The newest of each context, and what they amount to."""
    repo = call.repo
    sha = resolve(repo, call.params["ref"])
    newest = {one.context: one for one in repo.statuses if one.sha == sha}
    states = {one.state for one in newest.values()}
    bad = bool(states & {"failure", "error"})
    good = states == {"success"}
    api = f"{call.api}/repos/{repo.full_name}"
    shown = [pieces.status(call, repo, one) for one in newest.values()]
    for one in shown:
        one.pop("creator")
    return Answer(
        200,
        {
            "state": "failure" if bad else "success" if good else "pending",
            "statuses": shown,
            "sha": sha,
            "total_count": len(newest),
            "repository": places.repository(call, repo),
            "commit_url": f"{api}/commits/{sha}",
            "url": f"{api}/commits/{sha}/status",
        },
    )
