"""Every kind of comment as people read it, in both languages.

`comments/<language>/<kind>.md` is what the bot posts, without the marker line, in a made-up thread
of pull request 42. `UPDATE_GOLDENS=1` writes them anew; then read them.
"""

import os
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from bot.domain.spoken import Fenced, Nothing
from bot.parsing.command import spoken
from bot.parsing.marker import read_marker
from tests.golden.thread import comments_in

HERE = Path(__file__).parent / "comments"
UPDATE = os.environ.get("UPDATE_GOLDENS") == "1"
SHOWN = {name: comments_in(name) for name in ("en", "zh")}
KINDS = [(name, kind) for name, comments in SHOWN.items() for kind in comments]


@pytest.mark.parametrize(("name", "kind"), KINDS)
def test_a_comment_reads_as_it_was_reviewed(name: str, kind: str) -> None:
    golden = HERE / name / f"{kind}.md"
    text = SHOWN[name][kind].partition("\n")[2]
    if UPDATE:
        golden.parent.mkdir(parents=True, exist_ok=True)
        golden.write_text(text, encoding="utf-8")
    assert golden.read_text(encoding="utf-8") == text


@pytest.mark.parametrize(("name", "kind"), KINDS)
def test_a_comment_is_marked_short_enough_and_says_no_command(name: str, kind: str) -> None:
    text = SHOWN[name][kind]
    assert read_marker(text) is not None
    assert read_marker(text.partition("\n")[2]) is None
    assert len(text) <= 65_000
    assert isinstance(spoken(text), Nothing | Fenced)
    assert not any(
        token.type == "html_block" and "<script" in token.content
        for token in MarkdownIt().parse(text)
    )


def test_no_golden_is_left_over() -> None:
    kept = {(path.parent.name, path.stem) for path in HERE.rglob("*.md")}
    assert kept == set(KINDS)


def test_an_answer_begins_with_its_outcome() -> None:
    first = {kind: text.splitlines()[1] for kind, text in SHOWN["en"].items()}
    for kind, line in first.items():
        if kind.startswith("refused"):
            assert line.startswith("**`"), kind
            assert "Not accepted" in line, kind
        if kind.startswith("receipt"):
            assert line.startswith("**Accepted**"), kind


def test_the_marker_of_a_receipt_says_the_same_to_programs() -> None:
    marker = read_marker(SHOWN["en"]["receipt-last"])
    assert marker is not None
    fields = dict(marker.fields)
    assert fields.pop("digest", "")
    assert fields.pop("body_sha256", "")
    assert fields == {
        "comment": 3000000011,
        "verdict": "ACCEPTED",
        "request": "orders-tax-fix",
        "command": "confirm",
        "commit": "4f0c1b7de9a2467c8d1f0e5a3b9c6d2e8f7a1b40",
        "code": "head",
        "who": "bob",
        "who_id": 5,
        "said_at": "2026-04-01T12:21:00+00:00",
        "valid_until": "2026-04-02T12:21:00+00:00",
    }
