"""dbt's `manifest.json` as a lineage source, from version 7 of its schema (dbt 1.3) on.

Models, seeds, snapshots and sources are datasets under the names of their relations
(`database.schema.alias`); views and ephemeral models are views, exposures consumers. What the
manifest does not say stays unknown: which part of its upstream a model reads is said by microbatch
models alone.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from bot.domain.dataset import Dataset, Edge, Kind, Reads
from bot.domain.facts import UNKNOWN, Fact, Known, Origin
from bot.domain.names import DatasetName
from bot.domain.phrase import Phrase
from bot.domain.place import Mistake, Place
from bot.lineage.dbt_facts import Node, partitioning, reading, write_facts
from bot.lineage.json_values import items, mapping, parsed, text, texts
from bot.lineage.source import Facts
from bot.lineage.together import combined

OLDEST: Final = 7
VERSION: Final = re.compile(r"/manifest/v(\d{1,4})(?:\.json)?$", re.ASCII)
DATASETS: Final = frozenset({"model", "seed", "snapshot", "source"})
VIEWS: Final = frozenset({"view", "ephemeral", "materialized_view"})
QUOTES: Final = str.maketrans("", "", '"`[]')


def read_dbt(path: str, data: bytes) -> Facts:
    """The datasets of a manifest; a mistake where it is none, or older than version 7."""
    manifest = parsed(path, data)
    if isinstance(manifest, Mistake):
        return Facts({}, (manifest,))
    top = mapping(manifest)
    metadata = mapping(top.get("metadata"))
    version = VERSION.search(text(metadata.get("dbt_schema_version")))
    if version is None or int(version[1]) < OLDEST:
        found = (
            Phrase("manifest version {number}", number=version[1])
            if version
            else Phrase("no `metadata.dbt_schema_version` of a manifest")
        )
        right = Phrase("write the manifest with dbt 1.3 or newer")
        return Facts({}, (Mistake(Place(path, 1), found, right),))
    nodes = {node.id: node for node in _nodes(top, text(metadata.get("adapter_type")))}
    names = {key: node.name for key, node in nodes.items()}
    datasets: dict[DatasetName, Dataset] = {}
    for node in nodes.values():
        made = _dataset(node, nodes, names, top, path)
        known = datasets.get(made.name)
        datasets[made.name] = made if known is None else combined(known, made)
    for consumer in _exposures(top, names, path):
        datasets[consumer.name] = consumer
    return Facts(datasets)


def _nodes(top: Mapping[str, Any], adapter: str) -> Iterator[Node]:
    """Models before sources: of two that stand for one relation, the model says more."""
    for group in ("nodes", "sources"):
        for key, value in sorted(mapping(top.get(group)).items()):
            said = mapping(value)
            config = mapping(said.get("config"))
            kind = text(said.get("resource_type")) or key.partition(".")[0]
            name = _relation(said)
            if kind in DATASETS and name and config.get("enabled") is not False:
                stated = mapping(said.get("unrendered_config"))
                yield Node(key, kind, DatasetName(name), said, config, stated, adapter)


def _relation(said: Mapping[str, Any]) -> str:
    """The relation's name without quotes: `database.schema.alias`, as far as there are parts."""
    named = text(said.get("relation_name")).translate(QUOTES)
    if named:
        return named
    last = text(said.get("identifier")) or text(said.get("alias")) or text(said.get("name"))
    parts = (text(said.get("database")), text(said.get("schema")), last)
    return ".".join(part for part in parts if part) if last else ""


def _dataset(
    node: Node,
    nodes: Mapping[str, Node],
    names: Mapping[str, DatasetName],
    top: Mapping[str, Any],
    path: str,
) -> Dataset:
    origin = Origin("lineage", f"{path} ({node.id})")
    is_view = node.kind == "model" and text(node.config.get("materialized")) in VIEWS
    is_source = node.kind == "source"
    upstream = [parent for parent in _parents(node.said) if parent in nodes]
    edges = {
        names[key]: Edge(names[key], Reads.UNKNOWN if is_view else reading(node, nodes[key]), path)
        for key in upstream
    }
    return Dataset(
        node.name,
        kind=Kind.VIEW if is_view else Kind.TABLE,
        key=_key(node, origin),
        owner=_owner(node, top, origin),
        partitioning=UNKNOWN if is_view else partitioning(node, origin),
        write=write_facts(node, origin),
        upstream=tuple(edges[name] for name in sorted(edges)),
        upstream_stated=not is_source,
        place=Place(path, 1),
    )


def _parents(said: Mapping[str, Any]) -> tuple[str, ...]:
    return texts(mapping(said.get("depends_on")).get("nodes"))


def _key(node: Node, origin: Origin) -> Fact[tuple[str, ...]]:
    """`unique_key`, else a primary key that the manifest names."""
    columns = texts(node.config.get("unique_key")) or texts(node.said.get("primary_key"))
    if not columns:
        columns = tuple(_primary(node.said))
    return Known(columns, origin) if columns else UNKNOWN


def _primary(said: Mapping[str, Any]) -> Iterator[str]:
    for constraint in items(said.get("constraints")):
        if mapping(constraint).get("type") == "primary_key":
            yield from texts(mapping(constraint).get("columns"))
    for name, column in sorted(mapping(said.get("columns")).items()):
        kinds = [mapping(item).get("type") for item in items(mapping(column).get("constraints"))]
        if "primary_key" in kinds:
            yield name


def _owner(node: Node, top: Mapping[str, Any], origin: Origin) -> Fact[str]:
    """Of `meta`, else of the group that the node is in."""
    metas = (node.config.get("meta"), node.said.get("meta"))
    stated = next((text(mapping(meta).get("owner")) for meta in metas if meta), "")
    group = text(node.config.get("group")) or text(node.said.get("group"))
    owners = (
        mapping(mapping(value).get("owner"))
        for value in mapping(top.get("groups")).values()
        if group and mapping(value).get("name") == group
    )
    of_group = next((text(one.get("name")) or text(one.get("email")) for one in owners), "")
    owner = stated or of_group
    return Known(owner, origin) if owner else UNKNOWN


def _exposures(
    top: Mapping[str, Any], names: Mapping[str, DatasetName], path: str
) -> Iterator[Dataset]:
    for key, value in sorted(mapping(top.get("exposures")).items()):
        said = mapping(value)
        if not text(key) or mapping(said.get("config")).get("enabled") is False:
            continue
        owner = mapping(said.get("owner"))
        person = text(owner.get("name")) or text(owner.get("email"))
        read = sorted({names[parent] for parent in _parents(said) if parent in names})
        yield Dataset(
            DatasetName(key),
            kind=Kind.CONSUMER,
            owner=Known(person, Origin("lineage", f"{path} ({key})")) if person else UNKNOWN,
            upstream=tuple(Edge(name, Reads.UNKNOWN, path) for name in read),
            place=Place(path, 1),
        )
