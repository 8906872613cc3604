"""OpenLineage events, one JSON object a line, as a lineage source.

Of a job the newest event counts, by its `eventTime`; where that one names no inputs or no outputs
(events of one run may say them one by one) the newest that does. A dataset is read under its name
alone if its namespace is a database, whose names are whole (`db.schema.table`), and as
`namespace/name` if it is a store or a broker, where names mean something within a bucket only.
"""

import datetime as dt
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from bot.domain.dataset import Dataset, Edge, Kind, Reads, Semantics, WriteFacts
from bot.domain.facts import UNKNOWN, Fact, Known, Origin
from bot.domain.names import DatasetName
from bot.domain.phrase import Phrase
from bot.domain.place import Mistake, Place
from bot.lineage.json_values import items, mapping, parsed, text
from bot.lineage.source import Facts
from bot.lineage.together import combined

MAX_MISTAKES: Final = 100
STORES: Final = frozenset(
    {"s3", "s3a", "s3n", "gs", "gcs", "abfs", "abfss", "wasb", "wasbs", "hdfs", "dbfs", "file",
     "kafka", "pubsub", "kinesis", "nats", "inmemory", "ftp", "sftp", "http", "https"}
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Event:
    """One event, as far as it says who reads what."""

    job: tuple[str, str]
    when: dt.datetime
    line: int
    inputs: tuple[Mapping[str, Any], ...]
    outputs: tuple[Mapping[str, Any], ...]


@dataclass(slots=True)
class _Found:
    events: list[Event] = field(default_factory=list)
    mistakes: list[Mistake] = field(default_factory=list)


def read_openlineage(path: str, data: bytes) -> Facts:
    """The datasets that the jobs write, with what each reads; and what cannot be read."""
    found = _Found()
    for line, value in _values(path, data):
        if len(found.mistakes) >= MAX_MISTAKES:
            break
        if isinstance(value, Mistake):
            found.mistakes.append(value)
        else:
            _add(found, path, line, mapping(value))
    datasets: dict[DatasetName, Dataset] = {}
    for job in _newest(found.events):
        for dataset in _written(job, path):
            known = datasets.get(dataset.name)
            datasets[dataset.name] = dataset if known is None else combined(known, dataset)
    return Facts({name: datasets[name] for name in sorted(datasets)}, tuple(found.mistakes))


def _values(path: str, data: bytes) -> Iterator[tuple[int, Any]]:
    """Each line's value; a file that is one array gives its members."""
    if data.lstrip()[:1] == b"[":
        whole = parsed(path, data)
        yield from ((1, value) for value in ([whole] if isinstance(whole, Mistake) else whole))
        return
    for number, line in enumerate(data.split(b"\n"), start=1):
        if line.strip():
            yield number, parsed(path, line.strip(), number)


def _add(found: _Found, path: str, line: int, said: Mapping[str, Any]) -> None:
    job = mapping(said.get("job"))
    name, when = text(job.get("name")), _moment(text(said.get("eventTime")))
    if not job and mapping(said.get("dataset")):
        return
    if not name or when is None:
        right = Phrase("write one OpenLineage event, with `job` and `eventTime`, a line")
        missing = Phrase("no job's name") if not name else Phrase("no moment in `eventTime`")
        found.mistakes.append(Mistake(Place(path, line), missing, right))
        return
    inputs = tuple(mapping(item) for item in items(said.get("inputs")))
    outputs = tuple(mapping(item) for item in items(said.get("outputs")))
    found.events.append(Event((text(job.get("namespace")), name), when, line, inputs, outputs))


def _newest(events: list[Event]) -> Iterator[Event]:
    """One event a job: the newest, its sides filled from older ones where it names nothing."""
    newest: dict[tuple[str, str], Event] = {}
    for event in sorted(events, key=lambda event: (event.when, event.line)):
        before = newest.get(event.job)
        newest[event.job] = Event(
            event.job,
            event.when,
            event.line,
            event.inputs or (before.inputs if before else ()),
            event.outputs or (before.outputs if before else ()),
        )
    yield from (newest[job] for job in sorted(newest))


def _written(event: Event, path: str) -> Iterator[Dataset]:
    place = f"{path}:{event.line}"
    inputs = {_name(said): said for said in event.inputs}
    edges = tuple(Edge(DatasetName(name), Reads.UNKNOWN, place) for name in sorted(inputs) if name)
    for said in event.outputs:
        if _name(said):
            yield _dataset(said, edges, Place(path, event.line), place)
    for name, said in inputs.items():
        dataset = _dataset(said, (), Place(path, event.line), place, stated=False)
        if name and (dataset.owner is not UNKNOWN or dataset.kind is not Kind.TABLE):
            yield dataset


def _dataset(
    said: Mapping[str, Any], edges: tuple[Edge, ...], at: Place, place: str, *, stated: bool = True
) -> Dataset:
    facets = mapping(said.get("facets"))
    origin = Origin("lineage", place)
    of_type = text(mapping(facets.get("datasetType")).get("datasetType")).upper()
    change = text(mapping(facets.get("lifecycleStateChange")).get("lifecycleStateChange")).upper()
    semantics: Fact[Semantics] = UNKNOWN
    if change in ("OVERWRITE", "TRUNCATE"):
        semantics = Known(Semantics.OVERWRITE, origin)
    return Dataset(
        _name(said),
        kind=Kind.VIEW if of_type.endswith("VIEW") else Kind.TABLE,
        owner=_owner(facets, origin),
        write=WriteFacts(semantics=semantics),
        upstream=edges,
        upstream_stated=stated and bool(edges),
        place=at,
    )


def _owner(facets: Mapping[str, Any], origin: Origin) -> Fact[str]:
    owners = items(mapping(facets.get("ownership")).get("owners"))
    people = [text(mapping(owner).get("name")) for owner in owners]
    named = ", ".join(person for person in people if person)
    return Known(named, origin) if named else UNKNOWN


def _name(said: Mapping[str, Any]) -> DatasetName:
    """The dataset's name, empty where it has none."""
    namespace, name = text(said.get("namespace")), text(said.get("name"))
    scheme = namespace.partition(":")[0].lower()
    if name and namespace and scheme in STORES:
        return DatasetName(f"{namespace.rstrip('/')}/{name.lstrip('/')}")
    return DatasetName(name)


def _moment(when: str) -> dt.datetime | None:
    try:
        moment = dt.datetime.fromisoformat(when)
    except ValueError:
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=dt.UTC)
