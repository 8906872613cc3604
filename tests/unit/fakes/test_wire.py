"""The same world through `requests`, over HTTP, as Enterprise Server, and as a process."""

import hashlib
import hmac
import json
import subprocess
import sys
from pathlib import Path

import github
import pytest
import requests
from github.Auth import Token

from tests import fakes

ROOT = Path(__file__).parents[3]


def hub(world: fakes.World, repo: fakes.Repository) -> github.Github:
    return github.Github(
        auth=Token(world.installation_token(repo)),
        base_url=world.api,
        seconds_between_requests=None,
        seconds_between_writes=None,
        retry=None,
        timeout=2,
    )


@pytest.mark.parametrize("api", ["https://api.github.com", "https://ghe.example/api/v3"])
def test_pygithub_speaks_to_it_in_process(
    world: fakes.World, repo: fakes.Repository, api: str
) -> None:
    world.api = api
    pull = repo.open_pull("carol", {"b.yaml": "b: 1\n"})
    with fakes.connected(world):
        client = hub(world, repo)
        found = client.get_repo("octo/pipelines").get_pull(pull.number)
        found.create_issue_comment("hello")
        _, answer = client.requester.graphql_query("query { viewer { login } }", {})
    assert [one.body for one in pull.comments_by_bot()] == ["hello"]
    assert answer["data"]["viewer"]["login"] == "backfill-bot[bot]"
    assert found.html_url == f"{world.web}/octo/pipelines/pull/1"


def test_pygithub_speaks_to_it_over_http(world: fakes.World, repo: fakes.Repository) -> None:
    pull = repo.open_pull("carol", {"b.yaml": "b: 1\n"})
    with fakes.served(world) as url:
        assert url.startswith("http://127.0.0.1:")
        hub(world, repo).get_repo("octo/pipelines").get_pull(pull.number).create_issue_comment("hi")
    assert [one.body for one in pull.comments_by_bot()] == ["hi"]


@pytest.mark.parametrize("way", ["connected", "served"])
def test_no_answer_is_an_error_of_requests(
    world: fakes.World, repo: fakes.Repository, way: str
) -> None:
    with fakes.connected(world) if way == "connected" else fakes.served(world):
        client = hub(world, repo)
        for fault in (fakes.Timeout(), fakes.Reset()):
            world.faults.at(1, fault)
            with pytest.raises((requests.ConnectionError, requests.Timeout)):
                client.get_repo("octo/pipelines")


def test_deliveries_are_signed(world: fakes.World, repo: fakes.Repository) -> None:
    repo.open_pull("carol", {"b.yaml": "b: 1\n"})
    delivery = world.outbox.last("pull_request")
    headers = delivery.headers("s3cret")
    digest = hmac.new(b"s3cret", delivery.body, hashlib.sha256).hexdigest()
    assert headers["X-Hub-Signature-256"] == f"sha256={digest}"
    assert (headers["X-GitHub-Event"], headers["X-GitHub-Delivery"]) == (
        "pull_request",
        delivery.id,
    )
    assert json.loads(delivery.body) == delivery.payload


def test_the_outbox_hands_out_each_delivery_once(
    world: fakes.World, repo: fakes.Repository
) -> None:
    pull = repo.open_pull("carol", {"b.yaml": "b: 1\n"})
    assert [one.event for one in world.outbox.take()] == ["push", "pull_request"]
    pull.comment("alice", "hi")
    assert [one.action for one in world.outbox.take("issue_comment")] == ["created"]
    assert world.outbox.take() == []


def test_it_runs_as_a_process() -> None:
    command = [sys.executable, "-m", "tests.fakes.serve", "--port", "0"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            told = json.loads(process.stdout.readline())
            headers = {"Authorization": f"token {told['installation_token']}"}
            answer = requests.get(
                f"{told['api_url']}/repos/octo/pipelines/pulls/1", headers=headers, timeout=5
            )
            assert answer.json()["user"]["login"] == "carol"
        finally:
            process.terminate()
