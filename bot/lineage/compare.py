"""One dataset as the base and somebody else describe it: what holds, and where they differ."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bot.domain.dataset import (
    Dataset,
    Edge,
    Partitioning,
    Reading,
    Reads,
    WriteFacts,
)
from bot.domain.facts import UNKNOWN, Fact, Known, Unknown, first_stated, known
from bot.domain.lineage import Difference
from bot.domain.names import DatasetName
from bot.lineage.stricter import (
    COMPARED,
    is_assumed,
    same_calendar,
    stricter_idempotency,
    stricter_kind,
    stricter_partitioning,
    stricter_retention,
    stricter_rollback,
    stricter_write,
)
from bot.lineage.together import filled
from bot.lineage.words import fact_words, reading_words

NOT_READ = "not read"


@dataclass(frozen=True, slots=True)
class Joined:
    """A dataset of two descriptions."""

    dataset: Dataset
    differences: tuple[Difference, ...]
    extra: tuple[DatasetName, ...]
    """Upstreams that only the base still names."""


def joined_dataset(base: Dataset, other: Dataset, *, whole: bool) -> Joined:
    """What holds of both; `whole` if the other one is complete, so that what it omits is gone."""
    edges, differing, extra = _edges(base, other, whole=whole)
    differences = [*_fact_differences(base, other), *_claimed_first(base, other), *differing]
    if base.kind is not other.kind and (whole or other.kind is not type(other.kind).TABLE):
        differences.append(Difference(base.name, "kind", str(base.kind), str(other.kind)))
    dataset = replace(
        base,
        kind=stricter_kind(base.kind, other.kind) if whole else base.kind,
        grain=first_stated(other.grain, base.grain),
        key=first_stated(other.key, base.key),
        owner=first_stated(other.owner, base.owner),
        partitioning=stricter_partitioning(base.partitioning, other.partitioning),
        write=stricter_write(base.write, other.write),
        upstream=edges,
        upstream_stated=base.upstream_stated or other.upstream_stated,
        retention=stricter_retention(base.retention, other.retention),
        estimate=first_stated(other.estimate, base.estimate),
        schedule=first_stated(other.schedule, base.schedule),
        idempotency=stricter_idempotency(base.idempotency, other.idempotency),
        validation=filled(other.validation, base.validation),
        rollback=stricter_rollback(base.rollback, other.rollback),
        place=other.place or base.place,
    )
    return Joined(dataset, tuple(differences), extra)


def write_differences(base: Dataset, other: WriteFacts) -> Iterator[Difference]:
    """Where a request's `write` says something else than the lineage."""
    for difference in _fact_differences(base, Dataset(base.name, write=other)):
        if difference.what.startswith("write."):
            yield difference


def _fact_differences(base: Dataset, other: Dataset) -> Iterator[Difference]:
    for what, fact in COMPARED.items():
        ours, theirs = fact(base), fact(other)
        if ours is not theirs and not _agree(ours, theirs):
            yield Difference(base.name, what, fact_words(ours), fact_words(theirs))


def _claimed_first(base: Dataset, other: Dataset) -> Iterator[Difference]:
    """A first partition that only the other one states: what lies before it would be left out."""
    ours, theirs = known(base.partitioning), known(other.partitioning)
    if theirs is not None and theirs.first and (ours is None or ours.first is None):
        what = "partition.first"
        yield Difference(base.name, what, fact_words(UNKNOWN), theirs.first.isoformat())


def _agree(ours: Fact[Any], theirs: Fact[Any]) -> bool:
    """True where one is a gap, or both say the same, wherever it stands."""
    if isinstance(ours, Unknown) or isinstance(theirs, Unknown) or is_assumed(theirs):
        return True
    if isinstance(ours, Known) and isinstance(theirs, Known):
        if isinstance(ours.value, Partitioning) and isinstance(theirs.value, Partitioning):
            return same_calendar(ours.value, theirs.value)
        return bool(ours.value == theirs.value)
    return type(ours) is type(theirs)


def _edges(
    base: Dataset, other: Dataset, *, whole: bool
) -> tuple[tuple[Edge, ...], list[Difference], tuple[DatasetName, ...]]:
    """The edges of both, where they differ, and the upstreams that the other side took away."""
    ours, theirs = _by_upstream(base.upstream), _by_upstream(other.upstream)
    kept: list[Edge] = []
    differences: list[Difference] = []
    extra: list[DatasetName] = []
    for upstream in dict.fromkeys((*ours, *theirs)):
        mine, yours = ours.get(upstream, []), theirs.get(upstream, [])
        if not whole and all(edge.reads is Reads.UNKNOWN for edge in yours):
            kept.extend(mine or yours)
            continue
        kept.extend(_union(mine, yours))
        if not mine and not base.upstream_stated:
            continue
        if not yours:
            extra.append(upstream)
        if _readings(mine) != _readings(yours):
            differences.append(
                Difference(base.name, f"upstream {upstream}", _words(mine), _words(yours))
            )
    return tuple(kept), differences, tuple(extra)


def _by_upstream(edges: Iterable[Edge]) -> dict[DatasetName, list[Edge]]:
    found: dict[DatasetName, list[Edge]] = {}
    for edge in edges:
        found.setdefault(edge.upstream, []).append(edge)
    return found


def _union(base: Sequence[Edge], other: Sequence[Edge]) -> list[Edge]:
    """Both readings, unless they are the same, or the base had none."""
    stated = [edge for edge in base if edge.reads is not Reads.UNKNOWN]
    kept = list(base) if stated or not other else []
    return kept + [edge for edge in other if edge.reads not in [one.reads for one in kept]]


def _readings(edges: Iterable[Edge]) -> list[Reading]:
    return sorted((edge.reads for edge in edges), key=repr)


def _words(edges: Sequence[Edge]) -> str:
    return " and ".join(reading_words(edge.reads) for edge in edges) or NOT_READ
