"""What is too long for a comment is said to be, and never tried again and again."""

import datetime as dt

from tests.stories.conftest import CATALOG, NAME, PATH, REQUEST, Story, told

MOST = 65_536
FIRST = dt.date(1990, 1, 2)


def with_holes(count: int) -> dict[str, str]:
    """The request over sixty years with so many single days left out: no run covers them."""
    days = [FIRST + dt.timedelta(days=2 * at) for at in range(count)]
    whole = "start: 2026-03-02, end: 2026-03-08, horizon: 2026-03-31"
    assert whole in REQUEST
    left_out = ", ".join(day.isoformat() for day in days)
    holed = f"start: 1990-01-01, end: 2049-12-31, horizon: 2049-12-31, except: [{left_out}]"
    return {PATH: REQUEST.replace(whole, holed)}


def since_1990() -> dict[str, str]:
    catalog = CATALOG.replace("first: 2023-01-0", "first: 1990-01-0")
    return {".backfill/catalog.yaml": catalog.replace("{lookback: P2D}", "window")}


def bodies(story: Story) -> list[str]:
    return [comment.body for comment in story.pull.comments_by_bot()]


def test_a_scope_that_no_comment_can_name_blocks_and_the_plan_is_posted_without_it() -> None:
    with told(since_1990(), with_holes(6_000)) as story:
        assert story.last is not None
        (request,) = story.last.decision.requests
        kinds = {str(gate.id): gate.kind for gate in request.standing.open_gates}
        assert kinds["limits-exceeded-approve"] == "blocking"
        assert story.gate() == "action_required"
        assert all(len(body) <= MOST for body in bodies(story))
        assert "approve" not in story.blocks()
        assert "limits-exceeded-approve" in bodies(story)[0]
        sha = story.pull.head.sha
        story.say("alice", f"/backfill approve {NAME}\ncommit {sha}\noverwrite a 1")
        assert story.verdicts()[-1] == "WRONG_SCOPE"
        assert all(len(body) <= MOST for body in bodies(story))
        assert story.evaluate().effects == ()


def test_an_answer_with_two_long_blocks_is_one_comment_that_says_where_it_ends() -> None:
    with told(since_1990(), with_holes(4_000)) as story:
        blocks = story.blocks()
        assert len(blocks["approve"]) + len(blocks["confirm"]) > MOST
        story.say("alice", blocks["approve"].replace("/backfill approve", "/backfill confirm"))
        assert story.verdicts()[-1] == "WRONG_CLASS"
        answer = bodies(story)[-1]
        assert len(answer) <= MOST
        assert "What follows is left out" in answer
        assert answer.count("```") % 2 == 0
        assert story.evaluate().effects == ()
