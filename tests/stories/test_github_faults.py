"""Every call of a run fails in turn: the next look repairs it, and nothing comes twice."""

import re
from collections import Counter
from collections.abc import Callable

import pytest

from bot.domain.pull_request import PullRef, Repository
from bot.errors import GitHubError
from bot.service import evaluate
from tests import fakes
from tests.stories.conftest import Story

SOME = (
    fakes.ServerError(502, after=True),
    fakes.Timeout(),
    fakes.SecondaryLimit(60),
    fakes.PartialGraphQL(),
)
"""Faults of different kinds, for steps that take long to get to."""
CALLS = range(1, 7)


def look(story: Story) -> None:
    """An evaluation that may fail, in the bot's own words only."""
    try:
        story.last = evaluate(story.github, story.ref)
    except GitHubError:
        return


def repaired(story: Story) -> None:
    """Nothing goes wrong any more, time has passed, and two more events come."""
    story.world.faults.clear()
    story.world.clock.forward(minutes=20)
    story.evaluate()
    story.evaluate()


def markers(story: Story) -> Counter[str]:
    """The first lines of the bot's comments that are not hidden."""
    shown = [said for said in story.pull.comments_by_bot() if not said.minimized]
    return Counter(said.body.partition("\n")[0] for said in shown)


def kinds(story: Story) -> list[tuple[str, str | None]]:
    """What the bot's comments are, hidden ones among them, without ids and digests."""
    found = []
    for said in story.pull.comments_by_bot():
        kind = re.search(r'"kind": ?"(\w+)"', said.body)
        verdict = re.search(r'"verdict": ?"(\w+)"', said.body)
        found.append((kind[1] if kind else "", verdict[1] if verdict else None))
    return sorted(found, key=str)


def check(story: Story, step: Callable[[Story], None], fault: fakes.Fault, call: int) -> None:
    """The step with this call failing ends where it would have ended without."""
    step(story)
    story.world.faults.at(call, fault)
    look(story)
    assert max(markers(story).values(), default=0) <= 1, "a comment was posted twice"
    green = story.pull.gate() is not None and story.gate() == "success"
    repaired(story)
    assert max(markers(story).values()) == 1, "a comment was posted twice"
    assert not green or story.gate() == "success", "it was green by mistake"
    assert story.last is not None
    assert story.last.effects == ()


def opened(_: Story) -> None:
    """Nothing has been seen yet."""


def pushed(story: Story) -> None:
    """Everything was confirmed, then somebody pushed."""
    story.confirm()
    assert story.gate() == "success"
    story.pull.push({"README.md": "more"})


def almost_confirmed(story: Story) -> None:
    """The last block has been said and not been seen."""
    story.clear_gates()
    first, last = story.blocks().values()
    story.say("alice", first)
    story.pull.comment("alice", last)


@pytest.fixture
def unseen(story: Story) -> Story:
    """A pull request that the bot has never looked at, beside the one that it has."""
    pull = story.repo.open_pull("erin", {"backfills/second.yaml": story_request()})
    owner, _, name = story.repo.full_name.partition("/")
    assert PullRef(Repository(owner, name), pull.number) != story.ref
    return Story(story.world, story.repo, pull, story.github)


def story_request() -> str:
    from tests.stories.conftest import REQUEST  # noqa: PLC0415

    return REQUEST.replace("name: orders-tax-fix", "name: second")


@pytest.mark.parametrize("fault", fakes.EVERY, ids=repr)
@pytest.mark.parametrize("call", [1, 5, 6])
def test_the_first_plan(unseen: Story, fault: fakes.Fault, call: int) -> None:
    check(unseen, opened, fault, call)
    assert kinds(unseen) == [("plan", None)]
    assert unseen.gate() == "action_required"


@pytest.mark.parametrize("fault", SOME, ids=repr)
@pytest.mark.parametrize("call", [2, 3, 5, 6])
def test_the_last_confirmation(story: Story, fault: fakes.Fault, call: int) -> None:
    check(story, almost_confirmed, fault, call)
    assert story.gate() == "success"
    assert story.verdicts().count("ACCEPTED") == len(story.verdicts())


@pytest.mark.parametrize("fault", SOME, ids=repr)
@pytest.mark.parametrize("call", [1, 4, 5])
def test_a_push_after_everything_was_confirmed(story: Story, fault: fakes.Fault, call: int) -> None:
    check(story, pushed, fault, call)
    assert story.gate() == "action_required"
    assert not story.verified()


@pytest.mark.long
@pytest.mark.parametrize("fault", fakes.EVERY, ids=repr)
@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("step", [opened, almost_confirmed, pushed], ids=lambda step: step.__name__)
def test_every_fault_at_every_call(
    story: Story, step: Callable[[Story], None], fault: fakes.Fault, call: int
) -> None:
    check(story, step, fault, call)


def test_a_locked_pull_request_still_has_a_gate_that_says_why(unseen: Story) -> None:
    unseen.pull.lock()
    look(unseen)
    shown = unseen.pull.gate()
    assert shown is not None
    assert shown.state != "success"
    assert "could not be posted" in (shown.summary or "")
    unseen.pull.lock(locked=False)
    repaired(unseen)
    shown = unseen.pull.gate()
    assert shown is not None
    assert "could not be posted" not in (shown.summary or "")
    assert kinds(unseen) == [("plan", None)]
