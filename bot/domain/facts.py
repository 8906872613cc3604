"""What is known, unknown, or not applicable; three types, so that none passes for another."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, Literal, TypeAlias, TypeVar

T = TypeVar("T")
U = TypeVar("U")


@dataclass(frozen=True, slots=True, order=True)
class Origin:
    """Where a fact was read: the kind of source, and a place in it that a person can find."""

    kind: Literal["request", "catalog", "lineage", "dialect", "default", "derived"]
    place: str = ""
    """`backfills/orders.backfill.yaml:12`, `.backfill/catalog.yaml:40`, `target/manifest.json` …"""


@dataclass(frozen=True, slots=True)
class Known(Generic[T]):
    """A value that somebody stated, with the place where it stands."""

    value: T
    origin: Origin


@dataclass(frozen=True, slots=True)
class Unknown:
    """Nobody has said. Left out and the word `unknown` are the same."""


@dataclass(frozen=True, slots=True)
class NotApplicable:
    """Somebody has said that the question does not arise, and why."""

    why: str
    origin: Origin


UNKNOWN = Unknown()

Fact: TypeAlias = Known[T] | Unknown | NotApplicable


def known(fact: Fact[T]) -> T | None:
    """The value of a known fact; None where it is unknown or does not apply."""
    return fact.value if isinstance(fact, Known) else None


def first_stated(*facts: Fact[T]) -> Fact[T]:
    """The first of several sources, in order of precedence, that says anything at all."""
    return next((fact for fact in facts if not isinstance(fact, Unknown)), UNKNOWN)


def mapped(fact: Fact[T], change: Callable[[T], U]) -> Fact[U]:
    """The same fact with its value changed; the origin, or the absence, is kept."""
    return Known(change(fact.value), fact.origin) if isinstance(fact, Known) else fact
