"""Whatever the lineage and the request, a plan is made, and it keeps its promises."""

import datetime as dt
import hashlib
import re
import subprocess
import sys
from pathlib import Path

import jsonschema
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.dataset import (
    DataRetention,
    Dataset,
    Edge,
    Estimate,
    Kind,
    Period,
    Reading,
    Reads,
    Schedule,
    Window,
)
from bot.domain.lineage import Lineage
from bot.domain.names import DatasetName
from bot.domain.request import Request, Root
from bot.rendering.plan_json import plan_json, plan_schema
from tests.builders import (
    NEW_YORK,
    a_calendar,
    a_dataset,
    a_lineage,
    a_plan,
    a_request,
    a_root,
    some_writing,
)

NAMES = [DatasetName(name) for name in ("a", "b.b", "c c", "d", "e", "f")]
ZONES = st.sampled_from(["UTC", NEW_YORK, "Australia/Lord_Howe", "America/Santiago"])
GRAINS = st.sampled_from(["hour", "day", "week", "month", "quarter", "year"])
WORDS = st.sampled_from([Reads.ALL, Reads.CUMULATIVE, Reads.REFERENCE, Reads.UNKNOWN])
PERIODS = st.builds(Period, st.integers(0, 2), st.integers(0, 9), st.sampled_from([0, 1800]))
VALIDATOR = jsonschema.Draft202012Validator(plan_schema())


def readings() -> st.SearchStrategy[Reading]:
    return st.one_of(st.just(Window()), st.builds(Window, PERIODS, PERIODS), WORDS)


@st.composite
def datasets(draw: st.DrawFn, at: int) -> Dataset:
    """A dataset that may read those before it, known in part."""
    above = draw(st.lists(st.sampled_from(NAMES[:at]), max_size=3, unique=True)) if at else []
    edges = [Edge(name, draw(readings())) for name in above]
    if draw(st.integers(0, 5)) == 0:
        edges.append(Edge(NAMES[at], Reads.PREVIOUS))
    calendar = draw(
        st.one_of(
            st.builds(lambda by, zone, first: a_calendar(by, zone, first=first), GRAINS, ZONES,
                      st.sampled_from([None, dt.date(2025, 1, 1)])),
            st.just(a_calendar("none")),
            st.just(a_calendar("list", values=("x", "y"))),
            st.none(),
        )
    )  # fmt: skip
    return a_dataset(
        NAMES[at],
        *edges,
        kind=draw(st.sampled_from([Kind.TABLE] * 4 + [Kind.VIEW, Kind.CONSUMER])),
        partitioning=calendar,
        write=some_writing(
            semantics=draw(st.sampled_from(["overwrite", "append", "merge", None])),
            boundary=draw(st.sampled_from(["partition", "table", "x > 1", None])),
            reversible=draw(st.sampled_from([True, False, None])),
        ),
        retention=draw(
            st.sampled_from(
                [None, DataRetention(days=45), DataRetention(since=dt.date(2026, 1, 1))]
            )
        ),
        estimate=draw(st.sampled_from([None, Estimate(rows=3), Estimate(minutes=2.5)])),
        schedule=draw(st.sampled_from([None, Schedule("0 6 * * *", NEW_YORK), Schedule("bad")])),
    )


@st.composite
def lineages(draw: st.DrawFn) -> Lineage:
    size = draw(st.integers(1, len(NAMES)))
    found = [draw(datasets(at)) for at in range(size)]
    return a_lineage(*found, new=draw(st.sets(st.sampled_from(NAMES[:size]))))


@st.composite
def requests(draw: st.DrawFn) -> Request:
    horizon = draw(st.sampled_from([None, dt.date(2026, 3, 31)]))
    roots: list[Root] = [a_root("a", horizon=horizon, whole=draw(st.booleans()))]
    if draw(st.booleans()):
        roots.append(a_root("d", start="2026-02-28", end="2026-03-02"))
    return a_request(
        *roots,
        retention={"run_by": draw(st.sampled_from([None, dt.date(2026, 4, 10)]))},
        resources={"batch_size": draw(st.sampled_from([None, 3]))},
    )


@given(requests(), lineages())
def test_a_plan_is_made_and_fits_its_schema(request: Request, lineage: Lineage) -> None:
    plan = a_plan(request, lineage)
    for expand in (False, True):
        VALIDATOR.validate(plan_json(plan, expand=expand))
    ids = [gate.id for gate in plan.gates]
    assert len(ids) == len(set(ids))
    assert all(re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name) for name in ids)
    assert all(gate.question and (gate.remedy or not gate.open) for gate in plan.gates)


@given(requests(), lineages())
def test_the_order_in_which_lineage_is_read_changes_nothing(
    request: Request, lineage: Lineage
) -> None:
    turned = a_lineage(*reversed([*lineage.datasets.values()]))
    straight = a_lineage(*lineage.datasets.values())
    assert plan_json(a_plan(request, straight)) == plan_json(a_plan(request, turned))


@given(requests(), lineages())
def test_gates_change_no_partition_batch_or_digest(request: Request, lineage: Lineage) -> None:
    today = a_plan(request, lineage)
    later = a_plan(request, lineage, as_of=dt.datetime(2027, 1, 1, tzinfo=dt.UTC))
    for name in ("datasets", "batches", "waves", "scope_digest", "confirmations", "mappings"):
        assert plan_json(today)[name] == plan_json(later)[name]


def test_the_bytes_are_the_same_whatever_the_hash_seed() -> None:
    program = (
        "import json; from tests.golden.test_plans import plan_in; "
        "from bot.rendering.plan_json import plan_json; "
        "print(json.dumps(plan_json(plan_in('rollups'))))"
    )
    found = {
        hashlib.sha256(
            subprocess.run(
                [sys.executable, "-c", program],
                cwd=Path(__file__).parents[3],
                env={"PYTHONHASHSEED": seed, "PYTHONPATH": "."},
                capture_output=True,
                check=True,
            ).stdout
        ).hexdigest()
        for seed in ("0", "1", "2")
    }
    assert len(found) == 1
