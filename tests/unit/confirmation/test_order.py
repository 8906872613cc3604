"""The order in which reasons to refuse are looked for: each one wins over all below it."""

import datetime as dt
import inspect
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from bot.confirmation import people, refusals
from bot.confirmation.table import CLEARING, CLEARING_IN_A_BLOCK, CONFIRMING, EXECUTING
from bot.domain.pull_request import EditUnknown, Role
from bot.domain.scope import Command
from bot.parsing.marker import Marker
from bot.settings import Settings
from tests.conversations import (
    ALICE,
    BOB,
    MALLORY,
    OLD,
    ROBOT,
    STANDING,
    a_comment,
    a_gate,
    block,
    judge,
    mixed_plan,
    own,
    was_edited,
    word,
)
from tests.plans import HEAD


@dataclass
class World:
    """One comment with everything around it; each fault spoils one thing."""

    body: str = field(default_factory=lambda: block(mixed_plan(), Command.CONFIRM))
    comment: dict[str, Any] = field(default_factory=dict)
    pull: dict[str, Any] = field(default_factory=dict)
    show: dict[str, Any] = field(default_factory=dict)
    gates: tuple[Any, ...] = ()
    before: tuple[Any, ...] = ()
    edited: bool = False

    def verdict(self) -> str:
        said = a_comment(self.body, 5, **self.comment)
        said = was_edited(said, BOB) if self.edited else said
        plan = mixed_plan(gates=self.gates)
        judgement = judge(said, *self.before, plan=plan, show=self.show, **self.pull)
        return word(judgement.verdicts[5])


def a_bot(world: World) -> None:
    world.comment["author"] = ROBOT


def closed(world: World) -> None:
    world.pull["is_open"] = False


def unknown_request(world: World) -> None:
    world.body = world.body.replace("orders-tax-fix", "orders-tax-fax")


def only_planned(world: World) -> None:
    world.show["executing"] = False


def a_draft(world: World) -> None:
    world.pull["is_draft"] = True


def another_base(world: World) -> None:
    world.pull["base_ref"] = "feature"


def edited(world: World) -> None:
    world.edited = True


def hidden(world: World) -> None:
    world.comment["is_minimized"] = True


def doubtful_edit(world: World) -> None:
    if not world.edited:
        world.comment["edited"] = EditUnknown()


def an_outsider(world: World) -> None:
    if "author" not in world.comment:
        world.comment["author"] = MALLORY


def own_work(world: World) -> None:
    if "author" not in world.comment:
        world.pull["authors"] = frozenset({ALICE.id})


def old_commit(world: World) -> None:
    world.body = world.body.replace(HEAD, OLD)


def before_the_plan(world: World) -> None:
    world.show["shown_at"] = dt.datetime(2026, 4, 1, 10, 30, tzinfo=dt.UTC)


def other_code(world: World) -> None:
    world.body += f"\ncode {OLD}"


def other_scope(world: World) -> None:
    world.body = world.body.replace("2026-03-31", "2026-03-30")


def an_open_gate(world: World) -> None:
    world.gates = (a_gate("dry-run-reviewed"),)


def too_old(world: World) -> None:
    world.pull["seen_at"] = dt.datetime(2026, 4, 2, 10, 5, tzinfo=dt.UTC)


def taken_back(world: World) -> None:
    world.before = (*world.before, a_comment("/backfill revoke orders-tax-fix", 9, BOB))


def refused_once(world: World) -> None:
    marker = Marker("reply", {"comment": 5, "verdict": "DRAFT"})
    world.before = (*world.before, own(marker, 8))


ORDER: tuple[tuple[Callable[[World], None], str], ...] = (
    (a_bot, "BOT"),
    (closed, "CLOSED"),
    (unknown_request, "NO_PLAN"),
    (only_planned, "PLAN_ONLY"),
    (a_draft, "DRAFT"),
    (another_base, "WRONG_BASE"),
    (edited, "EDITED"),
    (hidden, "HIDDEN"),
    (doubtful_edit, "UNVERIFIABLE"),
    (an_outsider, "NOT_ALLOWED"),
    (own_work, "SELF"),
    (old_commit, "STALE_COMMIT"),
    (before_the_plan, "PREDATES_PLAN"),
    (other_code, "WRONG_CODE"),
    (other_scope, "WRONG_SCOPE"),
    (an_open_gate, "GATES_OPEN"),
    (too_old, "EXPIRED"),
    (taken_back, "REVOKED"),
    (refused_once, "DRAFT"),
)


def test_a_comment_with_no_fault_is_accepted() -> None:
    assert World().verdict() == "ACCEPTED"


@pytest.mark.parametrize(("fault", "reason"), ORDER, ids=[f.__name__ for f, _ in ORDER])
def test_each_fault_alone_is_named(fault: Callable[[World], None], reason: str) -> None:
    world = World()
    fault(world)
    assert world.verdict() == reason


def test_of_any_two_faults_the_one_higher_in_the_table_is_named() -> None:
    found, right = {}, {}
    for at, (first, reason) in enumerate(ORDER):
        for second, _ in ORDER[at + 1 :]:
            world = World()
            first(world)
            second(world)
            pair = (first.__name__, second.__name__)
            found[pair], right[pair] = world.verdict(), reason
    assert found == right


def test_all_faults_together_are_named_one_by_one_as_they_are_mended() -> None:
    seen = []
    for at in range(len(ORDER)):
        world = World()
        for fault, _ in ORDER[at:]:
            fault(world)
        seen.append(world.verdict())
    assert seen == [reason for _, reason in ORDER]


def test_every_reason_that_can_be_given_stands_in_a_table() -> None:
    public: set[object] = {
        function
        for name, function in inspect.getmembers(refusals, inspect.isfunction)
        if not name.startswith("_") and function.__module__ == refusals.__name__
    }
    public.add(people.wrong_person)
    used = {*CONFIRMING, *CLEARING, *CLEARING_IN_A_BLOCK, *EXECUTING}
    assert public == used


def test_the_order_is_the_same_for_every_verb() -> None:
    for table in (CLEARING, EXECUTING):
        shared = [check for check in table if check in CONFIRMING]
        assert shared == [check for check in CONFIRMING if check in table]


def test_who_may_not_is_told_so_even_if_they_wrote_it_themselves() -> None:
    judgement = judge(
        a_comment(block(), 5, MALLORY),
        authors=frozenset({MALLORY.id}),
        standing=STANDING | {MALLORY.id: Role("read")},
        settings=Settings(approve=replace(Settings().approve, author_counts=False)),
    )
    assert word(judgement.verdicts[5]) == "NOT_ALLOWED"
