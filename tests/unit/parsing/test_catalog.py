"""Catalogs: facts about datasets, and what is wrong with them."""
# ruff: noqa: ISC004  the sentences of a case are longer than a line

import datetime as dt
import time
from pathlib import Path

import pytest

from bot.domain.dataset import (
    DataRetention,
    Dataset,
    Deduplication,
    Edge,
    Estimate,
    Grain,
    Keys,
    Kind,
    Partitioning,
    Period,
    Reading,
    Reads,
    Schedule,
    Window,
)
from bot.domain.facts import UNKNOWN, Known, NotApplicable, known
from bot.domain.names import DatasetName
from bot.domain.place import Place
from bot.parsing.catalog import CatalogFile, read_catalog
from tests.unit.parsing.said import said

EXAMPLE = Path(__file__).parents[3] / "examples/orders/.backfill/catalog.yaml"
D = DatasetName("d")
HEAD = "version: backfill-catalog/v1\ndatasets:\n"


def catalog(text: str) -> CatalogFile:
    return read_catalog("c.yaml", (HEAD + text).encode())


def dataset(text: str) -> Dataset:
    """The one dataset, `d`, of these facts."""
    read = catalog(f"  d: {text}\n")
    assert said(read.mistakes) == []
    (found,) = read.datasets.values()
    return found


def mistakes(text: str) -> list[str]:
    return said(catalog(f"  d: {text}\n").mistakes)


def test_a_dataset_of_which_nothing_is_said_is_unknown_throughout() -> None:
    assert dataset("") == Dataset(D, upstream_stated=False, place=Place("c.yaml", 3, 3))
    assert dataset("{}") == dataset("")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("{by: day}", Partitioning(Grain.DAY, key="%Y-%m-%d")),
        ("{by: hour, time_zone: UTC}", Partitioning(Grain.HOUR, key="%Y-%m-%d-%H")),
        ("{by: week, week_start: sunday}", Partitioning(Grain.WEEK, key="%Y-%m-%d", week_start=6)),
        ("{by: month, key: '%Y%m'}", Partitioning(Grain.MONTH, key="%Y%m")),
        ("{by: quarter}", Partitioning(Grain.QUARTER, key="%Y-%m-%d")),
        (
            "{by: year, first: 2019-01-01, column: y}",
            Partitioning(Grain.YEAR, key="%Y", first=dt.date(2019, 1, 1), column="y"),
        ),
        ("{by: list, values: [EU, NO, 1]}", Partitioning(Grain.LIST, values=("EU", "NO", "1"))),
        ("{by: none}", Partitioning(Grain.NONE)),
        (
            "{by: day, first: unknown, time_zone: America/New_York}",
            Partitioning(Grain.DAY, "America/New_York", "%Y-%m-%d"),
        ),
    ],
)
def test_calendars_have_the_defaults_of_their_grain(text: str, expected: Partitioning) -> None:
    assert known(dataset(f"{{partition: {text}}}").partitioning) == expected


@pytest.mark.parametrize("text", ["unknown", "{by: unknown}", "{by: day, time_zone: unknown}", "~"])
def test_a_calendar_of_which_a_part_is_unknown_is_unknown(text: str) -> None:
    assert dataset(f"{{partition: {text}}}").partitioning == UNKNOWN


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", Window()),
        ("{}", Window()),
        ("{reads: window}", Window()),
        ("{reads: {lookback: P6D}}", Window(Period(days=6))),
        (
            "{reads: {lookback: PT36H, lookahead: P1M}}",
            Window(Period(seconds=129_600), Period(months=1)),
        ),
        ("{reads: {keys: {EU: [DE, FR], US: US}}}", Keys((("EU", ("DE", "FR")), ("US", ("US",))))),
        ("{reads: cumulative}", Reads.CUMULATIVE),
        ("{reads: all}", Reads.ALL),
        ("{reads: reference}", Reads.REFERENCE),
        ("{reads: unknown}", Reads.UNKNOWN),
    ],
)
def test_readings(text: str, expected: Reading) -> None:
    (edge,) = dataset(f"{{upstream: {{u: {text}}}}}").upstream
    assert edge == Edge(DatasetName("u"), expected, "c.yaml:3")


def test_self_is_the_dataset_itself() -> None:
    assert dataset("{upstream: {self: {reads: previous}}}").upstream == (
        Edge(D, Reads.PREVIOUS, "c.yaml:3"),
    )


def test_reading_nothing_is_another_thing_than_reading_nobody_knows_what() -> None:
    assert dataset("{upstream: {}}").upstream_stated
    assert not dataset("{upstream: unknown}").upstream_stated
    assert not dataset("{owner: x}").upstream_stated


def test_all_other_facts() -> None:
    found = dataset(
        "{kind: consumer, grain: one row per order, key: [a, b], retention: {from: 2025-01-01}, "
        "estimate: {rows: 1_200_000, minutes: 0.5}, schedule: {cron: '0 6 * * *'}, "
        "write: {deduplicate: {anti_join: [a]}, reversible: false, commit: {not_applicable: x}}}"
    )
    assert found.kind is Kind.CONSUMER
    assert known(found.key) == ("a", "b")
    assert known(found.retention) == DataRetention(since=dt.date(2025, 1, 1))
    assert known(found.estimate) == Estimate(rows=1_200_000, minutes=0.5)
    assert known(found.schedule) == Schedule("0 6 * * *")
    assert known(found.write.deduplicate) == Deduplication("anti_join", ("a",))
    assert isinstance(found.write.reversible, Known)
    assert found.write.reversible.value is False
    assert isinstance(found.write.commit, NotApplicable)


def test_good_datasets_are_read_beside_broken_ones() -> None:
    read = catalog("  a: {owner: x}\n  b: {onwer: x}\n  c: {kind: View}\n  d:\n")
    assert list(read.datasets) == ["a", "d"]
    assert [line[:4] for line in said(read.mistakes)] == ["4:7 ", "5:13"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("{partition: day}", "3:18 day → write a mapping such as `{by: day, time_zone: UTC}`"),
        ("{partition: {time_zone: UTC}}", "3:18 no `by` → add `by`: The unit that the dataset is "
         "cut in."),
        ("{partition: {by: Day}}", "3:23 Day → write it in lower case (day?)"),
        ("{partition: {by: days}}", "3:23 days → write one of `hour`, `day`, `week`, `month`, "
         "`quarter`, `year`, `list`, `none` (day?)"),
        ("{partition: {by: day, key: '%Q'}}", "3:33 `%Q` (%Q is no directive of a key) → write a "
         "strftime format such as `%Y-%m-%d`"),
        ("{partition: {by: day, key: date}}", "3:33 `date` (every partition would have the same "
         "key) → write a strftime format such as `%Y-%m-%d`"),
        ("{partition: {by: day, week_start: monday}}", "3:28 `week_start` for a dataset cut by day "
         "→ leave `week_start` out, or change `by`"),
        ("{partition: {by: list}}", "3:18 no `values` for a list → add `values: [EU, US]`"),
        ("{partition: {by: list, values: [EU, EU]}}", "3:37 `EU` twice → name each value once"),
        ("{upstream: [raw.orders]}", "3:17 a list → write a mapping such as `{raw.orders: {reads: "
         "window}}`"),
        ("{upstream: {u: window}}", "3:21 window → write a mapping such as `{reads: window}`"),
        ("{upstream: {u: {reads: Window}}}", "3:29 Window → write it in lower case (window?)"),
        ("{upstream: {u: {reads: {lookback: 6d}}}}", "3:40 6d → write an ISO 8601 duration such as "
         "`P6D`, `PT3H` or `P1M` (P6D?)"),
        ("{upstream: {u: {reads: previous}}}", "3:21 a mapping → `previous` stands only under "
         "`self`"),
        ("{retention: {}}", "3:18 an empty mapping → write either `{days: 400}` or `{from: "
         "2025-01-01}`"),
        ("{retention: {days: 1, from: 2025-01-01}}", "3:18 a mapping → write either `{days: 400}` "
         "or `{from: 2025-01-01}`"),
        ("{schedule: {cron: every day}}", "3:24 every day → write a cron expression such as "
         "`0 6 * * *` (Wrong number of fields)"),
        ("{estimate: {rows: 1e6}}", "3:24 1e6 → write a whole number, at least 0"),
        ("{key: order_id}", "3:12 order_id → write a list such as `[order_id, order_date]`"),
        ("{key: []}", "3:12 an empty list → name at least one, such as `[order_id, order_date]`"),
        ("[]", "3:6 an empty list → write a mapping such as `{partition: {by: day}, upstream: "
         "{raw.orders: {reads: window}}}`"),
    ],
)  # fmt: skip
def test_each_rule_says_what_would_be_right(text: str, expected: str) -> None:
    assert mistakes(text) == [expected]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "1:1 an empty file → begin with `version: backfill-catalog/v1`"),
        ("datasets: {}", "1:1 no `version` → add `version`: The format of this file."),
        ("version: backfill-catalog/v1", "1:1 no `datasets` → add `datasets`: Facts by the "
         "dataset's name."),
        ("version: backfill/v1\ndatasets: {}", "1:10 backfill/v1 → write one of "
         "`backfill-catalog/v1` (backfill-catalog/v1?)"),
        ("version: backfill-catalog/v1\ndatasets: []", "2:11 an empty list → write a mapping from "
         "dataset names to facts"),
        ("version: backfill-catalog/v1\ndatasets: {}\n---\na: 1", "4:1 a second document → keep "
         "one document"),
    ],
)  # fmt: skip
def test_the_frame_of_a_catalog(text: str, expected: str) -> None:
    assert said(read_catalog("c.yaml", text.encode()).mistakes) == [expected]


def test_the_example_catalog_is_read_without_a_mistake() -> None:
    read = read_catalog("c", EXAMPLE.read_bytes())
    assert (len(read.datasets), read.mistakes) == (12, ())


def test_a_catalog_of_thousands_is_read_in_well_under_a_second() -> None:
    text = "".join(
        f"  project.dataset.table_{number}:\n"
        "    partition:\n      by: day\n      column: submission_date\n      time_zone: UTC\n"
        f"    upstream:\n      project.dataset.table_{number - 1}:\n        reads: window\n"
        "    write:\n      boundary: partition\n      semantics: overwrite\n"
        for number in range(2500)
    )
    fastest = min(_seconds(text) for _ in range(3))
    assert fastest < 1


def _seconds(text: str) -> float:
    """Of the processor, whatever else the machine is doing."""
    begin = time.process_time()
    assert len(catalog(text).datasets) == 2500
    return time.process_time() - begin
