"""Known-good partitions that must come out unchanged, and whether they lie outside the plan."""

import datetime as dt
import re
from collections.abc import Iterable, Sequence

from bot.domain.cascade import Cascade
from bot.domain.dataset import Dataset, Grain
from bot.domain.facts import known
from bot.domain.lineage import Lineage
from bot.domain.names import DatasetName
from bot.domain.partition_set import ListPartitions, PartitionSet, TimePartitions, WholeTable
from bot.domain.plan import Control, PlannedDataset
from bot.domain.request import Request
from bot.domain.spans import Spans
from bot.partitions import sets
from bot.partitions.calendar import calendar_of

ISO_DATE = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)


def controls_of(
    request: Request, datasets: Iterable[PlannedDataset], lineage: Lineage, cascade: Cascade
) -> tuple[Control, ...]:
    """The stated control partitions: the request's own are read in the roots' calendars.

    A date means the partitions that meet it. What is neither a date nor a key of any root's
    calendar is a control that nobody can find: `readable` is False.
    """
    own = known(request.validation.control_partitions) or ()
    roots = [root.dataset for root in request.roots]
    found = [_first_readable(key, roots, lineage, cascade) for key in own if roots]
    for dataset in datasets:
        keys = known(dataset.facts.validation.control_partitions) or ()
        if keys != own:
            found += [_first_readable(key, [dataset.name], lineage, cascade) for key in keys]
    return tuple(dict.fromkeys(found))


def _first_readable(
    key: str, names: Sequence[DatasetName], lineage: Lineage, cascade: Cascade
) -> Control:
    for name in names:
        stale = cascade.stale.get(name)
        like = stale.partitions if stale else _nothing_of(lineage.datasets.get(name))
        if like is None:
            continue
        asked = sets.parse([key], like).partitions or _around_date(key, like)
        if asked is not None:
            apart = stale is None or sets.is_empty(sets.intersection(asked, stale.partitions))
            return Control(name, key, outside=apart)
    return Control(names[0], key, outside=False, readable=False)


def _around_date(key: str, like: PartitionSet) -> PartitionSet | None:
    """The partitions that meet a date, where the key is one: the hours of a day, a day's week."""
    if not isinstance(like, TimePartitions) or not ISO_DATE.fullmatch(key):
        return None
    try:
        date = dt.date.fromisoformat(key)
    except ValueError:
        return None
    calendar = calendar_of(like.calendar)
    return TimePartitions(like.calendar, calendar.cover(Spans.of([calendar.span_of_date(date)])))


def _nothing_of(dataset: Dataset | None) -> PartitionSet | None:
    """An empty set in the dataset's own calendar, to read keys by."""
    calendar = known(dataset.partitioning) if dataset else None
    if calendar is None:
        return None
    match calendar.by:
        case Grain.LIST:
            return ListPartitions(calendar, ())
        case Grain.NONE:
            return WholeTable()
        case _:
            return TimePartitions(calendar, Spans())
