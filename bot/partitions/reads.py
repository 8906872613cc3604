"""What one partition reads of an upstream, in both directions.

A partition `[s, e)` of the reader reads `[s - lookback, e + lookahead)` of the upstream. *Stale by*
goes down: the partitions whose window meets a stale instant. *Window read* goes up: the instants in
the windows of some partitions. The two agree: a partition is stale exactly when the window that it
reads meets a stale instant.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from bot.domain.dataset import Grain, Keys, Partitioning, Reading, Reads, Window
from bot.domain.partition_set import ListPartitions, PartitionSet, TimePartitions, WholeTable
from bot.domain.phrase import Phrase
from bot.domain.spans import BEGINNING, FOREVER, Spans
from bot.partitions.calendar import calendar_of, is_time
from bot.partitions.cuts import Cuts
from bot.partitions.windows import read_by, reading

ALWAYS: Final = Spans(((BEGINNING, FOREVER),))
_PLAIN: Final = Window()


@dataclass(frozen=True, slots=True)
class Stain:
    """What of a dataset is stale, whatever its calendar; several kinds at once for some views."""

    spans: Spans = Spans()  # noqa: RUF009  (frozen)
    """Instants."""
    keys: frozenset[str] = frozenset()
    """Keys of a list."""
    whole: bool = False
    """All of a dataset that has no partitions."""

    def __bool__(self) -> bool:
        return bool(self.spans.runs or self.keys or self.whole)

    def __or__(self, other: "Stain") -> "Stain":
        if other.keys <= self.keys and other.whole <= self.whole and other.spans.within(self.spans):
            return self
        if self is CLEAN:
            return other
        return Stain(self.spans | other.spans, self.keys | other.keys, self.whole or other.whole)

    @staticmethod
    def of(partitions: PartitionSet) -> "Stain":
        """The stain of a set of partitions."""
        match partitions:
            case TimePartitions(spans=spans):
                return Stain(spans)
            case ListPartitions(keys=keys):
                return Stain(keys=frozenset(keys))
            case WholeTable():
                return Stain(whole=True)


CLEAN: Final = Stain()
"""Nothing is stale."""


@dataclass(frozen=True, slots=True)
class Untold:
    """Which partitions go stale cannot be told."""

    because: str
    """What is amiss with the reading: completes `reads marts.x …`."""


NOBODY: Final = Untold(Phrase("in a window nobody has stated"))
_WHOLE: Final = Untold(Phrase("which is unpartitioned, by something else than all or reference"))
_LIST: Final = Untold(Phrase("which is cut by a list, in a window of time"))
_KEYS: Final = Untold(Phrase("by keys that do not fit how the two are cut"))


def stale_by(reads: Reading, upstream: PartitionSet, reader: Partitioning) -> PartitionSet | None:
    """The reader's partitions that a stale upstream makes stale; None where that cannot be told.

    Partitions before the reader's first one do not exist. Readings that run forward (`all`,
    `cumulative`, `previous`) end at `FOREVER`: a horizon is the caller's to apply.
    """
    found = spread(reads, Stain.of(upstream), reader)
    if isinstance(found, Untold):
        return None
    if is_time(reader):
        return TimePartitions(reader, calendar_of(reader).existing(found.spans))
    if reader.by is Grain.LIST:
        return ListPartitions(reader, tuple(k for k in reader.values if k in found.keys))
    return WholeTable() if found.whole else None


def spread(  # noqa: PLR0911  (one for each kind of reading)
    reads: Reading, stain: Stain, reader: Partitioning | Cuts
) -> Stain | Untold:
    """What a stain of an upstream makes stale of a reader, before its first partition is minded.

    A view that nobody has cut is given as the cuts that its instants are taken from.
    """
    if not stain or reads is Reads.REFERENCE:
        return CLEAN
    if reads is Reads.UNKNOWN:
        return NOBODY
    if reads is Reads.ALL:
        return _everything(stain, reader)
    if stain.whole:
        return _WHOLE
    if isinstance(reads, Keys):
        return _by_keys(reads, stain, reader)
    if not isinstance(reader, Partitioning):
        return _of_loose(reads, stain, reader)
    if reader.by is Grain.NONE:
        return Stain(whole=True)
    if stain.keys or reader.by is Grain.LIST:
        return _LIST
    return Stain(_along_time(reads, stain.spans, calendar_of(reader).cuts))


def _everything(stain: Stain, reader: Partitioning | Cuts) -> Stain:
    if not isinstance(reader, Partitioning):
        return Stain(ALWAYS) if stain.spans else Stain(whole=True)
    if is_time(reader):
        return Stain(ALWAYS)
    if reader.by is Grain.LIST:
        return Stain(keys=frozenset(reader.values))
    return Stain(whole=True)


def _by_keys(reads: Keys, stain: Stain, reader: Partitioning | Cuts) -> Stain | Untold:
    is_list = isinstance(reader, Partitioning) and reader.by is Grain.LIST
    if stain.spans or (isinstance(reader, Partitioning) and not is_list):
        return _KEYS
    keys = frozenset(key for key, read in reads.mapping if not stain.keys.isdisjoint(read))
    return Stain(keys=keys & set(reader.values) if isinstance(reader, Partitioning) else keys)


def _of_loose(reads: Reading, stain: Stain, cuts: Cuts) -> Stain | Untold:
    """An uncut view: instants pass through its window, keys only where the window is plain."""
    if stain.keys and reads != _PLAIN:
        return _LIST
    return Stain(_along_time(reads, stain.spans, cuts), stain.keys)


def _along_time(reads: Reading, spans: Spans, cuts: Cuts) -> Spans:
    match reads:
        case Window():
            return reading(reads, spans, cuts)
        case Reads.CUMULATIVE | Reads.PREVIOUS:
            start = spans.first if spans else FOREVER
            first = start if start <= BEGINNING else cuts.start_of(start)
            return Spans(((first, FOREVER),)) if spans else spans
        case _:
            return ALWAYS


def window_read(reads: Reading, partitions: PartitionSet) -> Spans:
    """The instants of an upstream that these partitions read.

    Everything for `all` and for an unpartitioned reader; nothing for `reference` and for readings
    that are not of instants (keys, unknown). Of `previous` the partitions before, the set's own
    included.
    """
    if reads in (Reads.REFERENCE, Reads.UNKNOWN) or isinstance(reads, Keys):
        return Spans()
    if reads is Reads.ALL or isinstance(partitions, WholeTable):
        return ALWAYS
    if isinstance(partitions, ListPartitions):
        return Spans()
    return spans_read(reads, partitions.spans, calendar_of(partitions.calendar).cuts)


@lru_cache(maxsize=1 << 14)
def spans_read(reads: Reading, spans: Spans, cuts: Cuts) -> Spans:
    """The same for a window, `cumulative`, `previous` or `all`, over spans of whole partitions."""
    if not spans:
        return spans
    match reads:
        case Window():
            return read_by(reads, spans, cuts)
        case Reads.CUMULATIVE:
            return Spans(((BEGINNING, spans.end),))
        case Reads.PREVIOUS:
            return Spans.of(
                (start if start <= BEGINNING else cuts.start_of(start - 1), end)
                for start, end in spans.runs
            )
        case _:
            return ALWAYS
