"""The caret stands under what is meant, in any script and however long the line."""

from bot.rendering.caret import WIDTH, caret


def test_a_caret_stands_under_its_column() -> None:
    assert caret("  end: 2026-02-30\r\n", 8) == "  end: 2026-02-30\n       ^"


def test_wide_letters_count_twice_and_tabs_once() -> None:
    assert caret("订单\tx", 4) == "订单 x\n     ^"


def test_a_long_line_is_cut_around_the_place() -> None:
    source, mark = caret("a" * 300 + "b" + "c" * 300, 301).split("\n")
    assert len(source) == WIDTH + 2
    assert source[mark.index("^")] == "b"


def test_what_a_terminal_would_obey_is_not_shown() -> None:
    assert "\x1b" not in caret("a\x1b[31mb", 1)
