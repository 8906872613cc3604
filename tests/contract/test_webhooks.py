"""The deliveries of the stand-in are what GitHub's webhook schemas say."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.contract.described import payload_mistakes
from tests.fakes import Delivery, Moved, World

pytestmark = pytest.mark.contract


def test_everything_that_happens_to_a_pull_request_is_told_as_github_tells_it() -> None:
    world = World()
    repo = world.repository("acme/pipelines", {"a.txt": "a\n"})
    world.install(repo.owner)
    repo.branch("release")
    pull = repo.open_pull("carol", {"b.txt": "b\n", "c.txt": Moved("a.txt")}, draft=True)
    pull.ready()
    pull.push({"b.txt": "c\n"})
    pull.force_push(pull.commits()[0].sha)
    pull.retitle("Better")
    pull.retarget("release", by="carol")
    said = pull.comment("alice", "hello")
    said.edit("goodbye", by="bob")
    said.delete()
    pull.set_labels(["backfill"], by="alice")
    pull.set_labels([], by="alice")
    pull.lock()
    pull.lock(locked=False)
    pull.set_draft()
    pull.close()
    pull.reopen()
    pull.merge(by="alice")
    fork = repo.open_pull("mallory", {"d.txt": "d\n"}, fork=True)
    assert fork.head_repository is not None
    world.delete_repository(fork.head_repository)
    fork.close()
    repo.open_issue("bob").comment("bob", "a plain issue")
    repo.merge_group(repo.open_pull("carol", {"e.txt": "e\n"}))
    world.outbox.ping(repo)
    world.outbox.installation(repo)
    told = {f"{one.event}.{one.action}" for one in world.outbox}
    assert told == {
        "push.None",
        "ping.None",
        "installation.created",
        "merge_group.checks_requested",
        "issue_comment.created",
        "issue_comment.edited",
        "issue_comment.deleted",
        *(f"pull_request.{action}" for action in PULL_ACTIONS),
    }
    assert mistakes_of(list(world.outbox)) == {}


PULL_ACTIONS = (
    "opened",
    "ready_for_review",
    "synchronize",
    "edited",
    "converted_to_draft",
    "closed",
    "reopened",
    "labeled",
    "unlabeled",
    "locked",
    "unlocked",
)


def test_verdicts_and_asking_for_them_again_are_told_as_github_tells_it() -> None:
    world = World()
    repo = world.repository("acme/pipelines")
    pull = repo.open_pull("carol", {"b.txt": "b\n"})
    world.outbox.take()
    run = repo.check(pull.head_sha, "success", title="Done", summary="All given.")
    repo.check(pull.head_sha, None, app="other-app")
    repo.status(pull.head_sha, "pending", by="alice", description="not yet")
    alice = world.person("alice")
    world.outbox.about_check_run("rerequested", run, repo, alice)
    world.outbox.about_check_suite("rerequested", run.suite, repo, alice)
    told = world.outbox.take()
    assert [f"{one.event}.{one.action}" for one in told] == [
        "check_run.created",
        "check_run.completed",
        "check_run.created",
        "status.None",
        "check_run.rerequested",
        "check_suite.rerequested",
    ]
    assert mistakes_of(told) == {}


def test_the_schemas_would_notice_a_payload_that_is_no_good() -> None:
    world = World()
    repo = world.repository("acme/pipelines")
    repo.open_pull("carol", {"b.txt": "b\n"})
    payload = world.outbox.last("pull_request").payload
    del payload["pull_request"]["head"]
    assert payload_mistakes("pull_request", payload) != []


def test_the_schemas_take_githubs_own_examples(examples: Path) -> None:
    known: list[dict[str, Any]] = json.loads(examples.read_text())
    newest = {one["name"]: one["examples"][-1] for one in known}
    good = {
        event
        for event in ("issue_comment", "pull_request", "check_run", "check_suite", "push", "ping")
        if payload_mistakes(event, newest[event]) == []
    }
    assert good == {"issue_comment", "pull_request", "check_run", "check_suite", "push", "ping"}


def mistakes_of(deliveries: list[Delivery]) -> dict[str, list[str]]:
    found = {
        f"{one.event}.{one.action}": payload_mistakes(one.event, one.payload) for one in deliveries
    }
    return {name: mistakes for name, mistakes in found.items() if mistakes}
