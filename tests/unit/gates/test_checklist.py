"""Every gate of the specification: when it is asked, of what kind, and when it is not."""

import datetime as dt
import re
from collections.abc import Mapping
from typing import Any

import pytest

from bot.domain.dataset import DataRetention, Deduplication, Kind, Schedule
from bot.domain.facts import UNKNOWN, NotApplicable
from bot.domain.gate import Gate
from bot.domain.lineage import Difference
from bot.domain.names import DatasetName
from bot.domain.place import Place
from bot.domain.plan import OpenRequest
from bot.domain.request import DialectFinding, Exclusion, Request, Status
from bot.settings import Limits
from tests.builders import (
    MONTHLY,
    NEW_YORK,
    ORDERS,
    PATH,
    RAW,
    STATED,
    WEEKLY,
    a_calendar,
    a_dataset,
    a_lineage,
    a_plan,
    a_request,
    a_root,
    an_orders_lineage,
    looking_back,
    reads,
    some_writing,
    stated,
)

ALWAYS = {"baselines-recorded", "dry-run-reviewed", "snapshot-restorable"}
N_A = NotApplicable("it does not arise", STATED)


def gates(request: Any = None, lineage: Any = None, **circumstances: Any) -> Mapping[str, Gate]:
    """The open gates that a plan has beside those that every plan with a snapshot has."""
    plan = a_plan(request, lineage, **circumstances)
    return {gate.id: gate for gate in plan.open_gates if gate.id not in ALWAYS}


def kinds(found: Mapping[str, Gate]) -> dict[str, str]:
    return {name: gate.kind.value for name, gate in found.items()}


def orders_alone(**over: Any) -> Any:
    return a_lineage(a_dataset(ORDERS, **over))


def written(**over: Any) -> Any:
    return orders_alone(write=some_writing(**over))


def test_a_request_that_states_everything_leaves_only_what_people_have_to_see() -> None:
    plan = a_plan()
    assert [(gate.id, gate.open) for gate in plan.gates] == [
        ("source-retention", False),
        ("baselines-recorded", True),
        ("dry-run-reviewed", True),
        ("snapshot-restorable", True),
        ("writers-paused", False),
    ]
    assert [gate.id for gate in plan.gates if gate.lapses_with_head] == [
        "baselines-recorded",
        "dry-run-reviewed",
    ]
    assert plan.gates[0].answer == (
        "everything that this plan reads is still there on 2026-04-10 "
        "(`raw.orders` back to 2025-03-06, needed from 2026-03-01)"
    )


def test_a_request_that_states_nothing_is_asked_one_focused_question_each() -> None:
    request = Request(a_request().name, Place(PATH, 1), (a_root(),), "0" * 64)
    found = gates(request, a_lineage(a_dataset(write=some_writing(semantics=None))))
    assert kinds(found) == {
        "unknown-fixed-version": "blocking",
        "unknown-write-semantics": "blocking",
        "unknown-idempotency": "waivable",
        "unknown-rollback": "waivable",
        "unknown-run-by": "waivable",
        "unknown-bad-version": "attest",
        "unknown-configuration": "attest",
        "unknown-idempotency-details": "attest",
        "unknown-monitoring": "attest",
        "unknown-resources": "attest",
        "unknown-retention-details": "attest",
        "unknown-root-cause": "attest",
        "unknown-validation": "attest",
    }
    assert all(gate.question and gate.remedy for gate in found.values())


# Bounds and keys


def test_forward_running_effects_need_a_horizon() -> None:
    lineage = a_lineage(a_dataset(ORDERS, reads(ORDERS, "previous")))
    assert kinds(gates(None, lineage)) == {"unknown-horizon": "blocking"}
    root = a_root(horizon=dt.date(2026, 4, 30))
    assert gates(a_request(root), lineage) == {}


def test_a_horizon_that_is_over_is_asked_about() -> None:
    found = gates(a_request(a_root(horizon=dt.date(2026, 3, 31))))
    assert kinds(found) == {"horizon-passed": "waivable"}
    assert not gates(a_request(a_root(horizon=dt.date(2026, 4, 1))))


def test_all_partitions_need_a_first_one() -> None:
    endless = a_dataset("marts.totals", reads(ORDERS, "all"), partitioning=a_calendar(first=None))
    root = a_root(horizon=dt.date(2026, 4, 9))
    found = gates(a_request(root), an_orders_lineage(endless))
    assert kinds(found) == {"unknown-first-partition": "blocking"}
    assert found["unknown-first-partition"].about == "marts.totals"


def test_a_root_without_a_calendar_blocks() -> None:
    found = gates(None, orders_alone(partitioning=None))
    assert kinds(found)["unknown-root-calendar"] == "blocking"


def test_a_cut_root_partition_blocks_until_it_may_be_rewritten_whole() -> None:
    weekly = orders_alone(partitioning=a_calendar("week"))
    found = gates(a_request(a_root(start="2026-03-02", end="2026-03-10")), weekly)
    assert kinds(found) == {"cut-root-partition": "blocking"}
    assert "`2026-03-09` of `warehouse.orders_daily`" in found["cut-root-partition"].question
    assert not gates(a_request(a_root(start="2026-03-02", end="2026-03-10", whole=True)), weekly)


def test_a_key_that_means_two_partitions_blocks() -> None:
    hourly = orders_alone(partitioning=a_calendar("hour"))
    found = gates(a_request(a_root(start="2025-11-01", end="2025-11-03")), hourly)
    assert kinds(found) == {"ambiguous-keys": "blocking"}
    assert "`2025-11-02-01`" in found["ambiguous-keys"].question


# Code


@pytest.mark.parametrize(
    ("fixed", "gate"),
    [
        (None, {"unknown-fixed-version": "blocking"}),
        ("main", {"movable-fixed-version": "blocking"}),
        ("a" * 40, {}),
        (N_A, {}),
    ],
)
def test_the_fixed_version_is_known_and_cannot_move(fixed: Any, gate: Mapping[str, str]) -> None:
    assert kinds(gates(a_request(code={"fixed": fixed}))) == gate


# Writing


def test_unknown_semantics_block() -> None:
    assert kinds(gates(None, written(semantics=None))) == {"unknown-write-semantics": "blocking"}


def test_one_of_four_with_unknown_semantics_is_named() -> None:
    refunds = a_dataset("marts.refunds", reads(ORDERS), write=some_writing(semantics=None))
    assert [*gates(None, an_orders_lineage(refunds))] == ["unknown-write-semantics-marts-refunds"]


def test_an_append_needs_deduplication_and_a_commit() -> None:
    assert kinds(gates(None, written(semantics="append"))) == {
        "append-commit": "blocking",
        "append-deduplication": "blocking",
    }
    safe = written(
        semantics="append", deduplicate=Deduplication("key", ("order_id",)), commit="batch id"
    )
    assert not gates(None, safe)


def test_what_is_said_not_to_apply_is_shown_and_not_asked() -> None:
    lineage = written(semantics="append", deduplicate=N_A, commit="batch id")
    plan = a_plan(None, lineage)
    (gate,) = (gate for gate in plan.gates if gate.topic == "append-deduplication")
    assert not gate.open
    assert gate.answer == "not applicable for `warehouse.orders_daily`: it does not arise"


def test_a_merge_needs_keys_and_a_rule_for_duplicates() -> None:
    assert kinds(gates(None, written(semantics="merge"))) == {
        "merge-duplicates": "blocking",
        "merge-keys": "blocking",
    }
    found = gates(None, written(semantics="merge", match_keys=("customer_id", "day")))
    assert found["merge-duplicates"].question == (
        "`warehouse.orders_daily` is merged on `customer_id`, `day`, but what happens when one run "
        "brings two rows for a key?"
    )
    assert not gates(
        None, written(semantics="merge", match_keys=("a",), duplicate_sources="the latest")
    )


@pytest.mark.parametrize(
    ("boundary", "gate"),
    [
        (None, {"unknown-overwrite-boundary": "blocking"}),
        ("order_date >= '2026-03-01'", {"overwrite-boundary-warehouse-orders-daily": "blocking"}),
        ("partition", {}),
    ],
)
def test_an_overwrite_replaces_what_is_planned(
    boundary: str | None, gate: Mapping[str, str]
) -> None:
    assert kinds(gates(None, written(boundary=boundary))) == gate


def test_a_table_boundary_is_fine_where_the_plan_rewrites_all_of_it() -> None:
    root = a_root(horizon=dt.date(2026, 4, 30))
    request = a_request(root, validation={"control_partitions": ()})
    assert not gates(request, written(boundary="table"))


def test_an_unpartitioned_table_has_no_boundary_to_state() -> None:
    lineage = a_lineage(
        a_dataset(ORDERS, partitioning=a_calendar("none"), write=some_writing(boundary=None))
    )
    assert not gates(a_request(a_root(table=True), validation={"control_partitions": ()}), lineage)


def test_uncontrolled_writers_block() -> None:
    found = gates(None, written(concurrent_writers="uncontrolled"))
    assert kinds(found) == {"uncontrolled-writers": "blocking"}


def test_writers_nobody_spoke_of_have_to_be_paused() -> None:
    found = gates(None, written(concurrent_writers=None))
    assert kinds(found) == {"writers-paused": "attest"}
    assert found["writers-paused"].datasets == (ORDERS,)


def test_a_schedule_that_would_write_the_same_partitions_is_named() -> None:
    daily = orders_alone(
        write=some_writing(concurrent_writers=None), schedule=Schedule("0 6 * * *", NEW_YORK)
    )
    plan = a_plan(a_request(a_root(end="2026-03-31")), daily)
    assert [clash.words for clash in plan.clashes] == [
        "its run of 06:00 on 2026-04-01 (America/New_York) writes 2026-03-31, as this plan does"
    ]
    (gate,) = (gate for gate in plan.open_gates if gate.topic == "writers-paused")
    assert "The schedule of `warehouse.orders_daily` writes planned partitions" in gate.question


# Time


def test_a_day_that_is_over_blocks() -> None:
    found = gates(as_of=dt.datetime(2026, 4, 11, tzinfo=dt.UTC))
    assert kinds(found) == {"run-by-passed": "blocking"}
    assert not gates(as_of=dt.datetime(2026, 4, 10, 23, tzinfo=dt.UTC))


def test_rows_that_may_still_arrive_are_asked_about() -> None:
    early = dt.datetime(2026, 3, 16, tzinfo=dt.UTC)
    too_early = a_request(retention={"run_by": dt.date(2026, 3, 17)})
    assert kinds(gates(too_early, orders_alone(), as_of=early)) == {"late-arrival": "waivable"}
    in_time = a_request(retention={"run_by": dt.date(2026, 3, 18)})
    assert not gates(in_time, orders_alone(), as_of=early)


def test_a_range_that_is_not_over_is_asked_about_without_any_late_arrival() -> None:
    early = dt.datetime(2026, 3, 14, tzinfo=dt.UTC)
    request = a_request(retention={"run_by": dt.date(2026, 3, 14), "late_arrival": None})
    found = gates(request, orders_alone(), as_of=early)
    assert kinds(found) == {"late-arrival": "waivable", "unknown-retention-details": "attest"}


def test_downstream_partitions_that_are_not_over_are_accepted_or_left_to_their_schedule() -> None:
    request = a_request(retention={"run_by": dt.date(2026, 3, 18)})
    found = gates(request, as_of=dt.datetime(2026, 3, 16, tzinfo=dt.UTC))
    assert kinds(found) == {"open-partitions": "attest"}
    assert found["open-partitions"].question.startswith(
        "Not over when 2026-03-18 begins: `finance.tax_monthly` 2026-03."
    )


def test_a_backfill_that_ends_too_late_is_asked_about() -> None:
    safe = {"latest_safe_completion": dt.date(2026, 4, 9)}
    assert kinds(gates(a_request(retention=safe))) == {"latest-safe-completion": "waivable"}


# Lineage


def test_unresolved_lineage_is_asked_about_at_its_entry() -> None:
    churn = a_dataset("ml.churn_features", reads(ORDERS, "unknown"))
    model = a_dataset("ml.churn", reads("ml.churn_features"))
    found = gates(None, an_orders_lineage(churn, model))
    assert kinds(found) == {"unresolved-ml-churn-features": "waivable"}
    assert found["unresolved-ml-churn-features"].datasets == ("ml.churn_features", "ml.churn")


def test_a_root_that_no_lineage_knows_has_an_unknown_cascade() -> None:
    found = gates(a_request(a_root("elsewhere.orders")))
    assert kinds(found)["unknown-cascade"] == "waivable"


def test_a_cycle_blocks_and_names_its_members() -> None:
    lineage = a_lineage(
        a_dataset(ORDERS), a_dataset("b", reads(ORDERS), reads("c")), a_dataset("c", reads("b"))
    )
    found = gates(None, lineage)
    assert kinds(found)["lineage-cycle"] == "blocking"
    assert "`b`, `c`" in found["lineage-cycle"].question


def test_each_difference_to_the_base_is_asked_about() -> None:
    changed = Difference(ORDERS, "write.reversible", "false", "true")
    removed = Difference(WEEKLY, f"upstream {ORDERS}", "window", "absent")
    found = gates(None, an_orders_lineage(differences=(changed, removed)))
    assert kinds(found) == {
        "changed-marts-revenue-weekly-upstream-warehouse-orders-daily": "waivable",
        "changed-warehouse-orders-daily-write-reversible": "waivable",
    }


def test_an_exclusion_that_cuts_is_asked_about() -> None:
    out = Exclusion(MONTHLY, stated("retired on 2026-04-01"), Place(PATH, 9))
    found = gates(a_request(exclude=(out,)))
    assert kinds(found) == {"excluded-finance-tax-monthly": "waivable"}
    assert "The reason given: retired on 2026-04-01." in (
        found["excluded-finance-tax-monthly"].question
    )


def test_a_look_alike_name_blocks() -> None:
    request = a_request(write={"Warehouse.Orders_Daily": some_writing()})
    found = gates(request)
    assert kinds(found) == {"look-alike-warehouse-orders-daily": "blocking"}


def test_a_reader_of_a_look_alike_would_be_left_stale_and_blocks() -> None:
    reader = a_dataset("marts.late", reads("Warehouse.Orders_Daily"))
    lineage = an_orders_lineage(reader, new=["marts.late", "Warehouse.Orders_Daily"])
    assert kinds(gates(None, lineage)) == {"look-alike-warehouse-orders-daily": "blocking"}


def test_two_datasets_of_the_base_that_look_alike_mean_what_they_say() -> None:
    reader = a_dataset("marts.late", reads("Warehouse.Orders_Daily"))
    assert not gates(None, an_orders_lineage(reader))


def test_findings_of_a_dialect_become_gates_of_their_kind() -> None:
    finding = DialectFinding("bqetl-offset", "waivable", "Which dates?", "say so", Place(PATH, 3))
    ahead = DialectFinding("x", "blocking", "?", "!", Place(PATH, 3), since=dt.date(2026, 4, 2))
    found = gates(a_request(findings=(finding, ahead)))
    assert kinds(found) == {"bqetl-offset": "waivable"}
    assert found["bqetl-offset"].about == f"{PATH}:3"


def test_a_plan_beyond_the_limits_blocks() -> None:
    assert kinds(gates(limits=Limits(datasets=2))) == {"limits-exceeded": "blocking"}
    assert kinds(gates(limits=Limits(partitions=10))) == {"limits-exceeded": "blocking"}


def test_what_no_comment_can_name_blocks() -> None:
    days = [dt.date(2023, 1, 2) + dt.timedelta(days=2 * at) for at in range(6_000)]
    every_other = tuple((day.isoformat(), Place(PATH, 5)) for day in days)
    root = a_root(start="2023-01-02", end="2055-11-09", excluded=every_other)
    assert kinds(gates(a_request(root)))["limits-exceeded-approve"] == "blocking"


# Retention


def test_expired_partitions_are_named_with_the_first_that_is_left() -> None:
    lineage = a_lineage(
        a_dataset(RAW, retention=DataRetention(days=45)),
        a_dataset(ORDERS, reads(RAW, looking_back(6))),
    )
    gate = gates(None, lineage)["source-retention-raw-orders"]
    assert gate.kind == "waivable"
    assert gate.question == (
        "On 2026-04-10 `raw.orders` goes back to 2026-02-24, and the oldest day counts as gone: a "
        "part of it is; the plan reads it from 2026-02-23. Rewriting `warehouse.orders_daily` "
        "2026-03-01..2026-03-02 would replace good data by what is left. Is that meant?"
    )
    assert gate.remedy == (
        "begin later: `warehouse.orders_daily` from 2026-03-03 can still be recomputed; or restore "
        "the source first"
    )


def test_a_source_of_unknown_retention_is_asked_about() -> None:
    lineage = a_lineage(a_dataset(ORDERS, reads(RAW)))
    assert kinds(gates(None, lineage)) == {"unknown-source-retention": "waivable"}


def test_without_a_day_today_is_taken_and_the_day_asked_for() -> None:
    lineage = a_lineage(
        a_dataset(RAW, retention=DataRetention(days=30)), a_dataset(ORDERS, reads(RAW))
    )
    found = gates(a_request(retention={"run_by": None}), lineage)
    assert kinds(found) == {
        "source-retention-raw-orders": "waivable",
        "unknown-run-by": "waivable",
    }
    assert "2026-03-01..2026-03-02" in found["source-retention-raw-orders"].question


def test_retention_and_rollback_declared_not_applicable_are_waivable() -> None:
    request = a_request(
        rollback={"artifact": N_A, "owner": N_A, "trigger": N_A, "check": N_A, "time_limit": N_A},
        retention={"run_by": N_A, "latest_safe_completion": N_A, "late_arrival": N_A},
        not_applicable={"rollback": N_A.why, "retention": N_A.why},
    )
    assert kinds(gates(request)) == {
        "retention-not-applicable": "waivable",
        "rollback-not-applicable": "waivable",
    }


# Other backfills


def other(root: str = ORDERS, **over: Any) -> OpenRequest:
    lineage = an_orders_lineage()
    plan = a_plan(a_request(a_root(root)), lineage)
    given: dict[str, Any] = {
        "name": "orders-again",
        "where": "#41",
        "pull": 41,
        "status": "requested",
        "draft": False,
        "author_may_write": True,
        "confirmed": False,
        "writes": {each.name: each.partitions for each in plan.datasets},
        "place": "backfills/again.backfill.yaml:1",
        "order": 41,
    }
    return OpenRequest(**{**given, **over})


def test_a_running_request_on_the_base_blocks() -> None:
    running = other(where="main", pull=None, status=Status.RUNNING.value)
    assert kinds(gates(open_requests=(running,))) == {"running-elsewhere-orders-again": "blocking"}


def test_the_newer_pull_request_waits_and_the_older_one_goes_on() -> None:
    rival = other()
    assert kinds(gates(open_requests=(rival,), number=50)) == {
        "conflict-41-orders-again": "waivable"
    }
    assert not gates(open_requests=(rival,), number=40)


def test_the_confirmed_one_goes_on_whatever_its_number() -> None:
    assert gates(open_requests=(other(confirmed=True),), number=40)
    assert not gates(open_requests=(other(),), number=50, confirmed=True)


@pytest.mark.parametrize("over", [{"draft": True}, {"author_may_write": False}])
def test_drafts_and_outsiders_are_only_listed(over: Mapping[str, Any]) -> None:
    plan = a_plan(open_requests=(other(**over),), number=50)
    (gate,) = (gate for gate in plan.gates if gate.topic == "conflicting-request")
    assert not gate.open
    assert gate.answer.startswith("only listed")


def test_disjoint_ranges_may_go_on() -> None:
    apart = a_plan(a_request(a_root(start="2025-01-01", end="2025-01-31")))
    writes = {ORDERS: apart.datasets[0].partitions}
    assert not gates(open_requests=(other(writes=writes),), number=50)


def test_an_upstream_in_flight_is_asked_about() -> None:
    upstream = other(RAW, writes={RAW: a_plan().datasets[0].partitions})
    found = gates(open_requests=(upstream,), number=40)
    assert kinds(found) == {"upstream-in-flight-41-orders-again": "waivable"}
    assert found["upstream-in-flight-41-orders-again"].about == RAW


def test_an_upstream_in_flight_at_other_times_is_nobodys_business() -> None:
    apart = a_plan(a_request(a_root(start="2024-01-01", end="2024-01-31")))
    upstream = other(writes={RAW: apart.datasets[0].partitions})
    assert not gates(open_requests=(upstream,), number=40)


def test_an_upstream_of_the_same_pull_request_needs_a_stated_order() -> None:
    upstream = other(where="this pull request", pull=None, order=0,
                     writes={RAW: a_plan().datasets[0].partitions})  # fmt: skip
    assert kinds(gates(open_requests=(upstream,))) == {
        "upstream-in-flight-orders-again": "waivable"
    }
    said = a_request(resources={"overlapping_work": "starts after orders-again is complete"})
    assert not gates(said, open_requests=(upstream,))


def test_what_another_backfill_leaves_stale_is_no_better_for_waiting() -> None:
    upstream = other(writes={}, leaves_stale=frozenset({RAW}))
    assert kinds(gates(open_requests=(upstream,), number=40)) == {
        "upstream-in-flight-41-orders-again": "waivable"
    }


# Idempotency, rollback, controls, consumers, unknowns


def test_unknown_idempotency_is_waivable() -> None:
    assert kinds(gates(a_request(idempotency={"repeatable": None}))) == {
        "unknown-idempotency": "waivable"
    }


def test_a_step_that_cannot_be_repeated_needs_a_way_out() -> None:
    once = {"repeatable": False, "partial_completion": None}
    assert kinds(gates(a_request(idempotency=once))) == {
        "unknown-idempotency-details": "attest",
        "unrepeatable": "waivable",
    }


def test_unknown_rollback_is_waivable_and_has_no_snapshot_to_try() -> None:
    plan = a_plan(a_request(rollback={"artifact": None}))
    assert [gate.id for gate in plan.open_gates] == [
        "unknown-rollback",
        "baselines-recorded",
        "dry-run-reviewed",
    ]


def test_what_cannot_be_undone_is_no_gate_but_confirmed() -> None:
    plan = a_plan(a_request(rollback={"artifact": None, "irreversible": "mails are sent"}))
    assert {each.command.value for each in plan.datasets} == {"confirm"}
    assert [gate.id for gate in plan.open_gates] == ["baselines-recorded", "dry-run-reviewed"]


def test_a_control_that_is_rewritten_itself_is_asked_about() -> None:
    found = gates(a_request(validation={"control_partitions": ("2026-03-02", "week 9")}))
    assert kinds(found) == {
        "control-partition-2026-03-02": "waivable",
        "control-partition-week-9": "waivable",
    }


def test_consumers_have_to_be_told() -> None:
    board = a_dataset("dash.revenue", reads(WEEKLY), kind=Kind.CONSUMER, partitioning=None)
    assert kinds(gates(None, an_orders_lineage(board))) == {"consumers-told": "attest"}


@pytest.mark.parametrize(
    ("over", "gate"),
    [
        ({"code": {"bad": None}}, "unknown-bad-version"),
        ({"code": {"schema": None}}, "unknown-configuration"),
        ({"resources": {"cost": None}}, "unknown-resources"),
        ({"validation": {"tolerance": None}}, "unknown-validation"),
        ({"monitoring": {"every": None}}, "unknown-monitoring"),
        ({"retention": {"logs": None}}, "unknown-retention-details"),
        ({"rollback": {"time_limit": None}}, "unknown-rollback-details"),
        ({"root_cause": UNKNOWN}, "unknown-root-cause"),
    ],
)
def test_unknowns_that_change_no_safety_are_accepted_by_a_person(
    over: Mapping[str, Any], gate: str
) -> None:
    assert kinds(gates(a_request(**over))) == {gate: "attest"}


@pytest.mark.parametrize(
    ("over", "gate"),
    [
        ({"grain": None}, "unknown-grain"),
        ({"key": None}, "unknown-key"),
        ({"estimate": None}, "unknown-estimates"),
    ],
)
def test_so_are_those_of_a_dataset(over: Mapping[str, Any], gate: str) -> None:
    assert kinds(gates(None, orders_alone(**over))) == {gate: "attest"}


def test_a_credential_is_redacted_and_asked_about() -> None:
    token = "ghp_" + "abcdefghijklmnopqrstuvwxyzABCDEF1234"
    plan = a_plan(a_request(rollback={"artifact": f"copied with {token}"}))
    assert next(gate.id for gate in plan.open_gates) == "credential-rollback-artifact"
    assert token not in repr(plan)


# Ids


def test_ids_are_unique_and_speakable_whatever_the_names() -> None:
    odd = [a_dataset(name, reads(ORDERS, "unknown")) for name in ("a.b", "a_b", "注文", "A B", "*")]
    plan = a_plan(None, a_lineage(a_dataset(ORDERS), *odd))
    ids = [gate.id for gate in plan.gates]
    assert len(ids) == len(set(ids))
    assert all(re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name) for name in ids)


def test_the_same_plan_asks_the_same_in_the_same_order() -> None:
    assert a_plan() == a_plan()
    assert DatasetName(ORDERS) == a_plan().datasets[0].name
