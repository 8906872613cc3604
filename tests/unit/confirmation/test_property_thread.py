"""Whatever a thread holds, it is cleared exactly when somebody who reads it afresh agrees.

The oracle states the rules once more, from the end: it walks over people and commands and asks
whether each comment is good now, with none of the bot's own code.
"""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from bot.domain.gate import GateKind
from bot.domain.pull_request import (
    Actor,
    Comment,
    EditedAt,
    EditState,
    EditUnknown,
    Incomplete,
    NeverEdited,
    Role,
    Standing,
    Unreadable,
)
from bot.domain.scope import Command
from bot.parsing.marker import Marker
from bot.settings import Rule, Settings
from tests.conversations import (
    ALICE,
    BOB,
    CAROL,
    MALLORY,
    OLD,
    ROBOT,
    TEN,
    a_comment,
    a_gate,
    block,
    judge,
    minutes,
    mixed_plan,
    own,
)
from tests.plans import HEAD

GATES = (a_gate("consumers-told"), a_gate("unknown-rollback", GateKind.WAIVABLE))
PLAN = mixed_plan(gates=GATES)
SAYINGS = {
    "approve": block(PLAN),
    "confirm": block(PLAN, Command.CONFIRM),
    "approve wrongly": block(PLAN).replace("2026-03-14", "2026-03-13"),
    "confirm old": block(PLAN, Command.CONFIRM).replace(HEAD, OLD),
    "attest": "/backfill attest orders-tax-fix consumers-told",
    "waive": "/backfill waive orders-tax-fix unknown-rollback because we can",
    "revoke": "/backfill revoke orders-tax-fix",
    "execute": "/backfill execute orders-tax-fix",
    "quoted": "> " + block(PLAN),
    "talk": "fine",
}
PEOPLE = (ALICE, BOB, CAROL, MALLORY, ROBOT, None)


@dataclass(frozen=True)
class Saying:
    what: str
    by: Actor | None
    at: int
    edit: EditState
    hidden: bool

    def comment(self, number: int) -> Comment:
        return a_comment(
            SAYINGS[self.what],
            number,
            self.by,
            created_at=minutes(self.at),
            edited=self.edit,
            is_minimized=self.hidden,
        )


@dataclass(frozen=True)
class Thread:
    sayings: tuple[Saying, ...]
    shown: int
    digest_shown: int
    executing: bool
    now: int
    roles: dict[Any, Standing]
    flags: dict[str, Any]
    needed: int
    refused: frozenset[int]
    killed: frozenset[int]


MOSTLY = (*[0] * 24, 1)


@st.composite
def threads(draw: st.DrawFn) -> Thread:
    good = ("attest", "waive", "approve", "confirm")
    plainly = draw(st.sampled_from(((), good, good, good)))
    count = draw(st.integers(1 if not plainly else 0, 5))
    times = sorted(draw(st.lists(st.integers(0, 100), min_size=count, max_size=count)))
    made = [draw(sayings_at(at)) for at in times]
    begun = draw(st.sampled_from((1, 31, 61)))
    made += [
        Saying(what, draw(st.sampled_from((ALICE, BOB))), begun + at, NeverEdited(), hidden=False)
        for at, what in enumerate(plainly)
    ]
    sayings = tuple(sorted(made, key=lambda one: one.at))
    rarely = st.sampled_from(MOSTLY).map(bool)
    unlikely = (Role("admin"), Role("read"), Unreadable("?"))
    roles: st.SearchStrategy[Standing] = st.sampled_from((*[Role("write")] * 9, *unlikely))
    shown = draw(st.sampled_from((-1, -1, -1, 30, 60)))
    return Thread(
        sayings=sayings,
        shown=shown,
        digest_shown=min(shown, draw(st.sampled_from((-1, 30, 60)))),
        executing=draw(st.sampled_from((True, True, True, False))),
        now=draw(st.sampled_from((101, 101, 101, 24 * 60 + 50, 7 * 24 * 60 + 50))),
        roles={person.id: draw(roles) for person in PEOPLE if person is not None},
        flags={
            "is_open": not draw(rarely),
            "is_draft": draw(rarely),
            "base_ref": "other" if draw(rarely) else "main",
            "head": OLD if draw(rarely) else HEAD,
            "authors_complete": not draw(rarely),
            "incomplete": (Incomplete("commits"),) if draw(rarely) else (),
        },
        needed=draw(st.sampled_from((1, 1, 2))),
        refused=draw(st.frozensets(st.integers(1, 9), max_size=1)) if draw(rarely) else frozenset(),
        killed=draw(st.frozensets(st.integers(1, 9), max_size=1)) if draw(rarely) else frozenset(),
    )


@st.composite
def sayings_at(draw: st.DrawFn, at: int) -> Saying:
    often = ("approve", "confirm", "attest", "waive", "execute")
    edit: EditState = NeverEdited()
    if draw(st.sampled_from(MOSTLY)):
        later = st.integers(at, 100).map(minutes)
        edit = draw(st.just(EditUnknown()) | later.map(lambda when: EditedAt(when, BOB)))
    return Saying(
        what=draw(st.sampled_from((*often, *often, *SAYINGS))),
        by=draw(st.sampled_from((ALICE, BOB, *PEOPLE))),
        at=at,
        edit=edit,
        hidden=bool(draw(st.sampled_from(MOSTLY))),
    )


# --- the oracle --------------------------------------------------------------------------------


def role(thread: Thread, person: Actor) -> str | None:
    found = thread.roles[person.id]
    return found.name if isinstance(found, Role) else None


def may_write(thread: Thread, person: Actor) -> bool:
    return role(thread, person) in ("write", "admin")


def may_confirm(thread: Thread, person: Actor) -> bool:
    return may_write(thread, person) and person != CAROL and thread.flags["authors_complete"]


def is_good(thread: Thread, number: int) -> bool:
    """What holds of every comment that counts, whatever it says."""
    one = thread.sayings[number - 1]
    flags = thread.flags
    return (
        one.by not in (None, ROBOT)
        and isinstance(one.edit, NeverEdited)
        and not one.hidden
        and flags["is_open"]
        and flags["base_ref"] == "main"
        and not flags["incomplete"]
        and number not in thread.refused
    )


def is_taken_back(thread: Thread, number: int) -> bool:
    mine = thread.sayings[number - 1]
    if number in thread.killed:
        return True
    for other in thread.sayings:
        if other.what != "revoke" or other.by in (None, ROBOT):
            continue
        assert other.by is not None
        if isinstance(other.edit, EditedAt):
            until = max(other.edit.when, minutes(other.at))
        else:
            until = minutes(10**6) if isinstance(other.edit, EditUnknown) else minutes(other.at)
        readable = role(thread, other.by) is not None
        has_say = other.by in (CAROL, mine.by) or may_write(thread, other.by) or not readable
        if has_say and minutes(mine.at) <= until:
            return True
    return False


def clears(thread: Thread, number: int) -> bool:
    one = thread.sayings[number - 1]
    right = may_confirm if one.what == "waive" else may_write
    return (
        one.what in ("attest", "waive")
        and is_good(thread, number)
        and one.by is not None
        and right(thread, one.by)
        and one.at > thread.digest_shown
        and not is_taken_back(thread, number)
    )


def is_executing_by(thread: Thread, number: int) -> bool:
    return thread.executing or any(
        one.what == "execute"
        and is_good(thread, before)
        and one.by is not None
        and (one.by == CAROL or may_write(thread, one.by))
        and one.at > thread.digest_shown
        for before, one in enumerate(thread.sayings[: number - 1], 1)
    )


def holds(thread: Thread, number: int, command: str) -> bool:
    """True if this comment is a confirmation that counts, later ones of its author aside."""
    one = thread.sayings[number - 1]
    if one.what != command or one.by is None:
        return False
    right = may_confirm if command == "confirm" else may_write
    hours = 24 if command == "confirm" else 7 * 24
    return (
        is_good(thread, number)
        and is_executing_by(thread, number)
        and not thread.flags["is_draft"]
        and thread.flags["head"] == HEAD
        and right(thread, one.by)
        and one.at > thread.shown
        and thread.now < one.at + hours * 60
        and all(gate_is_clear(thread, number, verb) for verb in ("attest", "waive"))
        and not is_taken_back(thread, number)
    )


def gate_is_clear(thread: Thread, number: int, verb: str) -> bool:
    week = 7 * 24 * 60
    said_at = thread.sayings[number - 1].at
    clearing = [
        (at, one.at)
        for at, one in enumerate(thread.sayings, 1)
        if one.what == verb and clears(thread, at)
    ]
    before = any(at < number and said_at < when + week for at, when in clearing)
    return before and any(thread.now < when + week for _, when in clearing)


def is_cleared(thread: Thread) -> bool:
    for command in ("approve", "confirm"):
        people = set()
        for number, one in enumerate(thread.sayings, 1):
            if not holds(thread, number, command):
                continue
            later = [
                at
                for at, other in enumerate(thread.sayings, 1)
                if at > number and other.by == one.by and other.what.split(" ")[0] == command
            ]
            if all(holds(thread, at, command) for at in later):
                people.add(one.by)
        if len(people) < (thread.needed if command == "confirm" else 1):
            return False
    return all(
        any(
            clears(thread, at) and thread.now < one.at + 7 * 24 * 60
            for at, one in enumerate(thread.sayings, 1)
            if one.what == verb
        )
        for verb in ("attest", "waive")
    )


# --- the property ------------------------------------------------------------------------------


def replies(thread: Thread) -> Sequence[Comment]:
    """What the bot has said before; it stands below everything else."""
    refused = [Marker("reply", {"comment": at, "verdict": "DRAFT"}) for at in thread.refused]
    killed = [Marker("revoked", {"comment": 50, "kills": [at]}) for at in thread.killed]
    return [own(marker, 100 + at) for at, marker in enumerate((*refused, *killed))]


@given(threads())
def test_a_plan_is_cleared_exactly_when_everything_holds_now(thread: Thread) -> None:
    comments = [one.comment(number) for number, one in enumerate(thread.sayings, 1)]
    found = judge(
        *comments,
        *replies(thread),
        plan=PLAN,
        show={
            "shown_at": minutes(thread.shown),
            "digest_shown_at": minutes(thread.digest_shown),
            "executing": thread.executing,
        },
        settings=Settings(confirm=Rule(needed=thread.needed)),
        standing=thread.roles,
        seen_at=TEN + dt.timedelta(minutes=thread.now),
        **thread.flags,
    )
    standing = found.states[PLAN.name]
    assert (standing.clearance is not None) == is_cleared(thread)
    if standing.clearance is not None:
        assert standing.clearance.valid_until > minutes(thread.now)


def test_the_threads_tried_are_of_both_kinds() -> None:
    found: set[bool] = set()

    @given(threads())
    def look(thread: Thread) -> None:
        found.add(is_cleared(thread))

    look()
    assert found == {True, False}
