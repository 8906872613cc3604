"""What a comment is worth for a plan in a file."""

import json
from typing import Any

import pytest

from bot.confirmation.offline import judge_offline
from bot.domain.scope import Command
from bot.rendering.plan_json import plan_json
from tests.conversations import OLD, a_comment, block, judge, mixed_plan, word
from tests.plans import HEAD

PLAN = mixed_plan()
JSON: dict[str, Any] = json.loads(json.dumps(plan_json(PLAN)))
EXPANDED: dict[str, Any] = json.loads(json.dumps(plan_json(PLAN, expand=True)))
APPROVE, CONFIRM = block(PLAN), block(PLAN, Command.CONFIRM)
BARE: dict[str, Any] = {
    "schema": "backfill-plan/v1",
    "name": "orders-tax-fix",
    "commit": HEAD,
    "datasets": [
        {"dataset": "warehouse.orders_daily", "partitions": ["2026-03-01..2026-03-14"],
         "write": "overwrite", "reversible": True},
        {"dataset": "marts.customer_ltv", "partitions": ["2026-03-01..2026-03-31"],
         "write": "merge", "reversible": False},
    ],
}  # fmt: skip
"""A plan that says no more than it has to."""

CASES = {
    "approve": (APPROVE, "ACCEPTED"),
    "confirm": (CONFIRM, "ACCEPTED"),
    "another class": (APPROVE.replace("approve", "confirm"), "WRONG_CLASS"),
    "narrower": (APPROVE.replace("03-14", "03-13"), "WRONG_SCOPE"),
    "wider": (APPROVE.replace("03-14", "03-15"), "WRONG_SCOPE"),
    "another dataset": (APPROVE.replace("warehouse", "lake"), "WRONG_SCOPE"),
    "another case": (APPROVE.replace("warehouse", "Warehouse"), "WRONG_SCOPE"),
    "other semantics": (APPROVE.replace("overwrite", "append"), "WRONG_SCOPE"),
    "another commit": (APPROVE.replace(HEAD, OLD), "STALE_COMMIT"),
    "another version": (f"{APPROVE}\ncode {OLD}", "WRONG_CODE"),
    "another request": (APPROVE.replace("orders-tax-fix", "other"), "NO_PLAN"),
    "a look-alike": (
        APPROVE.replace("warehouse.orders_daily", '"w\u0430rehouse.orders_daily"'),
        "HELP",
    ),
    "a slip": (APPROVE.replace("overwrite ", ""), "HELP"),
    "help": ("/backfill help", "HELP"),
    "two": (f"{APPROVE}\n/backfill plan", "HELP"),
    "talk": ("fine", "IGNORED"),
    "a fence": (f"```\n{APPROVE}\n```", "IGNORED"),
    "status": ("/backfill status", "ACCEPTED"),
}


@pytest.mark.parametrize("plan", [JSON, EXPANDED, BARE], ids=["runs", "keys", "bare"])
@pytest.mark.parametrize(("body", "right"), CASES.values(), ids=CASES.keys())
def test_the_verdict_comes_first(plan: dict[str, Any], body: str, right: str) -> None:
    found = judge_offline(plan, body)
    assert found.text.split("\n")[0] == right
    assert found.accepted == (right == "ACCEPTED")


@pytest.mark.parametrize(("body", "right"), CASES.values(), ids=CASES.keys())
def test_it_agrees_with_what_is_said_on_github(body: str, right: str) -> None:
    online = word(judge(a_comment(body), plan=PLAN).verdicts[1]).split(" ")[0]
    others = {"Asked": right, "Helped": right, "Ignored": "IGNORED"}
    assert others.get(online, online) == right


def test_sets_are_compared_in_the_calendar_that_the_plan_states_and_else_literally() -> None:
    split = APPROVE.replace("2026-03-01..2026-03-14", "2026-03-01,2026-03-02..2026-03-14")
    assert judge_offline(JSON, split).word == "ACCEPTED"
    assert judge_offline(EXPANDED, split).word == "ACCEPTED"
    assert judge_offline(BARE, split).word == "WRONG_SCOPE"


def test_the_difference_is_told_as_runs() -> None:
    body = APPROVE.replace(
        "overwrite warehouse.orders_daily 2026-03-01", "append warehouse.orders_daily 2026-02-27"
    )
    said = judge_offline(JSON, f"{body.replace('03-14', '03-12')},2026-3-9")
    assert said.text.splitlines() == [
        "WRONG_SCOPE",
        "the comment and the plan differ",
        "warehouse.orders_daily: planned is overwrite, named is append",
        "warehouse.orders_daily: missing 2026-03-13..2026-03-14",
        "warehouse.orders_daily: extra 2026-02-27..2026-02-28",
        "warehouse.orders_daily: no partition of it: 2026-3-9",
    ]


def test_a_slip_is_shown_with_a_caret() -> None:
    assert judge_offline(JSON, "Well.\n\n/backfill aprove x").text.splitlines() == [
        "HELP",
        "`aprove` is no verb of `/backfill`",
        "line 3, column 11:",
        "  /backfill aprove x",
        "            ^",
        "did you mean `approve`?",
    ]


@pytest.mark.parametrize(
    "plan",
    [
        {},
        {"datasets": None},
        {"datasets": [1, {"write": "overwrite"}, {"write": "merge", "partitions": 7}]},
        BARE | {"datasets": []},
        BARE | {"commit": None},
    ],
)
def test_a_file_that_is_no_plan_accepts_nothing(plan: dict[str, Any]) -> None:
    assert not judge_offline(plan, APPROVE).accepted


ENTRY = {"dataset": "a", "partitions": ["2026-03-01"], "write": "overwrite", "reversible": True}
SMALL = {"name": "x", "commit": "a" * 40, "datasets": [ENTRY]}
SAID = f"/backfill approve x\ncommit {'a' * 40}\noverwrite a 2026-03-01"


@pytest.mark.parametrize(
    ("spoilt", "where"),
    [
        (
            {"datasets": [ENTRY, {**ENTRY, "dataset": "b", "write": "Overwrite"}]},
            "datasets[1].write",
        ),
        ({"datasets": [ENTRY, {**ENTRY, "dataset": "b", "write": None}]}, "datasets[1].write"),
        ({"datasets": [ENTRY, "b"]}, "datasets[1]"),
        ({"datasets": [ENTRY, {**ENTRY, "partitions": ["2026-03-02"]}]}, "twice"),
        ({"datasets": [{**ENTRY, "dataset": 7}]}, "datasets[0].dataset"),
        ({"datasets": [{**ENTRY, "partitions": [1]}]}, "datasets[0].partitions"),
        (
            {"datasets": [{**ENTRY, "partition": {"by": "day", "time_zone": "No/Where"}}]},
            "partition",
        ),
        ({"datasets": [{**ENTRY, "partition": {"by": "day", "first": "x"}}]}, "partition.first"),
        ({"datasets": [{**ENTRY, "partition": {"by": "day", "key": "%Q"}}]}, "partition"),
        ({"datasets": [{**ENTRY, "partition": {"by": ["day"]}}]}, "partition"),
        ({"datasets": [{**ENTRY, "partition": {"by": "list", "values": 5}}]}, "partition.values"),
        (
            {"datasets": [{**ENTRY, "partition": {"by": "week", "week_start": {"a": 1}}}]},
            "partition",
        ),
        ({"code": 5}, "code"),
        ({"code": {"version": None}}, "code"),
        ({"schema": "backfill-plan/v2"}, "schema"),
    ],
)
def test_of_a_damaged_plan_nothing_is_passed_over(spoilt: dict[str, Any], where: str) -> None:
    assert judge_offline(SMALL, SAID).accepted
    found = judge_offline({**SMALL, **spoilt}, SAID)
    assert found.word == "UNVERIFIABLE"
    assert where in found.detail
