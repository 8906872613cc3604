"""Ways in which somebody without a right to it once got, or might get, a green gate."""

import pytest

from tests.stories.conftest import CATALOG, NAME, PATH, REQUEST, Story, told

SETTINGS = ".github/backfill-bot.yml"
CATALOG_PATH = ".backfill/catalog.yaml"
RUNNING = REQUEST.replace(f"name: {NAME}", "name: old-fix\nstatus: running")
TOGETHER = "backfills/all.backfill.yaml"
STRICT = "version: backfill-bot/v1\nconfirm: {users: [dora], permission: admin, needed: 2}\n"
WITHOUT_LTV = CATALOG[: CATALOG.index("  marts.customer_ltv")]


def never(story: Story, *people: str) -> None:
    """Whatever these people say by the book, the gate stays shut, and verify says no."""
    for person in people:
        story.confirm(person)
    assert story.gate() != "success"
    assert not story.verified()


@pytest.mark.parametrize(
    ("base", "head"),
    [
        ({SETTINGS: STRICT + "confrim: {}\n"}, {}),
        ({CATALOG_PATH: CATALOG + "\n}{"}, {CATALOG_PATH: WITHOUT_LTV}),
        ({CATALOG_PATH: CATALOG.replace("grain: one", "grian: one")}, {CATALOG_PATH: WITHOUT_LTV}),
        ({}, {CATALOG_PATH: CATALOG.replace("grain: one", "grian: one")}),
        ({}, {"backfills/other.backfill.yaml": "version: backfill/v1\nname: [\n"}),
    ],
    ids=["settings", "base is no YAML", "base has a wrong key", "head has one", "another request"],
)
def test_what_cannot_be_read_loosens_nothing(base: dict[str, str], head: dict[str, str]) -> None:
    with told(base, head) as story:
        never(story, "alice", "bob")
        assert set(story.verdicts()) <= {"UNVERIFIABLE", "HELP", "NOT_ALLOWED"}


@pytest.mark.parametrize(
    "head",
    [
        {PATH: REQUEST},
        {TOGETHER: f"# touched\n{RUNNING}", PATH: REQUEST},
        {TOGETHER: f"{RUNNING}---\n{REQUEST}", PATH: REQUEST.replace(NAME, "x")},
        {TOGETHER: RUNNING.replace("running", "cancelled"), PATH: REQUEST},
    ],
    ids=["beside it", "its file touched", "in its file", "called cancelled"],
)
def test_what_the_base_runs_blocks_whatever_is_done_to_its_file(head: dict[str, str]) -> None:
    with told({TOGETHER: RUNNING}, head) as story:
        never(story, "alice", "bob")
        assert "running-elsewhere-old-fix" in str(story.last)


def test_the_author_cannot_date_a_dataset_out_of_the_plan() -> None:
    undated = CATALOG.replace("{by: day, first: 2023-01-01}", "{by: day}")
    late = (
        "datasets:\n  marts.customer_ltv: {partition: {by: day, first: 2099-01-01}}\n"
        "  marts.revenue_weekly: {partition: {by: week, first: 2099-01-05}}\n"
    )
    with told({CATALOG_PATH: undated}, {PATH: REQUEST + late}) as story:
        assert {"approve", "confirm"} <= story.blocks().keys()
        assert "marts.customer_ltv" in story.blocks()["confirm"]
        assert "changed-marts-customer-ltv-partition-first" in str(story.last)
        never(story, "carol")


def test_a_beginning_that_takes_nothing_away_is_no_question() -> None:
    undated = CATALOG.replace("{by: day, first: 2023-01-01}", "{by: day}")
    with told({CATALOG_PATH: undated}, {CATALOG_PATH: CATALOG}) as story:
        assert "partition-first" not in str(story.last)
        story.confirm("alice")
        assert story.gate() == "success"


def test_a_block_for_an_older_commit_clears_nothing_of_the_new_one(story: Story) -> None:
    old = story.blocks()["approve"]
    story.pull.push({"README.md": "new"})
    story.evaluate()
    story.say("bob", f"{old}\nattest baselines-recorded dry-run-reviewed snapshot-restorable")
    assert story.verdicts()[-1] == "STALE_COMMIT"
    assert story.last is not None
    standing = story.last.decision.requests[0].standing
    assert {"baselines-recorded", "dry-run-reviewed"} <= {gate.id for gate in standing.open_gates}


def test_what_was_taken_back_stays_so_when_all_that_says_so_is_deleted(story: Story) -> None:
    story.confirm()
    revocation = story.say("alice", f"/backfill revoke {NAME}")
    revocation.delete("bob")
    for answer in story.pull.comments_by_bot():
        if '"revoked"' in answer.body:
            answer.delete("bob")
    story.evaluate()
    assert story.gate() == "action_required"
    assert not story.verified()


def test_what_a_later_word_withdrew_stays_so_when_that_is_deleted(story: Story) -> None:
    block = story.blocks()["confirm"]
    story.confirm()
    narrower = story.say("alice", block.replace("2026-03-10", "2026-03-09"))
    assert story.gate() == "action_required"
    narrower.delete("bob")
    story.evaluate()
    assert story.gate() == "action_required"
    assert not story.verified()


def test_an_answer_of_ours_that_somebody_changed_brings_nothing_back(story: Story) -> None:
    story.clear_gates("bob")
    story.pull.set_draft(draft=True)
    for block in story.blocks().values():
        story.say("alice", block)
    for answer in story.pull.comments_by_bot():
        if '"DRAFT"' in answer.body:
            answer.edit(answer.body.replace('"DRAFT"', '"ACCEPTED"'), by="bob")
    story.pull.set_draft(draft=False)
    story.evaluate()
    assert story.gate() == "action_required"
    assert not story.verified()
    story.confirm("dora")  # said again, it counts
    assert story.gate() == "success"
