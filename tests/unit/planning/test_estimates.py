"""Estimates are sums of what was stated, and say what they leave out."""

from bot.domain.dataset import Estimate
from bot.domain.names import DatasetName
from bot.domain.partition_set import TimePartitions
from bot.domain.plan import Batch, Estimates, PlannedDataset
from bot.domain.spans import Spans
from bot.planning.estimates import estimates_of
from tests.builders import a_calendar, a_dataset

DAYS = TimePartitions(a_calendar(zone="UTC"), Spans(((0, 10 * 86400),)))


def planned(name: str, estimate: Estimate | None, count: int | None = 10) -> PlannedDataset:
    return PlannedDataset(a_dataset(name, estimate=estimate), DAYS, count, 0, None, reversible=True)


def batch(name: str, count: int, *, serial: bool = False) -> Batch:
    return Batch(1, "batch", DatasetName(name), 0, DAYS, count, serial)


def test_figures_are_multiplied_by_partitions_and_added_up() -> None:
    datasets = [
        planned("a", Estimate(rows=100, bytes=1000, minutes=3)),
        planned("b", Estimate(rows=1)),
        planned("c", None),
    ]
    batches = [batch("a", 1), batch("a", 9), batch("b", 10)]
    assert estimates_of(datasets, batches, 2) == Estimates(
        rows=1010,
        bytes=10_000,
        minutes=30,
        wall_minutes=3 + 15,
        missing=(DatasetName("c"),),
        datasets=3,
        without_minutes=(DatasetName("b"), DatasetName("c")),
    )


def test_serial_batches_and_unstated_parallelism_take_one_partition_at_a_time() -> None:
    datasets = [planned("a", Estimate(minutes=2))]
    assert estimates_of(datasets, [batch("a", 10, serial=True)], 5).wall_minutes == 20
    assert estimates_of(datasets, [batch("a", 10)], None).wall_minutes == 20
    assert estimates_of(datasets, [batch("a", 10)], 3).wall_minutes == 8


def test_nothing_stated_is_nothing_known() -> None:
    assert estimates_of([planned("a", None)], [batch("a", 10)], 2) == Estimates(
        rows=None,
        bytes=None,
        minutes=None,
        wall_minutes=None,
        missing=(DatasetName("a"),),
        datasets=1,
        without_minutes=(DatasetName("a"),),
    )


def test_a_dataset_of_unknown_size_has_no_estimate_whatever_one_partition_takes() -> None:
    found = estimates_of([planned("a", Estimate(rows=5), count=None)], [], 1)
    assert (found.rows, found.missing) == (None, ("a",))
