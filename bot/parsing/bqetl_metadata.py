"""Facts of a table from the `metadata.yaml` beside its `backfill.yaml`.

Read with indulgence: the file is another tool's, and whatever cannot be understood stays unknown.
"""

import posixpath
from dataclasses import dataclass
from typing import Final

from bot.domain.dataset import (
    DataRetention,
    Dataset,
    Edge,
    Grain,
    Partitioning,
    Reads,
    WriteFacts,
)
from bot.domain.facts import UNKNOWN, Fact, Known, Origin
from bot.domain.names import DatasetName
from bot.domain.place import Place
from bot.parsing.nodes import Items, Node, Pairs, Scalar, is_null
from bot.parsing.yaml import read_documents
from bot.partitions.keys import DEFAULT_KEYS

UNITS: Final = {
    "hour": Grain.HOUR,
    "day": Grain.DAY,
    "month": Grain.MONTH,
    "year": Grain.YEAR,
}
DIGITS: Final = 5
EMPTY: Final = Pairs((), 1, 1)


@dataclass(frozen=True, slots=True)
class Table:
    """What the metadata say of a table."""

    name: DatasetName
    facts: Dataset
    offset: int = 0
    """`scheduling.date_partition_offset`: how many days after its date a run writes."""
    depends_on_past: bool = False
    expiration_days: int | None = None
    unit: str | None = None


def read_table(name: DatasetName, path: str, data: bytes | None) -> Table:
    """The table's facts; all unknown where there is no file, or none that can be read."""
    read = read_documents(path, data or b"")
    top = next((node for node in read.documents if isinstance(node, Pairs)), EMPTY)
    scheduling, bigquery = _mapping(top, "scheduling"), _mapping(top, "bigquery")
    cut = _mapping(bigquery, "time_partitioning")
    days = _number(cut.get("expiration_days"))
    past = _text(scheduling.get("depends_on_past")).lower() == "true"
    facts = Dataset(
        name,
        owner=_owners(top, path),
        partitioning=_partitioning(bigquery, cut, path),
        write=WriteFacts(boundary=_boundary(scheduling, path)),
        upstream=_upstream(top, name, path, past=past),
        upstream_stated=False,
        retention=Known(DataRetention(days=days), _origin(path, cut)) if days else UNKNOWN,
        place=Place(path, 1) if top is not EMPTY else None,
    )
    return Table(
        name,
        facts,
        offset=_number(scheduling.get("date_partition_offset")) or 0,
        depends_on_past=past,
        expiration_days=days,
        unit=_text(cut.get("type")) or None,
    )


def _partitioning(bigquery: Pairs, cut: Pairs, path: str) -> Fact[Partitioning]:
    unit = UNITS.get(_text(cut.get("type")).lower())
    if unit is not None:
        column = _text(cut.get("field")) or None
        made = Partitioning(unit, key=DEFAULT_KEYS[unit], column=column)
        return Known(made, _origin(path, cut))
    if bigquery.pairs and not cut.pairs and bigquery.get("range_partitioning") is None:
        return Known(Partitioning(Grain.NONE), _origin(path, bigquery))
    return UNKNOWN


def _boundary(scheduling: Pairs, path: str) -> Fact[str]:
    """A run without a partition parameter rewrites the whole table."""
    parameter = scheduling.get("date_partition_parameter")
    if parameter is not None and is_null(parameter):
        return Known("table", _origin(path, parameter))
    return UNKNOWN


def _upstream(top: Pairs, name: DatasetName, path: str, *, past: bool) -> tuple[Edge, ...]:
    """Tables that the queries name, in windows that nobody has stated; itself if it looks back."""
    found = {
        DatasetName(item.text): item.line
        for _, names in _mapping(top, "references").pairs
        if isinstance(names, Items)
        for item in names.items
        if isinstance(item, Scalar) and item.text.strip() and item.text != name
    }
    edges = [Edge(other, Reads.UNKNOWN, f"{path}:{line}") for other, line in found.items()]
    return (*edges, Edge(name, Reads.PREVIOUS, path)) if past else tuple(edges)


def _owners(top: Pairs, path: str) -> Fact[str]:
    owners = top.get("owners")
    if not isinstance(owners, Items):
        return UNKNOWN
    people = [item.text for item in owners.items if isinstance(item, Scalar) and item.text.strip()]
    return Known(", ".join(people), _origin(path, owners)) if people else UNKNOWN


def _mapping(of: Pairs, key: str) -> Pairs:
    node = of.get(key)
    return node if isinstance(node, Pairs) else EMPTY


def _text(node: Node | None) -> str:
    return node.text if isinstance(node, Scalar) and not is_null(node) else ""


def _number(node: Node | None) -> int | None:
    """A whole number of a few digits, maybe negative, maybe with a zero fraction."""
    text = _text(node).removesuffix(".0")
    digits = text.removeprefix("-")
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) <= DIGITS else None


def _origin(path: str, node: Node) -> Origin:
    return Origin("lineage", f"{posixpath.normpath(path)}:{node.line}")
