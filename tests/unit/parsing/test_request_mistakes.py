"""Requests that are wrong: every mistake at once, with what would be right."""
# ruff: noqa: ISC004  the sentences of a case are longer than a line

import pytest

from tests.unit.parsing.said import HEAD, WHOLE, read, said

WRONG = """\
version: backfill/v1
nmae: x
name: Orders_X
intent: Execute
status: done
root: warehouse.orders
range: {start: 2026-03-14, end: 2026-03-01, time_zone: america/new_york, exept: [2026-02-30]}
code: {fixed: [head]}
write:
  a: {semantics: Overwrite, reversible: maybe, boundary: Partition, match_keys: id}
exclude: [marts.old]
retention: {run_by: 2026/4/1, late_arrival: 3 days, latest_safe_completion: 2026-02-30}
resources: {batch_size: -1, max_parallelism: two}
rollback: {onwer: x}
"""


def test_all_mistakes_of_a_file_come_at_once() -> None:
    assert said(read(WRONG).mistakes) == [
        "2:1 the unknown key `nmae` → use one of the known keys: `version`, `name`, `intent`, "
        "`reason`, `root_cause`, `status`, `root`, `roots`, `range`, `code`, `write`, `datasets`, "
        "`exclude`, `idempotency`, `retention`, `resources`, `validation`, `monitoring`, "
        "`stop_conditions`, `rollback`, `staging` (name?)",
        "3:7 Orders_X → write lower-case letters and digits in groups joined by single `-`, at "
        "most 64",
        "4:9 Execute → write it in lower case (execute?)",
        "5:9 done → write one of `requested`, `running`, `complete`, `cancelled`",
        "6:7 warehouse.orders → write a mapping such as `{dataset: warehouse.orders_daily}`",
        "7:33 2026-03-01 → write an end that is not before the start, 2026-03-14",
        "7:56 america/new_york → write a name of the tz database such as `America/New_York` or "
        "`UTC` (America/New_York?)",
        "7:74 the unknown key `exept` → use one of the known keys: `start`, `end`, `time_zone`, "
        "`except`, `horizon`, `cut`, `values` (except?)",
        "8:15 a list → write a version",
        "10:18 Overwrite → write it in lower case (overwrite?)",
        "10:41 maybe → write `true` or `false`",
        "10:58 Partition → write it in lower case (partition?)",
        "10:81 id → write a list such as `[order_id]`",
        "11:11 marts.old → write a mapping such as `{dataset: marts.legacy_report, reason: "
        "retired}`",
        "12:21 2026/4/1 → write a date such as `2026-03-01` (2026-04-01?)",
        "12:45 3 days → write an ISO 8601 duration such as `P6D`, `PT3H` or `P1M` (P3D?)",
        "12:77 `2026-02-30`, which is no such day → write a day that exists, in the years 1700 to "
        "2999",
        "13:25 -1 → write a whole number, at least 1",
        "13:46 two → write a whole number, at least 1",
        "14:12 the unknown key `onwer` → use one of the known keys: `artifact`, `owner`, "
        "`trigger`, `sequence`, `check`, `time_limit`, `irreversible` (owner?)",
    ]


def test_a_mistake_carries_its_source_line_for_the_caret() -> None:
    (mistake,) = read(WHOLE + "intent: exekute\n").mistakes
    assert mistake.excerpt == "intent: exekute"
    assert mistake.excerpt[mistake.place.column - 1 :] == "exekute"


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("range: whole", "1:1 neither `root` nor `roots` → write `root: {dataset: …}` with a "
         "`range`, or a list of such `roots`"),
        ("root: {dataset: a}", "3:7 no range → add `range: {start: …, end: …}`, `{values: […]}` or "
         "`whole`"),
        ("root: {range: whole}", "3:7 no `dataset` → add `dataset`: The dataset that is wrong by "
         "itself."),
        ("root: {dataset: a, range: whole}\nrange: whole", "4:1 a second range → keep one range: "
         "here, or with the root"),
        ("root: {dataset: a}\nroots: [{dataset: b}]\nrange: whole", "4:1 both `root` and `roots` → "
         "write `root: {dataset: …}` with a `range`, or a list of such `roots`"),
        ("roots: []\nrange: whole", "3:8 an empty list → name at least one, such as `[{dataset: …, "
         "range: …}]`"),
        ("root: {dataset: ''}\nrange: whole", "3:17  → write the dataset's name"),
        ("root: {dataset: a}\nrange: {values: [EU], start: 2026-03-01}", "4:9 values → write "
         "either `values`, or a start and an end"),
        ("root: {dataset: a}\nrange: Whole", "4:8 Whole → write it in lower case (whole?)"),
        ("root: {dataset: a}\nrange: {start: 2026-03-01, end: 2026-03-14, horizon: 2026-03-10}",
         "4:54 2026-03-10 → write a horizon that is not before the end, 2026-03-14"),
        ("root: {dataset: a}\nrange: whole\nrollback: Unknown", "5:11 Unknown → write it in lower "
         "case (unknown?)"),
        ("root: {dataset: a}\nrange: whole\nrollback: {not_applicable: }", "5:28 nothing → say in "
         "a sentence why it does not apply"),
        ("root: {dataset: a}\nrange: whole\nroot_cause: Known", "5:13 Known → write it in lower "
         "case (known?)"),
        ("root: {dataset: a}\nrange: whole\nretention: {late_arrival: P}", "5:27 P → write an ISO "
         "8601 duration such as `P6D`, `PT3H` or `P1M`"),
        ("root: {dataset: a}\nrange: {time_zone: +02:00}", "4:20 +02:00 → write a name of the tz "
         "database such as `America/New_York` or `UTC`"),
        ("root: {dataset: a}\nrange: {time_zone: ../../etc/passwd}", "4:20 ../../etc/passwd → "
         "write a name of the tz database such as `America/New_York` or `UTC`"),
        ("root: {dataset: a}\nrange: whole\nwrite: {a: {deduplicate: {key: [x], anti_join: [y]}}}",
         "5:26 a mapping → write either `{anti_join: [order_id]}` or `{key: [order_id]}`"),
        ('root: {dataset: a}\nrange: whole\ncode: {fixed: "x\\n/backfill confirm y"}', "5:15 "
         "`U+000A` in a version → write it on one line, without characters that nobody can see"),
        ('root: {dataset: a}\nrange: whole\ncode: {fixed: "abc\\u202Edef"}', "5:15 `U+202E "
         "RIGHT-TO-LEFT OVERRIDE` in a version → write it on one line, without characters that "
         "nobody can see"),
        ('root: {dataset: a}\nrange: whole\ncode: {fixed: "abc\\u200B"}', "5:15 `U+200B ZERO "
         "WIDTH SPACE` in a version → write it on one line, without characters that nobody can "
         "see"),
    ],
)  # fmt: skip
def test_each_rule_says_what_would_be_right(body: str, expected: str) -> None:
    assert said(read(HEAD + body + "\n").mistakes) == [expected]


@pytest.mark.parametrize(
    ("version", "expected"),
    [
        ("backfill/v2", "1:10 backfill/v2 → write one of `backfill/v1` (backfill/v1?)"),
        ("Backfill/v1", "1:10 Backfill/v1 → write it in lower case (backfill/v1?)"),
    ],
)
def test_a_version_that_is_nearly_ours_is_a_mistake(version: str, expected: str) -> None:
    text = WHOLE.replace("backfill/v1", version)
    assert said(read(text, "backfills/x.yaml").mistakes) == [expected]


def test_a_version_may_have_500_characters_and_no_more() -> None:
    base = "root: {dataset: a}\nrange: whole\ncode: {fixed: "
    assert read(f"{HEAD}{base}{'x' * 500}}}\n").mistakes == ()
    (mistake,) = read(f"{HEAD}{base}{'x' * 501}}}\n").mistakes
    assert mistake.right == "write at most 500 characters"


def test_the_line_end_of_a_block_of_text_is_no_part_of_a_version() -> None:
    text = "root: {dataset: a}\nrange: whole\ncode:\n  fixed: |\n    head\n"
    assert read(HEAD + text).mistakes == ()


def test_a_name_may_have_64_characters_and_no_more() -> None:
    assert read(WHOLE.replace("name: orders", "name: " + "a" * 64)).mistakes == ()
    for wrong in ("a" * 65, "a--b", "-a", "a-", "ä", "a b", ""):
        assert read(WHOLE.replace("name: orders", f"name: {wrong}")).mistakes, wrong


def test_thousands_of_mistakes_end_in_a_bounded_list() -> None:
    text = WHOLE + "".join(f"key_{number}: x\n" for number in range(20_000))
    assert len(read(text).mistakes) == 200


def test_a_value_of_many_lines_or_odd_characters_is_shown_short_and_printable() -> None:
    (mistake,) = read(WHOLE + 'intent: "a\\n\\e[31m' + "x" * 500 + '"\n').mistakes
    assert mistake.found.startswith("a\ufffd\ufffd[31mxxx")
    assert len(mistake.found) == 80
