"""Whole plans for the situations that backfills get into; each folder of plans/ is one.

A folder holds what a repository would: `request.backfill.yaml` and `catalog.yaml`, and what else
is open (`41.backfill.yaml` of pull request 41, `main.backfill.yaml` of the base). `plan.json` is
what the bot makes of it on 1 April 2026, or on the day in `as-of`.
`plan.md` is what people see of it. `UPDATE_GOLDENS=1` writes them anew; then read them.
"""

import datetime as dt
import hashlib
import json
import os
from collections.abc import Iterator
from pathlib import Path

import jsonschema
import pytest

from bot.domain.lineage import Lineage
from bot.domain.plan import OpenRequest, Plan
from bot.domain.pull_request import FileAt, Text
from bot.domain.request import Request
from bot.gates.checklist import Circumstances, checked
from bot.lineage.join import joined
from bot.lineage.read import LineageRead, read_lineage
from bot.parsing.request import read_request_file
from bot.planning.build import plan_of
from bot.planning.open_requests import open_request
from bot.rendering.plan_comment import plan_comment
from bot.rendering.plan_json import plan_json, plan_schema
from bot.settings import CatalogSource, Settings
from tests.builders import COMMIT

PLANS = Path(__file__).parent / "plans"
SITUATIONS = sorted(folder.name for folder in PLANS.iterdir() if folder.is_dir())
AS_OF = dt.datetime(2026, 4, 1, 9, 0, tzinfo=dt.UTC)
UPDATE = os.environ.get("UPDATE_GOLDENS") == "1"
OWN_NUMBER = 50


def plan_in(situation: str) -> Plan:
    """The checked plan of a folder."""
    folder = PLANS / situation
    base = lineage_in(folder)
    request = only_request(next(folder.glob("**/[rb][ea]*fill.yaml")))
    lineage = joined(base, base, request)
    others = tuple(open_beside(folder, base))
    day = folder / "as-of"
    as_of = dt.datetime.fromisoformat(day.read_text().strip()) if day.exists() else AS_OF
    circumstances = Circumstances(as_of, others, number=OWN_NUMBER)
    return checked(plan_of(request, lineage, COMMIT), circumstances)


def lineage_in(folder: Path) -> LineageRead:
    source = CatalogSource("catalog", ".backfill/catalog.yaml")
    content = Text((folder / "catalog.yaml").read_bytes(), "")
    read = read_lineage([FileAt(source.path, "sha256:0", content)], [source])
    assert not read.mistakes
    return read


def only_request(file: Path) -> Request:
    """The one request of a file, under the path that it would have in a repository."""
    if file.name == "backfill.yaml":
        path = str(file.relative_to(file.parents[4]))
        beside = {
            str(Path(path).with_name("metadata.yaml")): file.with_name("metadata.yaml").read_bytes()
        }
        settings = Settings(requests=("**/backfill.yaml",), dialects=("backfill/v1", "bqetl"))
        found = read_request_file(path, Text(file.read_bytes(), ""), settings, beside)
    else:
        found = read_request_file(f"backfills/{file.name}", Text(file.read_bytes(), ""), Settings())
    assert not found.mistakes
    (request,) = (each for each in found.requests if each.wants_plan)
    return request


def open_beside(folder: Path, base: LineageRead) -> Iterator[OpenRequest]:
    for file in sorted(folder.glob("*.backfill.yaml")):
        where = file.name.split(".", maxsplit=1)[0]
        if where == "request":
            continue
        request = only_request(file)
        lineage: Lineage = joined(base, base, request)
        if where.isdigit():
            number = int(where)
            yield open_request(request, lineage, where=f"#{where}", pull=number, order=number)
        else:
            yield open_request(request, lineage, where=where)


@pytest.mark.parametrize("situation", SITUATIONS)
def test_the_plan_is_the_one_that_was_read_and_found_right(situation: str) -> None:
    golden = PLANS / situation / "plan.json"
    text = json.dumps(plan_json(plan_in(situation)), indent=2, ensure_ascii=False) + "\n"
    if UPDATE:
        golden.write_text(text, encoding="utf-8")
    assert text == golden.read_text(encoding="utf-8")


@pytest.mark.parametrize("situation", SITUATIONS)
def test_the_comment_is_the_one_that_was_read_and_found_right(situation: str) -> None:
    golden = PLANS / situation / "plan.md"
    text = "\n\n".join(plan_comment(plan_in(situation))) + "\n"
    if UPDATE:
        golden.write_text(text, encoding="utf-8")
    assert text == golden.read_text(encoding="utf-8")


@pytest.mark.parametrize("situation", SITUATIONS)
@pytest.mark.parametrize("expand", [False, True])
def test_the_plan_is_what_its_schema_describes(situation: str, *, expand: bool) -> None:
    jsonschema.validate(plan_json(plan_in(situation), expand=expand), plan_schema())


def test_the_schema_is_one_and_the_published_one() -> None:
    jsonschema.Draft202012Validator.check_schema(plan_schema())
    published = PLANS.parents[2] / "schemas" / "plan.schema.json"
    text = json.dumps(plan_schema(), indent=2, ensure_ascii=False) + "\n"
    if UPDATE:
        published.write_text(text, encoding="utf-8")
    assert text == published.read_text(encoding="utf-8")


@pytest.mark.parametrize("situation", SITUATIONS)
def test_anybody_can_compute_the_digest_again_from_the_json(situation: str) -> None:
    plan = plan_json(plan_in(situation))
    entries = [
        [
            each["dataset"],
            each["write"] or "unknown",
            each["partition"]["by"],
            each["partition"]["time_zone"] or "",
            sorted(each["partitions"]) if each["partition"]["by"] == "list" else each["partitions"],
        ]
        for each in plan["datasets"]
    ]
    form = ["backfill-scope/v1", plan["code"]["version"], sorted(entries)]
    text = json.dumps(form, separators=(",", ":"))
    assert plan["scope_digest"] == "sha256:" + hashlib.sha256(text.encode("ascii")).hexdigest()
