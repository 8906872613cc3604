"""Ids of gates are speakable, unique, and never change what they stand for."""

import re

from hypothesis import given
from hypothesis import strategies as st

from bot.domain.names import DatasetName
from bot.gates.asking import gate_id, grouped, slug, some

SPEAKABLE = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
NAMES = [DatasetName(name) for name in ("a.b", "c.d", "e.f", "g.h", "i.j")]


@given(st.text())
def test_any_name_becomes_a_speakable_slug(name: str) -> None:
    assert SPEAKABLE.fullmatch(slug(name))


def test_ordinary_names_stay_readable() -> None:
    assert gate_id("unresolved", "ml.churn_features") == "unresolved-ml-churn-features"
    assert slug("Aufträge (DE)") == "auftrage-de"
    assert slug("注文").startswith("dataset-")
    assert slug("注文") != slug("注文二")


def test_long_names_that_begin_alike_keep_apart() -> None:
    assert slug("x" * 60 + "a") != slug("x" * 60 + "b")


def test_a_bare_id_stands_for_every_dataset_of_the_plan() -> None:
    assert list(grouped("t", NAMES, NAMES)) == [("t", tuple(NAMES))]
    assert list(grouped("t", NAMES[:1], NAMES[:1])) == [("t", ("a.b",))]


def test_a_few_of_many_get_a_gate_each() -> None:
    assert list(grouped("t", NAMES[:2], NAMES)) == [("t-a-b", ("a.b",)), ("t-c-d", ("c.d",))]


def test_many_of_more_share_a_gate_that_says_how_many() -> None:
    ((many, of),) = grouped("t", NAMES[:4], NAMES)
    assert re.fullmatch("t-4-of-5-[0-9a-f]{12}", many)
    assert of == tuple(NAMES[:4])
    ((others, _),) = grouped("t", NAMES[1:], NAMES)
    assert others != many
    assert next(iter(grouped("t", NAMES[3::-1], NAMES)))[0] == many


def test_none_concerned_is_no_gate() -> None:
    assert list(grouped("t", [], NAMES)) == []


def test_long_lists_are_cut_with_a_count() -> None:
    assert some(NAMES) == "`a.b`, `c.d`, `e.f`, `g.h`, `i.j`"
    assert some([str(n) for n in range(20)]) == "`0`, `1`, `2`, `3`, `4` and 15 more"
