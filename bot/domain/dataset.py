"""What is known of a dataset: how it is cut, what it reads, how it is written."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias

from bot.domain.facts import UNKNOWN, Fact
from bot.domain.names import DatasetName
from bot.domain.place import Place


class Grain(StrEnum):
    """The unit that a dataset is cut in (`partition.by`)."""

    HOUR = "hour"
    DAY = "day"
    WEEK = "week"
    MONTH = "month"
    QUARTER = "quarter"
    YEAR = "year"
    LIST = "list"
    NONE = "none"


TIME_GRAINS = frozenset(Grain) - {Grain.LIST, Grain.NONE}


@dataclass(frozen=True, slots=True)
class Partitioning:
    """How a dataset is cut into partitions; for `list` its values, for `none` nothing else."""

    by: Grain
    time_zone: str = "UTC"
    """An IANA name that the tz database knows (checked when the file was read)."""
    key: str = ""
    """A strftime format; empty for `list` and `none`. Parsers fill the grain's default in."""
    week_start: int = 0
    """0 = Monday … 6 = Sunday."""
    first: dt.date | None = None
    """Partitions before this date do not exist; None where nobody has said."""
    first_is_claimed: bool = False
    """True where the base knows the dataset, states no `first`, and only the pull request does: it
    ends what has no beginning, and takes nothing away from what begins."""
    column: str | None = None
    values: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Period:
    """An ISO 8601 duration: months and days are calendar steps, seconds are elapsed time."""

    months: int = 0
    days: int = 0
    seconds: int = 0

    def __bool__(self) -> bool:
        return bool(self.months or self.days or self.seconds)


@dataclass(frozen=True, slots=True)
class Window:
    """A partition `[s, e)` reads `[s - lookback, e + lookahead)` of its upstream.

    Calendar steps are taken in the time zone of the dataset that reads.
    """

    lookback: Period = Period()
    lookahead: Period = Period()


@dataclass(frozen=True, slots=True)
class Keys:
    """A list partition reads these keys of its upstream: `((downstream key, upstream keys), …)`."""

    mapping: tuple[tuple[str, tuple[str, ...]], ...]


class Reads(StrEnum):
    """The ways to read an upstream that carry no parameter."""

    CUMULATIVE = "cumulative"
    """Everything of the upstream up to the reading partition's own end."""
    ALL = "all"
    """All of the upstream, whatever the partition."""
    PREVIOUS = "previous"
    """The partition before, of the dataset itself; only under `self`."""
    REFERENCE = "reference"
    """Looked up as of the run; spreads no staleness, and is listed as an assumption."""
    UNKNOWN = "unknown"


Reading: TypeAlias = Window | Keys | Reads


@dataclass(frozen=True, slots=True)
class Edge:
    """One dataset reads another (or itself, where `upstream` is the reader's own name)."""

    upstream: DatasetName
    reads: Reading
    origin: str = ""


class Kind(StrEnum):
    """What a node of the lineage is."""

    TABLE = "table"
    VIEW = "view"
    """Never written; passes stale instants on through its own reads."""
    CONSUMER = "consumer"
    """A dashboard, export or model: told, never written."""


class Semantics(StrEnum):
    """How a run writes."""

    OVERWRITE = "overwrite"
    APPEND = "append"
    MERGE = "merge"


class Writers(StrEnum):
    """What keeps other writers off the same partitions."""

    EXCLUDED = "excluded"
    COORDINATED = "coordinated"
    PAUSED = "paused"
    UNCONTROLLED = "uncontrolled"


@dataclass(frozen=True, slots=True)
class Deduplication:
    """How an append avoids writing a row twice: columns of an anti-join, or of a unique key."""

    by: str
    """`anti_join` or `key`."""
    columns: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class WriteFacts:
    """What a request, a catalog or a lineage source says of writing one dataset."""

    semantics: Fact[Semantics] = UNKNOWN
    boundary: Fact[str] = UNKNOWN
    """`partition`, `table` (cannot be rebuilt in part), or a stated predicate."""
    reversible: Fact[bool] = UNKNOWN
    concurrent_writers: Fact[Writers] = UNKNOWN
    match_keys: Fact[tuple[str, ...]] = UNKNOWN
    duplicate_sources: Fact[str] = UNKNOWN
    deduplicate: Fact[Deduplication] = UNKNOWN
    commit: Fact[str] = UNKNOWN


@dataclass(frozen=True, slots=True)
class Idempotency:
    """What happens when a step runs twice or stops half way."""

    repeatable: Fact[bool] = UNKNOWN
    retries: Fact[str] = UNKNOWN
    partial_completion: Fact[str] = UNKNOWN


@dataclass(frozen=True, slots=True)
class Validation:
    """How somebody will know that the result is right."""

    control_partitions: Fact[tuple[str, ...]] = UNKNOWN
    checks: Fact[tuple[str, ...]] = UNKNOWN
    tolerance: Fact[str] = UNKNOWN
    decided_by: Fact[str] = UNKNOWN
    acceptance: Fact[str] = UNKNOWN


@dataclass(frozen=True, slots=True)
class Rollback:
    """How the result is undone."""

    artifact: Fact[str] = UNKNOWN
    owner: Fact[str] = UNKNOWN
    trigger: Fact[str] = UNKNOWN
    sequence: Fact[str] = UNKNOWN
    check: Fact[str] = UNKNOWN
    time_limit: Fact[str] = UNKNOWN
    irreversible: Fact[str] = UNKNOWN
    """Set where somebody has said that it cannot be undone, and what."""


@dataclass(frozen=True, slots=True)
class DataRetention:
    """How far back a dataset still has data: so many days before the day asked, or from a date."""

    days: int | None = None
    since: dt.date | None = None


@dataclass(frozen=True, slots=True)
class Estimate:
    """Stated figures of one partition."""

    rows: int | None = None
    bytes: int | None = None
    minutes: float | None = None


@dataclass(frozen=True, slots=True)
class Schedule:
    """When the dataset's own runs start."""

    cron: str
    time_zone: str = "UTC"


@dataclass(frozen=True, slots=True)
class Dataset:
    """Everything one source, or the join of several, says of one dataset."""

    name: DatasetName
    kind: Kind = Kind.TABLE
    grain: Fact[str] = UNKNOWN
    key: Fact[tuple[str, ...]] = UNKNOWN
    owner: Fact[str] = UNKNOWN
    partitioning: Fact[Partitioning] = UNKNOWN
    write: WriteFacts = field(default_factory=WriteFacts)
    upstream: tuple[Edge, ...] = ()
    upstream_stated: bool = True
    """False where no source says what this dataset reads: an absent edge is then no evidence."""
    retention: Fact[DataRetention] = UNKNOWN
    estimate: Fact[Estimate] = UNKNOWN
    schedule: Fact[Schedule] = UNKNOWN
    idempotency: Idempotency = field(default_factory=Idempotency)
    validation: Validation = field(default_factory=Validation)
    rollback: Rollback = field(default_factory=Rollback)
    place: Place | None = None


Datasets: TypeAlias = Mapping[DatasetName, Dataset]
