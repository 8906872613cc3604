"""Whether the sources still have, on the day of the run, what rewritten partitions read.

The rule is strict at the edge: a source that keeps so many days has, by the end of the day of the
run, lost part of the oldest of them, so that this day counts as lost, and with it the whole
partition of the source that it lies in. (bigquery-etl, pull requests 3367, 7917 and 8173: entries
that started at the very edge of the window overwrote good history with empty partitions.)
"""

import datetime as dt
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from bot.domain.cascade import Cascade, SourceWindow
from bot.domain.dataset import TIME_GRAINS, DataRetention, Dataset, Grain, Kind, Partitioning
from bot.domain.facts import Known, known
from bot.domain.lineage import Lineage
from bot.domain.names import DatasetName
from bot.domain.partition_set import PartitionSet, TimePartitions
from bot.domain.plan import RetentionCheck
from bot.domain.spans import BEGINNING, FOREVER, Spans
from bot.partitions import sets
from bot.partitions.calendar import calendar_of
from bot.partitions.reads import stale_by
from bot.planning.days import OPEN, date_text, earlier, start_of_date

DAILY = Partitioning(Grain.DAY, "UTC", "%Y-%m-%d")


def retention_checks(
    cascade: Cascade, lineage: Lineage, run_by: dt.date | None
) -> tuple[RetentionCheck, ...]:
    """One check for every dataset that the plan reads and does not rewrite there, by name.

    Without `run_by`, only a source that keeps its data from a stated date on can be checked; of
    the others `kept_from` is None. Views keep nothing themselves and are not checked.
    """
    windows: dict[DatasetName, list[SourceWindow]] = defaultdict(list)
    for window in cascade.sources:
        dataset = lineage.datasets.get(window.source)
        if dataset is None or dataset.kind is Kind.TABLE:
            windows[window.source].append(window)
    return tuple(
        _check(_Source.of(name, lineage, run_by), windows[name], cascade)
        for name in sorted(windows)
    )


@dataclass(frozen=True, slots=True)
class _Source:
    name: DatasetName
    calendar: Partitioning
    kept: Known[DataRetention] | None
    kept_date: dt.date | None
    """The first date of which it has anything on the day of the run."""
    whole: int | None
    """The instant from which on it is complete; None where unknown, or where it keeps all."""

    @staticmethod
    def of(name: DatasetName, lineage: Lineage, run_by: dt.date | None) -> "_Source":
        dataset = lineage.datasets.get(name, Dataset(name))
        calendar = known(dataset.partitioning) or DAILY
        if calendar.by not in TIME_GRAINS:
            calendar = DAILY
        kept = dataset.retention if isinstance(dataset.retention, Known) else None
        date, first_whole = _edge(kept.value if kept else DataRetention(), run_by)
        whole = None
        if first_whole is not None:
            start = start_of_date(first_whole, calendar.time_zone)
            starts = calendar_of(calendar).start_of(start)
            whole = start if starts == start else calendar_of(calendar).end_of(start)
        return _Source(name, calendar, kept, date, whole)

    def read(self, window: SourceWindow) -> Spans:
        """The instants read, as far as there can ever have been any.

        Nothing lies before the source's first partition. Where that is unknown, and the source has
        everything from a stated date on, nothing is known to have been there before that date.
        """
        first = self.calendar.first
        if first is None and self.kept is not None and self.kept.value.days is None:
            first = self.kept.value.since
        read = window.window or Spans()
        if first is None or not read or read.first > BEGINNING:
            return read
        start = calendar_of(self.calendar).start_of(start_of_date(first, self.calendar.time_zone))
        return read & Spans.of([(start, FOREVER)])


def _edge(kept: DataRetention, run_by: dt.date | None) -> tuple[dt.date | None, dt.date | None]:
    """The first date that is still there at least in part, and the first that is there whole."""
    dates: list[tuple[dt.date, dt.date]] = []
    if kept.since is not None:
        dates.append((kept.since, kept.since))
    if kept.days is not None and run_by is not None:
        oldest = earlier(run_by, kept.days)
        dates.append((oldest, oldest + dt.timedelta(days=1)))
    return max(dates, default=(None, None), key=lambda pair: pair[1])


def _check(source: _Source, windows: Sequence[SourceWindow], cascade: Cascade) -> RetentionCheck:
    read = Spans.of(run for window in windows for run in source.read(window).runs)
    readers = tuple(sorted({window.reader for window in windows}))
    gone = read & Spans.of([(BEGINNING, source.whole)]) if source.whole is not None else Spans()
    lost = dict(_lost(source, windows, cascade))
    zone = source.calendar.time_zone
    return RetentionCheck(
        source=source.name,
        readers=readers,
        needed_from=date_text(read.first, zone) if read else OPEN,
        needed_to=date_text(read.end - 1, zone) if read else OPEN,
        kept_from=source.kept_date.isoformat() if source.kept_date else None,
        lost=lost,
        lost_source=_keys(source, gone),
        first_recomputable=dict(_recomputable(source, windows, lost, cascade)),
    )


def _keys(source: _Source, gone: Spans) -> str:
    if not gone:
        return ""
    covered = calendar_of(source.calendar).cover(gone)
    return ", ".join(sets.runs(TimePartitions(source.calendar, covered)))


def _lost(
    source: _Source, windows: Sequence[SourceWindow], cascade: Cascade
) -> Iterator[tuple[DatasetName, PartitionSet]]:
    """The readers' planned partitions that read an instant which is gone."""
    if source.whole is None:
        return
    lost: dict[DatasetName, PartitionSet] = {}
    for window in windows:
        gone = source.read(window) & Spans.of([(BEGINNING, source.whole)])
        stale = cascade.stale.get(window.reader)
        if not gone or stale is None:
            continue
        here = _reading(window, source, gone, stale.partitions)
        before = lost.get(window.reader)
        lost[window.reader] = here if before is None else sets.union(before, here)
    yield from sorted(lost.items())


def _reading(
    window: SourceWindow, source: _Source, gone: Spans, planned: PartitionSet
) -> PartitionSet:
    """Of the planned partitions those that read any of `gone`."""
    if not isinstance(planned, TimePartitions):
        return planned
    reading = stale_by(window.reads, TimePartitions(source.calendar, gone), planned.calendar)
    return planned if reading is None else sets.intersection(planned, reading)


def _recomputable(
    source: _Source,
    windows: Sequence[SourceWindow],
    lost: Mapping[DatasetName, PartitionSet],
    cascade: Cascade,
) -> Iterator[tuple[DatasetName, str]]:
    """Each losing reader's first partition that reads nothing which is gone, planned or not."""
    for reader in sorted(lost):
        stale = cascade.stale[reader].partitions
        if not isinstance(stale, TimePartitions) or source.whole is None:
            continue
        edge = TimePartitions(source.calendar, Spans.of([(source.whole - 1, source.whole)]))
        ends = [_end(window, edge, stale.calendar) for window in windows if window.reader == reader]
        if ends and all(end is not None for end in ends):
            last = max(end for end in ends if end is not None)
            yield reader, calendar_of(stale.calendar).key_at(last)


def _end(window: SourceWindow, edge: TimePartitions, calendar: Partitioning) -> int | None:
    """Where the partitions end that read the last lost instant; None: they never do."""
    reading = stale_by(window.reads, edge, calendar)
    if not isinstance(reading, TimePartitions) or not reading.spans:
        return None
    return reading.spans.end if reading.spans.end < FOREVER else None
