"""The joined lineage: base, head and request together, with what they disagree on."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.domain.dataset import Dataset
from bot.domain.names import DatasetName


@dataclass(frozen=True, slots=True)
class Difference:
    """A fact that the head or the request states otherwise than the base.

    The stricter one holds in the joined lineage; the difference itself is a waivable gate.
    """

    dataset: DatasetName
    what: str
    """`write.reversible`, `upstream raw.orders`, `partition` …: the fact's path."""
    base: str
    head: str
    """Both as a person would write them, for display."""


@dataclass(frozen=True, slots=True)
class SourceRead:
    """A lineage file that was read, and exactly which bytes."""

    path: str
    kind: str
    """`catalog`, `dbt`, `openlineage`."""
    version: str
    """A commit SHA with its ref, or `sha256:…` of a workspace file."""
    datasets: int = 0


@dataclass(frozen=True, slots=True)
class Lineage:
    """All datasets known, by name; every dataset that any edge names is a key."""

    datasets: Mapping[DatasetName, Dataset] = field(default_factory=dict)
    differences: tuple[Difference, ...] = ()
    sources: tuple[SourceRead, ...] = ()
    on_base: frozenset[DatasetName] = frozenset()
    """Datasets that the base's own sources know."""
    known: frozenset[DatasetName] = frozenset()
    """Datasets that some source describes, rather than only names as an upstream."""
    extra_edges: Mapping[DatasetName, tuple[DatasetName, ...]] = field(default_factory=dict)
    """Edges kept only because the base has them and the head took them away."""
