"""What a plan in a file says is read whole, or not at all."""

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.confirmation.offline import judge_offline
from bot.confirmation.plan_file import PlanFile, Unreadable, read_plan
from bot.domain.dataset import Grain, Partitioning, Semantics
from bot.domain.partition_set import ListPartitions, PartitionSet, TimePartitions, WholeTable
from bot.domain.plan import Plan, PlannedDataset
from bot.domain.scope import Scope, ScopeLine
from bot.domain.spans import BEGINNING, FOREVER, Spans
from bot.partitions.calendar import calendar_of
from bot.partitions.keys import DEFAULT_KEYS
from bot.planning.block import block_of
from bot.planning.scope import scope_digest
from bot.rendering.plan_json import plan_json
from tests.plans import DAYS, HEAD, ORDERS, plan_over, planned

ENTRY = {"dataset": "a", "partitions": ["2026-03-01"], "write": "overwrite", "reversible": True}
SMALL: dict[str, Any] = {"name": "x", "commit": "a" * 40, "datasets": [ENTRY]}
"""A plan that says no more than it has to."""
SAID = f"/backfill approve x\ncommit {'a' * 40}\noverwrite a 2026-03-01"


def cut(**how: Any) -> dict[str, Any]:
    return {"datasets": [{**ENTRY, "partition": how}]}


def beside(**other: Any) -> dict[str, Any]:
    return {"datasets": [ENTRY, {**ENTRY, "dataset": "b", **other}]}


def only(**changed: Any) -> dict[str, Any]:
    return {"datasets": [{**ENTRY, **changed}]}


SPOILT: Sequence[tuple[dict[str, Any], str]] = (
    (beside(write="Overwrite"), "datasets[1].write"),
    (beside(write="unknown"), "datasets[1].write"),
    (beside(write=[]), "datasets[1].write"),
    ({"datasets": [ENTRY, {"dataset": "b", "partitions": ["x"]}]}, "datasets[1].write"),
    (beside(dataset="a", partitions=["2026-03-02"]), "datasets[1].dataset"),
    ({"datasets": [ENTRY, "b"]}, "datasets[1]"),
    ({"datasets": [ENTRY, None]}, "datasets[1]"),
    ({"datasets": {"a": ENTRY}}, "datasets"),
    ({"datasets": None}, "datasets"),
    (only(dataset=7), "datasets[0].dataset"),
    (only(dataset="\ud800"), "datasets[0].dataset"),
    (only(partitions=[1]), "datasets[0].partitions[0]"),
    (only(partitions=[]), "datasets[0].partitions"),
    (only(partitions="2026-03-01"), "datasets[0].partitions"),
    (only(reversible="yes"), "datasets[0].reversible"),
    (only(reversible=1), "datasets[0].reversible"),
    (only(command="confirm"), "datasets[0].command"),
    (cut(by="day", time_zone="No/Where"), "datasets[0].partition.time_zone"),
    (cut(by="day", time_zone="\0"), "datasets[0].partition.time_zone"),
    (cut(by="day", time_zone="../../etc/passwd"), "datasets[0].partition.time_zone"),
    (cut(by="day", first="x"), "datasets[0].partition.first"),
    (cut(by="day", first=5), "datasets[0].partition.first"),
    (cut(by="day", key="%Q"), "datasets[0].partition.key"),
    (cut(by="day", key=[]), "datasets[0].partition.key"),
    (cut(by=["day"]), "datasets[0].partition.by"),
    (cut(by="fortnight"), "datasets[0].partition.by"),
    (cut(), "datasets[0].partition.by"),
    (cut(by="list", values=5), "datasets[0].partition.values"),
    (cut(by="list", values=[None]), "datasets[0].partition.values[0]"),
    (cut(by="week", week_start={"a": 1}), "datasets[0].partition.week_start"),
    (cut(by="week", week_start=[]), "datasets[0].partition.week_start"),
    (cut(by="month"), "datasets[0].partitions"),
    (cut(by="none"), "datasets[0].partitions"),
    (only(partition="day"), "datasets[0].partition"),
    ({"code": 5}, "code"),
    ({"code": {"version": None}}, "code.version"),
    ({"code": {}}, "code.version"),
    ({"schema": "backfill-plan/v2"}, "schema"),
    ({"schema": None}, "schema"),
    ({"name": ["x"]}, "name"),
    ({"name": None}, "name"),
    ({"commit": None}, "commit"),
    ({"commit": "a" * 7}, "commit"),
    ({"scope_digest": 5}, "scope_digest"),
)


@pytest.mark.parametrize(("spoilt", "where"), SPOILT)
def test_of_a_damaged_plan_nothing_is_passed_over(spoilt: dict[str, Any], where: str) -> None:
    assert judge_offline(read_plan(SMALL), SAID).accepted
    with pytest.raises(Unreadable) as caught:
        read_plan({**SMALL, **spoilt})
    (sentence,) = caught.value.args
    assert sentence.startswith(f"`{where}` ")
    assert "\n" not in sentence


def genuine(*datasets: PlannedDataset, code: str = "head") -> Plan:
    """A plan as it is made: with the digest of what stands in it."""
    lines = [
        ScopeLine(each.semantics, each.name, each.partitions, each.command)
        for each in datasets
        if each.semantics
    ]
    scope = Scope(tuple(lines), code)
    digest = scope_digest(scope, [each for each in datasets if each.semantics is None])
    return replace(plan_over((ORDERS,)), datasets=datasets, scope=scope, digest=digest)


def in_a_file(plan: Plan, *, expand: bool = False) -> dict[str, Any]:
    described: dict[str, Any] = json.loads(json.dumps(plan_json(plan, expand=expand)))
    return described


def over(name: str, partitions: PartitionSet, **more: Any) -> PlannedDataset:
    return replace(planned(name, DAYS, 0, **more), partitions=partitions)


@pytest.mark.parametrize(
    "spoil",
    [
        lambda plan: plan["datasets"].pop(),
        lambda plan: plan["datasets"][0].update(partitions=["2026-03-01..2026-03-13"]),
        lambda plan: plan["datasets"][0].update(write="append"),
        lambda plan: plan["datasets"][0].update(dataset="warehouse.orders"),
        lambda plan: plan["datasets"][0]["partition"].update(time_zone="UTC"),
        lambda plan: plan["code"].update(version="b" * 40),
        lambda plan: plan["datasets"][1].update(write="overwrite"),
    ],
)
@pytest.mark.parametrize("expand", [False, True])
def test_of_a_plan_that_was_changed_after_it_was_made_that_is_said(
    spoil: Any,
    expand: bool,  # noqa: FBT001
) -> None:
    undecided = over("marts.undecided", WholeTable(), semantics=None)
    described = in_a_file(genuine(ORDERS, undecided), expand=expand)
    assert read_plan(described).doubt is None
    spoil(described)
    assert str(read_plan(described).doubt).startswith("`scope_digest` is not that of")


ZONES = ("UTC", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata")
MARCH = 1_772_323_200
"""The first of March 2026, in UTC."""


@st.composite
def time_partitions(draw: st.DrawFn) -> TimePartitions:
    by = draw(st.sampled_from([Grain.HOUR, Grain.DAY, Grain.WEEK, Grain.MONTH, Grain.QUARTER]))
    calendar = Partitioning(
        by,
        draw(st.sampled_from(ZONES)),
        draw(st.sampled_from([DEFAULT_KEYS[by], f"dt={DEFAULT_KEYS[by]}", "%d.%m", "%Y..%j %H"])),
        week_start=draw(st.integers(0, 6)) if by is Grain.WEEK else 0,
    )
    hours = st.integers(-9_000, 9_000)
    runs = draw(st.lists(st.tuples(hours, st.integers(1, 400)), min_size=1, max_size=4))
    spans = Spans.of((MARCH + 3600 * at, MARCH + 3600 * (at + long)) for at, long in runs)
    if draw(st.booleans()):
        spans |= Spans(((BEGINNING, spans.first),))
    if draw(st.booleans()):
        spans |= Spans(((spans.end, FOREVER),))
    return TimePartitions(calendar, calendar_of(calendar).cover(spans))


@st.composite
def list_partitions(draw: st.DrawFn) -> ListPartitions:
    values = draw(st.lists(st.text(st.characters(exclude_categories=["Cs"]), min_size=1),
                           min_size=1, max_size=5, unique=True))  # fmt: skip
    values = [*values, *draw(st.sampled_from([[], ["whole-table"], ["a..b", "?"]]))]
    values = list(dict.fromkeys(values))
    kept = [value for value in values if draw(st.booleans())] or values
    return ListPartitions(Partitioning(Grain.LIST, values=tuple(values)), tuple(kept))


def tells_its_instants(partitions: PartitionSet) -> bool:
    """True unless another year, or the other of two hours, would be written alike."""
    if not isinstance(partitions, TimePartitions):
        return True
    calendar = partitions.calendar
    return calendar.key.endswith(DEFAULT_KEYS[calendar.by]) and (
        calendar.by is not Grain.HOUR or calendar.time_zone in ("UTC", "Asia/Kolkata")
    )


@given(
    st.lists(time_partitions() | list_partitions() | st.just(WholeTable()), min_size=1, max_size=3),
    st.sampled_from(["head", "b" * 40, f"acme/job@sha256:{'c' * 64}"]),
    st.booleans(),
)
def test_what_is_written_is_read_back(
    partitions: list[PartitionSet],
    code: str,
    expand: bool,  # noqa: FBT001 (drawn)
) -> None:
    kinds = (Semantics.OVERWRITE, Semantics.MERGE, None)
    datasets = [
        over(f"marts.t{at}", each, semantics=kinds[at]) for at, each in enumerate(partitions)
    ]
    plan = genuine(*datasets, code=code)
    read: PlanFile = read_plan(in_a_file(plan, expand=expand))
    assert [line.dataset for line in read.scope.lines] == [
        line.dataset for line in plan.scope.lines
    ]
    assert [each.name for each in read.undecided] == [
        each.name for each in datasets if each.semantics is None
    ]
    assert (read.commit, read.scope.code) == (HEAD, code)
    if all(map(tells_its_instants, partitions)):
        assert scope_digest(read.scope, read.undecided) == plan.digest


@given(st.lists(list_partitions() | st.just(WholeTable()), min_size=1, max_size=2))
def test_the_block_of_a_plan_is_right_for_its_file(partitions: list[PartitionSet]) -> None:
    plan = genuine(*(over(f"marts.t{at}", each) for at, each in enumerate(partitions)))
    for command in plan.scope.commands:
        body = "\n".join(block_of(plan, command))
        assert judge_offline(read_plan(in_a_file(plan)), body).word == "ACCEPTED"
