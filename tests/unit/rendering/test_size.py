"""However much a plan rewrites, its comment stays within limits and readable."""

import json
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from bot.domain.plan import Plan, PlannedDataset
from bot.parsing.marker import Marker, read_marker
from bot.planning.block import block_of
from bot.rendering.escape import Markdown
from bot.rendering.language import language
from bot.rendering.plan_comment import plan_comment
from bot.rendering.single import single
from bot.rendering.split import Limit, split
from tests.plans import DAYS, GATES, ORDERS, plan_over, planned, the_example, timed

HEADINGS = [
    "Scope",
    "Order",
    "Dry-Run",
    "Execution Batches",
    "Validation",
    "Monitoring",
    "Stop Conditions",
    "Rollback",
]


def many(count: int, **more: object) -> Plan:
    datasets: list[PlannedDataset] = [ORDERS]
    datasets += [
        planned(
            f"marts.some_rather_long_name_of_a_table_{at}",
            DAYS,
            1 + at % 4,
            upstream=(ORDERS.name,),
        )
        for at in range(count - 1)
    ]
    datasets.sort(key=lambda dataset: (dataset.wave, dataset.name))
    return plan_over(datasets, gates=GATES, **more)


def headings(parts: Sequence[str]) -> list[str]:
    return [
        line.removeprefix("### ")
        for part in parts
        for line in part.splitlines()
        if line.startswith("### ")
    ]


@pytest.mark.parametrize("count", [1, 25, 26, 60, 61, 300])
def test_every_part_is_within_the_limits_of_github(count: int) -> None:
    for part in plan_comment(many(count)):
        assert len(part) <= 65_000
        assert len(part.encode()) <= 262_000


def test_the_eight_headings_stand_in_their_order_whatever_the_size() -> None:
    assert headings(plan_comment(the_example())) == HEADINGS
    assert headings(plan_comment(many(300))) == HEADINGS


def test_a_plan_of_nothing_has_all_headings_too() -> None:
    assert headings(plan_comment(plan_over(()))) == HEADINGS


def test_every_part_says_which_it_is() -> None:
    parts = plan_comment(many(300))
    markers = [read_marker(part) for part in parts]
    assert [marker.fields["part"] for marker in markers if marker] == list(range(1, len(parts) + 1))
    assert {marker.fields["parts"] for marker in markers if marker} == {len(parts)}
    assert all(json.dumps(part.splitlines()[0]).startswith('"<!-- backfill-bot') for part in parts)


def test_the_block_to_copy_is_in_one_piece() -> None:
    plan = many(300)
    parts = plan_comment(plan)
    for command in plan.scope.commands:
        block = "\n".join(block_of(plan, command))
        assert sum(f"```\n{block}\n```" in part for part in parts) == 1


def test_folds_and_fences_are_closed_in_every_part() -> None:
    for part in plan_comment(many(300)):
        assert part.count("<details") == part.count("</details>")
        tokens = MarkdownIt("commonmark").parse(part)
        fences = [token for token in tokens if token.type == "fence"]
        assert len(fences) * 2 == sum(line.startswith("```") for line in part.splitlines())


def test_three_hundred_datasets_are_named_each_with_its_partitions() -> None:
    plan = many(300)
    text = "\n".join(plan_comment(plan))
    for dataset in plan.datasets:
        assert f"| `{dataset.name}` | 2026-03-01 … 2026-03-14 | 14&nbsp;days | overwrite |" in text


def test_two_thousand_partitions_are_runs_and_totals() -> None:
    long = timed("2020-01-01", "2025-06-23")
    plan = plan_over((planned("warehouse.events", long, 0, is_root=True),))
    parts = plan_comment(plan)
    assert len(parts) == 1
    assert "1&nbsp;dataset" not in parts[0]
    assert (
        "| `warehouse.events` | 2020-01-01 … 2025-06-22 | 2,000&nbsp;days | overwrite |" in parts[0]
    )
    assert len(parts[0]) < 20_000


LINES = st.sampled_from(
    (
        "# head",
        "**bold**",
        "text",
        "",
        "中文中文中文",
        "| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n| 5 | 6 |",
        "<details><summary>fold</summary>\n\ninside\n\n</details>",
        "```\ncode\n\nmore\n```",
        "- item",
    )
)


@given(st.lists(LINES, max_size=40), st.integers(120, 400))
def test_cutting_loses_nothing_and_leaves_nothing_open(blocks: list[str], room: int) -> None:
    text = "\n\n".join(blocks)
    parts = split(text, Limit(room, room), Markdown("(continued)"), Markdown("(left out)"))
    kept = [line for line in text.splitlines() if line.strip()]
    again = [line for part in parts for line in part.splitlines() if line.strip()]
    for line in set(kept):
        assert again.count(line) >= kept.count(line)
    for part in parts:
        assert len(part) <= room
        assert len(part.encode()) <= room
        assert part.count("<details") == part.count("</details>")
        assert part.count("```") % 2 == 0


def test_what_fits_into_no_part_is_left_out_by_name() -> None:
    text = f"before\n\n```\n{'x' * 300}\n```\n\nafter"
    parts = split(text, Limit(200, 200), Markdown("(continued)"), Markdown("(left out)"))
    assert "".join(parts).count("(left out)") == 1
    assert all(len(part) <= 200 for part in parts)
    assert "before" in parts[0]
    assert "after" in parts[-1]


def test_an_answer_is_one_comment_that_says_where_it_was_cut() -> None:
    marker = Marker("reply", {"comment": 1, "verdict": "WRONG_CLASS"})
    block = f"```\n{'x' * 40_000}\n```"
    cut = single(marker, f"**WRONG_CLASS** · first\n\n{block}\n\n{block}\n\nlast", language("en"))
    assert read_marker(cut) == marker
    assert len(cut) <= 65_000
    assert cut.endswith(f"{block}\n\nWhat follows is left out: a comment can be no longer.\n")
    left = single(marker, f"first\n\n```\n{'x' * 70_000}\n```\n\nlast", language("en"))
    assert [line for line in left.splitlines()[1:] if line] == [
        "first",
        "What stands here is too long for a comment; the plan as JSON has it.",
        "last",
    ]
    assert single(marker, "all of it", language("en")).splitlines()[1:] == ["all of it"]
