"""Colour and frames only on a terminal; plain text where the output is read by programs."""

import io
import re
import subprocess
import sys

from bot.domain.phrase import Phrase
from bot.domain.place import Mistake, Place
from bot.rendering.plan_comment import plan_comment
from bot.rendering.terminal import print_mistakes, print_plans, print_valid
from bot.settings import Settings
from tests.plans import the_example

MISTAKE = Mistake(
    Place("backfills/orders.yaml", 9, 8),
    Phrase("`{text}`, which is no such day", text="2026-02-30"),
    Phrase("write a day that exists, in the years {first} to {last}", first=1700, last=2999),
    nearest="2026-02-28",
    excerpt="  end: 2026-02-30",
)


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_mistakes_in_a_pipe_have_a_place_and_a_caret_and_no_colour() -> None:
    out = io.StringIO()
    print_mistakes([MISTAKE], out)
    assert out.getvalue() == (
        "backfills/orders.yaml:9:8: found `2026-02-30`, which is no such day\n"
        "    9 |   end: 2026-02-30\n"
        "      |        ^\n"
        "      right: write a day that exists, in the years 1700 to 2999 (nearest: 2026-02-28)\n"
        "1 mistake\n"
    )


def test_mistakes_on_a_terminal_are_coloured() -> None:
    out = Terminal()
    print_mistakes([MISTAKE, MISTAKE], out)
    assert "\x1b[31mfound\x1b[0m" in out.getvalue()
    assert out.getvalue().endswith("2 mistakes\n")


def test_a_valid_file_is_one_line() -> None:
    out = io.StringIO()
    print_valid("a.yaml", "request x", out)
    assert out.getvalue() == "ok  a.yaml: request x\n"


def test_a_plan_in_a_pipe_is_the_comment_itself() -> None:
    out = io.StringIO()
    print_plans([the_example()], Settings(), out)
    assert out.getvalue() == "".join(plan_comment(the_example()))


def test_a_plan_on_a_terminal_shows_what_matters_and_every_section() -> None:
    out = Terminal()
    print_plans([the_example()], Settings(), out)
    text = re.sub(r"\x1b\[[0-9;]*m", "", out.getvalue())
    sections = ["Scope", "Order", "Dry-Run", "Execution Batches", "Validation", "Monitoring"]
    places = [text.index(f"\n{name}\n") for name in [*sections, "Stop Conditions", "Rollback"]]
    assert places == sorted(places)
    assert "Not safe to start yet:" in text
    assert "merge-duplicates" in text
    assert "/backfill approve orders-tax-fix\ncommit 4f0c1b7d" in text
    assert "<details" not in text


def test_a_name_cannot_give_the_terminal_an_order() -> None:
    out = Terminal()
    print_mistakes([Mistake(Place("a\x1b[2J.yaml", 1), "x\x1b[2Jy", "z")], out)
    assert "\x1b[2J" not in out.getvalue()


def test_english_loads_no_babel_and_no_rich() -> None:
    code = (
        "import sys, bot.rendering.pages; print([m for m in ('babel', 'rich') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
