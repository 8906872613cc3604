"""When something has to be said, and how long it holds."""

import datetime as dt

import pytest

from bot.domain.pull_request import EditedAt, NeverEdited
from bot.domain.scope import Command
from bot.settings import Settings
from tests.conversations import (
    ALICE,
    BOB,
    TEN,
    a_comment,
    a_gate,
    a_pull,
    block,
    judge,
    minutes,
    mixed_plan,
    words,
)

SECOND = dt.timedelta(seconds=1)
A_BIT = dt.timedelta(milliseconds=400)


@pytest.mark.parametrize(
    ("said_at", "right"),
    [
        (TEN - SECOND, "PREDATES_PLAN"),
        (TEN, "PREDATES_PLAN"),
        (TEN + A_BIT, "PREDATES_PLAN"),
        (TEN + SECOND, "ACCEPTED"),
    ],
)
def test_the_same_second_is_not_later(said_at: dt.datetime, right: str) -> None:
    assert words(judge(a_comment(block(), created_at=said_at))) == [right]


def test_nothing_is_confirmed_while_nothing_is_shown() -> None:
    assert words(judge(a_comment(block()), show={"shown_at": None})) == ["NO_PLAN"]


@pytest.mark.parametrize(
    ("command", "holds"),
    [(Command.APPROVE, dt.timedelta(days=7)), (Command.CONFIRM, dt.timedelta(hours=24))],
)
def test_a_confirmation_holds_up_to_and_without_its_last_second(
    command: Command, holds: dt.timedelta
) -> None:
    plan = mixed_plan()
    said = a_comment(block(plan, command))
    ends = said.created_at + holds
    found = [
        words(judge(said, plan=plan, seen_at=now)) for now in (ends - SECOND, ends, ends + SECOND)
    ]
    assert found == [["ACCEPTED"], ["EXPIRED"], ["EXPIRED"]]


def test_a_comment_that_was_edited_back_stays_edited() -> None:
    edited = EditedAt(minutes(2), ALICE)
    assert words(judge(a_comment(block(), edited=edited))) == ["EDITED"]


def test_somebody_elses_edit_spoils_it_as_well() -> None:
    for editor in (BOB, None):
        said = a_comment(block(), edited=EditedAt(minutes(2), editor))
        assert words(judge(said)) == ["EDITED"]


def test_never_edited_is_what_github_calls_so_whatever_else_moved() -> None:
    assert words(judge(a_comment(block(), edited=NeverEdited()))) == ["ACCEPTED"]


def test_a_merged_pull_request_keeps_nothing_once_its_document_is_gone() -> None:
    found = judge(a_comment(block()), is_open=False, is_merged=True, base_tip_files={})
    assert words(found) == ["NO_PLAN"]


@pytest.mark.parametrize(
    ("base", "bases", "right"),
    [
        ("main", (), "ACCEPTED"),
        ("release/1.2", ("release/*",), "ACCEPTED"),
        ("release/1.2", (), "WRONG_BASE"),
        ("release", ("release/*",), "WRONG_BASE"),
        ("mainline", ("release/*",), "WRONG_BASE"),
    ],
)
def test_only_named_bases_can_be_confirmed(base: str, bases: tuple[str, ...], right: str) -> None:
    found = judge(a_comment(block()), base_ref=base, settings=Settings(bases=bases))
    assert words(found) == [right]


def test_an_attestation_holds_while_the_scope_does_and_these_two_while_the_commit_does() -> None:
    gates = (a_gate("dry-run-reviewed"), a_gate("consumers-told"))
    plan = mixed_plan(gates=gates)
    said = a_comment("/backfill attest orders-tax-fix dry-run-reviewed consumers-told", 5)
    pushed = {"digest_shown_at": TEN, "shown_at": minutes(10)}
    other = {"digest_shown_at": minutes(10), "shown_at": minutes(10)}
    left = [
        [gate.id for gate in judge(said, plan=plan, show=show).states[plan.name].open_gates]
        for show in ({}, pushed, other)
    ]
    assert left == [[], ["dry-run-reviewed"], ["dry-run-reviewed", "consumers-told"]]
    assert words(judge(said, plan=plan, show=other)) == ["PREDATES_PLAN"]


def test_some_attestations_hold_no_longer_than_a_confirmation() -> None:
    gates = (a_gate("writers-paused"), a_gate("consumers-told"))
    plan = mixed_plan(gates=gates)
    said = a_comment("/backfill attest orders-tax-fix writers-paused consumers-told", 5)
    ends = (dt.timedelta(hours=24), dt.timedelta(days=7))
    left = [
        len(judge(said, plan=plan, seen_at=said.created_at + end).states[plan.name].open_gates)
        for end in (dt.timedelta(hours=1), *ends)
    ]
    assert left == [0, 1, 2]


def test_an_observation_is_the_only_clock() -> None:
    said = a_comment(block(), created_at=minutes(5))
    assert a_pull(said).seen_at == minutes(60)
    assert words(judge(said, seen_at=minutes(5))) == ["ACCEPTED"]
