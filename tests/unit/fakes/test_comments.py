"""What can happen to a comment, and what GitHub then says of it."""

from typing import Any

import pytest

from tests import fakes
from tests.unit.fakes.conftest import Caller

LOOK = """query ($id: ID!) { node(id: $id) { ... on IssueComment {
  body createdAt updatedAt lastEditedAt editor { login } author { login } isMinimized
  minimizedReason reactionGroups { content viewerHasReacted } } } }"""


@pytest.fixture
def pull(repo: fakes.Repository) -> fakes.PullRequest:
    return repo.open_pull("carol", {"b.yaml": "b: 1\n"})


def look(bot: Caller, comment: fakes.Comment) -> dict[str, Any]:
    node: dict[str, Any] = bot.ask(LOOK, id=comment.node_id)["data"]["node"]
    return node


def test_updated_at_can_move_without_any_edit(bot: Caller, pull: fakes.PullRequest) -> None:
    seen = look(bot, pull.comment("alice", "hi", skewed=True))
    assert seen["createdAt"] < seen["updatedAt"]
    assert seen["lastEditedAt"] is None


def test_an_edit_keeps_the_author_and_names_the_editor(
    bot: Caller, pull: fakes.PullRequest
) -> None:
    comment = pull.comment("alice", "no").edit("yes", by="mallory")
    seen = look(bot, comment)
    assert (seen["author"], seen["editor"]) == ({"login": "alice"}, {"login": "mallory"})
    assert seen["lastEditedAt"] is not None
    told = pull.world.outbox.last("issue_comment").payload
    assert told["action"] == "edited"
    assert told["comment"]["user"]["login"] == "alice"
    assert told["sender"]["login"] == "mallory"
    assert told["changes"] == {"body": {"from": "no"}}


def test_hiding_is_no_edit(bot: Caller, pull: fakes.PullRequest) -> None:
    comment = pull.comment("alice", "hi").minimize(by="bob", reason="spam")
    seen = look(bot, comment)
    assert (seen["isMinimized"], seen["minimizedReason"], seen["lastEditedAt"]) == (
        True,
        "spam",
        None,
    )
    assert seen["updatedAt"] > seen["createdAt"]


def test_a_deleted_comment_is_gone(bot: Caller, pull: fakes.PullRequest) -> None:
    comment = pull.comment("alice", "hi")
    comment.delete()
    assert pull.comments == []
    assert bot.ask(LOOK, id=comment.node_id)["errors"][0]["type"] == "NOT_FOUND"
    assert bot.rest("GET", f"/repos/octo/pipelines/issues/comments/{comment.id}")[0] == 404


def test_a_deleted_account_is_a_ghost_here_and_null_there(
    bot: Caller, pull: fakes.PullRequest
) -> None:
    comment = pull.comment("alice", "hi")
    pull.world.delete_account("alice")
    assert look(bot, comment)["author"] is None
    told = bot.rest("GET", f"/repos/octo/pipelines/issues/comments/{comment.id}")[1]
    assert told["user"]["login"] == "ghost"


def test_a_comment_holds_so_many_characters_and_no_more(
    bot: Caller, pull: fakes.PullRequest
) -> None:
    path = f"/repos/octo/pipelines/issues/{pull.number}/comments"
    assert bot.rest("POST", path, {"body": "é" * 65_536})[0] == 201
    status, answer = bot.rest("POST", path, {"body": "é" * 65_536 + "x"})
    assert status == 422
    assert "maximum is 65536 characters" in answer["errors"][0]["message"]
    assert len(pull.comments) == 1


def test_a_thread_holds_2500_comments(bot: Caller, pull: fakes.PullRequest) -> None:
    for number in range(2500):
        pull.comment("alice", f"{number}")
    path = f"/repos/octo/pipelines/issues/{pull.number}/comments"
    assert bot.rest("POST", path, {"body": "one more"})[0] == 403


def test_a_locked_thread_is_closed_to_apps(bot: Caller, pull: fakes.PullRequest) -> None:
    pull.lock()
    path = f"/repos/octo/pipelines/issues/{pull.number}/comments"
    assert bot.rest("POST", path, {"body": "hi"})[0] == 403


def test_the_same_reaction_twice_is_one(bot: Caller, pull: fakes.PullRequest) -> None:
    comment = pull.comment("alice", "hi")
    path = f"/repos/octo/pipelines/issues/comments/{comment.id}/reactions"
    assert bot.rest("POST", path, {"content": "eyes"})[0] == 201
    assert bot.rest("POST", path, {"content": "eyes"})[0] == 200
    assert comment.reactions_by(pull.world.bot) == {"EYES"}
    groups = {
        one["content"]: one["viewerHasReacted"] for one in look(bot, comment)["reactionGroups"]
    }
    assert len(groups) == 8
    assert groups["EYES"] is True


def test_whether_it_was_edited_can_be_unknown(bot: Caller, pull: fakes.PullRequest) -> None:
    comment = pull.comment("alice", "hi")
    comment.edit_unknown = True
    answer = bot.ask(LOOK, id=comment.node_id)
    assert answer["data"]["node"]["lastEditedAt"] is None
    assert answer["errors"][0]["path"] == ["node", "lastEditedAt"]


def test_people_take_a_second_and_machines_none(pull: fakes.PullRequest) -> None:
    world = pull.world
    first = pull.comment(world.bot, "plan")
    second = pull.comment("alice", "confirm")
    assert (second.created_at - first.created_at).total_seconds() == 1
    with world.clock.held():
        third = pull.comment("alice", "again")
    assert third.created_at == second.created_at
