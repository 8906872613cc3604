# ruff: noqa: RUF001 (Chinese has punctuation of its own)
"""Everything can be said in Chinese: no pattern is left out, and none loses a word."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Any

import pytest
from babel.messages.catalog import Message
from babel.messages.extract import extract_from_file
from babel.messages.pofile import read_po

import bot
from bot.domain.phrase import Phrase, counted
from bot.rendering.extraction import extract
from bot.rendering.language import LOCALES, Language, Strong, language
from bot.rendering.plan_comment import plan_comment
from bot.settings import Settings
from tests.plans import the_example

ROOT = Path(bot.__file__).parent
LETTERS = re.compile(r"[A-Za-z]")
HOLES = re.compile(r"\{[^{}]*\}|%\(\w+\)s")
HAN = re.compile(r"[\u4e00-\u9fff]")


def patterns() -> Iterator[str | tuple[str, ...]]:
    """Every pattern of the code and the templates that has a word to translate."""
    for path in sorted(ROOT.rglob("*.py")):
        with path.open("rb") as file:
            yield from (message for _, _, message, _ in extract(file, (), (), {}))
    for path in sorted(ROOT.rglob("*.md.j2")):
        keywords = {"gettext": None, "ngettext": (1, 2)}
        for found in extract_from_file("jinja2", path, keywords, options={"trimmed": "true"}):
            yield found[1]


def needs_words(pattern: str | tuple[str, ...]) -> bool:
    text = pattern if isinstance(pattern, str) else " ".join(pattern)
    return bool(LETTERS.search(HOLES.sub("", re.sub(r"`[^`{}]*`", "", text))))


def chinese() -> dict[Any, Message]:
    with (LOCALES / "zh" / "LC_MESSAGES" / "bot.po").open("rb") as file:
        catalogue = read_po(file, locale="zh")
    return {
        message.id if isinstance(message.id, str) else tuple(message.id): message
        for message in catalogue
        if message.id
    }


def test_no_pattern_is_left_untranslated() -> None:
    known = chinese()
    assert sorted({str(p) for p in patterns() if needs_words(p) and p not in known}) == []


def test_no_translation_is_left_over() -> None:
    assert set(chinese()) - set(patterns()) == set()


def holes(text: str) -> set[str]:
    named = {name for _, name, _, _ in Formatter().parse(text) if name}
    return named | set(re.findall(r"%\((\w+)\)s", text))


def test_a_translation_keeps_every_word_and_every_code_span() -> None:
    for key, message in chinese().items():
        source = key if isinstance(key, str) else key[-1]
        said = "".join(message.string or ())
        assert not message.fuzzy, key
        assert holes(said) == holes(source), key
        assert sorted(re.findall(r"`[^`]*`", said)) == sorted(re.findall(r"`[^`]*`", source)), key


def test_every_sentence_of_the_code_has_a_literal_pattern() -> None:
    computed = set()
    for path in sorted(ROOT.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_bytes())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                count = {"Phrase": 1, "counted": 2}.get(node.func.id, 0)
                if not all(isinstance(argument, ast.Constant) for argument in node.args[:count]):
                    computed.add(path.relative_to(ROOT).as_posix())
    assert computed == {"rendering/language.py"}


def test_the_whole_comment_is_chinese_and_its_codes_and_names_are_not() -> None:
    (text,) = plan_comment(the_example(), None, Settings(language="zh"))
    headings = [line.removeprefix("### ") for line in text.splitlines() if line.startswith("### ")]
    assert headings == [
        "范围（Scope）",
        "顺序（Order）",
        "试运行（Dry-Run）",
        "执行批次（Execution Batches）",
        "校验（Validation）",
        "监控（Monitoring）",
        "停止条件（Stop Conditions）",
        "回滚（Rollback）",
    ]
    assert "/backfill approve orders-tax-fix\ncommit 4f0c1b7d" in text
    assert "`warehouse.orders_daily`" in text
    prose = [line for line in text.splitlines() if line.startswith(("**", "<details"))]
    assert all(HAN.search(line) for line in prose)


def test_english_needs_no_catalogue() -> None:
    assert language("fr").name == "en"
    assert language("en").tell(Phrase("unknown")) == "unknown"


def test_chinese_counts_and_lists_in_its_own_way() -> None:
    zh = language("zh")
    assert zh.tell(counted("{number:,} day", "{number:,} days", 14)) == "14 天"
    assert zh.say(Phrase("`{names}` and {more:,} more", names=("a", "b"), more=3)) == (
        "`a`、`b` 及另外 3 个"
    )


def test_a_word_of_a_phrase_may_be_a_phrase_and_may_be_strong() -> None:
    said = Language().say(Phrase("{a} of *Scope* < {b}", a=Phrase("`{x}`", x="y"), b=Strong("z")))
    assert said == "`y` of *Scope* &lt; **z**"


@pytest.mark.parametrize("name", ["en", "zh"])
def test_html_has_no_markdown_in_it(name: str) -> None:
    said = language(name).html(Phrase("`{value}`", value="<b>|@x"))
    assert said == "<code>&#60;b&#62;&#124;&#64;x</code>"
