"""Calendars and windows against brute force, near every odd thing that clocks have done."""

import datetime as dt

from hypothesis import given
from hypothesis import strategies as st

from bot.domain.dataset import Partitioning, Window
from bot.domain.partition_set import TimePartitions
from bot.domain.spans import Spans
from bot.partitions import sets
from bot.partitions.calendar import calendar_of
from bot.partitions.reads import stale_by, window_read
from tests.unit.partitions import oracle
from tests.unit.partitions.oracle import NASTY
from tests.unit.partitions.strategies import calendars, signed_windows, windows

DAYS = dt.timedelta(days=1)


def near(cut: Partitioning, days: int = 12) -> tuple[dt.date, dt.date]:
    odd = dt.date.fromisoformat(NASTY[cut.time_zone])
    return odd - days * DAYS, odd + days * DAYS


@given(calendars())
def test_a_calendar_cuts_where_brute_force_finds_the_cuts(cut: Partitioning) -> None:
    first, last = near(cut)
    expected = oracle.universe(cut, first, last)
    calendar = calendar_of(cut)
    whole = Spans.of(expected)
    found = [*calendar.starts(whole)]
    assert found == [start for start, _ in expected]
    assert [calendar.end_of(start) for start in found] == [end for _, end in expected]
    assert [calendar.start_of(end - 1) for _, end in expected] == found
    assert calendar.count(whole) == len(expected)
    assert calendar.cover(whole) == whole


@given(calendars(), st.data())
def test_the_nth_partition_after_another_is_found_without_counting(
    cut: Partitioning, data: st.DataObject
) -> None:
    expected = oracle.universe(cut, *near(cut))
    calendar = calendar_of(cut)
    start = data.draw(st.integers(0, len(expected) - 1))
    number = data.draw(st.integers(0, len(expected) - 1 - start))
    assert calendar.cuts.after(expected[start][0], number) == expected[start + number][0]
    assert calendar.cuts.count(expected[start][0], expected[start + number][0]) == number


@given(calendars(), st.data())
def test_the_partitions_that_meet_an_instant_are_the_one_that_holds_it(
    cut: Partitioning, data: st.DataObject
) -> None:
    expected = oracle.universe(cut, *near(cut))
    at = data.draw(st.integers(expected[0][0], expected[-1][1] - 1))
    assert [calendar_of(cut).cover(Spans(((at, at + 1),))).runs[0]] == [
        part for part in expected if part[0] <= at < part[1]
    ]


def expected_readers(
    read: Window, stale: Spans, cut: Partitioning, parts: tuple[tuple[int, int], ...]
) -> list[tuple[int, int]]:
    return [
        part
        for part in parts
        if any(oracle.meets(oracle.window(cut.time_zone, part, read), run) for run in stale.runs)
    ]


@given(calendars(), st.one_of(windows, signed_windows), st.data())
def test_stale_is_exactly_what_reads_a_stale_instant(
    cut: Partitioning, read: Window, data: st.DataObject
) -> None:
    first, last = near(cut)
    low, high = oracle.midnight("UTC", first + 11 * DAYS), oracle.midnight("UTC", last - 8 * DAYS)
    runs = st.tuples(st.integers(low, high), st.integers(1, 4 * 86_400))
    stale = Spans.of((a, a + size) for a, size in data.draw(st.lists(runs, min_size=1, max_size=3)))
    parts = oracle.universe(cut, first - 60 * DAYS, last + 60 * DAYS)
    upstream = TimePartitions(Partitioning(cut.by, "UTC"), stale)
    found = stale_by(read, upstream, cut)
    assert isinstance(found, TimePartitions)
    assert found.spans == Spans.of(expected_readers(read, stale, cut, parts))


@given(calendars(), st.one_of(windows, signed_windows), st.data())
def test_the_window_read_is_the_union_of_the_partitions_windows(
    cut: Partitioning, read: Window, data: st.DataObject
) -> None:
    parts = oracle.universe(cut, *near(cut))
    start = data.draw(st.integers(0, len(parts) - 1))
    some = parts[start : start + data.draw(st.integers(1, 40))]
    found = window_read(read, TimePartitions(cut, Spans.of(some)))
    assert found == Spans.of(oracle.window(cut.time_zone, part, read) for part in some)


@given(calendars(), st.one_of(windows, signed_windows), st.data())
def test_both_directions_agree(cut: Partitioning, read: Window, data: st.DataObject) -> None:
    parts = oracle.universe(cut, *near(cut))
    at = data.draw(st.integers(parts[0][0], parts[-1][1] - 1))
    stale = Spans(((at, at + data.draw(st.integers(1, 100_000))),))
    found = stale_by(read, TimePartitions(cut, stale), cut)
    assert isinstance(found, TimePartitions)
    for part in parts:
        one = TimePartitions(cut, Spans((part,)))
        assert bool(window_read(read, one) & stale) == (part[0] in found.spans)


@given(calendars(), st.data())
def test_a_set_survives_being_printed_and_read(cut: Partitioning, data: st.DataObject) -> None:
    parts = oracle.universe(cut, *near(cut))
    some = data.draw(st.lists(st.sampled_from(parts), max_size=9))
    partitions = TimePartitions(cut, Spans.of(some))
    twice = calendar_of(cut).duplicates(Spans.of(parts))
    read = sets.parse(sets.runs(partitions), partitions)
    assert read.unreadable == ()
    if some and not set(twice) & {*sets.keys(partitions)}:
        assert read.partitions is not None
        assert sets.same(read.partitions, partitions)


@given(calendars(), st.data())
def test_keys_that_name_several_partitions_are_found(
    cut: Partitioning, data: st.DataObject
) -> None:
    form = data.draw(st.sampled_from(["", "%Y-%m-%d", "%m-%d", "%Y-%m-%d-%H%z", "%G-W%V", "%d"]))
    cut = Partitioning(cut.by, cut.time_zone, form, cut.week_start)
    parts = oracle.universe(cut, *near(cut, 20))
    start = data.draw(st.integers(0, len(parts) - 1))
    some = parts[start : start + data.draw(st.integers(1, 400))]
    keys = [calendar_of(cut).key_at(part[0]) for part in some]
    expected = tuple(dict.fromkeys(key for key in keys if keys.count(key) > 1))
    assert calendar_of(cut).duplicates(Spans.of(some)) == expected


@given(calendars(), st.integers(1, 9), st.data())
def test_pieces_have_the_size_asked_for_and_make_up_the_whole(
    cut: Partitioning, size: int, data: st.DataObject
) -> None:
    parts = oracle.universe(cut, *near(cut))
    some = data.draw(st.lists(st.sampled_from(parts), max_size=30, unique=True))
    whole = TimePartitions(cut, Spans.of(some))
    pieces = sets.split(whole, size)
    assert [key for piece in pieces for key in sets.keys(piece)] == [*sets.keys(whole)]
    assert [sets.count(piece) for piece in pieces[:-1]] == [size] * (len(pieces) - 1)
