"""OpenLineage events: the newest of a job counts.

`recorded/openlineage-1.54-events.ndjson` was written by the client itself, by
`tests/contract/openlineage/emit.py`.
"""
# ruff: noqa: ISC004  the sentences of a case are longer than a line

import json
from pathlib import Path
from typing import Any

from bot.domain.dataset import Kind, Semantics
from bot.domain.facts import known
from bot.lineage.openlineage import read_openlineage
from bot.lineage.source import Facts
from tests.unit.parsing.said import said

RECORDED = Path(__file__).parent / "recorded" / "openlineage-1.54-events.ndjson"
REAL = {
    "s3://exports/orders/daily": ["shop.warehouse.orders_daily"],
    "shop.warehouse.orders_daily": ["shop.raw.fx_rates", "shop.raw.orders"],
}


def edges(facts: Facts) -> dict[str, list[str]]:
    return {
        name: [edge.upstream for edge in dataset.upstream]
        for name, dataset in facts.datasets.items()
    }


def event(when: str, inputs: list[Any], outputs: list[Any], job: str = "j") -> dict[str, Any]:
    def named(names: list[Any]) -> list[Any]:
        return [
            {"namespace": "postgres://h", "name": name} if isinstance(name, str) else name
            for name in names
        ]

    return {
        "eventTime": when,
        "job": {"namespace": "n", "name": job},
        "inputs": named(inputs),
        "outputs": named(outputs),
    }


def read(*events: dict[str, Any]) -> Facts:
    return read_openlineage("e.ndjson", "\n".join(map(json.dumps, events)).encode())


def test_real_events() -> None:
    facts = read_openlineage("e.ndjson", RECORDED.read_bytes())
    assert facts.mistakes == ()
    assert edges(facts) == REAL
    owners = [known(dataset.owner) for dataset in facts.datasets.values()]
    assert owners == [None, "orders team"]


def test_the_newest_event_of_a_job_counts_whatever_the_order_of_lines() -> None:
    old = event("2026-03-01T00:00:00Z", ["a"], ["x"])
    new = event("2026-03-01T01:00:00+02:00", ["b"], ["x"])
    newest = event("2026-03-01T00:00:01.123456789Z", ["c"], ["x"])
    assert edges(read(newest, old, new)) == edges(read(old, new, newest)) == {"x": ["c"]}


def test_what_the_newest_event_leaves_out_an_older_one_says() -> None:
    start = event("2026-03-01T00:00:00Z", ["a"], [])
    complete = event("2026-03-01T00:05:00Z", [], ["x"])
    empty = event("2026-03-01T00:06:00Z", [], [])
    assert edges(read(start, complete, empty)) == {"x": ["a"]}


def test_two_jobs_that_write_one_dataset_both_count() -> None:
    one = event("2026-03-01T00:00:00Z", ["a"], ["x"], "one")
    other = event("2026-03-02T00:00:00Z", ["b"], ["x"], "other")
    assert edges(read(one, other)) == {"x": ["a", "b"]}


def test_names_in_stores_are_told_apart_by_their_bucket() -> None:
    inputs = [{"namespace": f"s3://{bucket}", "name": "daily"} for bucket in ("b1", "b2")]
    assert edges(read(event("2026-03-01T00:00:00Z", inputs, ["x"]))) == {
        "x": ["s3://b1/daily", "s3://b2/daily"]
    }


def test_facets_say_what_they_say() -> None:
    output = {
        "namespace": "bigquery",
        "name": "p.d.v",
        "facets": {
            "datasetType": {"datasetType": "VIEW"},
            "lifecycleStateChange": {"lifecycleStateChange": "OVERWRITE"},
        },
    }
    (dataset,) = read(event("2026-03-01T00:00:00Z", ["a"], [output])).datasets.values()
    assert dataset.kind is Kind.VIEW
    assert known(dataset.write.semantics) is Semantics.OVERWRITE


def test_one_array_of_events_is_read_too() -> None:
    events = [event("2026-03-01T00:00:00Z", ["a"], ["x"])]
    assert edges(read_openlineage("e.json", json.dumps(events).encode())) == {"x": ["a"]}


def test_lines_that_are_no_events_are_mistakes_and_the_others_count() -> None:
    good = json.dumps(event("2026-03-01T00:00:00Z", ["a"], ["x"]))
    data = f'{good}\n\nnot json\n{{"job": {{"name": "j"}}}}\n{{"dataset": {{"name": "d"}}}}\n'
    facts = read_openlineage("e.ndjson", data.encode())
    assert edges(facts) == {"x": ["a"]}
    assert said(facts.mistakes) == [
        "3:1 something that is not JSON (Expecting value) → write the file with the tool that it "
        "comes from",
        "4:1 no moment in `eventTime` → write one OpenLineage event, with `job` and `eventTime`, a "
        "line",
    ]
