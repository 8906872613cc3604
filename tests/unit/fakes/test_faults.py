"""Faults strike the call that they were put at, before or after it did its work."""

import datetime as dt
import json

import pytest

from tests import fakes
from tests.unit.fakes.conftest import Caller

SAY = 'mutation ($id: ID!) { addComment(input: {subjectId: $id, body: "hi"}) { clientMutationId } }'


@pytest.fixture
def pull(repo: fakes.Repository) -> fakes.PullRequest:
    return repo.open_pull("carol", {"b.yaml": "b: 1\n"})


def say(bot: Caller, pull: fakes.PullRequest) -> int:
    path = f"/repos/octo/pipelines/issues/{pull.number}/comments"
    return bot.raw("POST", path, {"body": "hi"})[0]


@pytest.mark.parametrize(
    ("fault", "status", "done"),
    [
        (fakes.ServerError(502), 502, 0),
        (fakes.ServerError(503, after=True), 503, 1),
        (fakes.PrimaryLimit(), 403, 0),
        (fakes.SecondaryLimit(60), 403, 0),
        (fakes.SecondaryLimit(None, status=429), 429, 0),
        (fakes.NotYet(), 404, 0),
        (fakes.TruncatedJson(), 201, 1),
        (fakes.PartialGraphQL(), 201, 1),
    ],
)
def test_an_answer_goes_wrong(
    bot: Caller, pull: fakes.PullRequest, fault: fakes.Fault, status: int, done: int
) -> None:
    pull.world.faults.at(2, fault)
    assert say(bot, pull) == 201
    assert say(bot, pull) == status
    assert len(pull.comments) == 1 + done
    assert say(bot, pull) == 201


@pytest.mark.parametrize(
    ("fault", "done"),
    [
        (fakes.Timeout(), 0),
        (fakes.Timeout(after=True), 1),
        (fakes.Reset(), 0),
        (fakes.Reset(after=True), 1),
    ],
)
def test_no_answer_comes(
    bot: Caller, pull: fakes.PullRequest, fault: fakes.Fault, done: int
) -> None:
    pull.world.faults.at(1, fault)
    with pytest.raises(fakes.Dropped):
        say(bot, pull)
    assert len(pull.comments) == done


def test_a_truncated_answer_is_no_json(bot: Caller, pull: fakes.PullRequest) -> None:
    pull.world.faults.at(1, fakes.TruncatedJson())
    content = bot.raw("GET", f"/repos/octo/pipelines/pulls/{pull.number}")[2]
    with pytest.raises(json.JSONDecodeError):
        json.loads(content)


def test_graphql_gives_part_of_its_data(bot: Caller, pull: fakes.PullRequest) -> None:
    pull.world.faults.at(1, fakes.PartialGraphQL(drop="repository.pullRequest", kind="NOT_FOUND"))
    answer = bot.ask(
        'query { viewer { login } repository(owner: "octo", name: "pipelines") {'
        " id pullRequest(number: 1) { id } } }"
    )
    assert answer["data"]["viewer"]["login"] == "backfill-bot[bot]"
    assert answer["data"]["repository"] == {"id": pull.repository.node_id, "pullRequest": None}
    assert answer["errors"][0]["type"] == "NOT_FOUND"


@pytest.mark.parametrize(
    ("fault", "kind"), [(fakes.PrimaryLimit(), "RATE_LIMITED"), (fakes.NotYet(), "NOT_FOUND")]
)
def test_graphql_refuses_with_status_200(
    bot: Caller, pull: fakes.PullRequest, fault: fakes.Fault, kind: str
) -> None:
    pull.world.faults.at(1, fault)
    assert bot.ask(SAY, id=pull.node_id)["errors"][0]["type"] == kind
    assert pull.comments == []


def test_faults_strike_what_matches(bot: Caller, pull: fakes.PullRequest) -> None:
    pull.world.faults.on(fakes.ServerError(), "POST /repos", times=1)
    assert bot.rest("GET", "/repos/octo/pipelines")[0] == 200
    assert say(bot, pull) == 502
    assert say(bot, pull) == 201
    assert [call.path for call, _ in pull.world.faults.struck] == [
        "/repos/octo/pipelines/issues/1/comments"
    ]


def test_calls_are_counted_by_what_they_do(bot: Caller, pull: fakes.PullRequest) -> None:
    calls = pull.world.calls
    bot.rest("GET", "/repos/octo/pipelines")
    bot.ask("query { viewer { login } }")
    bot.ask(SAY, id=pull.node_id)
    say(bot, pull)
    bot.rest("GET", "/repos/octo/pipelines/installation")
    assert (len(calls.reads), len(calls.writes), calls.cost, len(calls)) == (2, 2, 4, 5)
    calls.clear()
    assert calls.cost == 0


def test_an_hour_has_so_many_requests(repo: fakes.Repository, world: fakes.World) -> None:
    bot = Caller(world, world.personal_token("alice"))
    repo.grant("alice", "read")
    world.quota.limit = 2
    headers = bot.raw("GET", "/repos/octo/pipelines")[1]
    assert headers["x-ratelimit-remaining"] == "1"
    assert bot.raw("GET", "/repos/octo/pipelines")[0] == 200
    status, headers, _ = bot.raw("GET", "/repos/octo/pipelines")
    assert (status, headers["x-ratelimit-remaining"]) == (403, "0")
    world.clock.set(dt.datetime.fromtimestamp(int(headers["x-ratelimit-reset"]), dt.UTC))
    assert bot.raw("GET", "/repos/octo/pipelines")[0] == 200


def test_content_can_come_too_fast(bot: Caller, pull: fakes.PullRequest) -> None:
    pull.world.quota.content_per_minute = 2
    assert [say(bot, pull) for _ in range(3)] == [201, 201, 403]
    pull.world.clock.forward(minutes=1)
    assert say(bot, pull) == 201
