"""Sixty real pull requests read through observe and decide: exactly their request files are found.

The corpus is not part of the project; where it is missing these tests are skipped by name, and
`tests/unit/github` proves the finding of files on its own.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.domain.pull_request import PullRef, Repository
from bot.github.credentials import Endpoint, Token
from bot.github.gateway import GitHub
from bot.service import look
from tests import fakes

CORPUS = Path(__file__).parents[3] / "shared" / "corpus" / "bqetl" / "prs.jsonl"
SETTINGS = """\
version: backfill-bot/v1
requests: ["**/backfill.yaml"]
dialects: [backfill/v1, bqetl]
"""
pytestmark = pytest.mark.skipif(not CORPUS.exists(), reason="the bqetl corpus is not here")


def pulls() -> Iterator[dict[str, Any]]:
    if CORPUS.exists():
        for line in CORPUS.read_text(encoding="utf-8").splitlines():
            yield json.loads(line)


@pytest.mark.parametrize("told", list(pulls()), ids=lambda told: f"#{told['pr']}")
def test_exactly_the_changed_request_files_are_found(told: dict[str, Any]) -> None:
    before, after = sides(told)
    world = fakes.World()
    repo = world.repository(
        "mozilla/bigquery-etl", {".github/backfill-bot.yml": SETTINGS, **before}
    )
    pull = repo.open_pull("carol", after)
    with fakes.connected(world):
        token = Token(world.installation_token(repo))
        github = GitHub(Endpoint.of(world.api), token, lambda: world.clock.now.timestamp())  # noqa: PLW0108
        ref = PullRef(Repository("mozilla", "bigquery-etl"), pull.number)
        seen = look(github, ref)
    requests = {f["path"] for f in told["files"] if f["path"].endswith("/backfill.yaml")}
    assert {file.path for file in seen.pull.files} == requests
    assert seen.pull.incomplete == ()
    changed = {file["path"] for file in told["files"] if file["after"] is not None}
    assert {request.plan.request.path for request in seen.decision.requests} <= changed


def sides(told: dict[str, Any]) -> tuple[dict[str, str], dict[str, str | None]]:
    """The files of the base, and those that the pull request writes (None: removes)."""
    before: dict[str, str] = {}
    after: dict[str, str | None] = {}
    for status, path, *_ in told["all_changed"]:
        if status != "A":
            before[path] = "the old text\n"
        after[path] = None if status == "D" else "the new text\n"
    for file in told["files"]:
        before.pop(file["path"], None)
        if file["before"] is not None:
            before[file["path"]] = file["before"]
        after[file["path"]] = file["after"]
    return before, after
