"""Base lineage joined with that of the head and of the request: nobody shrinks a cascade alone.

Of a dataset that the base knows, the stricter fact holds, edges are kept from both sides, and
every disagreement is recorded. A gap in the base is no statement and may be filled, with two
exceptions: `reversible: true` counts only if the base says so too, and a reading that the base
leaves unknown is a difference when somebody else states it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from bot.domain.dataset import Dataset, WriteFacts
from bot.domain.facts import UNKNOWN, Known
from bot.domain.lineage import Difference, Lineage, SourceRead
from bot.domain.names import DatasetName
from bot.domain.request import Request
from bot.lineage.compare import Joined, joined_dataset, write_differences
from bot.lineage.read import LineageRead
from bot.lineage.stricter import stricter_write
from bot.lineage.together import combined, filled

EVERY: Final = "*"
OWN_DIALECT: Final = "backfill/v1"


def joined(base: LineageRead, head: LineageRead, request: Request) -> Lineage:
    """The lineage that holds for a request; every dataset that an edge names is a key."""
    unsaid = _named(base.datasets) - base.datasets.keys()
    on_base = {**base.datasets, **_bare(unsaid)}
    work = _Work(on_base, unsaid, dict(on_base))
    if head.datasets is not base.datasets:
        work.add_head(head.datasets)
    for name, dataset in request.datasets.items():
        work.add_carried(name, dataset)
    work.add_written(request.write)
    described = frozenset((*base.datasets, *head.datasets, *request.datasets))
    work.datasets.update(_bare(_named(work.datasets) - work.datasets.keys()))
    return Lineage(
        datasets=work.datasets,
        differences=tuple(sorted(set(work.differences), key=_order)),
        sources=_once((*base.sources, *head.sources)),
        on_base=frozenset(on_base),
        known=described - _by_dialect_alone(base, head, request),
        extra_edges={name: tuple(sorted(edges)) for name, edges in sorted(work.extra.items())},
    )


def _by_dialect_alone(
    base: LineageRead, head: LineageRead, request: Request
) -> frozenset[DatasetName]:
    """What only another tool's metadata describe: they say nothing of who reads the dataset."""
    if request.dialect == OWN_DIALECT:
        return frozenset()
    return frozenset(request.datasets) - base.datasets.keys() - head.datasets.keys()


@dataclass(slots=True)
class _Work:
    """A join under way."""

    base: Mapping[DatasetName, Dataset]
    unsaid: frozenset[DatasetName]
    """Those of `base` that it only names, as somebody's upstream."""
    datasets: dict[DatasetName, Dataset]
    differences: list[Difference] = field(default_factory=list)
    extra: dict[DatasetName, tuple[DatasetName, ...]] = field(default_factory=dict)

    def add_head(self, head: Mapping[DatasetName, Dataset]) -> None:
        """What the head's sources say; a dataset that they no longer describe stays."""
        for name, dataset in head.items():
            known = self.base.get(name)
            if known is None:
                self.datasets[name] = dataset
            elif known is not dataset:
                self._keep(joined_dataset(known, dataset, whole=True))
        self.differences.extend(
            Difference(name, "dataset", "described", "not described")
            for name in self.base
            if name not in head and name not in self.unsaid
        )

    def add_carried(self, name: DatasetName, dataset: Dataset) -> None:
        """What the request itself says of a dataset."""
        known = self.datasets.get(name)
        if known is None:
            self.datasets[name] = dataset
        elif name in self.base:
            self._keep(joined_dataset(known, dataset, whole=False))
        else:
            self.datasets[name] = combined(dataset, known)

    def add_written(self, write: Mapping[str, WriteFacts]) -> None:
        """What the request says of writing; `*` fills what is unsaid then."""
        for name, facts in write.items():
            known = self.datasets.get(DatasetName(name))
            if known is None:
                continue
            if known.name in self.base:
                self.differences.extend(write_differences(known, facts))
                held = stricter_write(known.write, facts)
            else:
                held = filled(facts, known.write)
            self.datasets[known.name] = replace(known, write=held)
        rest = write.get(EVERY)
        if rest is not None:
            for name, dataset in self.datasets.items():
                held = filled(dataset.write, _trusted(rest) if name in self.base else rest)
                self.datasets[name] = replace(dataset, write=held)

    def _keep(self, made: Joined) -> None:
        self.datasets[made.dataset.name] = made.dataset
        self.differences.extend(made.differences)
        if made.extra:
            self.extra[made.dataset.name] = made.extra


def _trusted(write: WriteFacts) -> WriteFacts:
    """The facts without a claim that writing can be undone, which is the base's to make."""
    claimed = isinstance(write.reversible, Known) and write.reversible.value
    return replace(write, reversible=UNKNOWN) if claimed else write


def _bare(names: Iterable[DatasetName]) -> dict[DatasetName, Dataset]:
    return {name: Dataset(name, upstream_stated=False) for name in sorted(names)}


def _named(datasets: Mapping[DatasetName, Dataset]) -> frozenset[DatasetName]:
    return frozenset(edge.upstream for dataset in datasets.values() for edge in dataset.upstream)


def _order(difference: Difference) -> tuple[str, str, str, str]:
    return (difference.dataset, difference.what, difference.base, difference.head)


def _once(sources: Iterable[SourceRead]) -> tuple[SourceRead, ...]:
    return tuple(dict.fromkeys(sources))
