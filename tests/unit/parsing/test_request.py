"""Requests that are right: what a document says becomes a value, and nothing else does."""
# ruff: noqa: ISC004  the sentences of a case are longer than a line

import datetime as dt
from pathlib import Path

import pytest

from bot.domain.dataset import Idempotency, Semantics
from bot.domain.facts import UNKNOWN, Known, NotApplicable, Origin, known
from bot.domain.place import Place
from bot.domain.pull_request import Absent, Text, Unfit
from bot.domain.request import Intent, ListRange, Request, Status, TimeRange, WholeRange
from bot.parsing.request import read_request_file
from bot.settings import Settings
from tests.unit.parsing.said import HEAD, WHOLE, read, said

EXAMPLE = Path(__file__).parents[3] / "examples/orders/backfills/orders-tax-fix.backfill.yaml"


def the(text: str | bytes) -> Request:
    """The one request of a text."""
    file = read(text)
    assert said(file.mistakes) == []
    (request,) = file.requests
    return request


def test_four_keys_are_enough_and_everything_else_is_unknown() -> None:
    request = the(WHOLE)
    assert (request.name, request.intent, request.status) == (
        "orders",
        Intent.PLAN,
        Status.REQUESTED,
    )
    assert [root.dataset for root in request.roots] == ["warehouse.orders"]
    assert request.roots[0].range == WholeRange(Place("a.backfill.yaml", 4, 8))
    assert request.rollback.artifact == request.code.fixed == request.reason == UNKNOWN
    assert request.not_applicable == {}


def test_known_facts_say_where_they_stand() -> None:
    request = the(WHOLE + "reason: taxed twice\nresources:\n  batch_size: 7\n")
    assert request.reason == Known("taxed twice", Origin("request", "a.backfill.yaml:5"))
    assert request.resources.batch_size == Known(7, Origin("request", "a.backfill.yaml:7"))


@pytest.mark.parametrize("word", ["unknown", "", "~", "{artifact: unknown}", "{}", "{artifact: }"])
def test_the_word_unknown_and_leaving_out_are_the_same(word: str) -> None:
    assert the(WHOLE + f"rollback: {word}\n").rollback == the(WHOLE).rollback


def test_what_does_not_apply_is_neither_known_nor_unknown() -> None:
    request = the(WHOLE + "rollback: {not_applicable: nothing was published yet}\n")
    why = NotApplicable("nothing was published yet", Origin("request", "a.backfill.yaml:5"))
    assert request.not_applicable == {"rollback": "nothing was published yet"}
    assert (request.rollback.artifact, request.rollback.owner) == (why, why)
    one = the(WHOLE + "resources: {cost: {not_applicable: flat rate}}\n").resources
    assert isinstance(one.cost, NotApplicable)
    assert one.batch_size == UNKNOWN


@pytest.mark.parametrize(
    "name",
    ["code", "write", "datasets", "exclude", "idempotency", "retention", "resources",
     "validation", "monitoring", "stop_conditions", "rollback", "staging", "reason"],
)  # fmt: skip
def test_every_input_may_be_unknown_or_not_apply(name: str) -> None:
    assert the(WHOLE + f"{name}: unknown\n").not_applicable == {}
    assert the(WHOLE + f"{name}: {{not_applicable: so it is}}\n").not_applicable == {
        name: "so it is"
    }


def test_bounds_stay_as_they_are_typed_and_unknown_ones_are_empty() -> None:
    text = HEAD + "root: {dataset: a}\nrange: {start: 2026-03, time_zone: Europe/Berlin}\n"
    span = the(text).roots[0].range
    assert isinstance(span, TimeRange)
    assert (span.start, span.end, span.horizon, span.whole) == ("2026-03", "", None, False)
    assert span.time_zone == Known("Europe/Berlin", Origin("request", "a.backfill.yaml:4"))
    unknown = the(HEAD + "root: {dataset: a}\nrange: unknown\n").roots[0].range
    assert isinstance(unknown, TimeRange)
    assert (unknown.start, unknown.end) == ("", "")


def test_a_range_may_leave_keys_out_and_end_its_effects() -> None:
    text = HEAD + (
        "root: {dataset: a}\n"
        "range:\n  start: 2026-03-01\n  end: 2026-03-14\n  except: [2026-03-07]\n"
        "  horizon: 2026-03-31\n  cut: whole\n"
    )
    span = the(text).roots[0].range
    assert span == TimeRange(
        "2026-03-01",
        "2026-03-14",
        Place("a.backfill.yaml", 5, 3),
        Place("a.backfill.yaml", 5, 10),
        Place("a.backfill.yaml", 6, 8),
        excluded=(("2026-03-07", Place("a.backfill.yaml", 7, 12)),),
        horizon=dt.date(2026, 3, 31),
        whole=True,
    )


def test_several_roots_each_have_a_range_or_share_one() -> None:
    text = HEAD + "roots:\n- {dataset: a, range: {values: [EU, 1]}}\n- {dataset: b}\nrange: whole\n"
    first, second = the(text).roots
    assert first.range == ListRange(("EU", "1"), Place("a.backfill.yaml", 4, 23))
    assert isinstance(second.range, WholeRange)


def test_safety_facts_can_be_said_for_all_and_for_one_dataset() -> None:
    text = WHOLE + "idempotency:\n  repeatable: true\n  marts.ltv: {repeatable: no}\n"
    request = the(text)
    assert request.idempotency.repeatable == Known(True, Origin("request", "a.backfill.yaml:6"))
    assert request.idempotency_of == {
        "marts.ltv": Idempotency(repeatable=Known(False, Origin("request", "a.backfill.yaml:7")))
    }


def test_names_of_datasets_are_whatever_people_have() -> None:
    names = ["a.b", "a/b-*", "spaced name", "Größe.表", '"quoted"', "*", "2024", "true"]
    text = (
        WHOLE
        + "write:\n"
        + "".join(
            f"  {__import__('json').dumps(name, ensure_ascii=False)}: {{semantics: merge}}\n"
            for name in names
        )
    )
    write = the(text).write
    assert list(write) == names
    assert {known(facts.semantics) for facts in write.values()} == {Semantics.MERGE}


def test_a_request_can_bring_its_own_lineage() -> None:
    text = WHOLE + "datasets:\n  marts.a:\n    upstream: {warehouse.orders: {reads: window}}\n"
    (dataset,) = the(text).datasets.values()
    assert [edge.upstream for edge in dataset.upstream] == ["warehouse.orders"]
    assert dataset.place == Place("a.backfill.yaml", 6, 3)


def test_without_a_known_root_there_is_a_blocking_question_and_no_mistake() -> None:
    request = the(HEAD + "root: unknown\nrange: unknown\n")
    assert request.roots == ()
    assert [(finding.code, finding.kind) for finding in request.findings] == [
        ("unknown-root", "blocking")
    ]


def test_the_fingerprint_sees_everything_but_status_layout_and_order() -> None:
    one = the(WHOLE + "reason: taxed twice\nstatus: requested\n").fingerprint
    same = the(
        "# moved\nstatus: running\nreason: 'taxed twice'\nrange: whole\nname: orders\n"
        "root:\n  dataset: warehouse.orders\nversion: backfill/v1\n"
    ).fingerprint
    assert one == same
    assert one != the(WHOLE + "reason: taxed thrice\n").fingerprint
    assert one != the(WHOLE).fingerprint


def test_a_file_may_hold_several_requests() -> None:
    file = read("---\n" + WHOLE + "---\n" + WHOLE.replace("name: orders", "name: other"))
    assert [(request.name, request.place.line) for request in file.requests] == [
        ("orders", 3),
        ("other", 8),
    ]


def test_a_good_document_is_read_though_its_neighbour_is_broken() -> None:
    file = read(WHOLE + "---\n" + HEAD + "---\na: [\n")
    assert [request.name for request in file.requests] == ["orders"]
    assert [mistake.place.line for mistake in file.mistakes] == [6, 9]


def test_the_same_name_twice_in_one_file_is_a_mistake_at_both() -> None:
    file = read(WHOLE + "---\n" + WHOLE)
    assert file.requests == ()
    assert said(file.mistakes) == [
        "2:7 the name `orders`, which stands 2 times → give each request of a pull request a name "
        "of its own",
        "7:7 the name `orders`, which stands 2 times → give each request of a pull request a name "
        "of its own",
    ]


@pytest.mark.parametrize(
    ("text", "path", "note"),
    [
        (
            "a: 1\n",
            "backfills/x.yaml",
            "`backfills/x.yaml` is left alone: it has no `version: backfill/v1`",
        ),
        (
            "version: backfill-catalog/v1\n",
            "backfills/x.yaml",
            "`backfills/x.yaml` is left alone: its version is `backfill-catalog/v1`, not "
            "`backfill/v1`",
        ),
        (
            "{{ jinja }}: [\n",
            "backfills/x.yaml",
            "`backfills/x.yaml` is left alone: `x.yaml` cannot be read as a request",
        ),
    ],
)  # fmt: skip
def test_a_yaml_file_without_our_version_is_left_alone_with_a_note(
    text: str, path: str, note: str
) -> None:
    file = read(text, path)
    assert (file.requests, file.mistakes, file.note, file.is_request_file) == (
        (),
        (),
        note,
        False,
    )


def test_a_file_that_is_named_ours_is_held_to_it() -> None:
    assert [
        line.partition(" →")[0] for line in said(read("a: 1\n", "x.backfill.yml").mistakes)
    ] == [
        "1:1 neither `root` nor `roots`",
        "1:1 no `name`",
        "1:1 no `version`",
        "1:1 the unknown key `a`",
    ]
    assert said(read("", "x.backfill.yaml").mistakes) == [
        "1:1 an empty file → begin with `version: backfill/v1`"
    ]


def test_a_broken_file_that_says_it_is_ours_is_a_mistake_not_a_note() -> None:
    file = read("version: backfill/v1\nname: [\n", "backfills/x.yaml")
    assert file.is_request_file
    assert [mistake.place.line for mistake in file.mistakes] == [2]


def test_what_is_no_ordinary_file_is_a_mistake_and_what_is_not_there_is_nothing() -> None:
    settings = Settings()
    link = read_request_file("a.backfill.yaml", Unfit("a symbolic link"), settings)
    assert said(link.mistakes) == [
        "1:1 a symbolic link → write the request in an ordinary text file"
    ]
    gone = read_request_file("a.backfill.yaml", Absent(), settings)
    assert (gone.requests, gone.mistakes, gone.is_request_file) == ((), (), False)


def test_the_example_is_read_whole_with_what_it_leaves_unknown() -> None:
    file = read_request_file("x", Text(EXAMPLE.read_bytes(), ""), Settings())
    (request,) = file.requests
    assert request.intent is Intent.EXECUTE
    assert request.idempotency.partial_completion == UNKNOWN
    assert request.rollback.artifact == UNKNOWN
    assert request.exclude[0].dataset == "marts.legacy_report"
