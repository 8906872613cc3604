"""Every example can be read as it stands: settings, the lineage that they name, requests."""

from pathlib import Path

import pytest

from bot.domain.names import DatasetName
from bot.domain.pull_request import FileAt, Text
from bot.lineage.join import joined
from bot.lineage.read import LineageRead, read_lineage
from bot.parsing.globs import matches, request_globs
from bot.parsing.request import RequestFile, read_request_file
from bot.parsing.settings import read_settings
from bot.settings import SETTINGS_PATH

EXAMPLES = Path(__file__).parents[3] / "examples"
NAMES = ("orders", "dbt", "openlineage", "bqetl")


def read(name: str) -> tuple[LineageRead, list[RequestFile]]:
    top = EXAMPLES / name
    files = {
        str(path.relative_to(top)): path.read_bytes()
        for path in sorted(top.rglob("*"))
        if path.is_file()
    }
    found = read_settings(FileAt(SETTINGS_PATH, "1", Text(files[SETTINGS_PATH], "")))
    assert found.mistakes == ()
    settings = found.settings
    lineage = read_lineage(
        [FileAt(source.path, "1", Text(files[source.path], "")) for source in settings.catalogs],
        settings.catalogs,
    )
    requests = [
        read_request_file(path, Text(data, ""), settings, files)
        for path, data in files.items()
        if matches(request_globs(settings), path)
    ]
    return lineage, requests


@pytest.mark.parametrize("name", NAMES)
def test_an_example_is_read_without_a_mistake_and_its_root_is_known(name: str) -> None:
    lineage, files = read(name)
    assert lineage.mistakes == ()
    (file,) = files
    assert file.mistakes == ()
    (request,) = file.requests
    found = joined(lineage, lineage, request)
    assert {root.dataset for root in request.roots} <= found.known
    assert found.differences == ()


def test_a_catalog_says_how_a_job_of_openlineage_reads() -> None:
    lineage, _ = read("openlineage")
    edges = lineage.datasets[DatasetName("shop.warehouse.orders_daily")].upstream
    assert [(edge.upstream, type(edge.reads).__name__) for edge in edges] == [
        ("shop.raw.orders", "Window"),
        ("shop.raw.fx_rates", "Reads"),
    ]
