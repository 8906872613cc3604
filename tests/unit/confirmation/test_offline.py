"""What a comment is worth for a plan in a file."""

import json
from dataclasses import replace
from typing import Any

import pytest

from bot.confirmation.offline import OfflineVerdict, judge_offline
from bot.confirmation.plan_file import read_plan
from bot.domain.scope import Command
from bot.planning.scope import scope_digest
from bot.rendering.plan_json import plan_json
from tests.conversations import OLD, a_comment, block, judge, mixed_plan, word
from tests.plans import HEAD

MIXED = mixed_plan()
PLAN = replace(MIXED, digest=scope_digest(MIXED.scope))
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


def judged(described: dict[str, Any], body: str) -> OfflineVerdict:
    return judge_offline(read_plan(described), body)


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
    found = judged(plan, body)
    assert found.text.split("\n")[0] == right
    assert found.accepted == (right == "ACCEPTED")


@pytest.mark.parametrize(("body", "right"), CASES.values(), ids=CASES.keys())
def test_it_agrees_with_what_is_said_on_github(body: str, right: str) -> None:
    online = word(judge(a_comment(body), plan=PLAN).verdicts[1]).split(" ")[0]
    others = {"Asked": right, "Helped": right, "Ignored": "IGNORED"}
    assert others.get(online, online) == right


def test_sets_are_compared_in_the_calendar_that_the_plan_states_and_else_literally() -> None:
    split = APPROVE.replace("2026-03-01..2026-03-14", "2026-03-01,2026-03-02..2026-03-14")
    assert judged(JSON, split).word == "ACCEPTED"
    assert judged(EXPANDED, split).word == "ACCEPTED"
    assert judged(BARE, split).word == "WRONG_SCOPE"


def test_the_difference_is_told_as_runs() -> None:
    body = APPROVE.replace(
        "overwrite warehouse.orders_daily 2026-03-01", "append warehouse.orders_daily 2026-02-27"
    )
    said = judged(JSON, f"{body.replace('03-14', '03-12')},2026-3-9")
    assert said.text.splitlines() == [
        "WRONG_SCOPE",
        "the comment and the plan differ",
        "warehouse.orders_daily: planned is overwrite, named is append",
        "warehouse.orders_daily: missing 2026-03-13..2026-03-14",
        "warehouse.orders_daily: extra 2026-02-27..2026-02-28",
        "warehouse.orders_daily: no partition of it: 2026-3-9",
    ]


def test_a_slip_is_shown_with_a_caret() -> None:
    assert judged(JSON, "Well.\n\n/backfill aprove x").text.splitlines() == [
        "HELP",
        "`aprove` is no verb of `/backfill`",
        "line 3, column 11:",
        "  /backfill aprove x",
        "            ^",
        "did you mean `approve`?",
    ]


@pytest.mark.parametrize("plan", [JSON, BARE], ids=["own", "bare"])
def test_while_nobody_has_said_how_a_dataset_is_written_nothing_is_accepted(
    plan: dict[str, Any],
) -> None:
    other = {**plan["datasets"][0], "dataset": "marts.other", "write": None}
    plan = {**plan, "datasets": [*plan["datasets"], other]}
    plan.pop("scope_digest", None)
    found = judged(plan, APPROVE)
    assert (found.word, found.detail) == (
        "GATES_OPEN",
        "nobody has stated how `marts.other` are written",
    )
    assert judged(plan, APPROVE.replace("03-14", "03-13")).word == "WRONG_SCOPE"
