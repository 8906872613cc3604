"""Check runs and statuses belong to a commit, and the newest of a name counts."""

import pytest

from tests import fakes
from tests.unit.fakes.conftest import Caller

RUNS = "/repos/octo/pipelines/check-runs"


@pytest.fixture
def pull(repo: fakes.Repository) -> fakes.PullRequest:
    return repo.open_pull("carol", {"b.yaml": "b: 1\n"})


def test_the_newest_run_counts_whoever_made_it(
    repo: fakes.Repository, pull: fakes.PullRequest
) -> None:
    repo.check(pull.head_sha, "success", title="All given")
    repo.check(pull.head_sha, "failure", app="somebody-else")
    gate = pull.gate()
    assert gate is not None
    assert (gate.state, gate.green, gate.by.login) == ("failure", False, "somebody-else[bot]")
    pull.push({"c.yaml": "c: 1\n"})
    assert pull.gate() is None


def test_annotations_add_up_and_come_50_at_a_time(bot: Caller, pull: fakes.PullRequest) -> None:
    note = {
        "path": "b.yaml",
        "start_line": 1,
        "end_line": 1,
        "annotation_level": "failure",
        "message": "no",
    }
    body = {
        "name": "backfill",
        "head_sha": pull.head_sha,
        "conclusion": "failure",
        "output": {"title": "No", "summary": "no", "annotations": [note] * 51},
    }
    assert bot.rest("POST", RUNS, body)[0] == 422
    body["output"] = {"title": "No", "summary": "no", "annotations": [note] * 50}
    run = bot.rest("POST", RUNS, body)[1]["id"]
    more = {"output": {"title": "No", "summary": "no", "annotations": [note]}}
    answer = bot.rest("PATCH", f"{RUNS}/{run}", more)[1]
    assert (answer["conclusion"], answer["output"]["annotations_count"]) == ("failure", 51)


def test_a_summary_has_a_longest_length(bot: Caller, pull: fakes.PullRequest) -> None:
    body = {
        "name": "backfill",
        "head_sha": pull.head_sha,
        "conclusion": "success",
        "output": {"title": "Yes", "summary": "x" * 65_536},
    }
    assert bot.rest("POST", RUNS, body)[0] == 422


@pytest.mark.parametrize("description", ["x" * 141, "done \N{PARTY POPPER}"])
def test_a_description_is_short_and_plain(
    bot: Caller, pull: fakes.PullRequest, description: str
) -> None:
    path = f"/repos/octo/pipelines/statuses/{pull.head_sha}"
    body = {"state": "pending", "context": "backfill", "description": description}
    assert bot.rest("POST", path, body)[0] == 422
    assert bot.rest("POST", path, body | {"description": "x" * 140})[0] == 201


def test_a_context_takes_1000_statuses(
    bot: Caller, repo: fakes.Repository, pull: fakes.PullRequest
) -> None:
    for _ in range(1000):
        repo.status(pull.head_sha, "pending", by=repo.world.bot)
    path = f"/repos/octo/pipelines/statuses/{pull.head_sha}"
    assert bot.rest("POST", path, {"state": "success", "context": "backfill"})[0] == 422


def test_checks_name_no_pull_request_of_a_fork(repo: fakes.Repository, bot: Caller) -> None:
    ours = repo.open_pull("carol", {"b.yaml": "b: 1\n"})
    theirs = repo.open_pull("mallory", {"c.yaml": "c: 1\n"}, fork=True)
    named = [
        [pull["number"] for pull in bot.rest("GET", f"{RUNS}/{run.id}")[1]["pull_requests"]]
        for run in (repo.check(ours.head_sha, "success"), repo.check(theirs.head_sha, "success"))
    ]
    assert named == [[ours.number], []]


def test_a_merge_group_has_a_head_of_its_own(
    repo: fakes.Repository, pull: fakes.PullRequest
) -> None:
    group = repo.merge_group(pull)
    assert group.head_ref == f"refs/heads/gh-readonly-queue/main/pr-{pull.number}-{group.base_sha}"
    assert set(repo.store.commits[group.head_sha].files) == {"README.md", "a.yaml", "b.yaml"}
    told = repo.world.outbox.last("merge_group").payload
    assert told["merge_group"]["head_sha"] == group.head_sha
