"""The least permissions and events, and that they are enough."""

from bot.decision.effects import (
    Conclusion,
    EditComment,
    Effect,
    MinimizeComment,
    PostComment,
    React,
    Reaction,
    SetGate,
    SetLabels,
)
from bot.domain.pull_request import Role
from bot.github.app_manifest import EVENTS, PERMISSIONS, app_manifest
from bot.github.credentials import Token
from bot.github.events import Irrelevant, read_event
from tests.unit.github.conftest import Stage


def test_the_manifest_is_what_githubs_form_takes() -> None:
    assert app_manifest("https://backfill.example/") == {
        "name": "backfill-bot",
        "url": "https://backfill.example",
        "hook_attributes": {"url": "https://backfill.example/webhook", "active": True},
        "redirect_url": "https://backfill.example",
        "description": "Plans backfills partition by partition; accepts only exact confirmations.",
        "public": False,
        "default_permissions": dict(PERMISSIONS),
        "default_events": list(EVENTS),
    }


def test_it_may_write_nothing_but_comments_and_checks() -> None:
    written = {name for name, level in PERMISSIONS.items() if level == "write"}
    assert written == {"checks", "pull_requests"}


def test_every_event_of_it_is_one_that_the_bot_knows() -> None:
    for event in EVENTS:
        found = read_event(event, {})
        assert isinstance(found, Irrelevant)
        assert "is no event that the bot looks at" not in found.why


def test_its_permissions_are_enough(app_stage: Stage) -> None:
    world, repo = app_stage.world, app_stage.repo
    teams = "version: backfill-bot/v1\nconfirm: {teams: [octo/data]}\n"
    repo.push("main", {".github/backfill-bot.yml": teams})
    world.team("octo", "data", "alice")
    world.install(repo.owner, permissions=PERMISSIONS)
    pull = app_stage.pull()
    said = pull.comment("alice", "/backfill revoke orders-tax-fix")
    seen = app_stage.observe(pull)
    assert list(seen.standing.values()) == [Role("write", frozenset({"octo/data"}))]
    mine = pull.comment(world.bot, "an older one")
    effects: list[Effect] = [
        PostComment("hello", "hello"),
        EditComment(mine.id, mine.node_id, "drawn again"),
        MinimizeComment(mine.node_id),
        React(said.id, said.node_id, Reaction.EYES),
        SetLabels(("backfill: waiting",)),
        SetGate(seen.head, Conclusion.SUCCESS, "confirmed", "All given."),
    ]
    applied = app_stage.github.apply(seen.ref, effects)
    assert applied.failures == ()
    assert said.reactions_by(world.bot) == {"EYES"}


def test_the_permissions_of_the_readmes_workflow_are_enough_for_its_token(stage: Stage) -> None:
    rights = {"contents": "read", "pull_requests": "write", "checks": "write"}
    token = Token(stage.world.github_token(stage.repo, rights))
    action = Stage(stage.world, stage.repo, token)
    pull = stage.pull()
    seen = action.observe(pull)
    assert seen.me.login == "github-actions[bot]"
    gate = SetGate(seen.head, Conclusion.SUCCESS, "plan only", "Nothing confirmed.")
    assert action.github.apply(seen.ref, [PostComment("hello", "hello"), gate]).failures == ()
    shown = pull.gate()
    assert shown is not None
    assert (shown.kind, shown.state) == ("check", "success")
