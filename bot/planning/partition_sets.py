"""Stains as sets of partitions of a dataset, with an end where nothing ends them."""

from bot.domain.dataset import Grain
from bot.domain.partition_set import ListPartitions, PartitionSet, TimePartitions, WholeTable
from bot.domain.spans import BEGINNING, FOREVER, Spans
from bot.partitions.calendar import TimeCalendar
from bot.partitions.reads import Stain
from bot.planning.graph import Node


def partitions_of(node: Node, stain: Stain, shown_until: int = FOREVER) -> PartitionSet | None:
    """The stain as partitions; None for what is not cut, and where nothing is known to be stale.

    An endless run is shown up to `shown_until`, an instant, but at least with its first partition.
    """
    if node.partitioning is None or not stain:
        return None
    if node.calendar is not None:
        spans = _ended(stain.spans, node.calendar, shown_until)
        return TimePartitions(node.partitioning, spans)
    if node.partitioning.by is Grain.LIST:
        keys = tuple(key for key in node.partitioning.values if key in stain.keys)
        return ListPartitions(node.partitioning, keys)
    return WholeTable() if stain.whole else None


def _ended(spans: Spans, calendar: TimeCalendar, until: int) -> Spans:
    if not spans or spans.end < FOREVER or until >= FOREVER:
        return spans
    start = spans.runs[-1][0]
    end = calendar.end_of(until - 1)
    if start > BEGINNING:
        end = max(end, calendar.end_of(start))
    return Spans((*spans.runs[:-1], (start, end)))
