"""Schedules of the planned datasets that would write the same partitions during the backfill."""

import datetime as dt
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from zoneinfo import ZoneInfo

from cronsim import CronSim, CronSimError

from bot.domain.dataset import Schedule
from bot.domain.facts import known
from bot.domain.partition_set import TimePartitions
from bot.domain.phrase import Phrase
from bot.domain.plan import PlannedDataset, ScheduleClash
from bot.domain.request import Request
from bot.partitions.calendar import calendar_of

LOOKED_AT = 2000
"""So many runs of one schedule are looked at; a run a minute for more than a day."""


@dataclass(frozen=True, slots=True)
class RunTime:
    """When the backfill may be running: from the first of these dates to the end of the last."""

    first: dt.date
    last: dt.date


def run_time(request: Request, today: dt.date | None = None) -> RunTime | None:
    """From today, or else `run_by`, to the latest safe completion, or else `run_by`.

    None where neither today nor `run_by` is known.
    """
    run_by = known(request.retention.run_by)
    first = today or run_by
    if first is None:
        return None
    last = known(request.retention.latest_safe_completion) or run_by or first
    return RunTime(first, max(first, last))


def clashes_of(
    datasets: Iterable[PlannedDataset], when: RunTime | None
) -> tuple[ScheduleClash, ...]:
    """For each dataset its first scheduled run that would write a planned partition.

    A scheduled run is taken to write the last partition that has ended when it starts, and the one
    that is still open; a dataset that cannot be rebuilt in part is written whole by every run.
    """
    return tuple(
        ScheduleClash(dataset.name, words)
        for dataset in datasets
        if (schedule := known(dataset.facts.schedule)) is not None
        and (words := _first_clash(dataset, schedule, when)) is not None
    )


def _first_clash(
    dataset: PlannedDataset, schedule: Schedule, when: RunTime | None
) -> Phrase | None:
    if _written_whole(dataset):
        return Phrase(
            "each run of its schedule `{cron}` ({zone}) rewrites all of it",
            cron=schedule.cron,
            zone=schedule.time_zone,
        )
    if when is None or not isinstance(dataset.partitions, TimePartitions):
        return None
    for run in _runs(schedule, when):
        written = _written(run, dataset.partitions)
        if written is not None:
            return Phrase(
                "its run of {time} on {date} ({zone}) writes {key}, as this plan does",
                time=run.strftime("%H:%M"),
                date=run.date().isoformat(),
                zone=schedule.time_zone,
                key=written,
            )
    return None


def _written_whole(dataset: PlannedDataset) -> bool:
    whole = not isinstance(dataset.partitions, TimePartitions)
    return whole or known(dataset.facts.write.boundary) == "table"


def _runs(schedule: Schedule, when: RunTime) -> Iterator[dt.datetime]:
    zone = ZoneInfo(schedule.time_zone)
    start = dt.datetime.combine(when.first, dt.time(), zone) - dt.timedelta(seconds=1)
    end = dt.datetime.combine(when.last, dt.time.max, zone)
    try:
        for run in islice(CronSim(schedule.cron, start), LOOKED_AT):
            if run > end:
                return
            yield run
    except (CronSimError, OverflowError):
        return


def _written(run: dt.datetime, planned: TimePartitions) -> str | None:
    """The key of a planned partition that a run starting then writes."""
    calendar = calendar_of(planned.calendar)
    instant = int(run.timestamp())
    current = calendar.start_of(instant)
    for start in (calendar.start_of(current - 1), current):
        if start in planned.spans:
            return calendar.key_at(start)
    return None
