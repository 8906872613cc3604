"""Globs match as people who write `.gitignore` and workflow filters expect."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.parsing.globs import matches, request_globs
from bot.settings import DEFAULT_REQUESTS, Settings


@pytest.mark.parametrize(
    ("glob", "taken", "left"),
    [
        ("*.yaml", ["a.yaml", ".yaml"], ["a/b.yaml", "a.yml", "a.YAML", "a.yamlx"]),
        ("**/*.yaml", ["a.yaml", "a/b.yaml", "a/b/c.yaml"], ["a.yml"]),
        ("a/**", ["a/b", "a/b/c"], ["a", "b/a/c"]),
        ("a/**/b", ["a/b", "a/x/b", "a/x/y/b"], ["a/xb", "ab"]),
        ("a/", ["a/b", "a/b/c"], ["a", "ab/c"]),
        ("/a.yaml", ["a.yaml"], ["x/a.yaml"]),
        ("a?c", ["abc", "aßc", "a\nc"], ["ac", "a/c", "abbc"]),
        ("a[bc]d", ["abd", "acd"], ["aed", "a[bc]d"]),
        ("a[!bc]d", ["aed"], ["abd", "a/d"]),
        ("a[0-9]", ["a0", "a9"], ["ax"]),
        ("a[]x]", ["a]", "ax"], ["a"]),
        ("a[9-0]b", [], ["a5b", "a9b"]),
        ("a[b", ["a[b"], ["ab"]),
        (r"a\*", ["a*"], ["ab"]),
        ("a**b", ["ab", "axxb"], ["a/b"]),
        ("release/*", ["release/1.2"], ["release/1/2", "release/", "release"]),
        ("größe/*", ["größe/表 ü.yaml"], ["GRÖSSE/x"]),
        ("(a|b)+.$", ["(a|b)+.$"], ["a", "ab$"]),
    ],
)
def test_globs(glob: str, taken: list[str], left: list[str]) -> None:
    assert [path for path in taken if not matches([glob], path)] == []
    assert [path for path in left if matches([glob], path)] == []


def test_a_later_glob_can_take_back_what_an_earlier_one_took() -> None:
    globs = ["backfills/**/*.yaml", "!backfills/drafts/**"]
    assert matches(globs, "backfills/a.yaml")
    assert not matches(globs, "backfills/drafts/a.yaml")


def test_the_default_globs_find_requests_wherever_they_are_named_so() -> None:
    found = ["x.backfill.yaml", "a/b/x.backfill.yml", "backfills/x.yaml", "backfills/a/x.yml"]
    assert all(matches(DEFAULT_REQUESTS, path) for path in found)
    others = ["x.yaml", "a/backfills/x.yaml", "backfills/x.json", "backfill.yaml"]
    assert not any(matches(DEFAULT_REQUESTS, path) for path in others)


def test_a_dialect_brings_its_own_glob() -> None:
    path = "sql/project/dataset/table_v1/backfill.yaml"
    assert not matches(request_globs(Settings()), path)
    assert matches(request_globs(Settings(dialects=("backfill/v1", "bqetl"))), path)


@given(st.text(min_size=1, max_size=30), st.text(max_size=30))
def test_no_glob_and_no_path_is_too_odd(glob: str, path: str) -> None:
    assert matches([glob], path) in (True, False)


@given(st.text(st.characters(exclude_characters="/"), min_size=1, max_size=20))
def test_every_path_is_matched_by_itself_escaped(name: str) -> None:
    assert matches(["".join("\\" + char for char in name)], name)
    assert matches(["**"], name)


@pytest.mark.parametrize("glob", ["a*a*a*a*a*.yaml", "**/*-*-*-*.yaml", "*[ab]*?*[ab]*.x"])
def test_a_long_path_is_read_in_a_moment(glob: str) -> None:
    began = time.process_time()
    assert not matches([glob], "a" * 4_000)
    assert not matches([glob], "a-" * 2_000)
    assert time.process_time() - began < 1


@pytest.mark.parametrize(
    ("glob", "path", "taken"),
    [
        ("a*b*c", "aXbYbZc", True),
        ("a*b*c", "abc", True),
        ("a*b*b", "aXb", False),
        ("*ab*ab", "abab", True),
        ("*ab*ab", "xabyab", True),
        ("*ab*ab", "aab", False),
        ("a*/b*b/*", "ax/bb/c", True),
        ("a*/b*b/*", "ax/b/c", False),
        ("*", "a/b", False),
        ("x*y*", "xy", True),
    ],
)
def test_several_stars_in_one_part(glob: str, path: str, taken: bool) -> None:  # noqa: FBT001
    assert matches([glob], path) is taken
