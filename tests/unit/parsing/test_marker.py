"""The line by which the bot knows its own comments."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.parsing.marker import Marker, print_marker, read_marker

SCALARS = st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text(max_size=30)
FIELDS = st.dictionaries(
    st.text(min_size=1, max_size=10).filter(lambda name: name != "kind"),
    SCALARS | st.lists(SCALARS, max_size=4),
    max_size=5,
)


def test_a_marker_is_one_line_with_kind_first() -> None:
    marker = Marker("plan", {"request": "orders-tax-fix", "part": 1})
    assert print_marker(marker) == (
        '<!-- backfill-bot {"kind": "plan", "request": "orders\\u002dtax\\u002dfix", "part": 1} -->'
    )


@given(st.text(max_size=20), FIELDS)
def test_whatever_is_written_is_read_back(kind: str, fields: dict[str, object]) -> None:
    line = print_marker(Marker(kind, fields))  # type: ignore[arg-type]
    assert read_marker(f"words\n{line}\r\nmore") == Marker(kind, fields)  # type: ignore[arg-type]


@given(st.text(max_size=20), FIELDS)
def test_nothing_that_is_written_can_end_the_comment(kind: str, fields: dict[str, object]) -> None:
    line = print_marker(Marker(kind, fields))  # type: ignore[arg-type]
    inside = line.removeprefix("<!-- backfill-bot ").removesuffix(" -->")
    assert "--" not in inside
    assert not {"<", ">"} & set(inside)
    assert "\n" not in line
    assert json.loads(inside)["kind"] == kind


@pytest.mark.parametrize(
    "body",
    [
        "",
        "<!-- backfill-bot -->",
        "<!-- backfill-bot {} -->",
        '<!-- backfill-bot {"kind": 1} -->',
        '<!-- backfill-bot {"kind": "plan"',
        '<!-- backfill-bot {"kind": "plan",} -->',
        'see <!-- backfill-bot {"kind": "plan"} -->',
        '> <!-- backfill-bot {"kind": "plan"} -->',
        '    <!-- backfill-bot {"kind": "plan"} -->',
        '<!-- backfill-bot {"kind": "plan"} --> more',
        '<!-- backfill-bot2 {"kind": "plan"} -->',
        '<!--backfill-bot {"kind": "plan"}-->',
        "<!-- backfill-bot {" + '"a": {' * 100_000 + " -->",
        "<!-- backfill-bot [" * 100_000,
    ],
)
def test_what_is_no_marker_is_none(body: str) -> None:
    assert read_marker(body) is None


def test_the_first_one_counts_and_what_is_no_field_is_left_out() -> None:
    body = (
        '<!-- backfill-bot {"kind": "a", "deep": {"x": 1}, "list": [[1]], "n": 1} -->\n'
        '<!-- backfill-bot {"kind": "b"} -->'
    )
    assert read_marker(body) == Marker("a", {"n": 1})
