"""What the configuration of a dbt node says about partitions, reading and writing."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from bot.domain.dataset import (
    Grain,
    Partitioning,
    Period,
    Reading,
    Reads,
    Semantics,
    Window,
    WriteFacts,
)
from bot.domain.facts import UNKNOWN, Fact, Known, Origin
from bot.domain.names import DatasetName
from bot.lineage.json_values import mapping, text, texts
from bot.partitions.keys import DEFAULT_KEYS

BATCHES: Final = {
    "hour": (Grain.HOUR, Period(seconds=3600)),
    "day": (Grain.DAY, Period(days=1)),
    "month": (Grain.MONTH, Period(months=1)),
    "year": (Grain.YEAR, Period(months=12)),
}
TIMES: Final = frozenset({"date", "timestamp", "datetime"})
MOST_BATCHES: Final = 100_000


@dataclass(frozen=True, slots=True)
class Node:
    """A node of a manifest that stands for a dataset."""

    id: str
    kind: str
    """`model`, `seed`, `snapshot`, `source`."""
    name: DatasetName
    said: Mapping[str, Any]
    config: Mapping[str, Any]
    """With dbt's defaults filled in."""
    stated: Mapping[str, Any]
    """What somebody wrote."""
    adapter: str

    @property
    def strategy(self) -> str:
        """The incremental strategy; empty for other nodes, and where the adapter decides."""
        incremental = text(self.config.get("materialized")) == "incremental"
        return text(self.config.get("incremental_strategy")) if incremental else ""

    @property
    def is_microbatch(self) -> bool:
        """True for a model that dbt runs batch by batch."""
        return self.strategy == "microbatch"


def partitioning(node: Node, origin: Origin) -> Fact[Partitioning]:
    """The batches of a microbatch model (dbt cuts them in UTC), else a stated `partition_by`."""
    if node.is_microbatch:
        batch = BATCHES.get(text(node.config.get("batch_size")))
        if batch is None:
            return UNKNOWN
        column = text(node.config.get("event_time")) or None
        made = Partitioning(batch[0], key=DEFAULT_KEYS[batch[0]], first=_begin(node), column=column)
        return Known(made, origin)
    cut = mapping(node.config.get("partition_by"))
    unit = BATCHES.get(text(cut.get("granularity")) or "day")
    if (
        unit is None
        or text(cut.get("data_type")).lower() not in TIMES
        or not text(cut.get("field"))
    ):
        return UNKNOWN
    made = Partitioning(unit[0], key=DEFAULT_KEYS[unit[0]], column=text(cut.get("field")))
    return Known(made, origin)


def reading(node: Node, upstream: Node) -> Reading:
    """Which part of the upstream one batch reads.

    dbt filters the upstream by the batch's own window, but only if it has an `event_time`. A
    `lookback` that somebody wrote widens it: so many batches are run again because rows come late,
    so that a late row may be in any of them.
    """
    batch = BATCHES.get(text(node.config.get("batch_size")))
    if not node.is_microbatch or batch is None or not text(upstream.config.get("event_time")):
        return Reads.UNKNOWN
    batches = node.stated.get("lookback")
    if not isinstance(batches, int) or not 0 < batches <= MOST_BATCHES:
        return Window()
    step = batch[1]
    return Window(Period(step.months * batches, step.days * batches, step.seconds * batches))


def write_facts(node: Node, origin: Origin) -> WriteFacts:
    """How a run writes, as far as materialisation, strategy and `unique_key` say so."""
    if node.kind == "source":
        return WriteFacts()
    materialized = text(node.config.get("materialized"))
    if node.kind == "seed" or materialized == "table":
        return _facts(origin, Semantics.OVERWRITE, "table")
    keys = texts(node.config.get("unique_key"))
    if node.kind == "snapshot":
        return _facts(origin, Semantics.MERGE, keys=keys)
    return _incremental(node, keys, origin)


def _incremental(node: Node, keys: tuple[str, ...], origin: Origin) -> WriteFacts:
    """On PostgreSQL dbt merges micro-batches; elsewhere it replaces them."""
    strategy = node.strategy
    if strategy == "microbatch" and node.adapter == "postgres":
        strategy = "merge"
    match strategy, bool(keys):
        case ("append", _) | ("delete+insert", False):
            return _facts(origin, Semantics.APPEND)
        case ("merge", _) | ("delete+insert", True):
            return _facts(origin, Semantics.MERGE, keys=keys)
        case ("microbatch", _):
            return _facts(origin, Semantics.OVERWRITE, "partition")
        case ("insert_overwrite", _):
            partitioned = bool(node.config.get("partition_by"))
            return _facts(origin, Semantics.OVERWRITE, "partition" if partitioned else None)
        case _:
            return WriteFacts()


def _facts(
    origin: Origin,
    semantics: Semantics,
    boundary: str | None = None,
    keys: tuple[str, ...] = (),
) -> WriteFacts:
    return WriteFacts(
        semantics=Known(semantics, origin),
        boundary=Known(boundary, origin) if boundary else UNKNOWN,
        match_keys=Known(keys, origin) if keys else UNKNOWN,
    )


def _begin(node: Node) -> dt.date | None:
    """The date of `begin`; None where it is none that a calendar has."""
    try:
        return dt.date.fromisoformat(text(node.config.get("begin"))[:10])
    except ValueError:
        return None
