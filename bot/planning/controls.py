"""Known-good partitions that must come out unchanged, and whether they lie outside the plan."""

from collections.abc import Iterator, Mapping, Sequence

from bot.domain.cascade import Cascade
from bot.domain.dataset import Dataset, Validation
from bot.domain.facts import known
from bot.domain.lineage import Lineage
from bot.domain.names import DatasetName
from bot.domain.partition_set import ListPartitions, PartitionSet, TimePartitions, WholeTable
from bot.domain.plan import Control
from bot.domain.request import Request
from bot.domain.spans import Spans
from bot.partitions import sets


def controls_of(request: Request, lineage: Lineage, cascade: Cascade) -> tuple[Control, ...]:
    """The stated control partitions: the request's own are read in the roots' calendars.

    A key that is none of any root's calendar is a control that nobody can find: `readable` False.
    """
    own = known(request.validation.control_partitions) or ()
    roots = [root.dataset for root in request.roots]
    found = [_first_readable(key, roots, lineage, cascade) for key in own]
    found.extend(_per_dataset(request.validation_of, lineage, cascade))
    return tuple(dict.fromkeys(found))


def _per_dataset(
    validations: Mapping[str, Validation], lineage: Lineage, cascade: Cascade
) -> Iterator[Control]:
    for name in sorted(validations):
        for key in known(validations[name].control_partitions) or ():
            yield _first_readable(key, [DatasetName(name)], lineage, cascade)


def _first_readable(
    key: str, names: Sequence[DatasetName], lineage: Lineage, cascade: Cascade
) -> Control:
    for name in names:
        stale = cascade.stale.get(name)
        like = stale.partitions if stale else _nothing_of(lineage.datasets.get(name))
        if like is None:
            continue
        asked = sets.parse([key], like).partitions
        if asked is not None:
            apart = stale is None or sets.is_empty(sets.intersection(asked, stale.partitions))
            return Control(name, key, outside=apart)
    return Control(names[0], key, outside=False, readable=False)


def _nothing_of(dataset: Dataset | None) -> PartitionSet | None:
    """An empty set in the dataset's own calendar, to read keys by."""
    calendar = known(dataset.partitioning) if dataset else None
    if calendar is None:
        return None
    match calendar.by:
        case "list":
            return ListPartitions(calendar, ())
        case "none":
            return WholeTable()
        case _:
            return TimePartitions(calendar, Spans())
