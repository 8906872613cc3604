"""The proof that turns the check green cannot be had without what it proves."""

import dataclasses
import datetime as dt

import pytest

from bot.confirmation.standing import Clearance, Needed, clearance_of, standing_of
from bot.domain.confirmation import Accepted
from bot.domain.names import CommitSha, ScopeDigest
from bot.domain.scope import Command, Scope
from bot.settings import Rule, Settings
from tests.conversations import ALICE, BOB, a_comment, a_gate, block, judge, mixed_plan, words

PLAN = mixed_plan()
SAID = (
    a_comment(block(PLAN), 1, ALICE),
    a_comment(block(PLAN, Command.CONFIRM), 2, BOB),
)


def accepted() -> tuple[Accepted, ...]:
    return judge(*SAID, plan=PLAN).states[PLAN.name].accepted


def test_both_classes_are_needed() -> None:
    for comments, left in ((SAID, []), (SAID[:1], ["confirm"]), (SAID[1:], ["approve"])):
        standing = judge(*comments, plan=PLAN).states[PLAN.name]
        assert [need.command.value for need in standing.missing] == left
        assert (standing.clearance is not None) == (not left)


def test_one_person_may_say_both() -> None:
    standing = judge(SAID[0], a_comment(SAID[1].body, 2, ALICE), plan=PLAN).states[PLAN.name]
    assert standing.clearance is not None


def test_nobody_can_make_one_up() -> None:
    with pytest.raises(TypeError):
        Clearance(object(), PLAN, accepted(), ())
    made = clearance_of(PLAN, Settings(), accepted(), ())
    assert made is not None
    with pytest.raises(ValueError, match="key"):
        dataclasses.replace(made, plan=mixed_plan())  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        dataclasses.replace(made, key=object())


def test_a_plan_that_asks_for_nothing_is_never_cleared() -> None:
    empty = mixed_plan(scope=Scope((), "head"))
    assert standing_of(empty, Settings(), (), ()).clearance is None


def test_confirmations_of_another_plan_clear_nothing() -> None:
    one, two = accepted()
    for other in (
        dataclasses.replace(one, digest=ScopeDigest("sha256:" + "0" * 64)),
        dataclasses.replace(one, commit=CommitSha("0" * 40)),
    ):
        assert clearance_of(PLAN, Settings(), (other, two), ()) is None


def test_an_open_gate_clears_nothing() -> None:
    plan = mixed_plan(gates=(a_gate("consumers-told"),))
    assert clearance_of(plan, Settings(), accepted(), ()) is None


def test_it_holds_as_long_as_the_first_thing_it_rests_on() -> None:
    standing = judge(*SAID, plan=PLAN).states[PLAN.name]
    assert standing.clearance is not None
    assert standing.clearance.valid_until == SAID[1].created_at + dt.timedelta(hours=24)


def test_of_one_person_the_longest_lived_word_counts() -> None:
    again = a_comment(SAID[1].body, 9, BOB)
    standing = judge(*SAID, again, plan=PLAN).states[PLAN.name]
    assert standing.clearance is not None
    assert [one.comment.id for one in standing.clearance.accepted] == [1, 9]
    assert [one.comment.id for one in standing.accepted] == [1, 2, 9]


def test_as_many_people_as_the_rule_says() -> None:
    settings = Settings(confirm=Rule(needed=2))
    standing = judge(*SAID, plan=PLAN, settings=settings).states[PLAN.name]
    assert standing.missing == (Needed(Command.CONFIRM, 2, 1),)
    more = a_comment(SAID[1].body, 3, ALICE)
    standing = judge(*SAID, more, plan=PLAN, settings=settings).states[PLAN.name]
    assert standing.clearance is not None
    assert {one.by for one in standing.clearance.accepted} == {ALICE, BOB}


def test_two_requests_stand_for_themselves() -> None:
    other = block(PLAN).replace("orders-tax-fix", "other-fix")
    assert words(judge(a_comment(other), plan=PLAN)) == ["NO_PLAN"]
