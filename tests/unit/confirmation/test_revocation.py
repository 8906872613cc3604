"""Taking back: by whom, what, and for how long."""

from dataclasses import replace

import pytest

from bot.domain.confirmation import Noted
from bot.domain.pull_request import Actor, EditUnknown, Role, Unreadable
from bot.domain.scope import Command
from bot.parsing.marker import Marker
from bot.settings import Settings
from tests.conversations import (
    ALICE,
    BOB,
    CAROL,
    MALLORY,
    ROBOT,
    STANDING,
    a_comment,
    a_gate,
    block,
    judge,
    mixed_plan,
    own,
    was_edited,
    words,
)

REVOKE = "/backfill revoke orders-tax-fix"
SAID = a_comment(block(), 1)


@pytest.mark.parametrize(
    ("who", "right"),
    [
        (ALICE, ["REVOKED", "Noted"]),
        (BOB, ["REVOKED", "Noted"]),
        (CAROL, ["REVOKED", "Noted"]),
        (MALLORY, ["ACCEPTED", "NOT_ALLOWED"]),
        (ROBOT, ["ACCEPTED", "BOT"]),
        (None, ["ACCEPTED", "NOT_ALLOWED"]),
    ],
)
def test_who_may_take_a_confirmation_back(who: Actor | None, right: list[str]) -> None:
    standing = STANDING | {CAROL.id: Role("read")}
    assert words(judge(SAID, a_comment(REVOKE, 2, who), standing=standing)) == right


def test_its_own_author_may_even_without_any_right_left_and_nobody_elses() -> None:
    standing = STANDING | {ALICE.id: Role("read")}
    found = judge(SAID, a_comment(block(), 2, BOB), a_comment(REVOKE, 3), standing=standing)
    assert words(found) == ["NOT_ALLOWED", "ACCEPTED", "Noted"]
    assert found.verdicts[3] == Noted(a_comment(REVOKE, 3), mixed_plan().name, revokes=(1,))


def test_doubt_about_the_right_to_revoke_refuses_what_it_would_revoke() -> None:
    standing = STANDING | {BOB.id: Unreadable("timeout")}
    found = judge(SAID, a_comment(REVOKE, 2, BOB), standing=standing)
    assert words(found) == ["UNVERIFIABLE", "UNVERIFIABLE"]


def test_it_counts_edited_hidden_and_with_words_around_it() -> None:
    revoking = a_comment(f"{REVOKE} the numbers are wrong\nsorry!", 2, BOB)
    for comment in (
        revoking,
        was_edited(revoking, BOB),
        replace(revoking, is_minimized=True),
        replace(revoking, body=f"Stop.\n\n{REVOKE}\n\n/backfill status"),
    ):
        assert words(judge(SAID, comment))[0] == "REVOKED"


def test_an_older_comment_edited_into_a_revocation_kills_what_came_before_the_edit() -> None:
    revoking = was_edited(a_comment(REVOKE, 1, BOB), BOB, after=5)
    earlier, later = a_comment(block(), 3), a_comment(block(), 8)
    assert words(judge(revoking, earlier, later)) == ["Noted", "REVOKED", "ACCEPTED"]


def test_a_revocation_of_unknown_age_kills_everything() -> None:
    revoking = a_comment(REVOKE, 1, BOB, edited=EditUnknown())
    assert words(judge(revoking, a_comment(block(), 3))) == ["Noted", "REVOKED"]


def test_what_is_said_after_it_counts() -> None:
    found = judge(SAID, a_comment(REVOKE, 2, BOB), a_comment(block(), 3))
    assert words(found) == ["REVOKED", "Noted", "ACCEPTED"]
    assert found.states[mixed_plan().name].clearance is not None
    assert found.states[mixed_plan().name].revoked == (1,)


def test_what_is_said_in_the_same_second_does_not() -> None:
    revoking = a_comment(REVOKE, 2, BOB)
    same = a_comment(block(), 3, created_at=revoking.created_at)
    assert words(judge(revoking, same)) == ["Noted", "REVOKED"]


def test_it_takes_back_attestations_and_waivers_as_well() -> None:
    plan = mixed_plan(gates=(a_gate("consumers-told"),))
    attest = a_comment("/backfill attest orders-tax-fix consumers-told", 1)
    found = judge(attest, a_comment(REVOKE, 2, BOB), plan=plan)
    assert words(found) == ["REVOKED", "Noted"]
    assert len(found.states[plan.name].open_gates) == 1


def test_it_takes_back_nothing_of_another_request() -> None:
    found = judge(SAID, a_comment("/backfill revoke another-request", 2, BOB))
    assert words(found) == ["ACCEPTED", "NO_PLAN"]


def test_our_answer_keeps_refusing_when_the_persons_comment_is_gone() -> None:
    ours = own(Marker("revoked", {"request": "orders-tax-fix", "comment": 2, "kills": [1]}), 3)
    for comment in (ours, replace(ours, is_minimized=True), was_edited(ours, MALLORY)):
        assert words(judge(SAID, comment)) == ["REVOKED", "Ignored"]


def test_nobody_elses_marker_refuses_or_accepts_anything() -> None:
    ours = own(Marker("revoked", {"request": "orders-tax-fix", "comment": 2, "kills": [1]}), 3)
    theirs = replace(ours, author=MALLORY, mine=False)
    assert words(judge(SAID, theirs)) == ["ACCEPTED", "Ignored"]


def test_our_answers_are_never_heard_for_accepting() -> None:
    edited = was_edited(SAID, ALICE)
    ours = own(Marker("reply", {"comment": 1, "verdict": "ACCEPTED"}), 3)
    assert words(judge(edited, ours)) == ["EDITED", "Ignored"]


def test_a_refused_command_takes_back_the_earlier_ones_of_its_author_and_verb_only() -> None:
    plan = mixed_plan()
    approve, confirm = block(plan), block(plan, Command.CONFIRM)
    wrong = approve.replace("2026-03-14", "2026-03-13")
    found = judge(
        a_comment(approve, 1, ALICE),
        a_comment(confirm, 2, ALICE),
        a_comment(approve, 3, BOB),
        a_comment(wrong, 4, ALICE),
        plan=plan,
    )
    assert words(found) == ["REVOKED", "ACCEPTED", "ACCEPTED", "WRONG_SCOPE"]


def test_a_refused_command_takes_back_nothing_that_comes_later() -> None:
    wrong = block().replace("2026-03-14", "2026-03-13")
    found = judge(a_comment(wrong, 1), a_comment(block(), 2))
    assert words(found) == ["WRONG_SCOPE", "ACCEPTED"]


@pytest.mark.parametrize(
    ("marker", "right"),
    [("GATES_OPEN", "GATES_OPEN"), ("UNVERIFIABLE", "ACCEPTED"), ("HELP", "ACCEPTED")],
)
def test_what_was_refused_stays_refused_unless_only_github_was_in_doubt(
    marker: str, right: str
) -> None:
    ours = own(Marker("reply", {"comment": 1, "verdict": marker}), 3)
    assert words(judge(SAID, ours)) == [right, "Ignored"]


def test_a_thumb_down_of_ours_without_words_says_so_too() -> None:
    said = replace(SAID, reactions=frozenset({"EYES", "THUMBS_DOWN"}))
    assert words(judge(said)) == ["NOT_ALLOWED"]


def test_two_have_to_be_two_even_when_one_speaks_twice() -> None:
    settings = Settings(approve=replace(Settings().approve, needed=2))
    twice = judge(SAID, a_comment(block(), 2), settings=settings)
    two = judge(SAID, a_comment(block(), 2, BOB), settings=settings)
    left = [found.states[mixed_plan().name] for found in (twice, two)]
    assert [one.clearance is not None for one in left] == [False, True]
    assert [[need.left for need in one.missing] for one in left] == [[1], []]
