"""Reading comments: never an exception, never longer than a moment, and no line out of place."""

import time

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.domain.spoken import Confirming, Misspoken, Nothing
from bot.parsing.command import spoken
from bot.parsing.inline import Heard
from bot.parsing.words import source_lines, spoken_words

OK = (
    "/backfill confirm orders-tax-fix\n"
    f"commit {'4f0c' * 10}\n"
    "overwrite warehouse.orders_daily 2026-03-01..2026-03-14"
)
PIECES = (
    ">",
    "> ",
    "`",
    "` ",
    "`a``",
    ">\n",
    "- ",
    "- a\n",
    "*a ",
    "[",
    "![",
    "[a](",
    "[a",
    "[\n",
    "<!--",
    "a <!--",
    "~~a ",
    "<",
    "<a ",
    "|",
    "a|b\n-|-\n",
    "\n",
    "\r",
    "[a]: b\n",
    "[^a]: b\n",
    "# ",
    "```\n",
    "---\n",
    "1. ",
    "&",
    "\\",
    "<div>\n\n",
    "<s>\n\n",
    "\xa0",
    "/backfill\n",
    "/backfill help\n\n",
    '"',
    "**",
    "*_",
    "> a\nb\n",
    "a\n",
    "\ud800",
    "x",
    "\t",
    "<![CDATA[",
    "<?",
    '[a](b "',
)


@pytest.mark.parametrize("piece", [">", "> ", "`", "` ", "[", "a <!--"])
def test_a_comment_full_of_quotes_or_backticks_is_read_in_a_moment(piece: str) -> None:
    text = piece * (60_000 // len(piece))
    assert _seconds(f"{OK}\n\n{text}") < 10
    assert _seconds(f"{text}\n{OK}") < 10


@pytest.mark.long
@pytest.mark.parametrize("piece", PIECES)
def test_ten_times_the_text_takes_about_ten_times_as_long(piece: str) -> None:
    """Where time grew with the square of the length, it would be a hundred times."""
    for where in ("{}", "{}\n\n" + OK, OK + "\n\n{}", "{}\n" + OK):
        short, long = (where.format(piece * (size // len(piece))) for size in (6_000, 60_000))
        base = min(_seconds(short), _seconds(short))
        assert _seconds(long) < max(40 * base, 2), where


def _seconds(body: str) -> float:
    spoken.cache_clear()
    start = time.process_time()
    spoken(body)
    return time.process_time() - start


DEEP = {
    "quotes": "> " * 5_000 + "a\n\n" + OK,
    "lists": "- " * 5_000 + "a\n\n" + OK,
    "lists by indentation": "\n".join("  " * depth + "- a" for depth in range(300)) + "\n\n" + OK,
    "brackets": "[" * 5_000 + "a\n" + OK,
    "emphasis": "*a **b " * 2_000 + "\n" + OK,
}


@pytest.mark.parametrize("body", DEEP.values(), ids=DEEP.keys())
def test_what_is_nested_too_deeply_is_told_or_followed_never_guessed(body: str) -> None:
    said = spoken(body)
    assert isinstance(said, Misspoken | Confirming)
    assert isinstance(spoken("> " + body), Nothing | Misspoken | Confirming)


def test_what_is_longer_than_github_stores_is_told() -> None:
    said = spoken(f"{OK}\n\n{'x' * 400_000}")
    assert isinstance(said, Misspoken)
    assert said.problem == "the comment is too long to be read"


TEXT = st.text(
    alphabet=st.one_of(
        st.sampled_from(" \n\r\t>`~*_-[](){}<!/\\|#\"'.,:&;0a1=+^$"),
        st.characters(),
    ),
    max_size=200,
)
BITS = st.lists(
    st.sampled_from(
        (OK, "/backfill confirm a\n", "/backfill", "\n", "\n\n", "> ", "    ", "```\n", "<!--",
         "-->", "~~", "`", "<details>", "</details>", "- ", "[a](", ")", "[^1]: ", "<s>",
         "\r\n", "|", "---\n", "\u200b")
    )
    | TEXT,
    max_size=12,
).map("".join)  # fmt: skip


@given(BITS)
@example("\0")
@example("/backfill \ud800")
@example("\u2028/backfill help")
def test_nothing_that_can_be_typed_raises(body: str) -> None:
    said = spoken(body)
    if isinstance(said, Misspoken):
        lines = source_lines(body)
        assert 1 <= said.line <= len(lines)
        assert 1 <= said.column <= len(said.excerpt) + 1


@given(BITS)
def test_every_spoken_line_is_a_line_of_the_source(body: str) -> None:
    lines = source_lines(body)
    for paragraph in spoken_words(body).paragraphs:
        numbers = [line.number for line in paragraph]
        assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))
        for line in paragraph:
            assert lines[line.number - 1].startswith(line.text)


@given(BITS)
def test_a_quoted_comment_says_nothing(body: str) -> None:
    quoted = "\n".join(f"> {line}" for line in source_lines(body))
    assert not spoken_words(quoted).paragraphs


@given(BITS)
def test_what_stands_after_a_blank_line_is_heard_whatever_was_closed_before(body: str) -> None:
    """Text that opens nothing leaves the paragraph after it alone."""
    harmless = "".join(one for one in body if one.isalnum() or one in " \n.,:")
    last = spoken_words(f"{harmless}\n\n{OK}").paragraphs[-1]
    indented = harmless.rstrip("\n").rpartition("\n")[2].startswith("    ")
    assert indented or all(line.heard is Heard.PLAINLY for line in last)


def test_a_table_too_large_to_be_rendered_is_told_and_not_guessed_at() -> None:
    wide = "|a" * 5_000 + "\n" + "|-" * 5_000 + "\n" + "|b\n" * 500
    for body in (f"{wide}\n\n{OK}", f"{OK}\n\n{wide}"):
        assert _seconds(body) < 5
        said = spoken(body)
        assert isinstance(said, Misspoken)
        assert "cannot be read with certainty" in said.problem
