"""Lineage read off what dbt and OpenLineage's own client write, here and now.

Both are installed once into environments of their own, below pytest's cache; where that cannot be
done (no package index) the tests are skipped and say so. What they wrote when the tests were
written is recorded under `tests/unit/lineage/recorded`, so that the ordinary tests prove it too.
"""

import os
import shutil
import subprocess
import venv
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.domain.pull_request import FileAt, Text
from bot.lineage.openlineage import read_openlineage
from bot.lineage.read import read_lineage
from bot.settings import CatalogSource
from tests.unit.lineage.test_dbt import REAL as REAL_PROJECT
from tests.unit.lineage.test_dbt import line, project
from tests.unit.lineage.test_openlineage import REAL as REAL_EVENTS
from tests.unit.lineage.test_openlineage import edges

HERE = Path(__file__).parent
MINUTES = 60
pytestmark = [pytest.mark.contract, pytest.mark.timeout(10 * MINUTES)]
Installed = Callable[[str], Path]


@pytest.fixture(scope="session")
def installed(pytestconfig: pytest.Config) -> Installed:
    """The programs of an environment with what a folder's `requirements.txt` asks for."""

    def programs(folder: str) -> Path:
        wanted = HERE / folder / "requirements.txt"
        assert pytestconfig.cache is not None
        home = pytestconfig.cache.mkdir(folder)
        done, programs = home / "installed.txt", home / "bin"
        if not done.exists() or done.read_text() != wanted.read_text():
            shutil.rmtree(home)
            venv.create(home, with_pip=True)
            pip = [str(programs / "python"), "-m", "pip", "install", "-q", "-r", str(wanted)]
            tried = subprocess.run(pip, capture_output=True, text=True, check=False)
            if tried.returncode:
                pytest.skip(f"{wanted.read_text().split()[-1]} cannot be installed here")
            done.write_text(wanted.read_text())
        return programs

    return programs


@pytest.fixture(scope="session")
def manifest(installed: Installed, tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The manifest that dbt writes of `dbt_project`."""
    dbt = installed("dbt_project") / "dbt"
    copy = tmp_path_factory.mktemp("dbt") / "shop"
    shutil.copytree(HERE / "dbt_project", copy)
    subprocess.run(
        [str(dbt), "parse", "--profiles-dir", str(copy), "--project-dir", str(copy), "--quiet"],
        check=True,
        env={**os.environ, "DBT_SEND_ANONYMOUS_USAGE_STATS": "false"},
        capture_output=True,
    )
    return (copy / "target" / "manifest.json").read_bytes()


def test_a_real_manifest_says_what_the_recorded_one_says(manifest: bytes) -> None:
    assert project(manifest) == REAL_PROJECT


def test_a_whole_manifest_is_read_as_a_source_of_the_settings(manifest: bytes) -> None:
    sources = (CatalogSource("dbt", "target/manifest.json", ref="artifacts"),)
    file = FileAt("target/manifest.json", "1234 (artifacts)", Text(manifest, ""))
    read = read_lineage([file], sources)
    assert read.mistakes == ()
    assert {name: line(read.datasets[name]) for name in sorted(read.datasets)} == REAL_PROJECT


def test_real_events_say_what_the_recorded_ones_say(installed: Installed, tmp_path: Path) -> None:
    python = installed("openlineage") / "python"
    events = tmp_path / "events.ndjson"
    emit = HERE / "openlineage" / "emit.py"
    subprocess.run([str(python), str(emit), str(events)], check=True, capture_output=True)
    facts = read_openlineage("events.ndjson", events.read_bytes())
    assert (facts.mistakes, edges(facts)) == ((), REAL_EVENTS)
