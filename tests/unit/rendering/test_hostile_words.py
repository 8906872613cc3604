"""Whatever people write into a request, the comment keeps its shape and mentions nobody."""

import html
import re
from dataclasses import replace
from functools import cache
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

from bot.domain.dataset import Idempotency, Rollback, Validation
from bot.domain.gate import Gate, GateKind
from bot.domain.names import GateId
from bot.domain.phrase import Phrase
from bot.domain.plan import Plan
from bot.parsing.marker import read_marker
from bot.rendering.plan_comment import plan_comment
from tests.plans import DAYS, MONTH, plan_over, planned, stated, the_example
from tests.unit.rendering.test_escape import LINKING, TEXTS, leaves

READER = MarkdownIt("commonmark").enable(["table", "strikethrough"])
NAMES = TEXTS.filter(lambda text: bool(text.strip()))
CODE = re.compile(r"<code>.*?</code>")
OURS = re.compile(r"</?details>|<details open><summary><b>|</?summary>|</?code>|</?b>|<i>|</i>")


def a_plan_of(words: list[str]) -> Plan:
    """A plan in which every place that people fill holds one of these words."""
    root, reader, reason, check, artifact, note = words
    example = the_example()
    facts: dict[str, Any] = {
        "grain": stated(reason),
        "idempotency": Idempotency(stated(value=True), stated(note), stated(check)),
        "validation": Validation(stated((check,)), stated((check, note)), stated(note)),
        "rollback": Rollback(stated(artifact), stated(note), stated(reason)),
    }
    plan = plan_over(
        (planned(root, DAYS, 0, is_root=True, **facts), planned(reader, MONTH, 1, **facts)),
        gates=(
            Gate(
                GateId("some-gate"),
                GateKind.WAIVABLE,
                open=True,
                about=root,
                question=Phrase("Is `{a}` or {b} meant?", a=root, b=note),
                remedy=reason,
                topic="look-alike",
            ),
        ),
        assumptions=(note, Phrase("`{names}` of {who}", names=(root, reader), who=note)),
        cascade=replace(example.cascade, sources=(), unresolved=()),
    )
    request = replace(
        plan.request,
        reason=stated(reason),
        root_cause=stated(note),
        stop_conditions=stated((check, reason)),
        not_applicable={"staging": note},
    )
    return replace(plan, request=request)


def shape_of(plan: Plan) -> list[tuple[str, str]]:
    return [
        (token.type, token.tag)
        for token in READER.parse("\n".join(plan_comment(plan)))
        if not token.type.startswith(("inline", "html_block"))
    ]


@cache
def plain_shape() -> list[tuple[str, str]]:
    return shape_of(a_plan_of(["a", "b", "c", "d", "e", "f"]))


def texts_outside_code(tokens: list[Token]) -> str:
    inside, plain = False, []
    for token in leaves(tokens):
        if token.type == "html_inline":
            inside = {"<code>": True, "</code>": False}.get(token.content, inside)
        elif token.type == "text" and not inside:
            plain.append(token.content)
    return "\n".join(plain)


@given(st.lists(NAMES, min_size=6, max_size=6, unique_by=lambda text: text.strip()))
def test_hostile_words_change_no_structure_and_reach_nobody(words: list[str]) -> None:
    plan = a_plan_of(words)
    assert shape_of(plan) == plain_shape()
    (text,) = plan_comment(plan)
    tokens = READER.parse(text.partition("\n")[2])
    for token in leaves(tokens):
        assert token.type != "image"
        if token.type == "html_block":
            assert "<" not in OURS.sub("", token.content)
            assert not LINKING.search(html.unescape(CODE.sub("", token.content)))
        if token.type == "link_open":
            assert str(token.attrs["href"]).startswith("https://github.com/backfill-bot/")
        if token.type == "html_inline":
            assert token.content in {"<code>", "</code>"}
    assert not LINKING.search(texts_outside_code(tokens))
    marker = read_marker(text)
    assert marker is not None
    assert marker.fields["request"] == "orders-tax-fix"
