"""Several sources that speak of the same datasets, put together."""

from collections.abc import Iterable, Mapping
from dataclasses import fields, replace
from typing import Any, TypeVar

from bot.domain.dataset import Dataset, Edge, Kind, Reads
from bot.domain.facts import first_stated
from bot.domain.names import DatasetName
from bot.lineage.source import Facts

F = TypeVar("F")


def together(sources: Iterable[Facts]) -> Mapping[DatasetName, Dataset]:
    """Every dataset of any source; of two that state the same fact, the first one counts."""
    first, *others = [source.datasets for source in sources] or [{}]
    if not others:
        return first
    datasets = dict(first)
    for source in others:
        for name, dataset in source.items():
            known = datasets.get(name)
            datasets[name] = dataset if known is None else combined(known, dataset)
    return datasets


def combined(first: Dataset, second: Dataset) -> Dataset:
    """One dataset of what two sources say: facts of the first, gaps filled from the second."""
    return replace(
        first,
        kind=second.kind if first.kind is Kind.TABLE else first.kind,
        grain=first_stated(first.grain, second.grain),
        key=first_stated(first.key, second.key),
        owner=first_stated(first.owner, second.owner),
        partitioning=first_stated(first.partitioning, second.partitioning),
        write=filled(first.write, second.write),
        upstream=_edges(first.upstream, second.upstream),
        upstream_stated=first.upstream_stated or second.upstream_stated,
        retention=first_stated(first.retention, second.retention),
        estimate=first_stated(first.estimate, second.estimate),
        schedule=first_stated(first.schedule, second.schedule),
        idempotency=filled(first.idempotency, second.idempotency),
        validation=filled(first.validation, second.validation),
        rollback=filled(first.rollback, second.rollback),
        place=first.place or second.place,
    )


def filled(first: F, second: F) -> F:
    """A dataclass of facts with its gaps filled from another one."""
    made: Any = first
    gaps = {
        field.name: first_stated(getattr(first, field.name), getattr(second, field.name))
        for field in fields(made)
    }
    filled_in: F = replace(made, **gaps)
    return filled_in


def _edges(first: tuple[Edge, ...], second: tuple[Edge, ...]) -> tuple[Edge, ...]:
    """The edges of both; a reading that the first source leaves unknown is the second's."""
    known = {edge.upstream: edge for edge in second if edge.reads is not Reads.UNKNOWN}
    named = {edge.upstream for edge in first}
    return (
        *(
            known.get(edge.upstream, edge) if edge.reads is Reads.UNKNOWN else edge
            for edge in first
        ),
        *(edge for edge in second if edge.upstream not in named),
    )
