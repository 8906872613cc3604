"""dbt manifests: what a project says about its models, and no more.

`recorded/dbt-1.10-manifest.json` was written by dbt itself from `tests/contract/dbt_project` (the
fields that are read, of all nodes); the contract test writes it anew with whatever dbt is there.
"""
# ruff: noqa: ISC004  the sentences of a case are longer than a line

import json
from pathlib import Path
from typing import Any

import pytest

from bot.domain.dataset import Dataset, Grain, Kind, Period, Reads, Semantics, Window
from bot.domain.facts import UNKNOWN, known
from bot.domain.names import DatasetName
from bot.lineage.dbt import read_dbt
from tests.unit.parsing.said import said

RECORDED = Path(__file__).parent / "recorded" / "dbt-1.10-manifest.json"
VERSION = "https://schemas.getdbt.com/dbt/manifest/v{}.json"


def project(data: bytes) -> dict[DatasetName, str]:
    """Each dataset in one line: kind, calendar, write, key, and what it reads how."""
    facts = read_dbt("manifest.json", data)
    assert facts.mistakes == ()
    return {name: line(dataset) for name, dataset in sorted(facts.datasets.items())}


def line(dataset: Dataset) -> str:
    calendar = known(dataset.partitioning)
    semantics, boundary = known(dataset.write.semantics), known(dataset.write.boundary)
    key = known(dataset.key)
    parts = [
        str(dataset.kind),
        f"by {calendar.by} from {calendar.first} on {calendar.column}" if calendar else "uncut",
        f"{semantics} {boundary}",
        f"key {key}",
        *(f"{edge.upstream} {edge.reads}" for edge in dataset.upstream),
    ]
    return " | ".join(parts).replace("Period(months=0, days=0, seconds=0)", "none")


REAL = {
    "exposure.shop.revenue_dashboard": "consumer | uncut | None None | key None | "
    "shop.marts.orders_last_week unknown | shop.marts.revenue unknown",
    "shop.marts.countries": "table | uncut | overwrite table | key None",
    "shop.marts.customers": "table | uncut | merge None | key ('customer_id', 'day') | "
    "shop.marts.orders_daily unknown",
    "shop.marts.customers_snapshot": "table | uncut | merge None | key ('customer_id',) | "
    "shop.marts.customers unknown",
    "shop.marts.events": "table | uncut | append None | key None | shop.raw.orders unknown",
    "shop.marts.orders_daily": "table | by day from 2026-01-01 on day | overwrite partition | "
    "key None | shop.marts.orders_hourly Window(lookback=Period(months=0, days=1, seconds=0), "
    "lookahead=none)",
    "shop.marts.orders_hourly": "table | by hour from 2026-01-01 on ordered_at | overwrite "
    "partition | key ('order_id',) | shop.marts.orders_staged unknown | shop.raw.fx_rates unknown",
    "shop.marts.orders_last_week": "view | uncut | None None | key None | "
    "shop.marts.orders_hourly unknown",
    "shop.marts.orders_staged": "view | uncut | None None | key None | shop.raw.orders unknown",
    "shop.marts.revenue": "table | uncut | overwrite table | key None | shop.marts.countries "
    "unknown | shop.marts.orders_daily unknown",
    "shop.raw.fx_rates": "table | uncut | None None | key None",
    "shop.raw.orders": "table | uncut | None None | key None",
}


def test_a_real_project() -> None:
    assert project(RECORDED.read_bytes()) == REAL


def test_a_source_reads_nobody_knows_what() -> None:
    datasets = read_dbt("m", RECORDED.read_bytes()).datasets
    assert not datasets[DatasetName("shop.raw.orders")].upstream_stated
    assert datasets[DatasetName("shop.marts.countries")].upstream_stated


def manifest(version: object = 12, **model: Any) -> bytes:
    """A manifest of one model, `db.s.m`, with this configuration, and a source with event time."""
    config = {"materialized": "incremental", **model}
    return json.dumps(
        {
            "metadata": {"dbt_schema_version": VERSION.format(version), "adapter_type": "duckdb"},
            "nodes": {
                "model.p.m": {
                    "resource_type": "model",
                    "name": "m",
                    "database": "db",
                    "schema": "s",
                    "alias": "m",
                    "relation_name": '"db"."s"."m"',
                    "depends_on": {"nodes": ["source.p.r.t"]},
                    "config": config,
                    "unrendered_config": config,
                }
            },
            "sources": {
                "source.p.r.t": {
                    "resource_type": "source",
                    "relation_name": "`db`.`r`.`t`",
                    "config": {"event_time": "at"},
                }
            },
        }
    ).encode()


def the_model(data: bytes) -> Dataset:
    return read_dbt("m.json", data).datasets[DatasetName("db.s.m")]


@pytest.mark.parametrize(
    ("config", "semantics", "boundary", "keys"),
    [
        ({"materialized": "table"}, Semantics.OVERWRITE, "table", None),
        ({"incremental_strategy": "append"}, Semantics.APPEND, None, None),
        ({"incremental_strategy": "merge", "unique_key": "id"}, Semantics.MERGE, None, ("id",)),
        (
            {"incremental_strategy": "delete+insert", "unique_key": ["a", "b"]},
            Semantics.MERGE,
            None,
            ("a", "b"),
        ),
        ({"incremental_strategy": "delete+insert"}, Semantics.APPEND, None, None),
        ({"incremental_strategy": "insert_overwrite"}, Semantics.OVERWRITE, None, None),
        (
            {"incremental_strategy": "insert_overwrite", "partition_by": {"field": "d"}},
            Semantics.OVERWRITE,
            "partition",
            None,
        ),
        ({"incremental_strategy": None, "unique_key": "id"}, None, None, None),
        ({"incremental_strategy": "my_own"}, None, None, None),
        ({"materialized": "my_own"}, None, None, None),
    ],
)
def test_materialisation_strategy_and_key_say_how_a_run_writes(
    config: dict[str, Any], semantics: object, boundary: object, keys: object
) -> None:
    write = the_model(manifest(**config)).write
    assert (known(write.semantics), known(write.boundary), known(write.match_keys)) == (
        semantics,
        boundary,
        keys,
    )
    assert write.reversible == UNKNOWN


@pytest.mark.parametrize(
    ("batch", "lookback", "grain", "reading"),
    [
        ("hour", 3, Grain.HOUR, Window(Period(seconds=10_800))),
        ("day", None, Grain.DAY, Window()),
        ("month", 2, Grain.MONTH, Window(Period(months=2))),
        ("year", 0, Grain.YEAR, Window()),
        ("fortnight", 1, None, Reads.UNKNOWN),
    ],
)
def test_microbatches_say_how_a_model_is_cut_and_reads(
    batch: str, lookback: int | None, grain: Grain | None, reading: object
) -> None:
    config = {"incremental_strategy": "microbatch", "event_time": "at", "batch_size": batch}
    if lookback is not None:
        config["lookback"] = lookback  # type: ignore[assignment]
    model = the_model(manifest(**config))
    calendar = known(model.partitioning)
    assert (calendar.by if calendar else None) == grain
    assert [edge.reads for edge in model.upstream] == [reading]


def test_a_stated_partition_column_of_bigquery_cuts_a_model() -> None:
    cut = {"field": "d", "data_type": "timestamp", "granularity": "hour"}
    calendar = known(the_model(manifest(partition_by=cut)).partitioning)
    assert calendar is not None
    assert (calendar.by, calendar.column) == (Grain.HOUR, "d")
    ranges = {"field": "n", "data_type": "int64", "range": {"start": 0}}
    assert the_model(manifest(partition_by=ranges)).partitioning == UNKNOWN


@pytest.mark.parametrize("version", [7, 8, 9, 10, 11, 12, 20])
def test_versions_from_7_on_are_read(version: int) -> None:
    assert the_model(manifest(version)).kind is Kind.TABLE


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (manifest(6), "1:1 manifest version 6 → write the manifest with dbt 1.3 or newer"),
        (
            b"{}",
            "1:1 no `metadata.dbt_schema_version` of a manifest → write the manifest with dbt 1.3 "
            "or newer",
        ),
        (
            b'{"a": \n tru}',
            "2:2 something that is not JSON (Expecting value) → write the file with the tool that "
            "it comes from",
        ),
        (b"\xff", "1:1 bytes that are not UTF-8 → write the file with the tool that it comes from"),
    ],
)
def test_what_is_no_manifest_is_a_mistake(data: bytes, expected: str) -> None:
    facts = read_dbt("m.json", data)
    assert (facts.datasets, said(facts.mistakes)) == ({}, [expected])
