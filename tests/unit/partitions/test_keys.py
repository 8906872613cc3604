"""Keys that a format prints, read back; and formats that somebody thought of to keep us busy."""

import datetime as dt
import time

import pytest

from bot.domain.dataset import Grain, Partitioning
from bot.domain.spans import Spans
from bot.partitions.calendar import calendar_of

DAY = 86_400


@pytest.mark.parametrize("key", ["%Y-%m-%d", "%Y%m%d/%Y", "%d.%m.%Y (%d)", "%Y-%j", "%G-%V-%u"])
def test_what_a_format_prints_it_reads(key: str) -> None:
    calendar = calendar_of(Partitioning(Grain.DAY, "UTC", key))
    start = int(dt.datetime(2026, 3, 8, tzinfo=dt.UTC).timestamp())
    assert calendar.span_of_key(calendar.key_at(start)) == (start, start + DAY)


def test_a_directive_that_stands_twice_reads_the_same_text_twice() -> None:
    calendar = calendar_of(Partitioning(Grain.DAY, "UTC", "%Y%m%d/%Y"))
    assert calendar.span_of_key("20260308/2026") is not None
    assert calendar.span_of_key("20260308/2025") is None


@pytest.mark.parametrize("letters", ["Y", "YG", "B", "Ym"])
def test_a_format_of_many_directives_is_read_in_a_moment(letters: str) -> None:
    key = "".join(f"%{letter}" for letter in letters) * 25
    calendar = calendar_of(Partitioning(Grain.DAY, "UTC", key))
    began = time.process_time()
    assert calendar.span_of_key("1" * 200 + "x") is None
    assert time.process_time() - began < 1


def test_keys_that_come_again_are_found_without_looking_at_centuries() -> None:
    calendar = calendar_of(Partitioning(Grain.HOUR, "America/New_York", "%H"))
    first, last = (int(dt.datetime(y, 1, 1, tzinfo=dt.UTC).timestamp()) for y in (1700, 2900))
    began = time.process_time()
    found = calendar.duplicates(calendar.cover(Spans(((first, last),))))
    assert sorted(found) == [f"{hour:02}" for hour in range(24)]
    assert time.process_time() - began < 5
