"""An execution-ready plan: everything that a person needs, and nothing that nobody said."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.domain.cascade import Cascade
from bot.domain.dataset import Dataset, Period, Semantics
from bot.domain.gate import Gate
from bot.domain.lineage import Lineage
from bot.domain.names import CommitSha, DatasetName, RequestName, ScopeDigest
from bot.domain.partition_set import PartitionSet
from bot.domain.request import Request
from bot.domain.scope import Command, Scope, ScopeLine


@dataclass(frozen=True, slots=True)
class PlannedDataset:
    """One dataset that the plan rewrites, with the facts that hold for it."""

    facts: Dataset
    """Lineage joined with the request's own `write`, `idempotency`, `validation`, `rollback`;
    the stricter fact where they differ."""
    partitions: PartitionSet
    count: int | None
    """None where the first partition is unknown."""
    wave: int
    semantics: Semantics | None
    reversible: bool
    """True only if stated and trusted; unknown and impossible are False."""
    irreversible_because: str = ""
    self_dependent: bool = False
    is_root: bool = False
    is_new: bool = False
    """True where the base does not know the dataset: rolling back removes what was written."""

    @property
    def name(self) -> DatasetName:
        """The dataset's name."""
        return self.facts.name

    @property
    def command(self) -> Command:
        """Who has to speak for it: `approve` where it can be undone, else `confirm`."""
        return Command.APPROVE if self.reversible else Command.CONFIRM


@dataclass(frozen=True, slots=True)
class PartitionMapping:
    """How partitions of an upstream map to those of a reader that is cut differently."""

    upstream: DatasetName
    reader: DatasetName
    words: str
    """`the week 2026-03-09 is rewritten whole; it reads 2026-03-15, outside the range`."""


@dataclass(frozen=True, slots=True)
class Batch:
    """Partitions that are written together; the next one starts after its validation."""

    number: int
    kind: str
    """`canary`, `batch`; the control is read, not written: see `Control`."""
    dataset: DatasetName
    wave: int
    partitions: PartitionSet
    count: int
    serial: bool
    """True for self-dependent datasets: oldest first, one partition at a time."""
    because: str = ""
    """Why this one is the canary."""


@dataclass(frozen=True, slots=True)
class Control:
    """A known-good partition that must not change."""

    dataset: DatasetName
    key: str
    outside: bool
    """False where it lies in the stale set, and so controls nothing."""
    readable: bool = True
    """False where the key is none of the dataset's calendar."""


@dataclass(frozen=True, slots=True)
class RetentionCheck:
    """Whether a source still has, on the day of the run, what the plan reads of it."""

    source: DatasetName
    readers: tuple[DatasetName, ...]
    needed_from: str
    """The first instant read, as a date of the source's calendar; `?` where open."""
    needed_to: str
    kept_from: str | None
    """The first date the source still has on `run_by`; None where unknown."""
    lost: Mapping[DatasetName, PartitionSet] = field(default_factory=dict)
    """Partitions of the readers that cannot be recomputed from complete data."""
    lost_source: str = ""
    """The source's own keys that are gone, as runs."""
    first_recomputable: Mapping[DatasetName, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Estimates:
    """Sums over the stated per-partition figures, and how much they do not cover."""

    rows: int | None
    bytes: int | None
    minutes: float | None
    """Machine minutes, in sequence."""
    wall_minutes: float | None
    """Elapsed minutes with the stated parallelism, waves in sequence, serial datasets serial."""
    missing: tuple[DatasetName, ...]
    """Datasets of which no figure at all is stated."""
    datasets: int
    without_minutes: tuple[DatasetName, ...] = ()
    """Datasets that the two durations leave out, for want of stated minutes."""


@dataclass(frozen=True, slots=True)
class ScheduleClash:
    """A dataset's own schedule that would write planned partitions while the backfill runs."""

    dataset: DatasetName
    words: str
    """`its 06:00 run (America/New_York) on 2026-04-10 writes 2026-04-09` …"""


@dataclass(frozen=True, slots=True)
class OpenRequest:
    """Another backfill that is open: in this pull request, another one, or on the base."""

    name: str
    where: str
    """`this pull request`, `#41`, `main`."""
    pull: int | None
    status: str
    draft: bool
    author_may_write: bool
    confirmed: bool
    """True where that pull request's request has a valid confirmation."""
    writes: Mapping[DatasetName, PartitionSet]
    place: str
    order: int
    """Documents of one pull request in file order; for others the pull request's number."""
    leaves_stale: frozenset[DatasetName] = frozenset()
    """What its own cascade reaches without rewriting it: unresolved, excluded, or below those."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What one request amounts to, at one commit, over one lineage."""

    request: Request
    commit: CommitSha
    lineage: Lineage
    cascade: Cascade
    datasets: tuple[PlannedDataset, ...]
    """In order of wave, then name."""
    waves: tuple[tuple[DatasetName, ...], ...]
    mappings: tuple[PartitionMapping, ...]
    batches: tuple[Batch, ...]
    controls: tuple[Control, ...]
    retention: tuple[RetentionCheck, ...]
    estimates: Estimates
    clashes: tuple[ScheduleClash, ...]
    scope: Scope
    digest: ScopeDigest
    assumptions: tuple[str, ...]
    redactions: tuple[str, ...] = ()
    """Where credential-like strings stood; the strings themselves are gone."""
    as_of: dt.datetime | None = None
    late_arrival: Period | None = None
    gates: tuple[Gate, ...] = ()
    """Asked last, over the rest: blocking first, then waivable, then attest; by id within."""

    @property
    def name(self) -> RequestName:
        """The request's name."""
        return self.request.name

    @property
    def open_gates(self) -> tuple[Gate, ...]:
        """Gates that the files leave open; what people have cleared is not subtracted here."""
        return tuple(gate for gate in self.gates if gate.open)

    def lines_for(self, command: Command) -> tuple[ScopeLine, ...]:
        """The scope lines that this command has to name, in plan order; empty: not needed."""
        return self.scope.lines_for(command)
