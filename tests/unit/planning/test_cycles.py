"""Cycles: never planned, always named, and never a reason to forget what lies below them."""

import datetime as dt
import time

from bot.domain.names import DatasetName
from bot.domain.partition_set import TimePartitions
from bot.planning.cascade import cascade
from tests import builders


def test_a_long_cycle_is_found_in_a_moment_and_nothing_below_it_is_forgotten() -> None:
    size = 600
    names = [DatasetName(f"c{at:04}") for at in range(size)]
    ring = {
        name: builders.a_dataset(name, builders.reads(names[at - 1], builders.looking_back(1)))
        for at, name in enumerate(names)
    }
    below = DatasetName("below")
    ring[below] = builders.a_dataset(below, builders.reads(names[0]))
    began = time.process_time()
    found = cascade(
        builders.a_request(builders.a_root(names[0], start="2026-03-01", end="2026-03-02")),
        builders.a_lineage(*ring.values()),
    )
    assert time.process_time() - began < 10
    assert [len(cycle) for cycle in found.cycles] == [size]
    assert below in found.stale
    partitions = found.stale[below].partitions
    assert isinstance(partitions, TimePartitions)
    assert partitions.spans.end > int(dt.datetime(2026, 3, 2, tzinfo=dt.UTC).timestamp())
