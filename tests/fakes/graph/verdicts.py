"""Statuses and checks of a commit as GraphQL tells them."""

from typing import Any

from tests.fakes.checks import CheckRun, CheckSuite, Status
from tests.fakes.clock import iso, iso_or_none
from tests.fakes.exchange import Exchange
from tests.fakes.graph import actors, objects
from tests.fakes.graph import repositories as repos
from tests.fakes.graph.connections import Node, connection
from tests.fakes.repository import Repository

_STATES = {"failure": "FAILURE", "error": "ERROR", "pending": "PENDING", "success": "SUCCESS"}


def of_commit(call: Exchange, repo: Repository, sha: str) -> Node:
    """The fields `status` and `checkSuites` of a commit."""
    return {
        "status": lambda: _status(call, repo, sha),
        "checkSuites": lambda **arguments: _suites(call, repo, sha, arguments),
    }


def check_run(call: Exchange, repo: Repository, run: CheckRun) -> Node:
    """One check run."""
    url = f"{call.web}/{repo.full_name}/runs/{run.id}"
    return {
        "__typename": "CheckRun",
        "id": run.node_id,
        "databaseId": run.id,
        "name": run.name,
        "status": run.status.upper(),
        "conclusion": None if run.conclusion is None else run.conclusion.upper(),
        "title": run.title,
        "summary": run.summary,
        "text": run.text,
        "startedAt": iso(run.started_at),
        "completedAt": iso_or_none(run.completed_at),
        "detailsUrl": run.details_url or url,
        "externalId": run.external_id,
        "url": url,
        "permalink": url,
        "checkSuite": lambda: _suite(call, repo, run.suite),
        "repository": lambda: repos.repository(call, repo),
        "annotations": lambda **page: connection("annotations", run.annotations, _annotation, page),
    }


def _status(call: Exchange, repo: Repository, sha: str) -> Node | None:
    call.caller.check(repo, "statuses:read")
    newest = {one.context: one for one in repo.statuses if one.sha == sha}
    if not newest:
        return None
    states = {one.state for one in newest.values()}
    bad = "FAILURE" if states & {"failure", "error"} else "PENDING"
    return {
        "id": f"S_{repo.id}_{sha}",
        "state": "SUCCESS" if states == {"success"} else bad,
        "commit": lambda: objects.commit(call, repo, repo.store.commits[sha]),
        "contexts": lambda: [_context(call, repo, one) for one in newest.values()],
        "context": lambda name: _context(call, repo, newest[name]) if name in newest else None,
    }


def _context(call: Exchange, repo: Repository, one: Status) -> Node:
    return {
        "__typename": "StatusContext",
        "id": one.node_id,
        "state": _STATES[one.state],
        "context": one.context,
        "description": one.description,
        "targetUrl": one.target_url,
        "createdAt": iso(one.created_at),
        "creator": actors.actor(call, one.creator),
        "commit": lambda: objects.commit(call, repo, repo.store.commits[one.sha]),
    }


def _suites(call: Exchange, repo: Repository, sha: str, arguments: dict[str, Any]) -> Node:
    call.caller.check(repo, "checks:read")
    wanted = arguments.pop("filterBy", None) or {}
    found = [suite for suite in repo.check_suites if suite.head_sha == sha]
    if wanted.get("appId") is not None:
        found = [suite for suite in found if suite.app.id == wanted["appId"]]
    if wanted.get("checkName") is not None:
        name = wanted["checkName"]
        found = [s for s in found if any(run.name == name for run in _runs_of(repo, s))]
    return connection("checkSuites", found, lambda suite: _suite(call, repo, suite), arguments)


def _suite(call: Exchange, repo: Repository, suite: CheckSuite) -> Node:
    runs = _runs_of(repo, suite)
    last = runs[-1] if runs else None
    return {
        "__typename": "CheckSuite",
        "id": suite.node_id,
        "databaseId": suite.id,
        "app": actors.app(call, suite.app),
        "branch": None,
        "commit": lambda: objects.commit(call, repo, repo.store.commits[suite.head_sha]),
        "status": "QUEUED" if last is None else last.status.upper(),
        "conclusion": None if last is None or last.conclusion is None else last.conclusion.upper(),
        "createdAt": iso(suite.created_at),
        "updatedAt": iso(suite.created_at),
        "repository": lambda: repos.repository(call, repo),
        "checkRuns": lambda **arguments: _runs(call, repo, runs, arguments),
    }


def _runs(
    call: Exchange, repo: Repository, runs: list[CheckRun], arguments: dict[str, Any]
) -> Node:
    wanted = arguments.pop("filterBy", None) or {}
    found = [run for run in runs if wanted.get("checkName") in {None, run.name}]
    if wanted.get("status") is not None:
        found = [run for run in found if run.status.upper() == wanted["status"]]
    if wanted.get("checkType", "LATEST") == "LATEST":
        found = list({run.name: run for run in found}.values())
    return connection("checkRuns", found, lambda run: check_run(call, repo, run), arguments)


def _runs_of(repo: Repository, suite: CheckSuite) -> list[CheckRun]:
    return [run for run in repo.check_runs if run.suite is suite]


def _annotation(one: dict[str, Any]) -> Node:
    return {
        "annotationLevel": one["annotation_level"].upper(),
        "message": one["message"],
        "path": one["path"],
        "title": one.get("title"),
        "rawDetails": one.get("raw_details"),
        "location": {
            "start": {"line": one["start_line"], "column": one.get("start_column")},
            "end": {"line": one["end_line"], "column": one.get("end_column")},
        },
    }
