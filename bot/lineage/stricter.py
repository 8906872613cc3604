"""Of two statements about the same fact, the one that lets less pass."""

from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from operator import attrgetter
from typing import Any, Final, TypeVar

from bot.domain.dataset import (
    DataRetention,
    Dataset,
    Idempotency,
    Kind,
    Partitioning,
    Rollback,
    Semantics,
    WriteFacts,
    Writers,
)
from bot.domain.facts import UNKNOWN, Fact, Known, Unknown, known
from bot.lineage.together import filled

T = TypeVar("T")

NOTHING: Final = frozenset({"none", "nothing", "no", "n/a", "-"})
"""Words after `rollback.irreversible` that say: there is nothing of the kind."""
KINDS: Final = (Kind.CONSUMER, Kind.VIEW, Kind.TABLE)
"""What is told, what passes on, what is written: the later one is planned more of."""
SEMANTICS: Final = (Semantics.OVERWRITE, Semantics.MERGE, Semantics.APPEND)
"""A merge needs keys, an append deduplication and a commit that no retry repeats."""
WRITERS: Final = (Writers.EXCLUDED, Writers.PAUSED, Writers.COORDINATED, Writers.UNCONTROLLED)


def stricter_kind(base: Kind, other: Kind) -> Kind:
    """The kind of which more is planned."""
    return max(base, other, key=KINDS.index)


def stricter(base: Fact[T], other: Fact[T], rank: Callable[[T], Any] | None = None) -> Fact[T]:
    """The fact that holds; a gap is filled, and without a rank the base's statement stays."""
    if isinstance(base, Unknown):
        return other
    if is_assumed(other):
        return base
    if not isinstance(base, Known) or not isinstance(other, Known) or rank is None:
        return base
    return other if rank(other.value) > rank(base.value) else base


def is_assumed(fact: Fact[Any]) -> bool:
    """True for what a dialect takes for granted: it fills gaps, and contradicts nobody."""
    return isinstance(fact, Known) and fact.origin.kind == "dialect"


def stricter_write(base: WriteFacts, other: WriteFacts) -> WriteFacts:
    """The write facts that hold for a dataset that the base knows."""
    return WriteFacts(
        semantics=stricter(base.semantics, other.semantics, SEMANTICS.index),
        boundary=stricter(base.boundary, other.boundary, _boundary_rank),
        reversible=trusted_reversible(base.reversible, other.reversible),
        concurrent_writers=stricter(
            base.concurrent_writers, other.concurrent_writers, WRITERS.index
        ),
        match_keys=stricter(base.match_keys, other.match_keys),
        duplicate_sources=stricter(base.duplicate_sources, other.duplicate_sources),
        deduplicate=stricter(base.deduplicate, other.deduplicate),
        commit=stricter(base.commit, other.commit),
    )


def trusted_reversible(base: Fact[bool], other: Fact[bool]) -> Fact[bool]:
    """Reversible only if the base says so and nobody else says otherwise (SPEC 3)."""
    if isinstance(other, Known) and not other.value:
        return other
    if isinstance(base, Unknown) and isinstance(other, Known):
        return UNKNOWN
    return other if isinstance(base, Unknown) else base


def stricter_rollback(base: Rollback, other: Rollback) -> Rollback:
    """The other one's words with gaps filled; what either calls irreversible stays so."""
    made = filled(other, base)
    final = next((one for one in (base, other) if cannot_be_undone(one)), made)
    return replace(made, irreversible=final.irreversible)


def stricter_idempotency(base: Idempotency, other: Idempotency) -> Idempotency:
    """The other one's words with gaps filled; what either calls not repeatable stays so."""
    made = filled(other, base)
    refused = [one for one in (base, other) if known(one.repeatable) is False]
    return replace(made, repeatable=refused[0].repeatable) if refused else made


def cannot_be_undone(rollback: Rollback) -> str | None:
    """What cannot be undone, in the words of whoever stated it; None where nobody did."""
    stated = known(rollback.irreversible)
    return stated if stated and stated.strip().casefold() not in NOTHING else None


def stricter_partitioning(
    base: Fact[Partitioning], other: Fact[Partitioning]
) -> Fact[Partitioning]:
    """The base's calendar; where only its beginning or its values differ, what covers both.

    A first partition that the base does not state is a claim.
    """
    if isinstance(base, Unknown) and isinstance(other, Known):
        claimed = other.value.first is not None
        return Known(replace(other.value, first_is_claimed=claimed), other.origin)
    if not isinstance(base, Known) or not isinstance(other, Known):
        return stricter(base, other)
    return Known(_covering(base.value, other.value), base.origin)


def stricter_retention(
    base: Fact[DataRetention], other: Fact[DataRetention]
) -> Fact[DataRetention]:
    """The one that keeps less; the base's where days and a date cannot be compared."""
    if not isinstance(base, Known) or not isinstance(other, Known):
        return stricter(base, other)
    ours, theirs = base.value, other.value
    if ours.days is not None and theirs.days is not None:
        return other if theirs.days < ours.days else base
    if ours.since is not None and theirs.since is not None:
        return other if theirs.since > ours.since else base
    return base


def _boundary_rank(boundary: str) -> int:
    """A stated predicate may reach beyond a partition, `table` reaches everything."""
    return {"partition": 0, "table": 2}.get(boundary, 1)


def _covering(base: Partitioning, other: Partitioning) -> Partitioning:
    if _unit(base) != _unit(other):
        return base
    stated = [date for date in (base.first, other.first) if date]
    values = (*base.values, *(value for value in other.values if value not in base.values))
    first = min(stated, default=None)
    return replace(
        base,
        first=first,
        first_is_claimed=first is not None and (base.first is None or base.first_is_claimed),
        values=values,
        column=base.column or other.column,
    )


def same_calendar(base: Partitioning, other: Partitioning) -> bool:
    """True where both say the same, or one says less: a beginning or a column left out."""
    gaps = ((base.first, other.first), (base.column, other.column))
    return (
        _unit(base) == _unit(other)
        and base.values == other.values
        and all(mine == yours or mine is None or yours is None for mine, yours in gaps)
    )


def _unit(calendar: Partitioning) -> Partitioning:
    return replace(calendar, first=None, first_is_claimed=False, values=(), column=None)


COMPARED: Final[Mapping[str, Callable[[Dataset], Fact[Any]]]] = {
    "partition": attrgetter("partitioning"),
    "retention": attrgetter("retention"),
    **{f"write.{fact.name}": attrgetter(f"write.{fact.name}") for fact in fields(WriteFacts)},
}
"""Facts on which base and head may not differ unseen, by their path in a catalog."""
