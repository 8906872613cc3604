"""A set of partitions of one dataset, whatever its calendar."""

from dataclasses import dataclass
from typing import TypeAlias

from bot.domain.dataset import Partitioning
from bot.domain.spans import Spans


@dataclass(frozen=True, slots=True)
class TimePartitions:
    """Whole partitions of a time calendar, as the instants that they cover.

    `spans` begins at `BEGINNING` where the dataset's first partition is unknown.
    """

    calendar: Partitioning
    spans: Spans


@dataclass(frozen=True, slots=True)
class ListPartitions:
    """Keys of a list calendar, in the order in which the calendar lists them."""

    calendar: Partitioning
    keys: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class WholeTable:
    """The one partition of an unpartitioned dataset, `whole-table`."""


PartitionSet: TypeAlias = TimePartitions | ListPartitions | WholeTable
