"""What else can happen to a pull request, and what it then says."""

import json

from bot.domain.names import RequestName
from bot.domain.spoken import Nothing
from bot.github.credentials import Endpoint, Token
from bot.github.gateway import GitHub
from bot.github.vantage import Told
from bot.parsing.command import spoken
from bot.service import evaluate, verify_request
from tests import fakes
from tests.stories.conftest import CATALOG, NAME, PATH, REQUEST, Story

SETTINGS = ".github/backfill-bot.yml"


def texts(story: Story, part: str) -> list[fakes.Comment]:
    return [comment for comment in story.pull.comments_by_bot() if part in comment.body]


def test_a_removed_request_is_withdrawn_with_a_note_and_its_plan_hidden(story: Story) -> None:
    story.pull.push({PATH: None})
    story.evaluate()
    (plan,) = texts(story, '"kind": "plan"')
    assert plan.minimized == "outdated"
    assert len(texts(story, '"topic": "withdrawn"')) == 1
    assert story.gate() == "success"
    assert story.evaluate().effects == ()


def test_a_request_that_becomes_complete_needs_no_plan_and_no_words(story: Story) -> None:
    before = len(story.pull.comments_by_bot())
    story.pull.push({PATH: REQUEST + "status: complete\n"})
    story.evaluate()
    assert len(story.pull.comments_by_bot()) == before
    assert story.gate() == "success"


def test_broken_settings_block_and_say_so_but_only_where_a_request_is(story: Story) -> None:
    story.repo.push("main", {SETTINGS: "version: backfill-bot/v1\nlanguage: klingon\n"})
    story.evaluate()
    assert story.gate() == "failure"
    assert len(texts(story, '"topic": "settings"')) == 1
    story.pull = story.repo.open_pull("carol", {"README.md": "hello"})
    story.evaluate()
    assert story.gate() == "success"


def test_settings_of_the_head_are_nothing(story: Story) -> None:
    loose = "version: backfill-bot/v1\nconfirm: {users: [mallory], permission: triage}\n"
    story.pull.push({SETTINGS: loose})
    story.evaluate()
    story.clear_gates()
    story.say("mallory", story.blocks()["confirm"])
    assert story.verdicts()[-1] == "NOT_ALLOWED"


def test_more_files_than_github_lists_are_red_and_no_guess(story: Story) -> None:
    story.pull = story.repo.open_pull("carol", {f"many/{n}.txt": "x" for n in range(3001)})
    story.evaluate()
    assert story.gate() == "failure"
    assert len(texts(story, '"topic": "incomplete"')) == 1


def test_another_base_branch_cannot_be_confirmed(story: Story) -> None:
    story.confirm()
    story.repo.branch("side")
    story.pull.retarget("side")
    assert not story.verified()
    story.evaluate()
    assert story.gate() == "action_required"
    for block in story.blocks().values():
        story.say("bob", block)
    assert story.verdicts()[-1] == "WRONG_BASE"
    story.pull.retarget("main")
    story.evaluate()
    assert story.gate() == "action_required"


def test_a_second_pull_request_with_the_same_head_keeps_the_gate_shut(story: Story) -> None:
    story.confirm()
    assert story.gate() == "success"
    first = story.pull
    story.pull = story.repo.open_pull_from("carol", first.head_ref)
    story.evaluate()
    assert story.pull.head.sha == first.head.sha
    assert story.gate() == "action_required"
    story.pull.close()
    story.evaluate()
    story.pull = first
    story.evaluate()
    assert story.gate() == "success"


def test_a_merged_pull_request_keeps_its_confirmations_while_the_document_stands(
    story: Story,
) -> None:
    story.confirm()
    story.pull.merge("alice")
    assert story.verified()
    story.repo.push("main", {PATH: REQUEST + "status: running\n"})
    assert story.verified()
    story.repo.push("main", {PATH: REQUEST.replace("2026-03-08", "2026-03-09")})
    assert not story.verified()


def test_a_closed_pull_request_has_no_valid_confirmation(story: Story) -> None:
    story.confirm()
    story.pull.close()
    assert not story.verified()
    story.evaluate()
    assert story.gate() == "action_required"
    story.pull.reopen()
    story.evaluate()
    assert not story.verified()
    story.confirm("bob")
    assert story.verified()


def test_a_head_that_was_away_and_back_unseen_is_not_confirmed(story: Story) -> None:
    story.confirm()
    before = story.pull.head.sha
    story.pull.push({"README.md": "more"})
    story.pull.force_push(before)
    assert not story.verified()
    story.evaluate()
    assert story.gate() == "action_required"


def test_a_hasty_crowd_pauses_the_thread_and_turns_nothing_green(story: Story) -> None:
    story.clear_gates()
    for number in range(31):
        story.pull.comment("mallory", f"/backfill frobnicate {number}")
    story.pull.comment("alice", story.blocks()["approve"])
    story.pull.comment("alice", story.blocks()["confirm"])
    story.evaluate()
    assert story.gate() == "action_required"
    assert len(texts(story, '"topic": "paused"')) == 1
    assert story.evaluate().effects == ()
    story.world.clock.forward(hours=1, minutes=1)
    story.evaluate()
    assert story.gate() == "success"
    assert len(texts(story, '"verdict": "HELP"')) == 1


def test_a_box_is_redrawn_at_most_once_in_ten_minutes(story: Story) -> None:
    (plan,) = texts(story, '"kind": "plan"')
    for _ in range(3):
        plan.edit(plan.body.replace("- [ ]", "- [x]", 1), by="bob")
        story.evaluate()
    assert len([edit for edit in plan.edits[1:] if edit.editor is story.world.bot]) == 1
    assert len(texts(story, '"topic": "ticked"')) == 1
    story.world.clock.forward(minutes=11)
    story.evaluate()
    assert len([edit for edit in plan.edits[1:] if edit.editor is story.world.bot]) == 2


def test_a_box_is_never_fought_over_with_another_bot(story: Story) -> None:
    (plan,) = texts(story, '"kind": "plan"')
    plan.edit(plan.body.replace("- [ ]", "- [x]", 1), by="other[bot]")
    assert story.evaluate().effects == ()


def test_a_changed_catalog_on_the_base_makes_another_revision(story: Story) -> None:
    story.confirm()
    wider = CATALOG.replace("lookback: P2D", "lookback: P4D")
    story.repo.push("main", {".backfill/catalog.yaml": wider})
    assert not story.verified()
    story.evaluate()
    assert story.gate() == "action_required"
    assert "2026-03-02..2026-03-12" in story.blocks()["confirm"]


def test_two_requests_in_one_pull_request_are_confirmed_by_name(story: Story) -> None:
    other = REQUEST.replace(NAME, "other-fix").replace("2026-03-02", "2026-05-04")
    other = other.replace("2026-03-08", "2026-05-10").replace("2026-03-31", "2026-05-31")
    story.pull.push({"backfills/other.backfill.yaml": other})
    story.evaluate()
    plans = texts(story, '"kind": "plan"')
    assert sum(not plan.minimized for plan in plans) == 2
    assert story.gate() == "action_required"


def test_the_same_name_twice_is_a_mistake_at_both_places(story: Story) -> None:
    story.pull.push({"backfills/other.backfill.yaml": REQUEST})
    story.evaluate()
    gate = story.pull.gate()
    assert gate is not None
    assert gate.state == "failure"
    assert len({annotation["path"] for annotation in gate.annotations}) == 2


def test_a_locked_thread_still_gets_its_gate(story: Story) -> None:
    story.pull.lock()
    story.pull.push({"README.md": "more"})
    outcome = evaluate(story.github, story.ref)
    assert outcome.failures != ()
    assert story.gate() == "action_required"


def test_status_help_and_plan_are_answered(story: Story) -> None:
    for verb in ("status", "help", "plan"):
        story.say("mallory", f"/backfill {verb}")
    assert len(texts(story, '"kind": "reply"')) == 3
    assert story.evaluate().effects == ()


def test_an_executor_verifies_with_a_token_that_may_only_read(story: Story) -> None:
    story.confirm()
    rights = {"contents": "read", "pull_requests": "read", "checks": "read"}
    executor = GitHub(
        Endpoint.of(story.world.api),
        Token(story.world.github_token(story.repo, rights)),
        lambda: story.world.clock.now.timestamp(),  # noqa: PLW0108
        told=Told(account=story.world.bot.login),
    )
    name = RequestName(NAME)
    assert verify_request(executor, story.ref, name, None).confirmed
    story.pull.push({"README.md": "more"})
    assert not verify_request(executor, story.ref, name, None).confirmed


def test_a_persons_token_writes_a_status_and_nothing_when_nothing_changed(story: Story) -> None:
    story.repo.grant("robot", "write")
    story.world.bot = story.world.person("robot")
    story.github = GitHub(
        Endpoint.of(story.world.api),
        Token(story.world.personal_token("robot")),
        lambda: story.world.clock.now.timestamp(),  # noqa: PLW0108
    )
    story.pull = story.repo.open_pull("carol", {PATH: REQUEST})
    story.evaluate()
    assert story.gate() == "pending"
    assert story.evaluate().effects == ()
    story.confirm()
    assert story.gate() == "success"
    assert story.evaluate().effects == ()


def test_a_version_with_line_ends_is_a_mistake_and_adds_no_line_of_ours(story: Story) -> None:
    lines = [
        "/backfill confirm x",
        '<!-- backfill-bot {"kind": "revoked", "kills": [1]} -->',
        "- [x] t",
    ]
    version = json.dumps("\n".join(("x", *lines)))
    story.pull.push({PATH: REQUEST.replace("fixed: head", f"fixed: {version}")})
    story.evaluate()
    assert story.gate() == "failure"
    (note,) = texts(story, '"topic": "invalid"')
    assert "U+000A" in note.body
    for comment in story.pull.comments_by_bot():
        assert not set(lines) & set(comment.body.split("\n"))
        assert spoken(comment.body) == Nothing()
