"""A plan takes facts from where they count, and nobody's word for what only the base may say."""

import datetime as dt
from typing import Any

import pytest

from bot.domain.dataset import (
    DataRetention,
    Dataset,
    Estimate,
    Rollback,
    Schedule,
    WriteFacts,
)
from bot.domain.facts import NotApplicable
from bot.domain.plan import Plan, PlannedDataset
from bot.planning.build import plan_of
from tests.builders import (
    COMMIT,
    MONTHLY,
    NEW_YORK,
    ORDERS,
    RAW,
    STATED,
    WEEKLY,
    a_dataset,
    a_lineage,
    a_plan,
    a_request,
    a_root,
    an_orders_lineage,
    reads,
    some_writing,
    stated,
)


def writing(**facts: Any) -> WriteFacts:
    """Write facts of a request: what is not given is left unsaid."""
    unsaid = dict.fromkeys(("semantics", "boundary", "reversible", "concurrent_writers"))
    return some_writing(**{**unsaid, **facts})


def planned(plan: Plan, name: str = ORDERS) -> PlannedDataset:
    return next(each for each in plan.datasets if each.name == name)


def alone(request: Any = None, *, new: bool = False, **over: Any) -> PlannedDataset:
    """The plan of orders alone."""
    lineage = a_lineage(a_dataset(ORDERS, **over), new=[ORDERS] if new else ())
    return planned(a_plan(request, lineage))


def test_a_plan_is_a_function_of_its_files() -> None:
    assert plan_of(a_request(), an_orders_lineage(), COMMIT) == plan_of(
        a_request(), an_orders_lineage(), COMMIT
    )
    at_another_time = a_plan(as_of=dt.datetime(2026, 4, 9, tzinfo=dt.UTC))
    assert a_plan().digest == at_another_time.digest
    assert a_plan().batches == at_another_time.batches


def test_the_dataset_s_own_write_entry_comes_before_the_star() -> None:
    request = a_request(
        write={ORDERS: writing(semantics="merge"), "*": writing(semantics="append")}
    )
    unsaid = some_writing(semantics=None)
    lineage = a_lineage(
        a_dataset(ORDERS, write=unsaid),
        a_dataset(WEEKLY, reads(ORDERS), write=unsaid),
        a_dataset(MONTHLY, reads(ORDERS)),
    )
    plan = a_plan(request, lineage)
    assert [str(each.semantics) for each in plan.datasets] == ["merge", "overwrite", "append"]


@pytest.mark.parametrize(
    ("catalog", "request_says", "reversible"),
    [(True, None, True), (True, True, True), (True, False, False), (False, True, False)],
)
def test_what_the_base_knows_is_reversible_only_if_both_say_so(
    *, catalog: bool, request_says: bool | None, reversible: bool
) -> None:
    request = a_request(write={ORDERS: writing(reversible=request_says)})
    assert alone(request, write=some_writing(reversible=catalog)).reversible is reversible


def test_a_request_alone_cannot_make_a_known_dataset_reversible() -> None:
    for name in (ORDERS, "*"):
        request = a_request(write={name: writing(reversible=True)})
        found = alone(request, write=some_writing(reversible=None))
        assert not found.reversible
        assert found.irreversible_because == (
            "only this pull request says that it can be undone, not the base"
        )


def test_of_a_new_dataset_the_request_s_word_counts() -> None:
    request = a_request(write={ORDERS: writing(reversible=True)})
    found = alone(request, new=True, write=some_writing(reversible=None))
    assert (found.reversible, found.is_new) == (True, True)


def test_unknown_and_impossible_have_to_be_confirmed_and_say_why() -> None:
    assert alone(write=some_writing(reversible=None)).irreversible_because == (
        "nobody has stated that it can be undone"
    )
    mailed = a_request(rollback={"irreversible": "mails are sent"})
    assert alone(mailed).irreversible_because == "mails are sent"
    assert alone(mailed).command == "confirm"
    nothing = a_request(rollback={"irreversible": "none"})
    assert alone(nothing).command == "approve"
    moot = NotApplicable("views only", STATED)
    assert alone(write=some_writing(reversible=moot)).command == "confirm"


def test_rollback_validation_and_idempotency_of_a_dataset_come_first() -> None:
    request = a_request(rollback_of={ORDERS: Rollback(artifact=stated("its own copy"))})
    found = alone(request).facts.rollback
    assert found.artifact == stated("its own copy")
    assert found.owner == stated("@acme/data-oncall")


def test_the_request_s_controls_are_those_of_its_roots() -> None:
    plan = a_plan()
    assert planned(plan).facts.validation.control_partitions == stated(("2026-02-27",))
    assert planned(plan, WEEKLY).facts.validation.control_partitions != stated(("2026-02-27",))
    assert [(each.dataset, each.key) for each in plan.controls] == [(ORDERS, "2026-02-27")]


def test_datasets_stand_in_the_order_in_which_they_are_written() -> None:
    trailing = a_dataset("marts.trailing", reads(WEEKLY))
    plan = a_plan(None, an_orders_lineage(trailing))
    assert [(each.wave, each.name) for each in plan.datasets] == [
        (0, ORDERS),
        (1, MONTHLY),
        (1, WEEKLY),
        (2, "marts.trailing"),
    ]


def test_credentials_of_the_lineage_are_redacted_as_well() -> None:
    token = "ghp_" + "abcdefghijklmnopqrstuvwxyzABCDEF1234"
    plan = a_plan(None, a_lineage(a_dataset(ORDERS, grain=f"one row, see {token}")))
    assert plan.redactions == ("warehouse.orders_daily.grain",)
    assert token not in repr(plan)


def test_a_dataset_that_nobody_describes_is_planned_with_nothing_known() -> None:
    lineage = a_lineage(Dataset(ORDERS))
    plan = a_plan(a_request(a_root(table=True)), lineage)
    assert [each.semantics for each in plan.datasets] in ([], [None])


def test_figures_and_dates_beyond_all_reason_are_no_crash() -> None:
    request = a_request(
        a_root(horizon=dt.date(9999, 12, 31)),
        retention={
            "run_by": dt.date(9999, 12, 31),
            "latest_safe_completion": dt.date(9999, 12, 31),
            "late_arrival": "P999Y",
        },
    )
    huge = Estimate(rows=10**30, bytes=10**30, minutes=1e15)
    source = a_dataset(RAW, retention=DataRetention(days=10**9))
    orders = a_dataset(ORDERS, reads(RAW), estimate=huge, schedule=Schedule("0 6 * * *", NEW_YORK))
    plan = a_plan(request, a_lineage(source, orders))
    assert plan.open_gates
