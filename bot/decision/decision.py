"""What was decided of a pull request, as values that carry their evidence."""

import datetime as dt
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from bot.confirmation.judge import Judgement
from bot.confirmation.standing import Clearance, RequestStanding
from bot.decision.effects import Annotation, Reaction
from bot.decision.prepare import Prepared
from bot.domain.confirmation import Verdict
from bot.domain.names import RequestName
from bot.domain.place import Mistake
from bot.domain.plan import Plan
from bot.domain.pull_request import Comment, Incomplete


class State(StrEnum):
    """Where a pull request stands; the words of the Action's `state` output."""

    NONE = "none"
    INVALID = "invalid"
    PLANNED = "planned"
    WAITING = "waiting"
    CONFIRMED = "confirmed"


@dataclass(frozen=True, slots=True)
class Shown:
    """The bot's comments that show the current revision of one request's plan."""

    parts: tuple[Comment, ...] = ()
    """In order; empty where the revision is not shown yet."""
    complete: bool = False
    """False while a part is missing, hidden, or was changed by somebody else."""
    outdated: tuple[Comment, ...] = ()
    """Comments of older revisions that are not hidden yet."""
    digest_since: dt.datetime | None = None
    """When a comment of ours first showed the digest that has been current ever since."""

    @property
    def since(self) -> dt.datetime | None:
        """When the revision was shown whole; None while it is not."""
        return max(part.created_at for part in self.parts) if self.complete else None


@dataclass(frozen=True, slots=True)
class RequestDecision:
    """One request of the pull request: its plan, who has seen it, and how it stands."""

    plan: Plan
    shown: Shown
    standing: RequestStanding
    executing: bool
    """False while only a plan is asked for."""
    state: State


@dataclass(frozen=True, slots=True)
class Answer:
    """What a comment gets back: a reaction, and words unless it was answered too often."""

    comment: Comment
    verdict: Verdict
    reaction: Reaction | None
    reply: bool
    lapsed: bool = False
    """True for the one reply that tells somebody that what was accepted no longer counts."""


class NoteKind(StrEnum):
    """Comments of ours that belong to the pull request and to no command of anybody."""

    INVALID = "invalid"
    SETTINGS = "settings"
    INCOMPLETE = "incomplete"
    WITHDRAWN = "withdrawn"
    PAUSED = "paused"
    TICKED = "ticked"


@dataclass(frozen=True, slots=True)
class Note:
    """A note that should stand on the pull request now."""

    kind: NoteKind
    request: RequestName | None = None
    until: dt.datetime | None = None


@dataclass(frozen=True, slots=True)
class PlanOnly:
    """Nothing is asked to be executed: requests are planned, nothing is confirmed."""

    requests: tuple[RequestName, ...]


@dataclass(frozen=True, slots=True)
class NoRequest:
    """The pull request asks for no backfill."""


@dataclass(frozen=True, slots=True)
class Cleared:
    """Everything that is to be executed has been confirmed; the proof is held, not claimed."""

    clearances: tuple[Clearance, ...]
    valid_until: dt.datetime


Authority: TypeAlias = Cleared | PlanOnly | NoRequest


@dataclass(frozen=True, slots=True)
class Green:
    """The gate may say success, and by what right."""

    authority: Authority


@dataclass(frozen=True, slots=True)
class Waiting:
    """People or files have something to do."""

    requests: tuple[RequestName, ...]
    why: str


@dataclass(frozen=True, slots=True)
class Red:
    """Something is wrong that has to be mended in files or settings."""

    why: str
    annotations: tuple[Annotation, ...] = ()


GateState: TypeAlias = Green | Waiting | Red


@dataclass(frozen=True, slots=True)
class Decision:
    """Everything that follows from one observation."""

    prepared: Prepared
    requests: tuple[RequestDecision, ...]
    judgement: Judgement
    gate: GateState
    state: State
    answers: tuple[Answer, ...]
    notes: tuple[Note, ...]
    orphans: tuple[Comment, ...]
    """Plan comments of ours, not hidden yet, for requests that are planned no longer."""
    incomplete: tuple[Incomplete, ...] = ()
    mistakes: tuple[Mistake, ...] = ()
    paused_until: dt.datetime | None = None
