"""A third of bigquery-etl's real request files, their incidents, and its lineage.

The corpus is not part of the project; where it is missing these tests are skipped by name, and
`tests/unit/parsing/test_bqetl.py` proves each finding on its own.
"""

import datetime as dt
import json
import time
from pathlib import Path
from typing import Any

import pytest
import yaml

from bot.domain.pull_request import FileAt, Text
from bot.domain.request import Request
from bot.lineage.join import joined
from bot.lineage.read import LineageRead, read_lineage
from bot.parsing.request import RequestFile, read_request_file
from bot.settings import CatalogSource, Settings

CORPUS = Path(__file__).parents[3] / "shared" / "corpus" / "bqetl"
BOTH = Settings(dialects=("backfill/v1", "bqetl"))
FILES = sorted(CORPUS.glob("sql/**/backfill.yaml"))
pytestmark = pytest.mark.skipif(not FILES, reason="the bqetl corpus is not here")


def lines(name: str) -> list[dict[str, Any]]:
    path = CORPUS / name
    if not path.exists():
        return []
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def read(path: str, text: str) -> RequestFile:
    beside = Path(path).with_name("metadata.yaml")
    found = CORPUS / beside
    siblings = {str(beside): found.read_bytes()} if found.exists() else {}
    return read_request_file(path, Text(text.encode(), ""), BOTH, siblings)


@pytest.fixture(scope="module")
def base() -> LineageRead:
    return read_lineage([catalog()], [CatalogSource("catalog", "catalog.facts.yaml")])


def catalog() -> FileAt:
    data = (CORPUS / "catalog.facts.yaml").read_bytes()
    return FileAt("catalog.facts.yaml", "abc", Text(data, ""))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.parent.name)
def test_every_real_file_is_read(path: Path) -> None:
    file = read(str(path.relative_to(CORPUS)), path.read_text(encoding="utf-8"))
    assert file.mistakes == ()
    assert file.requests


@pytest.mark.parametrize("told", lines("prs.jsonl"), ids=lambda told: f"#{told['pr']}")
def test_every_real_pull_request_is_read(told: dict[str, Any]) -> None:
    for file in told["files"]:
        for side in ("before", "after"):
            if file[side] is not None:
                assert read(file["path"], file[side]).mistakes == ()


WAS_SEEN = {
    "end_after_entry": {"end-after-entry"},
    "entry_in_future": {"entry-in-future"},
    "retention": {"retention-limit", "retention-slack"},
}
"""Kinds of incidents whose fault can be seen from file, metadata and day; by what finding."""


@pytest.mark.parametrize(
    "told",
    [told for told in lines("incidents.jsonl") if told["kind"] in WAS_SEEN],
    ids=lambda told: f"{told['kind']}-{told['faulty_pr']}-{told['path'].split('/')[-2]}",
)
def test_what_had_to_be_corrected_is_found_and_the_correction_is_not(told: dict[str, Any]) -> None:
    (faulty,) = requests(told, "faulty_entries")
    (fixed,) = requests(told, "fixed_entries")
    day = dt.date.fromisoformat(faulty.name[-10:])
    if told["kind"] == "entry_in_future":
        day = dt.date.fromisoformat(fixed.name[-10:])
    assert findings(faulty, day) & WAS_SEEN[told["kind"]]
    assert not blocking(fixed, day) & WAS_SEEN[told["kind"]]


def requests(told: dict[str, Any], side: str) -> tuple[Request, ...]:
    text = yaml.safe_dump(told[side], sort_keys=False)
    return read(told["path"], text).requests


def findings(request: Request, day: dt.date) -> set[str]:
    return {finding.code for finding in request.findings if finding.holds_on(day)}


def blocking(request: Request, day: dt.date) -> set[str]:
    held = (finding for finding in request.findings if finding.holds_on(day))
    return {finding.code for finding in held if finding.kind == "blocking"}


def test_an_upstream_in_flight_can_be_told_from_the_lineage(base: LineageRead) -> None:
    told = next(told for told in lines("incidents.jsonl") if told["kind"] == "upstream_in_flight")
    (request,) = requests(told, "faulty_entries")
    lineage = joined(base, base, request)
    (root,) = request.roots
    upstream = {edge.upstream for edge in lineage.datasets[root.dataset].upstream}
    assert root.dataset.replace("task_run_costs", "worker_costs") in upstream


def test_the_real_catalog_is_read_whole_and_fast() -> None:
    begin = time.process_time()
    found = read_lineage([catalog()], [CatalogSource("catalog", "catalog.facts.yaml")])
    spent = time.process_time() - begin
    assert (len(found.datasets), found.mistakes) == (2113, ())
    assert sum(len(dataset.upstream) for dataset in found.datasets.values()) == 3707
    assert spent < 1


def test_joining_the_real_catalog_with_itself_finds_no_difference(base: LineageRead) -> None:
    head = LineageRead(dict(base.datasets), base.sources)
    (request, *_) = read(str(FILES[0].relative_to(CORPUS)), FILES[0].read_text()).requests
    lineage = joined(base, head, request)
    assert lineage.differences == ()
    assert lineage.datasets.keys() >= base.datasets.keys()
    named = {edge.upstream for each in lineage.datasets.values() for edge in each.upstream}
    assert named <= lineage.datasets.keys()
