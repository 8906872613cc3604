"""No word of a person becomes anything but text or code."""

import re
from collections.abc import Callable, Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

from bot.domain.phrase import Phrase
from bot.rendering.escape import LONGEST, Markdown, code, escape, fence, link, prose
from bot.rendering.language import Language
from bot.rendering.tables import Table, markdown

READER = MarkdownIt("commonmark").enable(["table", "strikethrough"])
SPEECH = Language()
ZERO_WIDTH = "\u2060"

FRAGMENTS = st.sampled_from(
    (
        *"`*_~[]()!<>&|\\#@:/-+=.$\"'{}%^",
        "```",
        "``",
        "~~~",
        "\n",
        "\r\n",
        "\t",
        "    ",
        "  ",
        "- [ ] ",
        "1. ",
        "# ",
        "> ",
        "---",
        "===",
        "@carol",
        "@acme/owners",
        "#12",
        "GH-3",
        "acme/pipelines#4",
        "acme/x@4f0c1b7de9",
        "4f0c1b7de9",
        "https://evil.example/x?a=b",
        "http://x",
        "www.evil.example",
        "a@b.example",
        "mailto:a@b.c",
        "<img src=x>",
        "<script>",
        "</details>",
        "<!-- backfill-bot {} -->",
        "<!--",
        "-->",
        "<a href='x'>",
        "![x](http://y)",
        "[x](y)",
        "[x]: http://y",
        "[^1]",
        "$x$",
        "$`x`$",
        ":tada:",
        "&amp;",
        "&#64;",
        "/backfill confirm x",
        "\u202e",
        "\u200b",
        "\ufeff",
        "\x00",
        "é",
        "中文",
        "🎉",
        "warehouse.orders_daily",
    )
)
TEXTS = st.lists(FRAGMENTS | st.text(max_size=4), max_size=12).map("".join)
WAYS: tuple[Callable[[str], Markdown], ...] = (escape, prose, code)
PLACES = (
    "{}",
    "x {} y",
    "- {}",
    "- [ ] **k** {} · z",
    "1. {}",
    "| a | b |\n|---|---|\n| {} | c |",
    "> {}",
    "**{}**",
    "## {}",
)
LINKING = re.compile(r"@\w|#\w|https?://|www\.|\bgh-\d|(?<!\d):[a-z0-9_+-]+:", re.IGNORECASE)


def leaves(tokens: list[Token]) -> Iterator[Token]:
    for token in tokens:
        if token.children is None:
            yield token
        else:
            yield from leaves(token.children)


def structure(text: str) -> list[tuple[str, str]]:
    tokens = READER.parse(text)
    return [(token.type, token.tag) for token in tokens]


@given(TEXTS, st.sampled_from(WAYS), st.sampled_from(PLACES))
def test_a_word_of_a_person_is_text_or_code_and_nothing_else(
    text: str, way: Callable[[str], Markdown], place: str
) -> None:
    shown = way(text)
    if not shown.strip():
        return
    source = place.replace("{}", shown)
    assert structure(source) == structure(place.replace("{}", "word")), source
    kinds = {token.type for token in leaves(READER.parse(source))}
    html = [t.content for t in leaves(READER.parse(source)) if t.type == "html_inline"]
    assert set(html) <= {"<code>", "</code>"}, source
    assert not kinds & {"image", "link_open", "link_close", "html_block", "fence", "code_block"}, (
        source
    )
    assert not any(kind.startswith(("em_", "s_")) for kind in kinds), source


@given(TEXTS, st.sampled_from((escape, prose)))
def test_nothing_that_github_links_is_left_in_text(
    text: str, way: Callable[[str], Markdown]
) -> None:
    inside = False
    plain = []
    for token in leaves(READER.parse(f"x {way(text)} y")):
        inside = {"<code>": True, "</code>": False}.get(token.content, inside)
        if token.type == "text" and not inside:
            plain.append(token.content)
    assert not LINKING.search("\n".join(plain))


@given(TEXTS)
def test_a_reader_sees_every_letter_of_escaped_text(text: str) -> None:
    visible = "".join(
        t.content for t in leaves(READER.parse(f"x {escape(text)} y")) if t.type == "text"
    )
    shown = visible.removeprefix("x ").removesuffix(" y")
    assert shown.replace(ZERO_WIDTH, "") == expected(text)


@given(st.text(alphabet="ab`|. <>@\\\n", max_size=20))
def test_a_code_span_holds_exactly_its_text(text: str) -> None:
    tokens = list(leaves(READER.parse(f"x {code(text)} y")))
    spans = [t.content for t in tokens if t.type == "code_inline"]
    if "|" not in text and text.strip():
        assert [span.strip() for span in spans] == [text.replace("\n", " ").strip()]


@given(st.lists(st.lists(TEXTS, min_size=3, max_size=3), min_size=1, max_size=4))
def test_a_table_keeps_its_shape(rows: list[list[str]]) -> None:
    table = Table(
        ("a", "b", "c"),
        tuple(
            (
                row[0],
                Phrase("`{x}` and {y}", x=row[1], y=row[2]),
                Phrase("`{x}`", x=(row[2], row[1])),
            )
            for row in rows
        ),
    )
    tokens = READER.parse(markdown(table, SPEECH))
    assert [t.type for t in tokens].count("td_open") == 3 * len(rows)
    assert tokens[0].type == "table_open"
    assert tokens[-1].type == "table_close"


@given(TEXTS)
def test_a_fence_holds_exactly_its_text(text: str) -> None:
    lines = text.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "\ufffd")
    tokens = READER.parse(f"before\n\n{fence(lines)}\n\nafter")
    assert [t.content for t in tokens if t.type == "fence"] == [f"{lines}\n"]


def test_what_is_too_long_is_cut_and_counted() -> None:
    assert escape("a" * (LONGEST + 12345)).endswith("a… (+12,345)")


def test_a_text_never_begins_a_line_with_a_command() -> None:
    assert prose("/backfill confirm x") == "\\/backfill confirm x"


def test_balanced_backticks_of_a_person_make_code_and_single_ones_do_not() -> None:
    assert prose("add `reads` to `x") == "add `reads` to \\`x"


def test_what_turns_the_direction_of_text_is_shown_by_its_code_point() -> None:
    assert escape("a\u202eb") == "a⟨U+202E⟩b"


@pytest.mark.parametrize(
    "url", ["javascript:alert(1)", "https://x/ y", "https://x/)](z", "https://x/<b>"]
)
def test_a_link_goes_where_we_say_and_nowhere_else(url: str) -> None:
    tokens = list(leaves(READER.parse(link(code("x"), url))))
    assert [t.type for t in tokens if t.type.startswith("html")] == []


def test_a_phrase_shows_its_words_as_they_are() -> None:
    phrase = Phrase("`{names}` of {who}: {why}", names=("a`b", "c|d"), who="@carol", why="*x*")
    assert SPEECH.say(phrase) == ("``a`b``, <code>c&#124;d</code> of @&#8288;carol: \\*x\\*")


def expected(text: str) -> str:
    flat = re.sub(r"\s+", " ", text).strip()
    return re.sub(
        r"[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f"
        r"\ufeff\ufff9-\ufffb\U000e0000-\U000e007f\ud800-\udfff]",
        lambda found: f"⟨U+{ord(found[0]):04X}⟩",
        flat,
    )
