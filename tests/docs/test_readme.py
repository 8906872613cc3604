"""What the README promises is so: names, tables, workflows and commands."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from bot.domain.confirmation import Reason
from bot.domain.pull_request import FileAt, Text
from bot.domain.spoken import Verb
from bot.entrypoints.cli import run
from bot.parsing.request import read_request_file
from bot.parsing.settings import read_settings
from bot.settings import Settings

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
FENCE = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)


def blocks(kind: str) -> list[str]:
    return [text for found, text in FENCE.findall(README) if found == kind]


def workflows() -> Iterator[dict[str, Any]]:
    for text in blocks("yaml"):
        document = yaml.safe_load(text)
        if isinstance(document, dict) and "jobs" in document:
            yield document


def rows(heading: str) -> set[str]:
    """The code words of the first column of the table under a header cell."""
    table = README.partition(f"| {heading} |")[2].partition("\n\n")[0]
    firsts = [line.split("|")[1] for line in table.splitlines()[2:] if line.startswith("|")]
    return {word for cell in firsts for word in re.findall(r"`([^`]+)`", cell)}


def test_every_verdict_is_explained() -> None:
    assert rows("verdict") == {reason.value for reason in Reason} | {"ACCEPTED", "IGNORED", "HELP"}


def test_every_command_is_explained() -> None:
    verbs = {word.split()[1] for word in rows("command") if word.startswith("/backfill")}
    assert verbs == {verb.value for verb in Verb}


def test_inputs_and_outputs_are_those_of_the_action() -> None:
    action = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
    assert rows("input") == set(action["inputs"])
    assert rows("output") == set(action["outputs"])


def test_the_settings_example_is_good() -> None:
    (text,) = [text for text in blocks("yaml") if text.startswith("version: backfill-bot/v1")]
    read = read_settings(FileAt("x.yml", "", Text(text.encode(), "")))
    assert read.mistakes == ()


def test_the_request_example_is_good() -> None:
    (text,) = [text for text in blocks("yaml") if text.startswith("version: backfill/v1")]
    read = read_request_file("x.backfill.yaml", Text(text.encode(), ""), Settings())
    assert read.mistakes == ()
    assert [request.name for request in read.requests] == ["orders-tax-fix"]


def test_the_workflow_gives_no_more_rights_than_it_needs_and_cancels_nothing() -> None:
    backfill, executor = workflows()
    assert backfill["permissions"] == executor["permissions"] == {}
    job = backfill["jobs"]["plan"]
    assert job["permissions"] == {
        "contents": "read",
        "pull-requests": "write",
        "checks": "write",
    }
    assert job["concurrency"]["cancel-in-progress"] is False
    assert set(executor["jobs"]["run"]["permissions"].values()) == {"read"}
    assert not [step for step in job["steps"] if "checkout" in str(step.get("uses"))]


def test_links_lead_to_files_of_the_project() -> None:
    for target in re.findall(r"\]\((?!https?:|#)([^)#]+)", README):
        assert (ROOT / target).exists(), target


def test_the_planned_example_is_a_command_that_works(capsys: pytest.CaptureFixture[str]) -> None:
    (line,) = [
        line for text in blocks("sh") for line in text.splitlines() if "python -m bot plan" in line
    ]
    words = line.split("python -m bot ")[1].split()
    words[1:] = [str(ROOT / word) for word in words[1:]]
    assert run([*words, "--as-of", "2026-04-01"]) == 0
    assert "### Rollback" in capsys.readouterr().out


@pytest.mark.contract
@pytest.mark.parametrize("which", [0, 1])
def test_the_workflows_are_clean_for_linters(which: int, tmp_path: Path) -> None:
    text = [text for text in blocks("yaml") if "\njobs:" in text][which]
    folder = tmp_path / ".github" / "workflows"
    folder.mkdir(parents=True)
    (folder / "backfill.yml").write_text(text, encoding="utf-8")
    linted(["check-jsonschema", "--builtin-schema", "vendor.github-workflows"], folder)
    linted(["actionlint", "-no-color"], folder)
    linted(["zizmor", "--offline", "--no-progress"], folder)


@pytest.mark.contract
def test_the_action_is_clean_for_linters() -> None:
    for command in (
        ["check-jsonschema", "--builtin-schema", "vendor.github-actions"],
        ["zizmor", "--offline", "--no-progress"],
    ):
        tool = tool_of(command[0])
        done = subprocess.run(
            [tool, *command[1:], str(ROOT / "action.yml")],
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr


def linted(command: list[str], folder: Path) -> None:
    done = subprocess.run(
        [tool_of(command[0]), *command[1:], str(folder / "backfill.yml")],
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def tool_of(name: str) -> str:
    """A linter beside this Python; skipped by name where it is not installed."""
    found = Path(sys.executable).parent / name
    if not found.exists():
        pytest.skip(f"{name} is not installed; `make contract` brings it")
    return str(found)
