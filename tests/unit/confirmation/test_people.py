"""Who may say what."""

from dataclasses import replace

import pytest

from bot.domain.gate import GateKind
from bot.domain.names import UserId
from bot.domain.pull_request import Actor, ActorKind, Incomplete, Role, Unreadable
from bot.domain.scope import Command
from bot.settings import Rule, Settings
from tests.conversations import (
    ALICE,
    BOB,
    CAROL,
    MALLORY,
    ME,
    ROBOT,
    STANDING,
    a_comment,
    a_gate,
    block,
    judge,
    mixed_plan,
    person,
    words,
)

CONFIRM = block(mixed_plan(), Command.CONFIRM)
APPROVE = block(mixed_plan(), Command.APPROVE)
OWNERS = Rule(teams=("acme/data-owners",))


def test_the_author_may_approve_and_not_confirm() -> None:
    found = judge(a_comment(APPROVE, 1, CAROL), a_comment(CONFIRM, 2, CAROL), plan=mixed_plan())
    assert words(found) == ["ACCEPTED", "SELF"]


def test_whoever_committed_or_pushed_may_not_confirm_either() -> None:
    said = a_comment(CONFIRM, 1, ALICE)
    assert words(judge(said, plan=mixed_plan(), authors=frozenset({ALICE.id}))) == ["SELF"]


def test_the_author_may_confirm_where_settings_say_so() -> None:
    settings = Settings(confirm=Rule(author_counts=True))
    found = judge(a_comment(CONFIRM, 1, CAROL), plan=mixed_plan(), settings=settings)
    assert words(found) == ["ACCEPTED"]


def test_commits_that_cannot_all_be_seen_leave_a_confirmation_unverifiable() -> None:
    both = (a_comment(APPROVE, 1), a_comment(CONFIRM, 2))
    found = judge(*both, plan=mixed_plan(), authors_complete=False)
    assert words(found) == ["ACCEPTED", "UNVERIFIABLE"]


@pytest.mark.parametrize(
    ("role", "right"),
    [
        ("none", "NOT_ALLOWED"),
        ("read", "NOT_ALLOWED"),
        ("triage", "NOT_ALLOWED"),
        ("write", "ACCEPTED"),
        ("maintain", "ACCEPTED"),
        ("admin", "ACCEPTED"),
        ("security-champion", "NOT_ALLOWED"),
        ("", "NOT_ALLOWED"),
    ],
)
def test_a_role_below_the_rule_is_not_enough(role: str, right: str) -> None:
    found = judge(a_comment(block()), standing={ALICE.id: Role(role)})
    assert words(found) == [right]


def test_a_permission_that_nobody_knows_lets_nobody_in() -> None:
    settings = Settings(approve=Rule(permission="owner"))
    found = judge(a_comment(block()), standing={ALICE.id: Role("admin")}, settings=settings)
    assert words(found) == ["NOT_ALLOWED"]


@pytest.mark.parametrize(
    ("standing", "right"),
    [
        (Role("admin"), "NOT_ALLOWED"),
        (Role("write", frozenset({"acme/data-owners"})), "ACCEPTED"),
        (Role("write", frozenset({"Acme/Data-Owners"})), "ACCEPTED"),
        (Role("read", frozenset({"acme/data-owners"})), "NOT_ALLOWED"),
        (Unreadable("the team cannot be read"), "UNVERIFIABLE"),
    ],
)
def test_a_team_and_the_permission_are_both_needed(standing: Role, right: str) -> None:
    found = judge(
        a_comment(block()),
        settings=Settings(approve=OWNERS),
        standing={ALICE.id: standing},
    )
    assert words(found) == [right]


def test_a_named_user_counts_whatever_the_case_of_their_login() -> None:
    settings = Settings(approve=Rule(users=("Alice",), teams=("acme/data-owners",)))
    both = (a_comment(block(), 1, ALICE), a_comment(block(), 2, BOB))
    assert words(judge(*both, settings=settings)) == ["ACCEPTED", "NOT_ALLOWED"]


def test_rights_that_nobody_read_are_no_rights() -> None:
    assert words(judge(a_comment(block()), standing={})) == ["UNVERIFIABLE"]


def test_an_account_with_an_old_login_and_a_new_id_is_somebody_else() -> None:
    again = person(77, "alice")
    assert words(judge(a_comment(block(), 1, again))) == ["UNVERIFIABLE"]


def test_a_deleted_account_says_nothing() -> None:
    assert words(judge(a_comment(block(), 1, None))) == ["NOT_ALLOWED"]


@pytest.mark.parametrize("kind", [ActorKind.BOT, ActorKind.OTHER])
def test_only_people_speak(kind: ActorKind) -> None:
    actor = Actor(ALICE.id, "alice", kind)
    assert words(judge(a_comment(block(), 1, actor))) == ["BOT"]


def test_an_app_that_writes_in_a_persons_name_does_not_speak() -> None:
    assert words(judge(a_comment(block(), via_app=True))) == ["BOT"]


def test_a_program_gets_no_help() -> None:
    said = ("/backfill frobnicate", f"```\n{block()}\n```", "/backfill help\n\n/backfill plan")
    comments = [a_comment(body, number, ROBOT) for number, body in enumerate(said, 1)]
    assert words(judge(*comments)) == ["Ignored"] * 3


def test_what_the_bot_itself_says_is_no_command_whichever_way_it_is_known() -> None:
    mine = a_comment(block(), 1, ME, mine=True)
    known_by_id = a_comment(block(), 2, ME)
    assert words(judge(mine, known_by_id)) == ["Ignored", "Ignored"]


def test_a_person_who_is_called_like_the_bot_is_a_person() -> None:
    namesake = person(6, "backfill-bot")
    found = judge(a_comment(block(), 1, namesake), standing={namesake.id: Role("write")})
    assert words(found) == ["ACCEPTED"]


def test_what_could_not_be_seen_might_be_what_refuses() -> None:
    found = judge(a_comment(block()), incomplete=(Incomplete("the comments before #1"),))
    assert words(found) == ["UNVERIFIABLE"]


def test_attesting_takes_either_right_and_waiving_that_of_confirming() -> None:
    plan = mixed_plan(
        gates=(a_gate("writers-paused"), a_gate("unknown-rollback", GateKind.WAIVABLE))
    )
    attest = "/backfill attest orders-tax-fix writers-paused"
    waive = "/backfill waive orders-tax-fix unknown-rollback because we have snapshots"
    said = [(attest, CAROL), (waive, CAROL), (waive, BOB), (attest, MALLORY), (waive, MALLORY)]
    comments = [a_comment(body, number, who) for number, (body, who) in enumerate(said, 1)]
    found = judge(*comments, plan=plan)
    assert words(found) == ["Noted", "SELF", "Noted", "NOT_ALLOWED", "NOT_ALLOWED"]


def test_a_waiver_in_an_approval_needs_the_right_to_confirm() -> None:
    gates = (a_gate("unknown-rollback", GateKind.WAIVABLE),)
    plan = mixed_plan(gates=gates)
    body = block(plan, Command.APPROVE, "waive unknown-rollback because we have snapshots")
    found = judge(a_comment(body, 1, CAROL), a_comment(body, 2, ALICE), plan=plan)
    assert words(found) == ["SELF", "ACCEPTED"]


def test_anybody_may_ask_for_plan_status_and_help() -> None:
    said = ("/backfill plan", "/backfill status orders-tax-fix", "/backfill help approve")
    comments = [a_comment(body, number, MALLORY) for number, body in enumerate(said, 1)]
    assert words(judge(*comments)) == ["Asked"] * 3
    assert words(judge(a_comment("/backfill status another-request"))) == ["NO_PLAN"]


def test_execution_is_asked_for_by_who_may_approve_or_by_the_author() -> None:
    ask = "/backfill execute orders-tax-fix"
    show = {"executing": False}
    readers = STANDING | {CAROL.id: Role("read")}
    for who, right in ((ALICE, "Asked"), (CAROL, "Asked"), (MALLORY, "NOT_ALLOWED")):
        assert words(judge(a_comment(ask, 1, who), show=show, standing=readers)) == [right]


def test_settings_cannot_ask_for_nobody() -> None:
    settings = Settings(approve=replace(Settings().approve, needed=0))
    standing = judge(settings=settings).states[mixed_plan().name]
    assert standing.clearance is None
    assert [(need.needed, need.given) for need in standing.missing] == [(1, 0)]


def test_an_id_is_what_tells_people_apart() -> None:
    twin = Actor(UserId(8), "bob", ActorKind.PERSON)
    settings = Settings(approve=replace(Settings().approve, needed=2))
    comments = (a_comment(block(), 1, BOB), a_comment(block(), 2, twin))
    found = judge(*comments, settings=settings, standing=STANDING | {twin.id: Role("write")})
    assert found.states[mixed_plan().name].clearance is not None
