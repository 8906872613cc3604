"""After the merge, what was confirmed counts while the same document stands on the base."""

import pytest

from bot.domain.pull_request import Content, Text, Unfit
from bot.parsing.request import read_request_file
from bot.settings import Settings
from tests.conversations import a_comment, block, judge, reversible_plan, words

DOCUMENT = """\
version: backfill/v1
name: orders-tax-fix
intent: execute
reason: tax
root: {dataset: warehouse.orders_daily}
range: {start: 2026-03-01, end: 2026-03-14}
"""
PATH = "backfills/orders.backfill.yaml"
REQUEST = read_request_file(PATH, Text(DOCUMENT.encode(), "1"), Settings()).requests[0]
PLAN = reversible_plan(request=REQUEST)


@pytest.mark.parametrize(
    ("path", "there", "right"),
    [
        (PATH, DOCUMENT, "ACCEPTED"),
        (PATH, f"{DOCUMENT}status: running\n", "ACCEPTED"),
        (PATH, f"# a remark\n{DOCUMENT}", "ACCEPTED"),
        (PATH, f"{DOCUMENT}\n---\n{DOCUMENT.replace('orders-tax', 'other')}", "ACCEPTED"),
        ("backfills/moved.backfill.yaml", DOCUMENT, "ACCEPTED"),
        (PATH, f"{DOCUMENT}status: complete\n", "NO_PLAN"),
        (PATH, f"{DOCUMENT}status: cancelled\n", "NO_PLAN"),
        (PATH, DOCUMENT.replace("03-14", "03-15"), "NO_PLAN"),
        (PATH, DOCUMENT.replace("reason: tax", "reason: other"), "NO_PLAN"),
        (PATH, DOCUMENT.replace("orders-tax-fix", "other-fix"), "NO_PLAN"),
        (PATH, f"{DOCUMENT}nonsense: true\n", "NO_PLAN"),
        (PATH, "", "NO_PLAN"),
    ],
)
def test_the_document_on_the_base_decides(path: str, there: str, right: str) -> None:
    tip: dict[str, Content] = {path: Text(there.encode(), "2"), "x.backfill.yaml": Unfit("binary")}
    found = judge(
        a_comment(block(PLAN)), plan=PLAN, is_open=False, is_merged=True, base_tip_files=tip
    )
    assert words(found) == [right]


def test_before_the_merge_the_base_has_no_say() -> None:
    assert words(judge(a_comment(block(PLAN)), plan=PLAN)) == ["ACCEPTED"]
