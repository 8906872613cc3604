"""Mozilla's `backfill.yaml` (bigquery-etl) as a second dialect (SPEC 2).

    sql/<project>/<dataset>/<table>/backfill.yaml
    2026-03-26:                 the entry's date
      start_date: 2024-02-11    both inclusive
      end_date: 2026-03-25
      status: Initiate          Initiate | Complete | Cancelled

Every entry is a request of its own for the table that the path names. Facts come from
`metadata.yaml` beside it. What the format would lose in silence becomes a finding.
"""

import datetime as dt
import hashlib
import posixpath
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from bot.domain.dataset import Dataset, Semantics, WriteFacts
from bot.domain.facts import UNKNOWN, Fact, Known, Origin
from bot.domain.names import DatasetName
from bot.domain.phrase import Phrase
from bot.domain.place import Mistake, Place
from bot.domain.request import (
    Code,
    Monitoring,
    Request,
    Root,
    TimeRange,
)
from bot.parsing.bqetl_entry import ENTRY, Entry, entry_findings, status_of
from bot.parsing.bqetl_findings import Asked, findings
from bot.parsing.bqetl_metadata import Table, read_table
from bot.parsing.bqetl_names import entry_name
from bot.parsing.globs import BQETL
from bot.parsing.nodes import Node, Pairs, Scalar, canonical
from bot.parsing.shapes import WRONG, Source
from bot.parsing.times import date_of
from bot.parsing.yaml import read_documents
from bot.settings import Settings

FILE_NAME: Final = "backfill.yaml"
FOLDERS: Final = 3
SHIFT: Final = "date_partition_offset"


def is_bqetl(path: str, settings: Settings) -> bool:
    """True for the dialect's file name where the settings ask for the dialect."""
    return BQETL in settings.dialects and posixpath.basename(path) == FILE_NAME


def read_bqetl(
    path: str, data: bytes, siblings: Mapping[str, bytes]
) -> tuple[tuple[Request, ...], tuple[Mistake, ...]]:
    """The entries of a file as requests, in the order of the file, and what cannot be read.

    Entries in one of the dialect's former statuses (`Drafting`, `Validated` …) are none.
    """
    read = read_documents(path, data)
    at = Source(path, "request", read.lines, list(read.mistakes))
    folders = posixpath.dirname(path).split("/")
    if len(folders) < FOLDERS or not all(folders[-FOLDERS:]):
        place = Place(path, 1)
        right = Phrase("put it into `sql/<project>/<dataset>/<table>/`")
        return (), (Mistake(place, Phrase("a path that names no table"), right),)
    dataset = DatasetName(".".join(folders[-FOLDERS:]))
    beside = posixpath.join(posixpath.dirname(path), "metadata.yaml")
    table = read_table(dataset, beside, siblings.get(beside))
    requests = [
        request for document in read.documents for request in _requests(document, table, at)
    ]
    return tuple(requests), tuple(sorted(at.mistakes))


def _requests(document: Node, table: Table, at: Source) -> Iterator[Request]:
    if not isinstance(document, Pairs):
        at.wrong(
            document,
            Phrase(
                "write entries under their dates: `{example}`",
                example="2026-03-26: {start_date: …}",
            ),
        )
        return
    for key, node in document.pairs:
        date = date_of(key.text)
        if date is None:
            at.wrong(key, Phrase("write the date of the entry, such as `2026-03-26`"))
        elif not isinstance(node, Pairs):
            at.wrong(node, Phrase("write a mapping with `start_date`, `end_date` and `status`"))
        else:
            request = _request(date, key, node, table, at)
            if request is not None:
                yield request


def _request(date: dt.date, key: Scalar, node: Pairs, table: Table, at: Source) -> Request | None:
    known = Pairs(
        tuple(pair for pair in node.pairs if pair[0].text in ENTRY.by_name), node.line, node.column
    )
    entry = ENTRY.read(known, at)
    if entry is WRONG:
        return None
    status = status_of(entry.status)
    if status is None:
        return None
    asked = Asked(date, entry, table, at.place(key))
    return Request(
        name=entry_name(table.name, date),
        place=at.place(key),
        roots=(Root(table.name, _range(entry, asked.shift, node, at), at.place(key)),),
        fingerprint=_fingerprint(table.name, key, node),
        status=status,
        reason=entry.reason,
        code=Code(fixed=Known("head", Origin("dialect", BQETL))),
        datasets={table.name: _dataset(table)},
        monitoring=Monitoring(owner=entry.watchers),
        dialect=BQETL,
        assumptions=_assumptions(asked),
        findings=(*entry_findings(node, at), *findings(asked)),
    )


def _range(entry: Entry, shift: int, node: Pairs, at: Source) -> TimeRange:
    """The partitions that the entry's runs write, which is not always what its dates say."""
    step = dt.timedelta(days=shift)
    return TimeRange(
        start=str(entry.start + step),
        end=str(entry.end + step),
        place=at.place(node),
        start_place=at.place(node.get("start_date") or node),
        end_place=at.place(node.get("end_date") or node),
        excluded=tuple(
            (str(day + step), at.place(node.get("excluded_dates") or node))
            for day in entry.excluded
        ),
    )


def _dataset(table: Table) -> Dataset:
    """The table's own facts, with what the dialect takes for granted in their gaps."""
    taken = Origin("dialect", BQETL)
    boundary: Fact[str] = table.facts.write.boundary
    write = WriteFacts(
        semantics=Known(Semantics.OVERWRITE, taken),
        boundary=Known("partition", taken) if boundary is UNKNOWN else boundary,
    )
    return replace(table.facts, write=write)


def _assumptions(asked: Asked) -> tuple[str, ...]:
    taken = [
        Phrase("The fixed version is the head of the pull request (dialect {name}).", name=BQETL),
        Phrase("Partitions are overwritten whole (dialect {name}).", name=BQETL),
    ]
    if asked.shift:
        taken.append(
            Phrase(
                "The runs of these dates write partitions {days} days away ({key}).",
                days=asked.shift,
                key=SHIFT,
            )
        )
    return tuple(taken)


def _fingerprint(dataset: DatasetName, key: Scalar, node: Pairs) -> str:
    rest = tuple(pair for pair in node.pairs if pair[0].text != "status")
    said = "".join(canonical(Pairs(rest, node.line, node.column)))
    return hashlib.sha256(f"{len(dataset)}:{dataset}{key.text}{said}".encode()).hexdigest()
