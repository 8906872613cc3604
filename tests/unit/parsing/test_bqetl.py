"""bigquery-etl's entries: requests like any other, and findings for what would be lost."""

import datetime as dt

import pytest

from bot.domain.dataset import Grain, Partitioning, Reads, Semantics
from bot.domain.facts import UNKNOWN, Known, Origin, known
from bot.domain.place import Place
from bot.domain.pull_request import Text
from bot.domain.request import Request, Status, TimeRange
from bot.parsing.bqetl import read_bqetl
from bot.parsing.bqetl_names import entry_name, told_apart
from bot.parsing.request import RequestFile, read_request_file
from bot.settings import Settings
from tests.unit.parsing.said import said

FOLDER = "sql/proj/shop_derived/orders_daily_v1"
PATH = f"{FOLDER}/backfill.yaml"
TABLE = "proj.shop_derived.orders_daily_v1"
BOTH = Settings(dialects=("backfill/v1", "bqetl"))
ENTRY = """\
2026-03-26:
  start_date: 2026-03-01
  end_date: 2026-03-14
  reason: tax twice
  watchers: [a@example.com, b@example.com]
  status: Initiate
"""
METADATA = """\
friendly_name: Orders
owners: [a@example.com]
scheduling: {dag_name: bqetl_orders, depends_on_past: true, date_partition_offset: -7}
bigquery:
  time_partitioning: {type: day, field: order_date, expiration_days: 775}
references:
  query.sql: [proj.shop_stable.orders_v1]
"""


def file(entry: str, metadata: str = "", path: str = PATH) -> RequestFile:
    siblings = {path.replace("backfill.yaml", "metadata.yaml"): metadata.encode()}
    return read_request_file(path, Text(entry.encode(), ""), BOTH, siblings)


def the(entry: str, metadata: str = "") -> Request:
    read = file(entry, metadata)
    assert said(read.mistakes) == []
    (request,) = read.requests
    return request


def found(entry: str, day: str = "2026-03-26", metadata: str = "") -> list[tuple[str, str]]:
    """Code and kind of what holds on a day."""
    findings = the(entry, metadata).findings
    return [(f.code, f.kind) for f in findings if f.holds_on(dt.date.fromisoformat(day))]


def with_(**over: str) -> str:
    """The entry with some keys written otherwise."""
    lines = [line for line in ENTRY.splitlines() if line.split(":")[0].strip() not in over]
    return "\n".join([*lines, *(f"  {key}: {value}" for key, value in over.items())]) + "\n"


def test_an_entry_is_a_request_for_the_table_that_the_path_names() -> None:
    request = the(ENTRY)
    assert request.name == "orders-daily-v1-2026-03-26"
    assert request.dialect == "bqetl"
    assert request.status is Status.REQUESTED
    (root,) = request.roots
    assert root.dataset == TABLE
    assert root.range == TimeRange(
        "2026-03-01", "2026-03-14", Place(PATH, 2, 3), Place(PATH, 2, 15), Place(PATH, 3, 13)
    )
    assert request.reason == Known("tax twice", Origin("request", f"{PATH}:4"))
    assert known(request.monitoring.owner) == "a@example.com, b@example.com"


def test_what_the_dialect_takes_for_granted_is_stated_as_an_assumption() -> None:
    request = the(ENTRY)
    taken = Origin("dialect", "bqetl")
    assert request.code.fixed == Known("head", taken)
    write = request.datasets[TABLE].write  # type: ignore[index]
    assert write.semantics == Known(Semantics.OVERWRITE, taken)
    assert write.boundary == Known("partition", taken)
    assert request.assumptions == (
        "The fixed version is the head of the pull request (dialect bqetl).",
        "Partitions are overwritten whole (dialect bqetl).",
    )


def test_facts_come_from_the_metadata_beside_it() -> None:
    facts = the(ENTRY, METADATA).datasets[TABLE]  # type: ignore[index]
    assert known(facts.partitioning) == Partitioning(Grain.DAY, key="%Y-%m-%d", column="order_date")
    retention = known(facts.retention)
    assert retention is not None
    assert retention.days == 775
    assert known(facts.owner) == "a@example.com"
    assert [(edge.upstream, edge.reads) for edge in facts.upstream] == [
        ("proj.shop_stable.orders_v1", Reads.UNKNOWN),
        (TABLE, Reads.PREVIOUS),
    ]


@pytest.mark.parametrize("metadata", ["", "a: [", "- 1", "bigquery: x\nscheduling: [1]", "\x00"])
def test_metadata_that_cannot_be_read_leave_the_facts_unknown(metadata: str) -> None:
    facts = the(ENTRY, metadata).datasets[TABLE]  # type: ignore[index]
    assert facts.partitioning == facts.owner == facts.retention == UNKNOWN


def test_a_run_without_a_partition_parameter_rewrites_the_table() -> None:
    metadata = "scheduling: {date_partition_parameter: null}\n"
    facts = the(ENTRY, metadata).datasets[TABLE]  # type: ignore[index]
    assert known(facts.write.boundary) == "table"


@pytest.mark.parametrize(
    ("status", "expected"),
    [
        ("Initiate", Status.REQUESTED),
        ("Complete", Status.COMPLETE),
        ("Cancelled", Status.CANCELLED),
        ("initiate", Status.REQUESTED),
    ],
)
def test_statuses(status: str, expected: Status) -> None:
    assert the(with_(status=status)).status is expected


def test_former_statuses_ask_for_nothing() -> None:
    read = file(with_(status="Drafting"))
    assert (read.requests, read.mistakes, read.is_request_file) == ((), (), True)


@pytest.mark.parametrize(
    ("over", "day", "expected"),
    [
        ({}, "2026-03-26", []),
        ({}, "2026-03-25", [("entry-in-future", "blocking")]),
        ({"status": "initiate"}, "2026-03-26", [("entry-status", "blocking")]),
        (
            {"overide_retention_limit": "true", "exclude_dates": "[2026-03-02]"},
            "2026-03-26",
            [
                ("entry-key-overide-retention-limit", "waivable"),
                ("entry-key-exclude-dates", "waivable"),
            ],
        ),
        ({"end_date": "2026-03-27"}, "2026-03-26", [("end-after-entry", "blocking")]),
        ({"start_date": "2024-02-09"}, "2026-03-26", [("retention-limit", "blocking")]),
        ({"start_date": "2024-02-10"}, "2026-03-26", [("retention-slack", "waivable")]),
        ({"start_date": "2024-02-11"}, "2026-03-26", [("retention-slack", "waivable")]),
        ({"start_date": "2024-02-12"}, "2026-03-26", []),
        ({"start_date": "2024-02-11"}, "2026-03-28", [("retention-limit", "blocking")]),
        (
            {"start_date": "2019-01-01", "override_retention_limit": "true"},
            "2026-03-26",
            [("retention-override", "waivable")],
        ),
        (
            {"override_depends_on_past_end_date": "true"},
            "2026-03-26",
            [("override-depends-on-past-end-date", "attest")],
        ),
        ({"custom_query_path": "sql/x.sql"}, "2026-03-26", [("custom-query", "attest")]),
        (
            {"query_script_args": "[--destination_table=a__b_2026_03_25]"},
            "2026-03-26",
            [("staging-date", "blocking")],
        ),
        ({"query_script_args": "[--destination_table=a__b_2026_03_26]"}, "2026-03-26", []),
    ],
)
def test_findings(over: dict[str, str], day: str, expected: list[tuple[str, str]]) -> None:
    assert found(with_(**over), day) == expected


def test_a_misspelt_key_names_the_known_one() -> None:
    (finding, _) = the(with_(overide_retention_limit="true")).findings[:2]
    assert finding.question == (
        "bigquery-etl passes over the unknown key `overide_retention_limit`. What was it to do?"
    )
    assert finding.remedy == "write `override_retention_limit`, or remove it"


def test_dates_are_shifted_to_the_partitions_that_are_really_written() -> None:
    metadata = "scheduling: {date_partition_offset: -7}\n"
    entry = with_(start_date="2021-09-09", end_date="2025-05-14", override_retention_limit="true")
    request = the(entry, metadata)
    span = request.roots[0].range
    assert isinstance(span, TimeRange)
    assert (span.start, span.end) == ("2021-09-02", "2025-05-07")
    shift = next(finding for finding in request.findings if finding.code == "partition-shift")
    assert shift.kind == "waivable"
    assert shift.remedy == (
        "for the partitions 2021-09-09 to 2025-05-14 write `start_date: 2021-09-16` and "
        "`end_date: 2025-05-21`, or set `ignore_date_partition_offset: true`"
    )
    ignored = the(entry + "  ignore_date_partition_offset: true\n", metadata).roots[0].range
    assert isinstance(ignored, TimeRange)
    assert (ignored.start, ignored.end) == ("2021-09-09", "2025-05-14")


def test_an_offset_on_a_table_that_is_not_cut_by_day_cannot_run() -> None:
    metadata = (
        "scheduling: {date_partition_offset: -1}\nbigquery: {time_partitioning: {type: month}}\n"
    )
    assert found(ENTRY, metadata=metadata) == [("partition-shift", "blocking")]


def test_a_table_that_depends_on_its_past_is_rewritten_to_the_end() -> None:
    metadata = "scheduling: {depends_on_past: true}\n"
    assert found(ENTRY, metadata=metadata) == [("depends-on-past", "waivable")]
    assert found(with_(end_date="2026-03-26"), metadata=metadata) == []


def test_what_expires_at_once_is_a_finding() -> None:
    metadata = "bigquery: {time_partitioning: {type: day, expiration_days: 20}}\n"
    assert found(ENTRY, metadata=metadata) == [("table-expiration", "waivable")]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "[]",
            "1:1 an empty list → write entries under their dates: `2026-03-26: {start_date: …}`",
        ),
        ("soon: {}", "1:1 soon → write the date of the entry, such as `2026-03-26`"),
        ("2026-02-30: {}", "1:1 2026-02-30 → write the date of the entry, such as `2026-03-26`"),
        ("2026-03-26: x", "1:13 x → write a mapping with `start_date`, `end_date` and `status`"),
        (
            "2026-03-26: {start_date: 2026-03-02, end_date: 2026-03-01, status: Initiate}",
            "1:48 2026-03-01 → write an end that is not before the start, 2026-03-02",
        ),
        (
            "2026-03-26: {start_date: 2026-03-02, end_date: 2026-03-03}",
            "1:13 no `status` → add `status`: `Initiate`, `Complete` or `Cancelled`",
        ),
    ],
)
def test_mistakes(text: str, expected: str) -> None:
    assert said(file(text).mistakes) == [expected]


def test_a_path_that_names_no_table_is_a_mistake() -> None:
    assert said(file(ENTRY, path="backfill.yaml").mistakes) == [
        "1:1 a path that names no table → put it into `sql/<project>/<dataset>/<table>/`"
    ]


def test_the_dialect_is_off_by_default_and_gives_way_to_our_own_format() -> None:
    assert not read_request_file(PATH, Text(ENTRY.encode(), ""), Settings()).is_request_file
    own = "version: backfill/v1\nname: a\nroot: {dataset: a}\nrange: whole\n"
    (request,) = file(own).requests
    assert request.dialect == "backfill/v1"


def test_the_fingerprint_sees_everything_but_the_status() -> None:
    complete = the(with_(status="Complete")).fingerprint
    assert complete == the(ENTRY).fingerprint
    assert complete != the(with_(reason="another")).fingerprint
    other = file(ENTRY, path="sql/proj/shop_derived/other_v1/backfill.yaml").requests[0]
    assert complete != other.fingerprint


def test_long_names_are_cut_and_stay_apart() -> None:
    date = dt.date(2026, 3, 26)
    names = [entry_name("p.d." + "a_very_long_table_name_" * 4 + end, date) for end in "xy"]  # type: ignore[arg-type]
    assert len(set(names)) == 2
    assert all(len(name) <= 64 for name in names)
    assert names[0].startswith("a-very-long-table-name-a-very-long-table-nam")
    assert names[0].endswith("-2026-03-26")
    assert entry_name("p.d.表", date).endswith("-2026-03-26")  # type: ignore[arg-type]


def test_tables_of_one_name_in_several_datasets_can_be_told_apart() -> None:
    paths = [f"sql/proj/{dataset}_derived/clients_v1/backfill.yaml" for dataset in ("ios", "web")]
    requests = [request for path in paths for request in file(ENTRY, path=path).requests]
    assert [request.name for request in requests] == ["clients-v1-2026-03-26"] * 2
    assert [request.name for request in told_apart([*requests, the(ENTRY)])] == [
        "ios-derived-clients-v1-2026-03-26",
        "web-derived-clients-v1-2026-03-26",
        "orders-daily-v1-2026-03-26",
    ]


def test_entries_far_from_our_time_do_not_break_the_calendar() -> None:
    entry = "1700-01-01: {start_date: 1700-01-01, end_date: 2999-12-31, status: Initiate}\n"
    metadata = "scheduling: {date_partition_offset: -99999}\n"
    requests, mistakes = read_bqetl(
        PATH, entry.encode(), {f"{FOLDER}/metadata.yaml": metadata.encode()}
    )
    assert (len(requests), mistakes) == (1, ())
