"""A request that went wrong, on the catalog of the project that it went wrong in.

mozilla/bigquery-etl, pull request 9390: `task_run_costs_v1` was staged while the backfill of
`worker_costs_v1`, which it reads over thirty days, was still open. All of it was thrown away.
"""

import datetime as dt
from pathlib import Path

import jsonschema
import pytest

from bot.domain.dataset import Dataset
from bot.domain.names import DatasetName
from bot.domain.plan import OpenRequest, Plan
from bot.domain.pull_request import FileAt, Text
from bot.domain.request import Request
from bot.gates.checklist import Circumstances, checked
from bot.lineage.join import joined
from bot.lineage.read import LineageRead, read_lineage
from bot.parsing.request import read_request_file
from bot.partitions import sets
from bot.planning.build import plan_of
from bot.planning.open_requests import open_request
from bot.rendering.plan_json import plan_json, plan_schema
from bot.settings import CatalogSource, Settings
from tests.builders import COMMIT

CATALOG = Path(__file__).parents[3] / "shared" / "corpus" / "bqetl" / "catalog.facts.yaml"
SETTINGS = Settings(requests=("**/backfill.yaml",), dialects=("backfill/v1", "bqetl"))
TABLES = "moz-fx-data-shared-prod.fxci_derived"
MERGED = dt.datetime(2026, 5, 19, 18, 0, tzinfo=dt.UTC)

pytestmark = pytest.mark.skipif(
    not CATALOG.exists(), reason="the catalog of bigquery-etl is not beside the project"
)


def test_the_backfill_that_was_thrown_away_would_have_been_asked_to_wait() -> None:
    plan = the_plan(in_flight=True)
    gate = next(gate for gate in plan.open_gates if gate.topic == "upstream-in-flight")
    assert gate.id == "upstream-in-flight-9389-worker-costs-v1-2026-05-19"
    assert gate.about == f"{TABLES}.worker_costs_v1"


def test_once_the_upstream_is_complete_nothing_holds_it_back() -> None:
    topics = {gate.topic for gate in the_plan(in_flight=False).open_gates}
    assert not topics & {"upstream-in-flight", "conflicting-request", "running-elsewhere"}


def test_the_plan_holds_the_entry_s_partitions_and_fits_its_schema() -> None:
    plan = the_plan(in_flight=True)
    assert plan.datasets[0].name == f"{TABLES}.task_run_costs_v1"
    assert sets.runs(plan.datasets[0].partitions) == ("2026-04-19..2026-05-17",)
    jsonschema.validate(plan_json(plan), plan_schema())


def the_plan(*, in_flight: bool) -> Plan:
    base = real_lineage()
    request = entry("task_run_costs_v1", "2026-04-19", "2026-05-17")
    others = (upstream(base),) if in_flight else ()
    plan = plan_of(request, joined(base, base, request), COMMIT)
    return checked(plan, Circumstances(MERGED, others, number=9390))


def upstream(base: LineageRead) -> OpenRequest:
    request = entry("worker_costs_v1", "2025-06-01", "2026-05-18")
    lineage = joined(base, base, request)
    return open_request(request, lineage, where="#9389", pull=9389, order=9389)


def entry(table: str, start: str, end: str) -> Request:
    text = (
        "2026-05-19:\n"
        f"  start_date: {start}\n"
        f"  end_date: {end}\n"
        "  reason: RELOPS-2373\n"
        "  watchers: [nobody@example.com]\n"
        "  status: Initiate\n"
    )
    path = f"sql/{TABLES.replace('.', '/')}/{table}/backfill.yaml"
    found = read_request_file(path, Text(text.encode(), ""), SETTINGS, {})
    assert not found.mistakes
    return found.requests[0]


def real_lineage() -> LineageRead:
    source = CatalogSource("catalog", "catalog.yaml")
    read = read_lineage([FileAt(source.path, COMMIT, Text(CATALOG.read_bytes(), ""))], [source])
    assert isinstance(read.datasets[DatasetName(f"{TABLES}.worker_costs_v1")], Dataset)
    return read
