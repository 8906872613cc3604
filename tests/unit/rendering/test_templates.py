"""Templates place words; they compare, count and compute nothing."""

from collections.abc import Iterator

import pytest
from jinja2 import TemplateSyntaxError, UndefinedError, nodes

from bot.rendering.language import Language, language
from bot.rendering.templates import TEMPLATES, environment, rendered

NAMES = sorted(path.relative_to(TEMPLATES).as_posix() for path in TEMPLATES.rglob("*.j2"))
FORBIDDEN = (
    nodes.Compare,
    nodes.BinExpr,
    nodes.UnaryExpr,
    nodes.Assign,
    nodes.AssignBlock,
    nodes.Macro,
    nodes.CallBlock,
    nodes.CondExpr,
    nodes.Test,
    nodes.Getitem,
    nodes.Import,
    nodes.FromImport,
)


def forbidden(name: str) -> Iterator[str]:
    made = environment(Language())
    source = (TEMPLATES / name).read_text(encoding="utf-8")
    for node in made.parse(source).find_all(FORBIDDEN):
        if not isinstance(node, nodes.Not):
            yield f"{name}:{node.lineno}: {type(node).__name__}"


@pytest.mark.parametrize("name", NAMES)
def test_a_template_only_places_words(name: str) -> None:
    assert list(forbidden(name)) == []


@pytest.mark.parametrize("name", NAMES)
def test_a_word_that_a_template_misspells_is_an_error(name: str) -> None:
    with pytest.raises(UndefinedError):
        rendered(name, language("en"))


def test_a_template_that_computes_is_found_out() -> None:
    made = environment(Language())
    found = made.parse("{% if a == 1 %}{{ b + 1 }}{% set c = 2 %}{% endif %}").find_all(FORBIDDEN)
    assert {type(node) for node in found} == {nodes.Compare, nodes.Add, nodes.Assign}


def test_what_is_printed_is_escaped_unless_it_is_ours() -> None:
    made = environment(Language())
    assert made.from_string("{{ word }}").render(word="@carol <b>") == "@&#8288;carol &lt;b&gt;"
    with pytest.raises(TemplateSyntaxError):
        made.from_string("{{ word ")
