"""Check runs and suites; only apps make them."""

import datetime as dt
from typing import Any

from tests.fakes.accounts import App
from tests.fakes.answers import Answer, Refused
from tests.fakes.checks import CheckRun, CheckSuite
from tests.fakes.clock import iso, iso_or_none
from tests.fakes.exchange import Exchange
from tests.fakes.limits import check_output
from tests.fakes.pulls import PullRequest
from tests.fakes.repository import Repository
from tests.fakes.rest import places, shapes
from tests.fakes.rest.routes import R, route
from tests.fakes.rest.statuses import resolve

CONCLUSIONS = (
    "action_required",
    "cancelled",
    "failure",
    "neutral",
    "skipped",
    "stale",
    "startup_failure",
    "success",
    "timed_out",
)


def check_run(call: Exchange, repo: Repository, run: CheckRun) -> dict[str, Any]:
    """A check run in REST's JSON."""
    api = f"{call.api}/repos/{repo.full_name}/check-runs/{run.id}"
    html = f"{call.web}/{repo.full_name}/runs/{run.id}"
    pulls = pulls_at(repo, run.head_sha)
    return {
        "id": run.id,
        "name": run.name,
        "node_id": run.node_id,
        "head_sha": run.head_sha,
        "external_id": run.external_id,
        "url": api,
        "html_url": html,
        "details_url": run.details_url or html,
        "status": run.status,
        "conclusion": run.conclusion,
        "started_at": iso(run.started_at),
        "completed_at": iso_or_none(run.completed_at),
        "output": {
            "title": run.title,
            "summary": run.summary,
            "text": run.text,
            "annotations_count": len(run.annotations),
            "annotations_url": f"{api}/annotations",
        },
        "check_suite": {"id": run.suite.id},
        "app": shapes.app(call, run.suite.app),
        "pull_requests": [minimal_pull(call, pull) for pull in pulls],
    }


def pulls_at(repo: Repository, sha: str) -> list[PullRequest]:
    """The open pull requests that checks name: never those from forks."""
    here = [pull for pull in repo.pulls if pull.head_repository is repo and pull.state == "open"]
    return [pull for pull in here if pull.head_sha == sha]


def minimal_pull(call: Exchange, pull: Any) -> dict[str, Any]:
    """A pull request as checks name it."""
    sides = {}
    for name, repo, ref, sha in (
        ("head", pull.head_repository or pull.repository, pull.head_ref, pull.head_sha),
        ("base", pull.repository, pull.base_ref, pull.base_sha),
    ):
        api = f"{call.api}/repos/{repo.full_name}"
        sides[name] = {
            "ref": ref,
            "sha": sha,
            "repo": {"id": repo.id, "url": api, "name": repo.name},
        }
    url = f"{call.api}/repos/{pull.repository.full_name}/pulls/{pull.number}"
    return {"id": pull.id, "number": pull.number, "url": url, **sides}


def write_run(call: Exchange, run: CheckRun, given: dict[str, Any]) -> None:
    """Put what a request says into a check run, refusing what GitHub would."""
    output = given.get("output") or {}
    annotations = output.get("annotations") or []
    check_output(output.get("title"), output.get("summary"), output.get("text"), len(annotations))
    conclusion = given.get("conclusion")
    if conclusion is not None and conclusion not in CONCLUSIONS:
        raise Refused(422, f"Invalid request.\n\n{conclusion} is not a member of the list.")
    if given.get("status") == "completed" and conclusion is None:
        raise Refused(422, "Invalid request.\n\nA conclusion is required for a completed run.")
    if output and not (output.get("summary") is not None and (output.get("title") or run.title)):
        raise Refused(422, 'Invalid request.\n\n"title", "summary" weren\'t supplied.')
    if conclusion or given.get("status") is not None:
        run.status = "completed" if conclusion else given["status"]
        run.conclusion = conclusion
        now = call.world.clock.now
        run.completed_at = _when(given, "completed_at", now) if conclusion else None
    run.details_url = given.get("details_url", run.details_url)
    run.external_id = given.get("external_id", run.external_id)
    for name in ("title", "summary", "text"):
        setattr(run, name, output.get(name, getattr(run, name)))
    run.annotations.extend(annotations)


def needs_app(call: Exchange) -> App:
    """The calling app; everybody else is refused."""
    if call.caller.kind != "installation" or call.caller.app is None:
        raise Refused(403, "You must authenticate via a GitHub App.")
    return call.caller.app


@route("POST", R + "/check-runs", "checks:write")
def create_run(call: Exchange) -> Answer:
    """A new check run; older ones of its name stay."""
    app = needs_app(call)
    repo, given = call.repo, call.json
    if not given.get("name") or not given.get("head_sha"):
        raise Refused(422, 'Invalid request.\n\n"head_sha", "name" weren\'t supplied.')
    if given["head_sha"] not in repo.store.commits:
        raise Refused(422, f"No commit found for SHA: {given['head_sha']}")
    suite = repo.suite_of(app, given["head_sha"])
    started = _when(given, "started_at", call.world.clock.now)
    run = CheckRun(call.world.next_id("check_run"), suite, given["name"], started)
    write_run(call, run, given)
    return Answer(201, check_run(call, repo, repo.keep(run)))


@route("PATCH", R + "/check-runs/{run_id}", "checks:write")
def update_run(call: Exchange) -> Answer:
    """One's own check run changed; annotations are added to those there are."""
    needs_app(call)
    run = _run(call)
    if run.suite.app is not call.caller.app:
        raise Refused(403, "Invalid app_id `{}` - check run can only be modified by the GitHub App")
    write_run(call, run, call.json)
    run.name = call.json.get("name", run.name)
    if call.json.get("conclusion"):
        call.repo.tell(run, "completed")
    return Answer(200, check_run(call, call.repo, run))


@route("GET", R + "/check-runs/{run_id}", "checks:read")
def get_run(call: Exchange) -> Answer:
    """One check run."""
    return Answer(200, check_run(call, call.repo, _run(call)))


@route("GET", R + "/check-runs/{run_id}/annotations", "checks:read")
def list_annotations(call: Exchange) -> Answer:
    """Its annotations."""
    run = _run(call)
    optional = ("start_column", "end_column", "title", "raw_details")
    api = f"{call.api}/repos/{call.repo.full_name}/git/blobs"
    return call.page(
        [
            {**dict.fromkeys(optional), "blob_href": f"{api}/{run.head_sha}", **one}
            for one in run.annotations
        ]
    )


@route("POST", R + "/check-runs/{run_id}/rerequest", "checks:write")
def rerequest_run(call: Exchange) -> Answer:
    """Ask for the same again; nothing changes but a delivery."""
    call.world.outbox.about_check_run("rerequested", _run(call), call.repo, call.caller.account)
    return Answer(201, {})


@route("GET", R + "/commits/{ref}/check-runs", "checks:read")
def list_runs(call: Exchange) -> Answer:
    """Newest first; `filter=latest` (the default) keeps one of each name and app."""
    repo, query = call.repo, call.query
    sha = resolve(repo, call.params["ref"])
    found = [run for run in reversed(repo.check_runs) if run.head_sha == sha]
    if "check_name" in query:
        found = [run for run in found if run.name == query["check_name"]]
    if "app_id" in query:
        found = [run for run in found if str(run.suite.app.id) == query["app_id"]]
    if query.get("filter", "latest") == "latest":
        newest: dict[tuple[int, str], CheckRun] = {}
        for run in found:
            newest.setdefault((run.suite.id, run.name), run)
        found = list(newest.values())
    return call.page([check_run(call, repo, run) for run in found], wrap="check_runs")


@route("GET", R + "/commits/{ref}/check-suites", "checks:read")
def list_suites(call: Exchange) -> Answer:
    """The suites of a commit."""
    sha = resolve(call.repo, call.params["ref"])
    found = [suite for suite in call.repo.check_suites if suite.head_sha == sha]
    return call.page([check_suite(call, call.repo, one) for one in found], wrap="check_suites")


@route("GET", R + "/check-suites/{suite_id}", "checks:read")
def get_suite(call: Exchange) -> Answer:
    """One suite."""
    for suite in call.repo.check_suites:
        if suite.id == call.number("suite_id"):
            return Answer(200, check_suite(call, call.repo, suite))
    raise Refused.not_found()


def check_suite(call: Exchange, repo: Repository, suite: CheckSuite) -> dict[str, Any]:
    """A check suite in REST's JSON."""
    runs = [run for run in repo.check_runs if run.suite is suite]
    api = f"{call.api}/repos/{repo.full_name}/check-suites/{suite.id}"
    pulls = pulls_at(repo, suite.head_sha)
    commit = repo.store.commits[suite.head_sha]
    who = {"name": commit.author.name, "email": commit.author.email}
    return {
        "id": suite.id,
        "node_id": suite.node_id,
        "head_branch": pulls[0].head_ref if pulls else None,
        "head_sha": suite.head_sha,
        "status": runs[-1].status if runs else "queued",
        "conclusion": runs[-1].conclusion if runs else None,
        "url": api,
        "before": None,
        "after": suite.head_sha,
        "pull_requests": [minimal_pull(call, pull) for pull in pulls],
        "app": shapes.app(call, suite.app),
        "repository": places.repository(call, repo),
        "created_at": iso(suite.created_at),
        "updated_at": iso(suite.created_at),
        "latest_check_runs_count": len(runs),
        "check_runs_url": f"{api}/check-runs",
        "head_commit": {
            "id": commit.sha,
            "tree_id": commit.tree,
            "message": commit.message,
            "timestamp": iso(commit.author.date),
            "author": who,
            "committer": who,
        },
    }


def _run(call: Exchange) -> CheckRun:
    for run in call.repo.check_runs:
        if run.id == call.number("run_id"):
            return run
    raise Refused.not_found()


def _when(given: dict[str, Any], name: str, default: dt.datetime) -> dt.datetime:
    text = given.get(name)
    return default if text is None else dt.datetime.fromisoformat(text)
