"""Which partitions go stale, in what order, and what could not be told."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.domain.dataset import Reading
from bot.domain.names import DatasetName
from bot.domain.partition_set import PartitionSet
from bot.domain.place import Mistake
from bot.domain.spans import Spans


@dataclass(frozen=True, slots=True)
class Flow:
    """Staleness that came along one edge: what of the upstream made what of the reader stale."""

    upstream: DatasetName
    reads: Reading
    partitions: PartitionSet
    """The reader's partitions that this edge alone makes stale."""


@dataclass(frozen=True, slots=True)
class Stale:
    """One written dataset of the cascade and its stale partitions (the union over all paths)."""

    dataset: DatasetName
    partitions: PartitionSet
    wave: int
    """0 for roots; else one more than the highest wave among written datasets above it,
    counted through views."""
    because: tuple[Flow, ...]
    """Empty for a root that nothing above it makes stale; sorted by upstream."""
    is_root: bool
    self_dependent: bool
    may_be_more: bool
    """True where an unresolved path leads here as well."""
    unbounded: bool
    """True where the staleness runs forward and no horizon ends it (`all`, `cumulative`,
    `previous`, boundary `table`)."""
    open_beginning: bool
    """True where it reaches back to a first partition that nobody has stated."""


@dataclass(frozen=True, slots=True)
class Unresolved:
    """An entry point into the part of the lineage whose stale partitions cannot be told."""

    dataset: DatasetName
    via: tuple[DatasetName, ...]
    """The shortest path from a root to the dataset, both included."""
    because: str
    """Short English: `reads marts.x in a window nobody has stated`."""
    below: tuple[DatasetName, ...]
    """What lies only below this entry point, sorted; not in the scope."""


@dataclass(frozen=True, slots=True)
class LeftStale:
    """An exclusion that cuts the cascade, and what stays stale for it."""

    dataset: DatasetName
    reason: str | None
    partitions: PartitionSet | None
    """What of the excluded dataset itself stays stale; None where it cannot be told."""
    below: tuple[DatasetName, ...]


@dataclass(frozen=True, slots=True)
class SourceWindow:
    """What rewritten partitions read of a dataset that the plan does not rewrite, or not there."""

    source: DatasetName
    reader: DatasetName
    reads: Reading
    window: Spans | None
    """Instants read; None where the reading is not one of instants (keys, all, unknown)."""


@dataclass(frozen=True, slots=True)
class CutRoot:
    """A root partition that the range covers only in part."""

    dataset: DatasetName
    keys: tuple[str, ...]
    allowed: bool
    """True where the request says `cut: whole`."""


@dataclass(frozen=True, slots=True)
class Cascade:
    """The stale partitions of every written dataset, exactly, and everything left open."""

    stale: Mapping[DatasetName, Stale] = field(default_factory=dict)
    """In wave order, then by name."""
    waves: tuple[tuple[DatasetName, ...], ...] = ()
    views: tuple[DatasetName, ...] = ()
    """Views that pass staleness on; never written."""
    consumers: tuple[DatasetName, ...] = ()
    """Consumers to be told."""
    unresolved: tuple[Unresolved, ...] = ()
    left_stale: tuple[LeftStale, ...] = ()
    cycles: tuple[tuple[DatasetName, ...], ...] = ()
    """Cycles that the cascade reaches, each rotated to begin at its smallest name."""
    references: tuple[tuple[DatasetName, DatasetName], ...] = ()
    """`(reader, upstream)` pairs looked up as of the run: assumptions."""
    sources: tuple[SourceWindow, ...] = ()
    cut: tuple[CutRoot, ...] = ()
    ambiguous_keys: Mapping[DatasetName, tuple[str, ...]] = field(default_factory=dict)
    """Keys that more than one partition of the stale set prints as."""
    unknown_roots: tuple[DatasetName, ...] = ()
    """Roots that no lineage describes: `unknown-cascade`."""
    uncalendared_roots: tuple[DatasetName, ...] = ()
    """Roots whose calendar is unknown; they have no partitions in `stale`."""
    not_yet: Mapping[DatasetName, PartitionSet] = field(default_factory=dict)
    """Stale partitions that are not closed on the day asked (named, not planned), if any."""
    mistakes: tuple[Mistake, ...] = ()
    """Ranges that do not fit their root's calendar: located mistakes of the request."""
