"""Catalogs: facts about datasets, `version: backfill-catalog/v1` (SPEC 3)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from bot.domain.dataset import Dataset
from bot.domain.names import DatasetName
from bot.domain.phrase import Phrase
from bot.domain.place import Mistake, Place
from bot.parsing.dataset import DatasetsShape, read_datasets
from bot.parsing.forms import Field, Form
from bot.parsing.nodes import Node, Pairs
from bot.parsing.scalars import OneWord
from bot.parsing.shapes import Source
from bot.parsing.yaml import read_documents

VERSION: Final = "backfill-catalog/v1"
MAX_BYTES: Final = 100_000_000


@dataclass(frozen=True, slots=True)
class CatalogFile:
    """What one catalog file says: the datasets without a mistake, and all mistakes."""

    datasets: Mapping[DatasetName, Dataset] = field(default_factory=dict)
    mistakes: tuple[Mistake, ...] = ()


CATALOG: Final = Form(
    fields=(
        Field("version", OneWord((VERSION,)), "The format of this file.", required=True),
        Field("datasets", DatasetsShape(), "Facts by the dataset's name.", required=True),
    ),
    build=lambda values, _node, _at: values,
    example=f"version: {VERSION}",
)


def read_catalog(path: str, data: bytes, max_bytes: int = MAX_BYTES) -> CatalogFile:
    """The datasets of a catalog file and every mistake in it; never raises for what it holds."""
    read = read_documents(path, data, max_bytes)
    at = Source(path, "catalog", read.lines, list(read.mistakes))
    if len(read.documents) > 1:
        at.wrong(read.documents[1], Phrase("keep one document"), found=Phrase("a second document"))
    if not read.documents:
        if not read.mistakes:
            place = Place(path, 1)
            right = Phrase("begin with `version: {version}`", version=VERSION)
            at.mistakes.append(Mistake(place, Phrase("an empty file"), right))
        return CatalogFile({}, tuple(at.mistakes))
    datasets = _datasets(read.documents[0], at)
    return CatalogFile(datasets, tuple(sorted(at.mistakes)))


def _datasets(document: Node, at: Source) -> Mapping[DatasetName, Dataset]:
    """The datasets that could be read, though others hold mistakes."""
    datasets = document.get("datasets") if isinstance(document, Pairs) else None
    if datasets is None or not isinstance(document, Pairs):
        CATALOG.read(document, at)
        return {}
    rest = Pairs(
        tuple(pair for pair in document.pairs if pair[0].text != "datasets"),
        document.line,
        document.column,
    )
    HEADER.read(rest, at)
    return read_datasets(datasets, at)


HEADER: Final = Form(CATALOG.fields[:1], CATALOG.build, CATALOG.example)
