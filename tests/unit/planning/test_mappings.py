"""Where calendars differ, the plan says in words and keys how partitions become others."""

from typing import Any

import pytest

from bot.domain.dataset import Edge, Keys, Period, Window
from bot.domain.names import DatasetName
from tests.builders import (
    ORDERS,
    a_calendar,
    a_dataset,
    a_lineage,
    a_plan,
    a_request,
    a_root,
    looking_back,
    reads,
)


def words(edge: Edge, root: Any = None, **calendar: Any) -> str | None:
    """How orders map to a reader with this edge and calendar; None where nothing is to be said."""
    reader = a_dataset("r", edge, partitioning=a_calendar(**calendar))
    plan = a_plan(a_request(root or a_root()), a_lineage(a_dataset(ORDERS), reader))
    return next((each.words for each in plan.mappings if each.reader == "r"), None)


def test_the_same_day_needs_no_words() -> None:
    assert words(reads(ORDERS)) is None


def test_a_week_that_the_range_cuts_is_rewritten_whole_and_says_what_it_reads() -> None:
    assert words(reads(ORDERS), by="week") == (
        "each week of `r` reads every day of `warehouse.orders_daily` that it meets: "
        "2026-03-01..2026-03-14 → 2026-02-23..2026-03-09; "
        "the week 2026-02-23 is rewritten whole; it reads 2026-02-23..2026-02-28, outside the "
        "range; the week 2026-03-09 is rewritten whole; it reads 2026-03-15, outside the range"
    )


def test_weeks_that_fit_have_nothing_outside() -> None:
    assert words(reads(ORDERS), by="week", week_start=6) == (
        "each week of `r` reads every day of `warehouse.orders_daily` that it meets: "
        "2026-03-01..2026-03-14 → 2026-03-01..2026-03-08"
    )


def test_another_zone_has_other_days() -> None:
    assert words(reads(ORDERS), zone="UTC") == (
        "each day of `r` reads every day of `warehouse.orders_daily` that it meets: "
        "2026-03-01..2026-03-14 → 2026-03-01..2026-03-15; "
        "the day 2026-03-01 is rewritten whole; it reads 2026-02-28, outside the range; "
        "the day 2026-03-15 is rewritten whole; it reads 2026-03-15, outside the range"
    )


@pytest.mark.parametrize(
    ("window", "said"),
    [
        (looking_back(6), "from 6 days before it to its own end: "),
        (Window(lookahead=Period(days=1)), "from its own start to 1 day after it: "),
        (
            Window(Period(seconds=1800), Period(months=14, seconds=3661)),
            "from 30 minutes before it to 1 year, 2 months, 1 hour, 1 minute, 1 second after it: ",
        ),
    ],
)
def test_windows_are_said_in_words(window: Window, said: str) -> None:
    assert said in (words(reads(ORDERS, window)) or "")


def test_many_partitions_at_the_edge_are_counted() -> None:
    assert (words(reads(ORDERS, looking_back(6))) or "").endswith(
        "; 12 of them read 2026-02-23..2026-02-28, 2026-03-15..2026-03-20 as well, outside the "
        "range"
    )


def test_an_unpartitioned_reader_is_all_of_it() -> None:
    assert words(reads(ORDERS, "all"), by="none") == (
        "`r` is unpartitioned and reads `warehouse.orders_daily`: "
        "2026-03-01..2026-03-14 → all of it"
    )


def test_lists_map_by_stated_keys() -> None:
    keys = Keys((("continental", ("EU",)), ("islands", ("UK",))))
    regions = a_dataset(ORDERS, partitioning=a_calendar("list", values=("EU", "UK")))
    reader = a_dataset(
        "r",
        Edge(DatasetName(ORDERS), keys),
        partitioning=a_calendar("list", values=("continental", "islands")),
    )
    request = a_request(a_root(values=("UK",)), validation={"control_partitions": ("EU",)})
    plan = a_plan(request, a_lineage(regions, reader))
    assert [each.words for each in plan.mappings] == [
        "each value of `r` reads the values of `warehouse.orders_daily` stated for it: UK → islands"
    ]
