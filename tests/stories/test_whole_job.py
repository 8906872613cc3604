"""The whole job once: plan, refusal of another scope, acceptance, and what ends it."""

from tests.stories.conftest import NAME, PATH, REQUEST, Story

WRONG = "2026-03-02..2026-03-07"


def test_a_pull_request_gets_its_plan_and_a_gate_that_waits(story: Story) -> None:
    (plan,) = story.pull.comments_by_bot()
    for heading in (
        "Scope",
        "Order",
        "Dry-Run",
        "Execution Batches",
        "Validation",
        "Monitoring",
        "Stop Conditions",
        "Rollback",
    ):
        assert f"### {heading}" in plan.body
    assert story.gate() == "action_required"
    assert not story.verified()


def test_a_second_look_changes_nothing(story: Story) -> None:
    assert story.evaluate().effects == ()


def test_another_scope_is_refused_with_the_difference(story: Story) -> None:
    story.clear_gates()
    narrower = story.blocks()["approve"].replace("2026-03-02..2026-03-08", WRONG)
    story.say("alice", narrower)
    assert story.verdicts()[-1] == "WRONG_SCOPE"
    assert "2026-03-08" in story.pull.comments_by_bot()[-1].body
    assert story.gate() == "action_required"


def test_the_right_blocks_turn_it_green_and_verify_agrees(story: Story) -> None:
    story.confirm()
    assert story.gate() == "success"
    assert story.verified()
    assert story.verified(story.pull.head.sha)
    assert not story.verified("0" * 40)


def test_one_of_two_blocks_is_not_enough(story: Story) -> None:
    story.clear_gates()
    story.say("alice", story.blocks()["approve"])
    assert story.verdicts()[-1] == "ACCEPTED"
    assert story.gate() == "action_required"
    assert not story.verified()


def test_a_push_makes_it_wait_again(story: Story) -> None:
    story.confirm()
    story.pull.push({"README.md": "more"})
    assert not story.verified()
    story.evaluate()
    assert story.gate() == "action_required"
    plans = [c for c in story.pull.comments_by_bot() if '"kind": "plan"' in c.body]
    assert [plan.minimized for plan in plans] == ["outdated", None]


def test_a_force_push_back_does_not_bring_the_confirmation_back(story: Story) -> None:
    story.confirm()
    before = story.pull.head.sha
    story.pull.push({"README.md": "more"})
    story.evaluate()
    story.pull.force_push(before)
    story.evaluate()
    assert story.gate() == "action_required"
    assert not story.verified()


def test_an_expired_confirmation_turns_it_back_and_says_so_once(story: Story) -> None:
    story.confirm()
    story.world.clock.forward(hours=25)
    assert not story.verified()
    story.evaluate()
    assert story.gate() == "action_required"
    assert story.verdicts().count("EXPIRED") == 1
    assert story.evaluate().effects == ()


def test_a_revocation_ends_it_and_outlives_its_comment(story: Story) -> None:
    story.confirm()
    revoked = story.say("carol", f"/backfill revoke {NAME}")
    assert story.gate() == "action_required"
    revoked.delete("carol")
    story.evaluate()
    assert story.gate() == "action_required"
    assert not story.verified()


def test_an_invalid_request_gets_a_note_annotations_and_a_red_gate(story: Story) -> None:
    story.pull.push({PATH: REQUEST.replace("intent: execute", "intent: Execute")})
    story.evaluate()
    gate = story.pull.gate()
    assert gate is not None
    assert gate.state == "failure"
    assert [(a["path"], a["start_line"]) for a in gate.annotations] == [(PATH, 3)]
    assert any('"topic": "invalid"' in c.body for c in story.pull.comments_by_bot())


def test_a_pull_request_without_requests_is_green_and_silent(story: Story) -> None:
    story.pull = story.repo.open_pull("carol", {"README.md": "hello"})
    story.evaluate()
    assert story.gate() == "success"
    assert story.pull.comments_by_bot() == []


def test_plan_only_is_green_and_cannot_be_confirmed(story: Story) -> None:
    story.pull.push({PATH: REQUEST.replace("intent: execute", "intent: plan")})
    story.evaluate()
    assert story.gate() == "success"
    assert not story.verified()
    story.say(
        "alice",
        f"/backfill approve {NAME}\ncommit {story.pull.head.sha}\n"
        "overwrite warehouse.orders_daily 2026-03-02..2026-03-08",
    )
    assert story.verdicts()[-1] == "PLAN_ONLY"


def test_execute_asks_for_confirmations_and_starts_nothing(story: Story) -> None:
    story.pull.push({PATH: REQUEST.replace("intent: execute", "intent: plan")})
    story.evaluate()
    story.say("alice", f"/backfill execute {NAME}")
    assert story.gate() == "action_required"
    story.confirm()
    assert story.gate() == "success"
    assert story.verified()


def test_an_acceptance_of_somebody_who_loses_the_right_lapses(story: Story) -> None:
    story.confirm()
    story.repo.grant("alice", "read")
    assert not story.verified()
    story.evaluate()
    assert story.gate() == "action_required"


def test_a_confirmation_that_somebody_edits_lapses(story: Story) -> None:
    story.clear_gates()
    comments = [story.say("alice", block) for block in story.blocks().values()]
    assert story.gate() == "success"
    comments[0].edit(comments[0].body + "\n", by="bob")
    story.evaluate()
    assert story.gate() == "action_required"


def test_a_ticked_box_is_redrawn_and_nothing_lapses(story: Story) -> None:
    story.confirm()
    plan = story.pull.comments_by_bot()[0]
    drawn = plan.body
    plan.edit(drawn.replace("- [x]", "- [ ]", 1), by="bob")
    story.evaluate()
    assert story.gate() == "success"
    assert story.verified()


def test_a_plan_that_somebody_changes_is_posted_again_and_what_was_said_lapses(
    story: Story,
) -> None:
    story.confirm()
    plan = story.pull.comments_by_bot()[0]
    plan.edit(plan.body.replace("2026-03-08", "2026-03-07"), by="bob")
    assert not story.verified()
    story.evaluate()
    assert story.gate() == "action_required"
    plans = [c for c in story.pull.comments_by_bot() if '"kind": "plan"' in c.body]
    assert [each.minimized for each in plans] == ["outdated", None]
