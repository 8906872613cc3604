"""What somebody said in a comment, as far as it is a command."""

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from bot.domain.names import CommitSha, GateId, RequestName
from bot.domain.scope import Command


class Verb(StrEnum):
    """Every word that may follow `/backfill`."""

    APPROVE = "approve"
    CONFIRM = "confirm"
    ATTEST = "attest"
    WAIVE = "waive"
    REVOKE = "revoke"
    EXECUTE = "execute"
    PLAN = "plan"
    STATUS = "status"
    HELP = "help"


@dataclass(frozen=True, slots=True)
class SpokenLine:
    """One scope line as typed: `overwrite warehouse.orders_daily 2026-03-01..2026-03-14`."""

    semantics: str
    dataset: str
    partitions: tuple[str, ...]
    """Keys, and runs as `first..last`; or the single item `whole-table`."""
    line: int


@dataclass(frozen=True, slots=True)
class Attesting:
    """`attest <id>…` with an optional note."""

    gates: tuple[GateId, ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Waiving:
    """`waive <id>… because …`."""

    gates: tuple[GateId, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Confirming:
    """`approve` or `confirm` with everything that the block names."""

    command: Command
    request: RequestName
    commit: CommitSha
    code: str | None
    lines: tuple[SpokenLine, ...]
    attests: tuple[Attesting, ...] = ()
    waives: tuple[Waiving, ...] = ()


@dataclass(frozen=True, slots=True)
class Attest:
    """`/backfill attest <request> <gate-id>… [note]`."""

    request: RequestName
    attesting: Attesting


@dataclass(frozen=True, slots=True)
class Waive:
    """`/backfill waive <request> <gate-id>… because <reason>`."""

    request: RequestName
    waiving: Waiving


@dataclass(frozen=True, slots=True)
class Asking:
    """`revoke`, `execute`, `plan`, `status`, `help`; the last three may name no request."""

    verb: Verb
    request: RequestName | None


Said: TypeAlias = Confirming | Attest | Waive | Asking


@dataclass(frozen=True, slots=True)
class Nothing:
    """Ordinary talk: no answer."""


@dataclass(frozen=True, slots=True)
class Fenced:
    """A command that still stands in a code fence, and nothing else said: worth a hint."""


@dataclass(frozen=True, slots=True)
class Misspoken:
    """A line began with `/backfill` and could not be understood; gets help, never a guess."""

    problem: str
    """One sentence: `U+0430 CYRILLIC SMALL LETTER A stands in the dataset's name`."""
    line: int
    column: int
    excerpt: str
    """The source line, for a caret."""
    verb: Verb | None = None
    request: str | None = None
    nearest: str | None = None


@dataclass(frozen=True, slots=True)
class Conflicting:
    """Several different commands in one comment: none of them counts."""

    said: tuple[Said | Misspoken, ...]


Spoken: TypeAlias = Nothing | Fenced | Misspoken | Conflicting | Said
