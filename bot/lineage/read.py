"""Lineage files to datasets: each file by the reader of its kind, then all of them put together."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from bot.domain.dataset import Dataset
from bot.domain.lineage import SourceRead
from bot.domain.names import DatasetName
from bot.domain.phrase import Phrase
from bot.domain.place import Mistake, Place
from bot.domain.pull_request import Absent, FileAt, Text, Unfit
from bot.lineage.catalog import read_catalog_source
from bot.lineage.dbt import read_dbt
from bot.lineage.openlineage import read_openlineage
from bot.lineage.source import Facts, ReadSource
from bot.lineage.together import together
from bot.settings import DEFAULT_CATALOGS, CatalogSource

READERS: Final[Mapping[str, ReadSource]] = {
    "catalog": read_catalog_source,
    "dbt": read_dbt,
    "openlineage": read_openlineage,
}
BY_ENDING: Final = ((".json", "dbt"), (".ndjson", "openlineage"), (".jsonl", "openlineage"))


@dataclass(frozen=True, slots=True)
class LineageRead:
    """The lineage of one commit: what all its sources say together."""

    datasets: Mapping[DatasetName, Dataset] = field(default_factory=dict)
    """Datasets that some source describes; what an edge merely names is no key."""
    sources: tuple[SourceRead, ...] = ()
    mistakes: tuple[Mistake, ...] = ()


def read_lineage(files: Sequence[FileAt], sources: Sequence[CatalogSource]) -> LineageRead:
    """What the files say together; of two that state the same fact, the first source counts.

    A file's kind is the one that the settings give its path; a file that they do not name is
    read by the ending of its name. Only the default catalog may be missing without a mistake.
    """
    facts: list[Facts] = []
    read: list[SourceRead] = []
    mistakes: list[Mistake] = []
    for file in sorted(files, key=lambda file: _rank(file, sources)):
        kind = _kind(file.path, sources)
        match file.content:
            case Text(data):
                found = _facts(kind, file.path, data)
                facts.append(found)
                mistakes.extend(found.mistakes)
                read.append(SourceRead(file.path, kind, file.version, len(found.datasets)))
            case Unfit(what):
                right = Phrase("write an ordinary text file")
                mistakes.append(Mistake(Place(file.path, 1), what, right))
            case Absent():
                if file.path not in DEFAULT_CATALOGS:
                    mistakes.append(_missing(file.path))
    return LineageRead(together(facts), tuple(read), tuple(mistakes))


@lru_cache(maxsize=4)
def _facts(kind: str, path: str, data: bytes) -> Facts:
    """What a file says; base and head mostly hold the same bytes, which are then read once."""
    return READERS[kind](path, data)


def _rank(file: FileAt, sources: Sequence[CatalogSource]) -> int:
    paths = [source.path for source in sources]
    return paths.index(file.path) if file.path in paths else len(paths)


def _kind(path: str, sources: Sequence[CatalogSource]) -> str:
    stated = next((source.kind for source in sources if source.path == path), "catalog")
    if stated != "catalog":
        return stated
    return next((kind for ending, kind in BY_ENDING if path.endswith(ending)), "catalog")


def _missing(path: str) -> Mistake:
    return Mistake(
        Place(path, 1),
        Phrase("no such file"),
        Phrase("add the file, or take it out of `catalog` in the settings"),
    )
