"""What clears a gate, and when it has to be clear."""

import datetime as dt

from bot.domain.confirmation import Helped, Noted, Refused
from bot.domain.gate import GateKind
from bot.domain.spoken import Misspoken
from tests.conversations import (
    ALICE,
    BOB,
    ELEVEN,
    a_comment,
    a_gate,
    block,
    judge,
    minutes,
    reversible_plan,
    words,
)

BLOCKING = a_gate("merge-duplicates", GateKind.BLOCKING)
WAIVABLE = a_gate("unknown-rollback", GateKind.WAIVABLE)
TOLD = a_gate("consumers-told")
ANSWERED = a_gate("source-retention", GateKind.WAIVABLE, open=False)
WAIVE = "/backfill waive orders-tax-fix unknown-rollback because snapshots exist"
ATTEST = "/backfill attest orders-tax-fix consumers-told in the channel"


def test_a_confirmation_waits_for_every_gate_and_names_those_that_are_open() -> None:
    plan = reversible_plan(gates=(BLOCKING, WAIVABLE, TOLD, ANSWERED))
    verdict = judge(a_comment(block()), plan=plan).verdicts[1]
    assert isinstance(verdict, Refused)
    assert verdict.gates == ("merge-duplicates", "unknown-rollback", "consumers-told")


def test_gates_are_cleared_first_and_then_it_is_confirmed() -> None:
    plan = reversible_plan(gates=(WAIVABLE, TOLD))
    said = (a_comment(WAIVE, 1), a_comment(ATTEST, 2), a_comment(block(), 3))
    found = judge(*said, plan=plan)
    assert words(found) == ["Noted", "Noted", "ACCEPTED"]
    cleared = [(one.gate, one.waived_because, one.note) for one in found.states[plan.name].cleared]
    assert cleared == [
        ("unknown-rollback", "snapshots exist", ""),
        ("consumers-told", None, "in the channel"),
    ]


def test_a_confirmation_from_before_does_not_start_to_count() -> None:
    plan = reversible_plan(gates=(TOLD,))
    found = judge(a_comment(block(), 1), a_comment(ATTEST, 2), plan=plan)
    assert words(found) == ["GATES_OPEN", "Noted"]
    assert found.states[plan.name].clearance is None


def test_the_lines_of_a_block_are_judged_before_it() -> None:
    plan = reversible_plan(gates=(WAIVABLE, TOLD))
    lines = ("attest consumers-told in the channel", "waive unknown-rollback because we can")
    assert words(judge(a_comment(block(plan), 1), plan=plan)) == ["GATES_OPEN"]
    found = judge(a_comment("\n".join((block(plan), *lines)), 1), plan=plan)
    assert words(found) == ["ACCEPTED"]


def test_what_one_block_clears_holds_for_the_next_one() -> None:
    plan = reversible_plan(gates=(TOLD,))
    first = a_comment(f"{block(plan)}\nattest consumers-told", 1)
    assert words(judge(first, a_comment(block(plan), 2, BOB), plan=plan)) == ["ACCEPTED"] * 2


def test_a_block_for_another_scope_clears_nothing() -> None:
    plan = reversible_plan(gates=(TOLD,))
    wrong = f"{block(plan)}\nattest consumers-told".replace("2026-03-14", "2026-03-15")
    found = judge(a_comment(wrong, 1), a_comment(block(plan), 2, BOB), plan=plan)
    assert words(found) == ["WRONG_SCOPE", "GATES_OPEN"]


def test_a_confirmation_lapses_with_what_it_rests_on() -> None:
    plan = reversible_plan(gates=(a_gate("writers-paused"),))
    attest = a_comment("/backfill attest orders-tax-fix writers-paused", 1)
    said = a_comment(block(plan), 2)
    later = attest.created_at + dt.timedelta(hours=24)
    assert words(judge(attest, said, plan=plan)) == ["Noted", "ACCEPTED"]
    assert words(judge(attest, said, plan=plan, seen_at=later)) == ["EXPIRED", "GATES_OPEN"]


def test_a_renewed_attestation_carries_a_confirmation_on() -> None:
    plan = reversible_plan(gates=(a_gate("writers-paused"),))
    attest = "/backfill attest orders-tax-fix writers-paused"
    again = a_comment(attest, 3, created_at=minutes(23 * 60))
    later = minutes(25 * 60)
    found = judge(a_comment(attest, 1), a_comment(block(plan), 2), again, plan=plan, seen_at=later)
    assert words(found) == ["EXPIRED", "ACCEPTED", "Noted"]
    clearance = found.states[plan.name].clearance
    assert clearance is not None
    assert clearance.valid_until == again.created_at + dt.timedelta(hours=24)


def test_a_confirmation_made_while_nothing_was_clear_is_not_saved_by_a_renewal() -> None:
    plan = reversible_plan(gates=(a_gate("writers-paused"),))
    attest = "/backfill attest orders-tax-fix writers-paused"
    said = a_comment(block(plan), 2, created_at=minutes(25 * 60))
    again = a_comment(attest, 3, created_at=minutes(26 * 60))
    found = judge(a_comment(attest, 1), said, again, plan=plan, seen_at=minutes(27 * 60))
    assert words(found) == ["EXPIRED", "GATES_OPEN", "Noted"]


def test_files_alone_clear_a_blocking_gate() -> None:
    plan = reversible_plan(gates=(BLOCKING,))
    for body in (
        "/backfill waive orders-tax-fix merge-duplicates because we must",
        "/backfill attest orders-tax-fix merge-duplicates",
    ):
        assert words(judge(a_comment(body), plan=plan)) == ["GATES_OPEN"]


def test_a_gate_takes_its_own_verb() -> None:
    plan = reversible_plan(gates=(WAIVABLE, TOLD))
    said = (
        "/backfill attest orders-tax-fix unknown-rollback",
        WAIVE.replace("unknown-rollback", "consumers-told"),
    )
    found = judge(*(a_comment(body, at) for at, body in enumerate(said, 1)), plan=plan)
    assert words(found) == [
        "HELP the gate `unknown-rollback` is cleared by `waive … because …`",
        "HELP the gate `consumers-told` is cleared by `attest`",
    ]


def test_a_gate_that_is_none_gets_help_with_the_nearest_one() -> None:
    plan = reversible_plan(gates=(TOLD,))
    comment = a_comment("Done.\n\n/backfill attest orders-tax-fix consumer-told", 1)
    misspoken = Misspoken(
        problem="`consumer-told` is no gate of this plan",
        line=3,
        column=33,
        excerpt="/backfill attest orders-tax-fix consumer-told",
        request="orders-tax-fix",
        nearest="consumers-told",
    )
    assert judge(comment, plan=plan).verdicts[1] == Helped(comment, misspoken)


def test_words_after_a_gate_are_its_note_and_mistyped_gates_are_told() -> None:
    plan = reversible_plan(gates=(TOLD, a_gate("dry-run-reviewed")))
    body = "/backfill attest orders-tax-fix consumers-told dry-run-reviwed looked with bob"
    verdict = judge(a_comment(body), plan=plan).verdicts[1]
    assert isinstance(verdict, Noted)
    assert [(one.gate, one.note) for one in verdict.cleared] == [
        ("consumers-told", "looked with bob")
    ]
    assert verdict.not_cleared == ("dry-run-reviwed",)


def test_a_gate_named_in_a_note_is_not_attested() -> None:
    plan = reversible_plan(gates=(TOLD, a_gate("dry-run-reviewed")))
    body = "/backfill attest orders-tax-fix consumers-told not dry-run-reviewed"
    found = judge(a_comment(body), plan=plan)
    assert [gate.id for gate in found.states[plan.name].open_gates] == ["dry-run-reviewed"]


def test_what_files_answer_already_needs_nobody() -> None:
    plan = reversible_plan(gates=(ANSWERED,))
    assert words(judge(a_comment(block()), plan=plan)) == ["ACCEPTED"]


def test_attestations_may_be_made_before_execution_is_asked_for() -> None:
    plan = reversible_plan(gates=(TOLD,))
    said = (
        a_comment(ATTEST, 1),
        a_comment(block(), 2),
        a_comment("/backfill execute orders-tax-fix", 3),
        a_comment(block(), 4, ALICE),
    )
    found = judge(*said, plan=plan, show={"executing": False})
    assert words(found) == ["Noted", "PLAN_ONLY", "Asked", "ACCEPTED"]
    assert dict(found.executed) == {plan.name: said[2]}
    clearance = found.states[plan.name].clearance
    assert clearance is not None
    assert clearance.valid_until > ELEVEN
