"""Base, head and request put together: the stricter fact holds, and nothing shrinks unseen."""

import datetime as dt
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.dataset import (
    DataRetention,
    Dataset,
    Edge,
    Kind,
    Period,
    Reading,
    Reads,
    Rollback,
    Semantics,
    Window,
    WriteFacts,
    Writers,
)
from bot.domain.facts import UNKNOWN, Known, Origin, known
from bot.domain.lineage import Difference, Lineage, SourceRead
from bot.domain.names import DatasetName
from bot.domain.spans import BEGINNING, Spans
from bot.lineage.join import joined
from bot.lineage.read import LineageRead
from bot.partitions.calendar import calendar_of
from tests import builders

A, B, C, RAW = (DatasetName(name) for name in ("a", "b", "c", "raw"))
WEEK = Window(Period(days=6))


def lineage(*datasets: Dataset) -> LineageRead:
    return LineageRead({dataset.name: dataset for dataset in datasets})


def join(base: LineageRead, head: LineageRead | None = None, **request: Any) -> Lineage:
    root = builders.a_root("a")
    return joined(base, base if head is None else head, builders.a_request(root, **request))


def table(name: str = "a", *edges: Edge, **write: Any) -> Dataset:
    facts = {key: builders.stated(value) for key, value in write.items()}
    return Dataset(DatasetName(name), upstream=edges, write=WriteFacts(**facts))


def reads(reading: Reading | str = "window", upstream: str = "raw") -> Edge:
    return builders.reads(upstream, reading)


def readings(joined_lineage: Lineage, name: DatasetName = A) -> list[Reading]:
    return [edge.reads for edge in joined_lineage.datasets[name].upstream]


def test_every_name_that_an_edge_names_is_a_key() -> None:
    found = join(lineage(table("a", reads(), reads(upstream="other"))))
    assert found.datasets[RAW] == Dataset(RAW, upstream_stated=False)
    assert set(found.datasets) == {"a", "raw", "other"}
    assert found.known == {"a"}
    assert found.on_base == {"a", "raw", "other"}


def test_what_base_and_head_agree_on_makes_no_difference_wherever_it_stands() -> None:
    base = table("a", reads(WEEK), semantics=Semantics.MERGE)
    moved = replace(
        base,
        write=WriteFacts(semantics=Known(Semantics.MERGE, Origin("catalog", "elsewhere:9"))),
        upstream=(Edge(RAW, WEEK, "elsewhere:10"),),
    )
    assert join(lineage(base), lineage(moved)).differences == ()


@pytest.mark.parametrize(
    ("fact", "base", "head", "holds"),
    [
        ("semantics", Semantics.OVERWRITE, Semantics.APPEND, Semantics.APPEND),
        ("semantics", Semantics.APPEND, Semantics.OVERWRITE, Semantics.APPEND),
        ("semantics", Semantics.OVERWRITE, Semantics.MERGE, Semantics.MERGE),
        ("boundary", "partition", "table", "table"),
        ("boundary", "table", "partition", "table"),
        ("boundary", "partition", "day = x", "day = x"),
        ("reversible", True, False, False),
        ("reversible", False, True, False),
        ("concurrent_writers", Writers.UNCONTROLLED, Writers.PAUSED, Writers.UNCONTROLLED),
        ("concurrent_writers", Writers.EXCLUDED, Writers.COORDINATED, Writers.COORDINATED),
        ("match_keys", ("a", "b"), ("a",), ("a", "b")),
        ("duplicate_sources", "refused", "last wins", "refused"),
    ],
)
def test_the_stricter_write_fact_holds_and_the_difference_is_recorded(
    fact: str, base: Any, head: Any, holds: object
) -> None:
    found = join(lineage(table(**{fact: base})), lineage(table(**{fact: head})))
    assert known(getattr(found.datasets[A].write, fact)) == holds
    (difference,) = found.differences
    assert (difference.dataset, difference.what) == ("a", f"write.{fact}")


def test_the_request_says_it_too_and_is_held_to_the_same() -> None:
    base = lineage(table(semantics=Semantics.OVERWRITE, reversible=False))
    write = {"a": WriteFacts(reversible=builders.stated(True), boundary=builders.stated("table"))}
    found = join(base, write=write)
    assert known(found.datasets[A].write.reversible) is False
    assert known(found.datasets[A].write.boundary) == "table"
    assert found.differences == (Difference(A, "write.reversible", "false", "true"),)


def test_reversible_counts_only_if_the_base_says_so_too() -> None:
    silent = lineage(table(semantics=Semantics.OVERWRITE))
    claim = WriteFacts(reversible=builders.stated(True))
    for found in (
        join(silent, lineage(table(semantics=Semantics.OVERWRITE, reversible=True))),
        join(silent, write={"a": claim}),
        join(silent, write={"*": claim}),
        join(silent, datasets={A: Dataset(A, write=claim)}),
    ):
        assert found.datasets[A].write.reversible == UNKNOWN
    agreed = lineage(table(reversible=True))
    assert known(join(agreed, write={"a": claim}).datasets[A].write.reversible) is True


def test_a_gap_in_the_base_is_filled_without_a_difference() -> None:
    head = replace(
        table(semantics=Semantics.MERGE),
        partitioning=builders.stated(builders.a_calendar(first=None)),
    )
    found = join(
        lineage(table()), lineage(head), write={"a": WriteFacts(commit=builders.stated("x"))}
    )
    assert known(found.datasets[A].write.semantics) is Semantics.MERGE
    assert known(found.datasets[A].write.commit) == "x"
    assert known(found.datasets[A].partitioning) == builders.a_calendar(first=None)
    assert found.differences == ()


def test_a_star_fills_what_is_unsaid_and_changes_nothing_else() -> None:
    base = lineage(table("a", boundary="table"), table("b"))
    found = join(base, write={"*": WriteFacts(boundary=builders.stated("partition"))})
    assert [known(found.datasets[name].write.boundary) for name in (A, B)] == ["table", "partition"]
    assert found.differences == ()


@pytest.mark.parametrize(
    ("base", "head", "kept", "words"),
    [
        (WEEK, Window(), [WEEK, Window()], ("{lookback: P6D}", "window")),
        (Window(), WEEK, [Window(), WEEK], ("window", "{lookback: P6D}")),
        (Window(), Reads.REFERENCE, [Window(), Reads.REFERENCE], ("window", "reference")),
        (Window(), Reads.UNKNOWN, [Window(), Reads.UNKNOWN], ("window", "unknown")),
        (Reads.UNKNOWN, Window(), [Window()], ("unknown", "window")),
        (Reads.UNKNOWN, Reads.REFERENCE, [Reads.REFERENCE], ("unknown", "reference")),
    ],
)
def test_of_two_readings_both_are_kept(
    base: Reading, head: Reading, kept: list[Reading], words: tuple[str, str]
) -> None:
    found = join(lineage(table("a", reads(base))), lineage(table("a", reads(head))))
    assert readings(found) == kept
    assert found.differences == (Difference(A, "upstream raw", *words),)


def test_an_edge_that_the_head_took_away_stays() -> None:
    found = join(lineage(table("a", reads())), lineage(table("a")))
    assert readings(found) == [Window()]
    assert found.extra_edges == {A: (RAW,)}
    assert found.differences == (Difference(A, "upstream raw", "window", "not read"),)


def test_an_edge_that_the_head_adds_is_kept_and_said() -> None:
    found = join(lineage(table("a")), lineage(table("a", reads())))
    assert readings(found) == [Window()]
    assert found.differences == (Difference(A, "upstream raw", "not read", "window"),)
    silent = replace(table("a"), upstream_stated=False)
    assert join(lineage(silent), lineage(table("a", reads()))).differences == ()


def test_a_dataset_that_the_head_took_away_stays() -> None:
    found = join(lineage(table("a"), table("b", reads())), lineage(table("a")))
    assert readings(found, B) == [Window()]
    assert found.differences == (Difference(B, "dataset", "described", "not described"),)


def test_a_table_does_not_become_a_view_or_a_consumer_by_the_head_alone() -> None:
    for kind in (Kind.VIEW, Kind.CONSUMER):
        found = join(lineage(table()), lineage(replace(table(), kind=kind)))
        assert found.datasets[A].kind is Kind.TABLE
        assert found.differences == (Difference(A, "kind", "table", str(kind)),)


def test_the_calendar_of_the_base_holds_and_begins_at_the_earlier_date() -> None:
    base = builders.a_calendar(first=dt.date(2024, 1, 1))

    def with_calendar(**over: Any) -> LineageRead:
        calendar = builders.stated(replace(base, **over))
        return lineage(replace(table(), partitioning=calendar))

    def first(**head: Any) -> object:
        found = join(with_calendar(), with_calendar(**head))
        assert len(found.differences) == 1
        calendar = known(found.datasets[A].partitioning)
        assert calendar is not None
        return calendar.time_zone, calendar.first

    assert first(first=dt.date(2025, 1, 1)) == ("America/New_York", dt.date(2024, 1, 1))
    assert first(first=dt.date(2023, 1, 1)) == ("America/New_York", dt.date(2023, 1, 1))
    assert first(time_zone="UTC") == ("America/New_York", dt.date(2024, 1, 1))


def test_a_calendar_that_says_less_is_no_other_calendar() -> None:
    full = builders.a_calendar(first=dt.date(2024, 1, 1), column="day")
    bare = replace(full, first=None, column=None)
    for base, head in ((full, bare), (bare, full)):
        sides = [
            lineage(replace(table(), partitioning=builders.stated(side))) for side in (base, head)
        ]
        found = join(*sides)
        claimed = base.first is None
        assert known(found.datasets[A].partitioning) == replace(full, first_is_claimed=claimed)
        told = [(each.what, each.base, each.head) for each in found.differences]
        assert told == ([("partition.first", "unknown", "2024-01-01")] if claimed else [])


def test_a_beginning_that_the_base_never_stated_is_a_claim() -> None:
    """Stated late enough, it would take every partition out of the plan."""
    late = builders.a_calendar(first=dt.date(2099, 1, 1))
    for base in (
        table(),
        replace(table(), partitioning=builders.stated(replace(late, first=None))),
    ):
        found = join(lineage(base), lineage(replace(base, partitioning=builders.stated(late))))
        calendar = known(found.datasets[A].partitioning)
        assert calendar is not None
        assert calendar.first_is_claimed
        assert [each.what for each in found.differences] == ["partition.first"]
        days = calendar_of(calendar).span_of_key("2026-03-01")
        assert days is not None
        finite = Spans((days,))
        assert calendar_of(calendar).existing(finite) == finite
        endless = Spans(((BEGINNING, days[1]),))
        assert not calendar_of(calendar).existing(endless)


def test_what_the_base_only_names_is_not_made_reversible_by_who_describes_it() -> None:
    base = lineage(table("a", reads(upstream="raw")))
    described = table("raw", reversible=True, semantics=Semantics.MERGE)
    for found in (
        join(base, lineage(table("a", reads(upstream="raw")), described)),
        join(base, datasets={RAW: described}),
    ):
        assert found.differences == ()
        assert RAW in found.known
        write = found.datasets[RAW].write
        assert known(write.semantics) is Semantics.MERGE
        assert known(write.reversible) is None


@pytest.mark.parametrize(
    ("base", "head", "holds"),
    [
        ("rows are gone", "none", "rows are gone"),
        ("none", "rows are gone", "rows are gone"),
        ("rows are gone", None, "rows are gone"),
        (None, "rows are gone", "rows are gone"),
        ("this", "that", "this"),
        (None, "none", "none"),
    ],
)
def test_what_anybody_calls_irreversible_stays_so(
    base: str | None, head: str | None, holds: str
) -> None:
    def said(words: str | None) -> LineageRead:
        irreversible = UNKNOWN if words is None else builders.stated(words)
        return lineage(replace(table(), rollback=Rollback(irreversible=irreversible)))

    found = join(said(base), said(head))
    assert known(found.datasets[A].rollback.irreversible) == holds


def test_the_shorter_retention_holds() -> None:
    def kept(days: int) -> LineageRead:
        return lineage(replace(table(), retention=builders.stated(DataRetention(days=days))))

    for base, head in ((400, 4000), (4000, 400)):
        found = join(kept(base), kept(head))
        assert known(found.datasets[A].retention) == DataRetention(days=400)
        assert [difference.what for difference in found.differences] == ["retention"]


def test_a_new_dataset_is_known_and_not_on_the_base() -> None:
    found = join(lineage(table("a")), lineage(table("a"), table("b", reads(upstream="a"))))
    assert "b" in found.known
    assert "b" not in found.on_base
    assert found.differences == ()


def test_a_request_brings_lineage_of_its_own() -> None:
    found = join(lineage(), datasets={A: table("a", reads()), B: table("b", reads(upstream="a"))})
    assert found.known == {"a", "b"}
    assert found.on_base == frozenset()
    assert readings(found, B) == [Window()]


def test_what_a_request_leaves_unknown_contradicts_nobody() -> None:
    own = table("a", reads(Reads.UNKNOWN), reads(Reads.UNKNOWN, "new"))
    found = join(lineage(table("a", reads(WEEK))), datasets={A: own})
    assert readings(found) == [WEEK, Reads.UNKNOWN]
    assert found.differences == ()


def test_what_a_dialect_takes_for_granted_fills_gaps_only() -> None:
    taken = Origin("dialect", "bqetl")
    facts = WriteFacts(
        semantics=Known(Semantics.OVERWRITE, taken), boundary=Known("partition", taken)
    )
    found = join(
        lineage(table("a", boundary="table")),
        datasets={A: Dataset(A, write=facts)},
        dialect="bqetl",
    )
    assert known(found.datasets[A].write.boundary) == "table"
    assert known(found.datasets[A].write.semantics) is Semantics.OVERWRITE
    assert found.differences == ()


def test_metadata_of_another_tool_alone_do_not_make_a_dataset_known() -> None:
    own = {A: table("a")}
    assert join(lineage(), datasets=own, dialect="bqetl").known == frozenset()
    assert join(lineage(table("a")), datasets=own, dialect="bqetl").known == {"a"}


def test_sources_of_both_sides_are_named_once() -> None:
    one, other = SourceRead("c.yaml", "catalog", "1"), SourceRead("c.yaml", "catalog", "2")
    found = join(LineageRead({}, (one,)), LineageRead({}, (one, other)))
    assert found.sources == (one, other)


READINGS = st.sampled_from([Window(), WEEK, Reads.ALL, Reads.UNKNOWN, Reads.REFERENCE])
DATASETS = st.dictionaries(
    st.sampled_from([A, B, C]),
    st.dictionaries(st.sampled_from([A, B, C, RAW]), READINGS, max_size=3),
    max_size=3,
)


def described(datasets: dict[DatasetName, dict[DatasetName, Reading]]) -> LineageRead:
    return lineage(
        *(
            Dataset(name, upstream=tuple(Edge(up, how) for up, how in edges.items()))
            for name, edges in datasets.items()
        )
    )


@given(DATASETS, DATASETS)
def test_no_head_takes_an_edge_or_a_stated_reading_away(base: Any, head: Any) -> None:
    found = join(described(base), described(head))
    for name, edges in base.items():
        held = {(edge.upstream, edge.reads) for edge in found.datasets[name].upstream}
        for upstream, reading in edges.items():
            assert upstream in {each for each, _ in held}
            assert reading is Reads.UNKNOWN or (upstream, reading) in held


@given(DATASETS, DATASETS)
def test_nothing_differs_in_silence(base: Any, head: Any) -> None:
    found = join(described(base), described(head))
    changed = {name for name in base if base.get(name) != head.get(name)}
    assert {difference.dataset for difference in found.differences} == changed
