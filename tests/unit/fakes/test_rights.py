"""Who may do what: people by role, apps by permission, `GITHUB_TOKEN` less than either."""

from collections.abc import Callable

import jwt
import pytest

from tests import fakes
from tests.unit.fakes.conftest import Caller

CHECK = {"name": "backfill", "head_sha": "", "status": "completed", "conclusion": "success"}
SECONDS_OF_AN_HOUR = 3600


@pytest.fixture
def pull(repo: fakes.Repository) -> fakes.PullRequest:
    return repo.open_pull("carol", {"b.yaml": "b: 1\n"})


def test_only_apps_write_check_runs(
    repo: fakes.Repository, pull: fakes.PullRequest, person: Callable[[str], Caller], bot: Caller
) -> None:
    repo.grant("alice", "admin")
    body = CHECK | {"head_sha": pull.head_sha}
    path = "/repos/octo/pipelines/check-runs"
    assert person("alice").rest("POST", path, body)[0] == 403
    assert bot.rest("POST", path, body)[0] == 201
    assert pull.gate() is not None


def test_an_app_cannot_change_the_check_run_of_another(
    repo: fakes.Repository, pull: fakes.PullRequest, world: fakes.World
) -> None:
    run = repo.check(pull.head_sha, "failure")
    other = Caller(world, world.installation_token(repo, app=world.app("other")))
    path = f"/repos/octo/pipelines/check-runs/{run.id}"
    assert other.rest("PATCH", path, {"conclusion": "success"})[0] == 403
    assert run.conclusion == "failure"


def test_a_token_without_a_permission_is_refused(
    world: fakes.World, repo: fakes.Repository, pull: fakes.PullRequest
) -> None:
    reader = Caller(world, world.github_token(repo, {"contents": "read", "pull_requests": "read"}))
    status, answer = reader.rest(
        "POST", f"/repos/octo/pipelines/issues/{pull.number}/comments", {"body": "hi"}
    )
    assert (status, answer["message"]) == (403, "Resource not accessible by integration")
    said = reader.ask(
        """mutation ($id: ID!) {
          addComment(input: {subjectId: $id, body: "hi"}) { clientMutationId } }""",
        id=pull.node_id,
    )
    assert said["errors"][0]["type"] == "FORBIDDEN"
    assert pull.comments == []


def test_github_token_never_sees_teams(world: fakes.World, repo: fakes.Repository) -> None:
    world.team("octo", "data", "alice")
    path = "/orgs/octo/teams/data/memberships/alice"
    assert Caller(world, world.github_token(repo)).rest("GET", path)[0] == 403
    assert Caller(world, world.installation_token(repo)).rest("GET", path)[1]["state"] == "active"


def test_a_status_takes_write(
    repo: fakes.Repository, pull: fakes.PullRequest, person: Callable[[str], Caller]
) -> None:
    repo.grant("alice", "write")
    path = f"/repos/octo/pipelines/statuses/{pull.head_sha}"
    assert person("bob").rest("POST", path, {"state": "success"})[0] == 403
    assert person("alice").rest("POST", path, {"state": "success"})[0] == 201


@pytest.mark.parametrize(
    ("role", "permission"),
    [("triage", "read"), ("maintain", "write"), ("admin", "admin"), ("write", "write")],
)
def test_a_role_is_told_by_name_and_by_its_old_word(
    repo: fakes.Repository, bot: Caller, role: str, permission: str
) -> None:
    repo.grant("alice", role)
    told = bot.rest("GET", "/repos/octo/pipelines/collaborators/alice/permission")[1]
    assert (told["role_name"], told["permission"]) == (role, permission)
    assert told["user"]["id"] == repo.world.person("alice").id


def test_people_without_write_cannot_ask_for_roles(
    repo: fakes.Repository, person: Callable[[str], Caller]
) -> None:
    path = "/repos/octo/pipelines/collaborators/alice/permission"
    repo.world.person("alice")
    assert person("bob").rest("GET", path)[0] == 403


def test_a_login_can_change_hands(world: fakes.World, repo: fakes.Repository, bot: Caller) -> None:
    old = world.person("alice")
    repo.grant(old, "write")
    new = world.person("alice", account_id=77)
    told = bot.rest("GET", "/repos/octo/pipelines/collaborators/alice/permission")[1]
    assert (told["user"]["id"], told["role_name"]) == (77, "read")
    assert repo.role_of(old).role == "write"
    assert new is world.person("alice")


def test_a_private_repository_is_not_there_for_others(
    world: fakes.World, person: Callable[[str], Caller]
) -> None:
    hidden = world.repository("octo/secret", private=True)
    hidden.grant("alice", "read")
    assert person("bob").rest("GET", "/repos/octo/secret")[0] == 404
    assert person("alice").rest("GET", "/repos/octo/secret")[0] == 200


def test_an_installation_token_ends_after_an_hour(bot: Caller) -> None:
    assert bot.rest("GET", "/repos/octo/pipelines")[0] == 200
    bot.world.clock.forward(seconds=SECONDS_OF_AN_HOUR)
    assert bot.rest("GET", "/repos/octo/pipelines")[0] == 401


def test_an_app_signs_in_with_its_own_key_only(world: fakes.World, repo: fakes.Repository) -> None:
    world.install(repo.owner)
    other = world.app("other")
    forged = jwt.encode(
        {"iat": 1_800_000_000, "exp": 1_800_000_500, "iss": str(world.bot_app.id)},
        other.private_key_pem,
        algorithm="RS256",
    )
    assert Caller(world, forged).rest("GET", "/app")[0] == 401


def test_nobody_is_nobody(world: fakes.World, repo: fakes.Repository) -> None:
    url = f"{world.api}/repos/{repo.full_name}"
    assert world.handle("GET", url)[0] == 200
    assert world.handle("POST", f"{url}/issues/1/comments", {}, '{"body": "x"}')[0] == 401
    assert world.handle("GET", url, {"Authorization": "token wrong"})[0] == 401


def test_viewer_is_told_with_its_suffix_and_authors_without(
    bot: Caller, pull: fakes.PullRequest
) -> None:
    pull.comment(pull.world.bot, "hello")
    query = """query { viewer { login databaseId __typename }
      repository(owner: "octo", name: "pipelines") { pullRequest(number: 1) {
        comments(last: 1) { nodes { viewerDidAuthor author { __typename login
          ... on Bot { databaseId } } } } } } }"""
    data = bot.ask(query)["data"]
    number = pull.world.bot.id
    assert data["viewer"] == {
        "login": "backfill-bot[bot]",
        "databaseId": number,
        "__typename": "User",
    }
    assert data["repository"]["pullRequest"]["comments"]["nodes"] == [
        {
            "viewerDidAuthor": True,
            "author": {"__typename": "Bot", "login": "backfill-bot", "databaseId": number},
        }
    ]
