"""What PyGithub sends, and what the stand-in answers, is what GitHub's OpenAPI says."""

from collections.abc import Iterator
from typing import Any

import github
import pytest
from github.Auth import AppAuth, Token

from tests.contract.described import RestDescription
from tests.contract.watched import WatchedWorld
from tests.fakes import Moved, PullRequest, Submodule, Symlink, connected
from tests.fakes.rest.routes import Route, all_routes

pytestmark = pytest.mark.contract

UNDESCRIBED = {
    "GET /repositories/{repository_id}": "GitHub redirects to it after a rename",
    "GET /repos/{owner}/{repo}/contents": "the root folder, which PyGithub asks for by this path",
    "GET /repos/{owner}/{repo}/statuses/{ref}": "an old name of /commits/{ref}/statuses",
}


@pytest.mark.parametrize("route", all_routes(), ids=lambda one: f"{one.method} {one.template}")
def test_every_endpoint_of_the_stand_in_is_one_of_github(
    route: Route, rest: RestDescription
) -> None:
    template = rest.template(route)
    described = template is not None and route.method.lower() in rest.methods[template]
    assert described is (f"{route.method} {route.template}" not in UNDESCRIBED)


@pytest.fixture
def world() -> Iterator[WatchedWorld]:
    world = WatchedWorld()
    with connected(world):
        yield world


def test_reading_a_pull_request(world: WatchedWorld, rest: RestDescription) -> None:
    pull = a_busy_pull(world)
    hub = as_installation(world, pull)
    repo = hub.get_repo("acme/pipelines")
    seen = repo.get_pull(pull.number)
    changed = {one.filename: one.status for one in seen.get_files()}
    assert changed == {
        "backfills/new.yaml": "added",
        "backfills/old.yaml": "removed",
        "kept/moved.yaml": "renamed",
        "link": "added",
        "vendored": "added",
    }
    assert [one.sha for one in seen.get_commits()] == [one.sha for one in pull.commits()]
    assert [one.number for one in repo.get_pulls(state="all")] == [pull.number]
    assert [one.body for one in seen.get_issue_comments()] == ["hello", "again"]
    assert list(seen.get_reviews()) == []
    assert repo.get_issue(pull.number).title == seen.title
    assert [one.number for one in repo.get_commit(pull.head_sha).get_pulls()] == [pull.number]
    world.check(rest)


def test_reading_files_and_history(world: WatchedWorld, rest: RestDescription) -> None:
    pull = a_busy_pull(world)
    repo = as_installation(world, pull).get_repo("acme/pipelines")
    sha = pull.head_sha
    content = repo.get_contents("backfills/new.yaml", ref=sha)
    assert not isinstance(content, list)
    assert content.decoded_content == b"name: new\n"
    folder = repo.get_contents("backfills", ref=sha)
    assert isinstance(folder, list)
    tree = repo.get_git_tree(sha, recursive=True)
    assert "kept/moved.yaml" in {one.path for one in tree.tree}
    assert repo.get_git_blob(content.sha).encoding == "base64"
    assert repo.get_git_commit(sha).tree.sha == tree.sha
    assert repo.get_git_ref("heads/main").object.sha == repo.get_branch("main").commit.sha
    assert repo.get_commit(sha).sha == sha
    assert repo.get_commits(sha=sha)[0].sha == sha
    assert repo.compare("main", sha).ahead_by == 1
    assert [one.name for one in repo.get_branches()] == ["carol-1", "main"]
    assert list(repo.get_forks()) == []
    world.check(rest)


def test_speaking_and_judging(world: WatchedWorld, rest: RestDescription) -> None:
    pull = a_busy_pull(world)
    repo = as_installation(world, pull).get_repo("acme/pipelines")
    issue = repo.get_issue(pull.number)
    said = issue.create_comment("a plan")
    said.edit("a better plan")
    said.create_reaction("eyes")
    assert [one.content for one in said.get_reactions()] == ["eyes"]
    said.delete()
    issue.requester.requestJsonAndCheck(
        "POST", f"{issue.url}/labels", input={"labels": ["backfill: waiting"]}
    )
    issue.remove_from_labels("backfill: waiting")
    run = repo.create_check_run(
        "backfill",
        pull.head_sha,
        status="completed",
        conclusion="failure",
        output={"title": "No", "summary": "because", "annotations": [an_annotation()]},
    )
    run.edit(output={"title": "No", "summary": "still", "annotations": [an_annotation()]})
    assert run.get_annotations().totalCount == 2
    commit = repo.get_commit(pull.head_sha)
    assert [one.conclusion for one in commit.get_check_runs()] == ["failure"]
    assert [one.app.slug for one in commit.get_check_suites()] == ["backfill-bot"]
    commit.create_status("pending", context="backfill", description="waiting")
    assert commit.get_combined_status().state == "pending"
    assert [one.context for one in commit.get_statuses()] == ["backfill"]
    world.check(rest)


def test_asking_who_people_are(world: WatchedWorld, rest: RestDescription) -> None:
    pull = a_busy_pull(world)
    hub = as_installation(world, pull)
    repo = hub.get_repo("acme/pipelines")
    assert repo.get_collaborator_permission("alice") == "write"
    assert repo.get_collaborator_role_name("alice") == "maintain"
    team = hub.get_organization("acme").get_team_by_slug("data-owners")
    assert team.get_team_membership("alice").state == "active"
    assert [one.login for one in team.get_members()] == ["alice"]
    assert hub.get_user("alice").id == world.person("alice").id
    person = github.Github(auth=Token(world.personal_token("alice")), base_url=world.api)
    assert person.get_user().login == "alice"
    assert hub.get_rate_limit().rate.limit == 5000
    world.check(rest)


def test_being_an_app(world: WatchedWorld, rest: RestDescription) -> None:
    pull = a_busy_pull(world)
    world.install(pull.repository.owner)
    app = AppAuth(world.bot_app.id, world.bot_app.private_key_pem)
    hub = github.GithubIntegration(auth=app, base_url=world.api)
    assert hub.get_app().slug == "backfill-bot"
    installation = hub.get_repo_installation("acme", "pipelines")
    assert [one.id for one in hub.get_installations()] == [installation.id]
    token = hub.get_access_token(installation.id)
    assert token.token in world.tokens
    assert [one.full_name for one in installation.get_repos()] == ["acme/pipelines"]
    assert pull.number == 1
    world.check(rest)


def test_being_refused(world: WatchedWorld, rest: RestDescription) -> None:
    pull = a_busy_pull(world)
    reader = github.Github(
        auth=Token(world.github_token(pull.repository, {"contents": "read"})), base_url=world.api
    )
    with pytest.raises(github.GithubException) as refused:
        reader.get_repo("acme/pipelines").get_issue(pull.number)
    assert refused.value.status == 403
    with pytest.raises(github.UnknownObjectException):
        reader.get_repo("acme/nothing")
    world.check(rest)


def a_busy_pull(world: WatchedWorld) -> PullRequest:
    repo = world.repository(
        "acme/pipelines", {"backfills/old.yaml": "name: old\n", "moved.yaml": "name: moved\n"}
    )
    repo.grant("alice", "maintain")
    world.team("acme", "data-owners", "alice")
    pull = repo.open_pull(
        "carol",
        {
            "backfills/new.yaml": "name: new\n",
            "backfills/old.yaml": None,
            "kept/moved.yaml": Moved("moved.yaml"),
            "link": Symlink("kept/moved.yaml"),
            "vendored": Submodule("1" * 40),
        },
    )
    pull.comment("alice", "hello")
    pull.comment("bob", "again").react("alice", "heart")
    return pull


def as_installation(world: WatchedWorld, pull: PullRequest) -> github.Github:
    token = world.installation_token(pull.repository)
    return github.Github(
        auth=Token(token),
        base_url=world.api,
        seconds_between_requests=None,
        seconds_between_writes=None,
        retry=None,
    )


def an_annotation() -> dict[str, Any]:
    return {
        "path": "backfills/new.yaml",
        "start_line": 1,
        "end_line": 1,
        "annotation_level": "failure",
        "message": "no root",
    }
