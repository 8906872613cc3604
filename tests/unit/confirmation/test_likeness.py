"""Is the scope that somebody names the plan's, or does it only look like it?"""

import json

import pytest

from bot.domain.confirmation import DatasetDifference, Refused, ScopeDifference
from bot.domain.dataset import Grain, Partitioning, Semantics
from bot.domain.names import DatasetName
from bot.domain.partition_set import ListPartitions, TimePartitions, WholeTable
from bot.domain.scope import Command, Scope, ScopeLine
from tests.conversations import a_comment, block, judge, mixed_plan, reversible_plan, word
from tests.plans import DAYS, HEAD, LTV, ORDERS, REVENUE, timed

REGIONS = Partitioning(Grain.LIST, values=("EU", "US", "ÖE", "A\u200bB"))
CYRILLIC = "w\u0430rehouse.orders"
PLAN = reversible_plan(
    scope=Scope(
        (
            ScopeLine(Semantics.OVERWRITE, DatasetName(CYRILLIC), DAYS, Command.APPROVE),
            ScopeLine(
                Semantics.APPEND,
                DatasetName("by region"),
                ListPartitions(REGIONS, ("EU", "ÖE", "A\u200bB")),
                Command.APPROVE,
            ),
            ScopeLine(Semantics.MERGE, DatasetName("marts.all"), WholeTable(), Command.APPROVE),
        ),
        "head",
    )
)


def said(
    orders: str = CYRILLIC,
    days: str = "2026-03-01..2026-03-14",
    regions: str = '"EU","ÖE","A\u200bB"',
    whole: str = "whole-table",
) -> str:
    body = "\n".join(
        (
            "/backfill approve orders-tax-fix",
            f"commit {HEAD}",
            f"overwrite {json.dumps(orders, ensure_ascii=False)} {days}",
            f'append "by region" {regions}',
            f"merge marts.all {whole}",
        )
    )
    return word(judge(a_comment(body), plan=PLAN).verdicts[1])


def test_an_exact_name_passes_whatever_letters_it_has() -> None:
    assert said() == "ACCEPTED"


LOOKS = "which only looks like the plan's"


@pytest.mark.parametrize(
    ("name", "right"),
    [
        (
            "warehouse.orders",
            (
                "HELP the plan has `U+0430 CYRILLIC SMALL LETTER A` in the dataset's name, and the"
                " comment another character"
            ),
        ),
        (
            "w\u0430reh\u043euse.orders",
            f"HELP `U+0430 CYRILLIC SMALL LETTER A` stands in the dataset's name, {LOOKS}",
        ),
        (
            f"{CYRILLIC}\u200b",
            "HELP `U+200B ZERO WIDTH SPACE` stands in or beside the dataset's name",
        ),
        (
            "\u0441\u043e\u0432\u0441\u0435\u043c \u0434\u0440\u0443\u0433\u043e\u0435",
            "WRONG_SCOPE",
        ),
        ("Warehouse.orders", "WRONG_SCOPE"),
        ("other", "WRONG_SCOPE"),
    ],
)
def test_a_name_that_only_looks_like_the_plans_is_named_by_its_letters(
    name: str, right: str
) -> None:
    assert said(orders=name) == right


@pytest.mark.parametrize(
    ("regions", "right"),
    [
        ('"A\u200bB", "ÖE", EU', "ACCEPTED"),
        ('"EU","ÖE","A\\u200bB"', "ACCEPTED"),
        (
            '"EU","ÖE",AB',
            (
                "HELP the plan has `U+200B ZERO WIDTH SPACE` in the list of partitions, and the"
                " comment another character"
            ),
        ),
        (
            '"\u0415U","ÖE","A\u200bB"',
            f"HELP `U+0415 CYRILLIC CAPITAL LETTER IE` stands in the list of partitions, {LOOKS}",
        ),
        (
            '"O\u0308E",EU,"A\u200bB"',
            f"HELP `U+0308 COMBINING DIAERESIS` stands in the list of partitions, {LOOKS}",
        ),
        ('EU,US,"ÖE","A\u200bB"', "WRONG_SCOPE"),
        ('"Österreich",EU,"ÖE","A\u200bB"', "WRONG_SCOPE"),
        ("whole-table", "WRONG_SCOPE"),
    ],
)
def test_the_same_holds_for_list_values(regions: str, right: str) -> None:
    assert said(regions=regions) == right


@pytest.mark.parametrize(
    ("days", "right"),
    [
        ("2026-03-08..2026-03-14,2026-03-01..2026-03-07", "ACCEPTED"),
        ("2026-03-01..2026-03-10,2026-03-05..2026-03-14", "ACCEPTED"),
        ("2026-03-14..2026-03-01", "WRONG_SCOPE"),
        ("2026-03-01..2026-03-14,2026-3-9", "WRONG_SCOPE"),
        ("2026-03", "WRONG_SCOPE"),
        ("2026-03-01", "WRONG_SCOPE"),
        ("?..2026-03-14", "WRONG_SCOPE"),
        ("all", "WRONG_SCOPE"),
        ("whole-table", "WRONG_SCOPE"),
        ("2026-03-01..2026-03-14,whole-table", "WRONG_SCOPE"),
        ("2026-02-30..2026-03-14", "WRONG_SCOPE"),
        (
            '"2026-03-01..2026-03-1\u0664"',
            "HELP `U+0664 ARABIC-INDIC DIGIT FOUR` stands in the list of partitions, " + LOOKS,
        ),
    ],
)
def test_partitions_are_compared_as_sets_and_nothing_is_guessed(days: str, right: str) -> None:
    assert said(days=days) == right


def test_a_whole_table_is_named_as_that() -> None:
    assert [said(whole=word_) for word_ in ("whole-table", "Whole-Table", "all", "whole")] == [
        "ACCEPTED",
        "WRONG_SCOPE",
        "WRONG_SCOPE",
        "WRONG_SCOPE",
    ]


def test_the_difference_is_whole() -> None:
    body = "\n".join(
        (
            "/backfill approve orders-tax-fix",
            f"commit {HEAD}",
            "append warehouse.orders_daily 2026-03-02..2026-03-16,nonsense",
            "overwrite staging.scratch 2026-03-01",
        )
    )
    verdict = judge(a_comment(body), plan=reversible_plan()).verdicts[1]
    assert isinstance(verdict, Refused)
    assert verdict.difference == ScopeDifference(
        missing=(REVENUE.name,),
        extra=("staging.scratch",),
        different=(
            DatasetDifference(
                dataset=ORDERS.name,
                missing=timed("2026-03-01", "2026-03-02"),
                extra=timed("2026-03-15", "2026-03-17"),
                unreadable=("nonsense",),
                semantics=("overwrite", "append"),
            ),
        ),
    )


def test_each_command_names_its_own_class_alone() -> None:
    plan = mixed_plan()
    both = f"{block(plan)}\n{block(plan, Command.CONFIRM).splitlines()[-1]}"
    swapped = block(plan).replace("approve", "confirm")
    unneeded = block().replace("approve", "confirm")
    found = [
        judge(a_comment(both), plan=plan).verdicts[1],
        judge(a_comment(swapped), plan=plan).verdicts[1],
        judge(a_comment(unneeded)).verdicts[1],
    ]
    assert [word(verdict) for verdict in found] == ["WRONG_CLASS"] * 3
    assert [isinstance(v, Refused) and v.difference for v in found] == [
        ScopeDifference(other_class=(LTV.name,)),
        ScopeDifference(missing=(LTV.name,), other_class=(ORDERS.name,)),
        ScopeDifference(other_class=(ORDERS.name, REVENUE.name)),
    ]
    assert isinstance(DAYS, TimePartitions)
