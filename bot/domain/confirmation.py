"""What a comment is worth: a verdict, with the evidence that it rests on."""

import datetime as dt
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from bot.domain.names import CommitSha, DatasetName, GateId, RequestName, ScopeDigest
from bot.domain.partition_set import PartitionSet
from bot.domain.pull_request import Actor, Comment
from bot.domain.scope import Command
from bot.domain.spoken import Asking, Conflicting, Fenced, Misspoken


class Reason(StrEnum):
    """Why a command was refused; the words are part of the contract."""

    NO_PLAN = "NO_PLAN"
    PLAN_ONLY = "PLAN_ONLY"
    CLOSED = "CLOSED"
    DRAFT = "DRAFT"
    WRONG_BASE = "WRONG_BASE"
    EDITED = "EDITED"
    HIDDEN = "HIDDEN"
    UNVERIFIABLE = "UNVERIFIABLE"
    NOT_ALLOWED = "NOT_ALLOWED"
    SELF = "SELF"
    BOT = "BOT"
    PREDATES_PLAN = "PREDATES_PLAN"
    STALE_COMMIT = "STALE_COMMIT"
    WRONG_CODE = "WRONG_CODE"
    WRONG_SCOPE = "WRONG_SCOPE"
    WRONG_CLASS = "WRONG_CLASS"
    GATES_OPEN = "GATES_OPEN"
    EXPIRED = "EXPIRED"
    REVOKED = "REVOKED"


@dataclass(frozen=True, slots=True)
class DatasetDifference:
    """How one dataset of a comment differs from the plan's."""

    dataset: DatasetName
    missing: PartitionSet | None = None
    """Planned, and not named; None: nothing."""
    extra: PartitionSet | None = None
    """Named, and not planned; None: nothing that can be expressed in the dataset's calendar."""
    unreadable: tuple[str, ...] = ()
    """Keys that are none of the dataset's calendar."""
    semantics: tuple[str, str] | None = None
    """`(planned, named)` where they differ."""


@dataclass(frozen=True, slots=True)
class ScopeDifference:
    """Everything in which a comment's scope is not the planned one; empty: equal."""

    missing: tuple[DatasetName, ...] = ()
    extra: tuple[str, ...] = ()
    other_class: tuple[DatasetName, ...] = ()
    """Named, planned, but of the other command."""
    different: tuple[DatasetDifference, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.missing or self.extra or self.other_class or self.different)


@dataclass(frozen=True, slots=True)
class Refused:
    """The command does not count."""

    comment: Comment
    reason: Reason
    detail: str
    """One sentence in English with the facts: both SHAs, both times, the role that was read."""
    command: Command | None = None
    request: RequestName | None = None
    difference: ScopeDifference | None = None
    gates: tuple[GateId, ...] = ()


@dataclass(frozen=True, slots=True)
class Accepted:
    """A confirmation that is valid at the moment it was judged.

    Only `bot.confirmation` builds it; the check turns green by nothing else.
    """

    comment: Comment
    by: Actor
    command: Command
    request: RequestName
    commit: CommitSha
    code: str
    digest: ScopeDigest
    valid_until: dt.datetime
    body_sha256: str


@dataclass(frozen=True, slots=True)
class ClearedGate:
    """A gate that a person has attested or waived, in a comment that is valid now."""

    gate: GateId
    by: Actor
    comment: Comment
    waived_because: str | None
    """None for an attestation."""
    note: str
    valid_until: dt.datetime


@dataclass(frozen=True, slots=True)
class Noted:
    """An attestation, waiver or revocation that counts (answered as accepted)."""

    comment: Comment
    request: RequestName
    cleared: tuple[ClearedGate, ...] = ()
    revokes: tuple[int, ...] = ()
    """Ids of the comments that a revocation kills."""
    not_cleared: tuple[str, ...] = ()
    """Words of an attestation or waiver that name no gate, or one that they cannot clear."""


@dataclass(frozen=True, slots=True)
class Asked:
    """`plan`, `status`, `help` or `execute`: something to do, nothing to judge."""

    comment: Comment
    asking: Asking


@dataclass(frozen=True, slots=True)
class Helped:
    """The comment was addressed to the bot and could not be understood: `HELP`."""

    comment: Comment
    misspoken: Misspoken | Conflicting | Fenced


@dataclass(frozen=True, slots=True)
class Ignored:
    """Not addressed to the bot: `IGNORED`."""

    comment: Comment


Verdict: TypeAlias = Accepted | Refused | Noted | Asked | Helped | Ignored
