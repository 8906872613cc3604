"""Lineage files: each by the reader of its kind, then all of them put together."""

from bot.domain.dataset import Kind, Reads, Window
from bot.domain.facts import known
from bot.domain.lineage import SourceRead
from bot.domain.pull_request import Absent, Content, FileAt, Text, Unfit
from bot.lineage.read import read_lineage
from bot.settings import CatalogSource

CATALOG = """\
version: backfill-catalog/v1
datasets:
  db.a: {owner: catalog, upstream: {db.raw: {reads: window}}}
"""
EVENTS = (
    '{"eventTime": "2026-03-01T00:00:00Z", "job": {"namespace": "x", "name": "j"},'
    ' "inputs": [{"namespace": "postgres://h", "name": "db.raw"},'
    ' {"namespace": "postgres://h", "name": "db.other"}],'
    ' "outputs": [{"namespace": "postgres://h", "name": "db.a"}]}\n'
)
SOURCES = (CatalogSource("catalog", "c.yaml"), CatalogSource("openlineage", "events.txt"))


def file(path: str, text: str | Content) -> FileAt:
    content = Text(text.encode(), "") if isinstance(text, str) else text
    return FileAt(path, "1234 (main)", content)


def test_facts_of_the_first_source_hold_and_the_others_fill_their_gaps() -> None:
    read = read_lineage([file("events.txt", EVENTS), file("c.yaml", CATALOG)], SOURCES)
    (dataset,) = read.datasets.values()
    assert known(dataset.owner) == "catalog"
    assert [(edge.upstream, edge.reads) for edge in dataset.upstream] == [
        ("db.raw", Window()),
        ("db.other", Reads.UNKNOWN),
    ]
    assert read.sources == (
        SourceRead("c.yaml", "catalog", "1234 (main)", 1),
        SourceRead("events.txt", "openlineage", "1234 (main)", 1),
    )


def test_a_file_that_settings_do_not_name_is_read_by_its_ending() -> None:
    read = read_lineage([file("e.ndjson", EVENTS), file("c.yml", CATALOG)], ())
    assert [source.kind for source in read.sources] == ["openlineage", "catalog"]


def test_only_the_default_catalog_may_be_missing() -> None:
    assert read_lineage([file(".backfill/catalog.yaml", Absent())], ()).mistakes == ()
    (mistake,) = read_lineage([file("target/manifest.json", Absent())], ()).mistakes
    assert (mistake.place.path, mistake.found) == ("target/manifest.json", "no such file")


def test_what_is_no_ordinary_file_is_a_mistake() -> None:
    (mistake,) = read_lineage([file("c.yaml", Unfit("a symbolic link"))], ()).mistakes
    assert mistake.found == "a symbolic link"


def test_a_view_of_one_source_stays_a_view() -> None:
    more = CATALOG.replace("db.a: {", "db.a: {kind: view, ")
    read = read_lineage([file("e.ndjson", EVENTS), file("c.yaml", more)], ())
    assert [dataset.kind for dataset in read.datasets.values()] == [Kind.VIEW]
