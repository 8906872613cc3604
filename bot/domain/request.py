"""A backfill request: what one document of a request file asks for."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias

from bot.domain.dataset import Dataset, Idempotency, Rollback, Validation, WriteFacts
from bot.domain.facts import UNKNOWN, Fact
from bot.domain.names import DatasetName, RequestName
from bot.domain.place import Place


class Intent(StrEnum):
    """What is asked for; the bot starts nothing in either case."""

    PLAN = "plan"
    EXECUTE = "execute"


class Status(StrEnum):
    """Where the backfill stands, as its author says."""

    REQUESTED = "requested"
    RUNNING = "running"
    COMPLETE = "complete"
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True)
class TimeRange:
    """From `start` to `end`, both inclusive, as typed: dates, or keys of the root's calendar."""

    start: str
    """Empty where nobody has said (`unknown`, or left out): a blocking gate, never a guess."""
    end: str
    """Empty where nobody has said."""
    place: Place
    start_place: Place
    end_place: Place
    time_zone: Fact[str] = UNKNOWN
    excluded: tuple[tuple[str, Place], ...] = ()
    """Keys to leave out (`except`)."""
    horizon: dt.date | None = None
    whole: bool = False
    """`cut: whole`: a partition that the range cuts is rewritten whole, from complete sources."""


@dataclass(frozen=True, slots=True)
class ListRange:
    """Some values of a list-partitioned root."""

    values: tuple[str, ...]
    place: Place


@dataclass(frozen=True, slots=True)
class WholeRange:
    """An unpartitioned root, as a whole."""

    place: Place


Range: TypeAlias = TimeRange | ListRange | WholeRange


@dataclass(frozen=True, slots=True)
class Root:
    """A dataset whose partitions are wrong by themselves, and which of them."""

    dataset: DatasetName
    range: Range
    place: Place


@dataclass(frozen=True, slots=True)
class Code:
    """Versions: the one that did the damage and the one that repairs it."""

    repository: Fact[str] = UNKNOWN
    bad: Fact[str] = UNKNOWN
    fixed: Fact[str] = UNKNOWN
    """`head`, or what the author wrote; whether it is immutable is a gate's question."""
    config: Fact[Mapping[str, str]] = UNKNOWN
    schema: Fact[Mapping[str, str]] = UNKNOWN


@dataclass(frozen=True, slots=True)
class Exclusion:
    """A dataset that the author leaves out of the cascade, and why."""

    dataset: DatasetName
    reason: Fact[str]
    place: Place


@dataclass(frozen=True, slots=True)
class RunRetention:
    """When the backfill runs, and what it needs kept until then."""

    run_by: Fact[dt.date] = UNKNOWN
    latest_safe_completion: Fact[dt.date] = UNKNOWN
    late_arrival: Fact[str] = UNKNOWN
    """An ISO 8601 duration, checked when read."""
    metadata: Fact[str] = UNKNOWN
    logs: Fact[str] = UNKNOWN
    snapshots: Fact[str] = UNKNOWN


@dataclass(frozen=True, slots=True)
class Resources:
    """What the backfill may use."""

    batch_size: Fact[int] = UNKNOWN
    max_parallelism: Fact[int] = UNKNOWN
    rate_limit: Fact[str] = UNKNOWN
    overlapping_work: Fact[str] = UNKNOWN
    cost: Fact[str] = UNKNOWN


@dataclass(frozen=True, slots=True)
class Monitoring:
    """Who watches, how often, and where the evidence goes."""

    owner: Fact[str] = UNKNOWN
    every: Fact[str] = UNKNOWN
    evidence: Fact[str] = UNKNOWN


@dataclass(frozen=True, slots=True)
class DialectFinding:
    """Something that another tool's format would lose in silence; shown as a gate.

    `kind` is the gate's kind (`blocking`, `waivable`, `attest`), `code` becomes its id.
    """

    code: str
    kind: str
    question: str
    remedy: str
    place: Place
    since: dt.date | None = None
    """The first day (UTC) on which it holds; None: from the beginning."""
    before: dt.date | None = None
    """The first day on which it holds no longer; None: never."""

    def holds_on(self, day: dt.date) -> bool:
        """True where the finding is one on the day that is asked about."""
        begun = self.since is None or self.since <= day
        return begun and (self.before is None or day < self.before)


@dataclass(frozen=True, slots=True)
class Request:
    """One request, read and checked as far as its own file allows."""

    name: RequestName
    place: Place
    roots: tuple[Root, ...]
    """Empty only for `root: unknown`; the finding that asks for it is in `findings`."""
    fingerprint: str
    """SHA-256 over the parsed document without its `status`: equal means nothing else changed."""
    intent: Intent = Intent.PLAN
    status: Status = Status.REQUESTED
    reason: Fact[str] = UNKNOWN
    root_cause: Fact[str] = UNKNOWN
    """`known`, or a sentence; the word `unknown` is Unknown."""
    code: Code = field(default_factory=Code)
    write: Mapping[str, WriteFacts] = field(default_factory=dict)
    """By dataset name; `*` fills what the catalog leaves unsaid."""
    datasets: Mapping[DatasetName, Dataset] = field(default_factory=dict)
    exclude: tuple[Exclusion, ...] = ()
    idempotency: Idempotency = field(default_factory=Idempotency)
    idempotency_of: Mapping[str, Idempotency] = field(default_factory=dict)
    retention: RunRetention = field(default_factory=RunRetention)
    resources: Resources = field(default_factory=Resources)
    validation: Validation = field(default_factory=Validation)
    validation_of: Mapping[str, Validation] = field(default_factory=dict)
    monitoring: Monitoring = field(default_factory=Monitoring)
    stop_conditions: Fact[tuple[str, ...]] = UNKNOWN
    rollback: Rollback = field(default_factory=Rollback)
    rollback_of: Mapping[str, Rollback] = field(default_factory=dict)
    staging: Fact[str] = UNKNOWN
    not_applicable: Mapping[str, str] = field(default_factory=dict)
    """Whole inputs declared not applicable: input name (`rollback`) to the stated reason."""
    dialect: str = "backfill/v1"
    assumptions: tuple[str, ...] = ()
    findings: tuple[DialectFinding, ...] = ()

    @property
    def path(self) -> str:
        """The file that holds the request."""
        return self.place.path

    @property
    def wants_plan(self) -> bool:
        """True for the statuses that are planned."""
        return self.status in (Status.REQUESTED, Status.RUNNING)
