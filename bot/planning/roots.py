"""The roots of a request on their calendars: where staleness begins, and where it has to end."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from bot.domain.cascade import CutRoot
from bot.domain.dataset import Dataset, Grain, Kind, Partitioning
from bot.domain.facts import Known, Origin, known
from bot.domain.lineage import Lineage
from bot.domain.names import DatasetName
from bot.domain.phrase import Phrase
from bot.domain.place import Mistake
from bot.domain.request import ListRange, Request, Root, TimeRange, WholeRange
from bot.domain.spans import FOREVER
from bot.partitions.calendar import calendar_of
from bot.partitions.range import resolved, zone_of_range
from bot.partitions.reads import Stain


@dataclass(frozen=True, slots=True)
class Roots:
    """What a request's roots amount to."""

    datasets: Mapping[DatasetName, Dataset]
    """Every dataset known, with what the roots themselves say of theirs."""
    stains: Mapping[DatasetName, Stain]
    uncalendared: tuple[DatasetName, ...]
    unknown: tuple[DatasetName, ...]
    cut: tuple[CutRoot, ...]
    mistakes: tuple[Mistake, ...]
    horizon: int
    """The instant at which the last stated horizon ends; `FOREVER` where none is stated."""


def roots_of(request: Request, lineage: Lineage) -> Roots:
    """The roots' stale partitions; several ranges of one dataset are united."""
    datasets = dict(lineage.datasets)
    stains: dict[DatasetName, Stain] = {}
    cut: list[CutRoot] = []
    mistakes: list[Mistake] = [*_excluded_roots(request)]
    uncalendared: set[DatasetName] = set()
    for root in request.roots:
        dataset = _described(root, request, lineage)
        datasets[root.dataset] = dataset
        partitioning = _calendar(root, dataset)
        if partitioning is None:
            uncalendared.add(root.dataset)
            continue
        found = resolved(root, partitioning)
        mistakes += found.mistakes
        if found.partitions is not None:
            stain = Stain.of(found.partitions)
            stains[root.dataset] = stains.get(root.dataset, Stain()) | stain
        if found.cut and dataset.kind is Kind.TABLE:
            allowed = isinstance(root.range, TimeRange) and root.range.whole
            cut.append(CutRoot(root.dataset, found.cut, allowed))
    return Roots(
        datasets=datasets,
        stains=stains,
        uncalendared=tuple(sorted(uncalendared)),
        unknown=tuple(sorted({r.dataset for r in request.roots} - lineage.known)),
        cut=tuple(sorted(cut, key=lambda each: (each.dataset, each.keys))),
        mistakes=tuple(mistakes),
        horizon=max(_horizons(request, datasets), default=FOREVER),
    )


def _excluded_roots(request: Request) -> Iterator[Mistake]:
    roots = {root.dataset for root in request.roots}
    for exclusion in request.exclude:
        if exclusion.dataset in roots:
            yield Mistake(
                exclusion.place,
                exclusion.dataset,
                Phrase(
                    "take it out of `{exclude}`; it is a root of this request", exclude="exclude"
                ),
            )


def _described(root: Root, request: Request, lineage: Lineage) -> Dataset:
    """The root's facts; where nobody has said how it is cut, what its range says of that."""
    name = root.dataset
    dataset = lineage.datasets.get(name) or request.datasets.get(name) or Dataset(name)
    if known(dataset.partitioning) is not None or dataset.kind is not Kind.TABLE:
        return dataset
    place = f"{root.place.path}:{root.place.line}"
    match root.range:
        case WholeRange():
            said = Partitioning(Grain.NONE)
        case ListRange(values):
            said = Partitioning(Grain.LIST, values=tuple(dict.fromkeys(values)))
        case TimeRange():
            return dataset
    return replace(dataset, partitioning=Known(said, Origin("request", place)))


def _calendar(root: Root, dataset: Dataset) -> Partitioning | None:
    """How the root is cut; a view that nobody has cut is looked at by days of the range's zone."""
    partitioning = known(dataset.partitioning)
    uncut = partitioning is None or partitioning.by is Grain.NONE
    if uncut and dataset.kind is not Kind.TABLE and isinstance(root.range, TimeRange):
        return Partitioning(Grain.DAY, zone_of_range(root, None))
    return partitioning


def _horizons(request: Request, datasets: Mapping[DatasetName, Dataset]) -> Iterator[int]:
    """Where the stated horizons end: each at the end of its date in its range's zone."""
    for root in request.roots:
        if isinstance(root.range, TimeRange) and root.range.horizon is not None:
            zone = zone_of_range(root, known(datasets[root.dataset].partitioning))
            yield calendar_of(Partitioning(Grain.DAY, zone)).span_of_date(root.range.horizon)[1]
