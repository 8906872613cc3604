"""What all that was said of one request adds up to, and the proof that turns the check green."""

import datetime as dt
from dataclasses import InitVar, dataclass, field
from typing import Final

from bot.domain.confirmation import Accepted, ClearedGate
from bot.domain.gate import Gate
from bot.domain.names import CommitSha, RequestName, ScopeDigest, UserId
from bot.domain.plan import Plan
from bot.domain.scope import Command
from bot.settings import Settings

_KEY: Final = object()


@dataclass(frozen=True, slots=True)
class Needed:
    """A confirming command that not enough people have said yet."""

    command: Command
    needed: int
    """People, all different."""
    given: int

    @property
    def left(self) -> int:
        """How many people are still to speak."""
        return self.needed - self.given


@dataclass(frozen=True, slots=True)
class Clearance:
    """The proof that a plan may be executed now; nothing else turns the check green.

    Only `clearance_of` makes one, and it checks every part of it. It is as good as the observation
    that it was made from: valid until `valid_until` if nothing else happens.
    """

    key: InitVar[object]
    plan: Plan
    accepted: tuple[Accepted, ...]
    """For each command that the plan asks for, as many as are needed, of different people."""
    cleared: tuple[ClearedGate, ...]
    needed: tuple[Needed, ...] = field(default=())
    """What had to be given, and was."""

    def __post_init__(self, key: object) -> None:
        if key is not _KEY:
            raise TypeError("only bot.confirmation.standing makes a clearance")
        if not _is_enough(self.plan, self.needed, self.accepted, self.cleared):
            raise ValueError("not everything that the plan needs has been confirmed")

    @property
    def request(self) -> RequestName:
        """The request that may be executed."""
        return self.plan.name

    @property
    def digest(self) -> ScopeDigest:
        """The scope that was confirmed."""
        return self.plan.digest

    @property
    def commit(self) -> CommitSha:
        """The head that was confirmed."""
        return self.plan.commit

    @property
    def valid_until(self) -> dt.datetime:
        """When the first thing that it rests on runs out."""
        confirmations = [one.valid_until for one in self.accepted]
        return min((*confirmations, *(one.valid_until for one in self.cleared)))


@dataclass(frozen=True, slots=True)
class RequestStanding:
    """How one request stands at the moment of the observation."""

    cleared: tuple[ClearedGate, ...]
    """In the plan's order of gates; of several clearings of a gate, the one that holds longest."""
    open_gates: tuple[Gate, ...]
    accepted: tuple[Accepted, ...]
    """Every confirmation that counts, oldest first."""
    missing: tuple[Needed, ...]
    clearance: Clearance | None
    revoked: tuple[int, ...] = ()
    """Ids of comments about this request that somebody has taken back."""


def standing_of(
    plan: Plan,
    settings: Settings,
    accepted: tuple[Accepted, ...],
    cleared: tuple[ClearedGate, ...],
    revoked: tuple[int, ...] = (),
) -> RequestStanding:
    """What the confirmations and clearings of a plan, all valid now, add up to.

    Args:
        plan: the plan as it is now.
        settings: how many people are needed.
        accepted: every confirmation of it that counts now, oldest first.
        cleared: at most one clearing a gate.
        revoked: ids of what has been taken back.
    """
    gone = {one.gate for one in cleared}
    open_gates = tuple(gate for gate in plan.open_gates if gate.id not in gone)
    given = tuple(_given(command, settings, accepted) for command in plan.scope.commands)
    return RequestStanding(
        cleared=cleared,
        open_gates=open_gates,
        accepted=accepted,
        missing=tuple(one for one in given if one.left > 0),
        clearance=clearance_of(plan, settings, accepted, cleared),
        revoked=revoked,
    )


def clearance_of(
    plan: Plan,
    settings: Settings,
    accepted: tuple[Accepted, ...],
    cleared: tuple[ClearedGate, ...],
) -> Clearance | None:
    """The proof, where there is one: something to confirm, all of it confirmed, no gate open."""
    needed = tuple(_given(command, settings, accepted) for command in plan.scope.commands)
    if not _is_enough(plan, needed, accepted, cleared):
        return None
    chosen = tuple(
        one for need in needed for one in _longest(need.command, accepted)[: need.needed]
    )
    asked = {gate.id for gate in plan.open_gates}
    return Clearance(_KEY, plan, chosen, tuple(one for one in cleared if one.gate in asked), needed)


def _is_enough(
    plan: Plan,
    needed: tuple[Needed, ...],
    accepted: tuple[Accepted, ...],
    cleared: tuple[ClearedGate, ...],
) -> bool:
    """True if there is something to confirm, all of it is confirmed, and no gate is open."""
    gone = {one.gate for one in cleared}
    return (
        bool(plan.scope.commands)
        and tuple(need.command for need in needed) == plan.scope.commands
        and all(_is_for(one, plan) for one in accepted)
        and all(len(_longest(need.command, accepted)) >= max(1, need.needed) for need in needed)
        and all(gate.id in gone for gate in plan.open_gates)
    )


def _is_for(one: Accepted, plan: Plan) -> bool:
    return (one.request, one.digest, one.commit) == (plan.name, plan.digest, plan.commit)


def _given(command: Command, settings: Settings, accepted: tuple[Accepted, ...]) -> Needed:
    needed = max(1, settings.rule(command).needed)
    return Needed(command, needed, min(needed, len(_longest(command, accepted))))


def _longest(command: Command, accepted: tuple[Accepted, ...]) -> list[Accepted]:
    """One confirmation a person, each their longest-lived; the longest-lived people first."""
    best: dict[UserId, Accepted] = {}
    for one in accepted:
        before = best.get(one.by.id)
        if one.command is command and (before is None or one.valid_until > before.valid_until):
            best[one.by.id] = one
    return sorted(best.values(), key=lambda one: one.valid_until, reverse=True)
