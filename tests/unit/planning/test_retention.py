"""What a source still has on the day of the run, against what rewritten partitions read."""

import datetime as dt
from typing import Any

from bot.domain.dataset import DataRetention, Edge
from bot.domain.plan import RetentionCheck
from bot.partitions import sets
from tests.builders import (
    ORDERS,
    RAW,
    a_calendar,
    a_dataset,
    a_lineage,
    a_plan,
    a_request,
    a_root,
    looking_back,
    reads,
)


def check(
    kept: DataRetention | None,
    edge: Edge | None = None,
    run_by: dt.date | None = dt.date(2026, 4, 10),
    **calendar: Any,
) -> RetentionCheck:
    """Raw orders, kept so long, read by the orders of March."""
    source = a_dataset(RAW, retention=kept, partitioning=a_calendar(**calendar))
    lineage = a_lineage(source, a_dataset(ORDERS, edge or reads(RAW)))
    plan = a_plan(a_request(retention={"run_by": run_by}), lineage)
    return next(each for each in plan.retention if each.source == RAW)


def lost(found: RetentionCheck) -> tuple[str, ...]:
    return sets.runs(found.lost[ORDERS]) if ORDERS in found.lost else ()


def test_what_is_kept_long_enough_is_not_lost() -> None:
    found = check(DataRetention(days=400))
    assert (found.needed_from, found.needed_to) == ("2026-03-01", "2026-03-14")
    assert (found.kept_from, lost(found), found.lost_source) == ("2025-03-06", (), "")


def test_the_oldest_day_is_gone_in_part_and_so_is_lost() -> None:
    at_the_edge = check(DataRetention(days=40))
    assert at_the_edge.kept_from == "2026-03-01"
    assert (lost(at_the_edge), at_the_edge.lost_source) == (("2026-03-01",), "2026-03-01")
    assert at_the_edge.first_recomputable == {ORDERS: "2026-03-02"}
    assert lost(check(DataRetention(days=41))) == ()


def test_a_month_that_is_gone_in_part_is_lost_whole() -> None:
    found = check(DataRetention(days=38), by="month")
    assert (found.lost_source, lost(found)) == ("2026-03", ("2026-03-01..2026-03-14",))
    assert found.first_recomputable == {ORDERS: "2026-04-01"}


def test_a_stated_date_is_there_whole() -> None:
    found = check(DataRetention(since=dt.date(2026, 3, 3)))
    assert (found.kept_from, lost(found)) == ("2026-03-03", ("2026-03-01..2026-03-02",))


def test_a_lookback_loses_what_reads_the_lost() -> None:
    found = check(DataRetention(days=45), reads(RAW, looking_back(6)))
    assert (found.needed_from, found.lost_source) == ("2026-02-23", "2026-02-23..2026-02-24")
    assert (lost(found), found.first_recomputable) == (
        ("2026-03-01..2026-03-02",),
        {ORDERS: "2026-03-03"},
    )


def test_everything_ever_is_read_from_where_the_source_begins() -> None:
    cumulative = reads(RAW, "cumulative")
    kept = check(DataRetention(since=dt.date(2020, 1, 1)), cumulative, first=None)
    assert (kept.needed_from, lost(kept)) == ("2020-01-01", ())
    known = check(DataRetention(since=dt.date(2023, 1, 1)), cumulative, first=dt.date(2022, 1, 1))
    assert known.lost_source == "2022-01-01..2022-12-31"
    assert known.first_recomputable == {}


def test_what_nobody_has_stated_is_not_known() -> None:
    found = check(None)
    assert (found.kept_from, lost(found)) == (None, ())


def test_without_a_day_of_the_run_the_day_asked_about_is_taken() -> None:
    found = check(DataRetention(days=31), run_by=None)
    assert (found.kept_from, lost(found)) == ("2026-03-01", ("2026-03-01",))


def test_the_neighbours_that_a_rollup_reads_are_sources_too() -> None:
    weekly = a_dataset("w", reads(ORDERS), partitioning=a_calendar("week"))
    lineage = a_lineage(a_dataset(ORDERS, retention=DataRetention(days=46)), weekly)
    plan = a_plan(a_request(a_root()), lineage)
    (found,) = plan.retention
    assert (found.source, found.readers, found.lost_source) == (
        ORDERS,
        ("w",),
        "2026-02-23",
    )
