"""Schedules that would write planned partitions while the backfill runs."""

import datetime as dt
from typing import Any

from bot.domain.dataset import Schedule
from tests.builders import (
    NEW_YORK,
    ORDERS,
    a_calendar,
    a_dataset,
    a_lineage,
    a_plan,
    a_request,
    a_root,
    some_writing,
)

DAILY = Schedule("0 6 * * *", NEW_YORK)


def clashes(cron: Schedule, root: Any = None, as_of: Any = None, **over: Any) -> list[str]:
    lineage = a_lineage(a_dataset(ORDERS, schedule=cron, **over))
    when = {"as_of": as_of} if as_of else {}
    return [each.words for each in a_plan(a_request(root or a_root()), lineage, **when).clashes]


def test_old_partitions_are_written_by_no_coming_run() -> None:
    assert clashes(DAILY) == []


def test_a_range_up_to_yesterday_meets_the_next_run() -> None:
    assert clashes(DAILY, a_root(end="2026-03-31")) == [
        "its run of 06:00 on 2026-04-01 (America/New_York) writes 2026-03-31, as this plan does"
    ]


def test_the_day_asked_about_counts_not_the_day_the_request_was_written() -> None:
    early = dt.datetime(2026, 3, 10, 12, tzinfo=dt.UTC)
    assert clashes(DAILY, as_of=early) == [
        "its run of 06:00 on 2026-03-10 (America/New_York) writes 2026-03-09, as this plan does"
    ]


def test_an_hourly_schedule_of_a_daily_table_writes_the_open_day() -> None:
    assert clashes(
        Schedule("0 * * * *", NEW_YORK), a_root(start="2026-04-02", end="2026-04-02")
    ) == ["its run of 00:00 on 2026-04-02 (America/New_York) writes 2026-04-02, as this plan does"]


def test_a_table_that_is_rebuilt_whole_clashes_with_every_run() -> None:
    said = ["each run of its schedule `0 6 * * *` (America/New_York) rewrites all of it"]
    root = a_root(horizon=dt.date(2026, 4, 9))
    assert clashes(DAILY, root, write=some_writing(boundary="table")) == said
    assert clashes(DAILY, a_root(table=True), partitioning=a_calendar("none")) == said


def test_a_schedule_that_is_none_clashes_with_nothing() -> None:
    assert clashes(Schedule("every day", NEW_YORK), a_root(end="2026-03-31")) == []
