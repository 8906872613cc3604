"""`action.yml` as a consumer's workflow runs it: by act, on this machine, against the stand-in.

act fetches nothing here: the action comes from this checkout (`--local-repository`), and the step
installs the pinned packages as it would on a runner. Skipped by name where act is not installed.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests import fakes
from tests.stories.conftest import CATALOG, NAME, PATH, REQUEST

ROOT = Path(__file__).parents[2]
ACT = Path(sys.executable).parent / "act"
WORKFLOW = """\
name: backfill
on: [pull_request_target, issue_comment, merge_group, schedule]
permissions: {}
jobs:
  backfill:
    runs-on: ubuntu-latest
    steps:
      - id: bot
        uses: acme/backfill-bot@v1
        with:
          github-token: ${{ secrets.TOKEN }}
      - run: echo "state=$STATE confirmed=$CONFIRMED"
        env:
          STATE: ${{ steps.bot.outputs.state }}
          CONFIRMED: ${{ steps.bot.outputs.confirmed }}
"""
REPOSITORY = (
    ["init", "-q"],
    ["remote", "add", "origin", "https://github.com/acme/pipelines.git"],
    ["add", "-A"],
    ["commit", "-q", "-m", "workflow"],
)
"""git commands that make the consumer's checkout; its remote tells act the repository's name."""
pytestmark = [
    pytest.mark.contract,
    pytest.mark.skipif(not ACT.exists(), reason="act is not installed; `make contract` brings it"),
]


@dataclass
class Runner:
    """A consumer's repository, and a GitHub for its workflow to speak to."""

    world: fakes.World
    repo: fakes.Repository
    pull: fakes.PullRequest
    folder: Path

    def run(self, event: str, payload: Mapping[str, Any], token: str) -> tuple[int, str]:
        """Exit code and log of one workflow run."""
        (self.folder / "event.json").write_text(json.dumps(payload), encoding="utf-8")
        home = Path(tempfile.mkdtemp(dir=self.folder))
        done = subprocess.run(
            [
                str(ACT),
                event,
                *("-P", "ubuntu-latest=-self-hosted", "-e", str(self.folder / "event.json")),
                *("-s", f"TOKEN={token}", "--env", f"GITHUB_API_URL={self.world.api}"),
                *("--env", f"GITHUB_GRAPHQL_URL={self.world.api}/graphql", "--no-cache-server"),
                *("--local-repository", f"acme/backfill-bot@v1={self.folder / 'action'}", "--json"),
            ],
            cwd=self.folder / "consumer",
            env={**os.environ, "HOME": str(home)},
            capture_output=True,
            text=True,
            check=False,
            timeout=300,
        )
        lines = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
        return done.returncode, "\n".join(str(line.get("msg", "")) for line in lines)


@pytest.fixture
def runner(tmp_path: Path) -> Iterator[Runner]:
    for name in ("action.yml", "bot", "requirements"):
        (tmp_path / "action").mkdir(exist_ok=True)
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        copy(ROOT / name, tmp_path / "action" / name)
    workflows = tmp_path / "consumer" / ".github" / "workflows"
    workflows.mkdir(parents=True)
    (workflows / "backfill.yml").write_text(WORKFLOW, encoding="utf-8")
    for words in REPOSITORY:
        named = ["-c", "user.name=carol", "-c", "user.email=carol@example.com"]
        subprocess.run(
            [shutil.which("git") or "git", *named, *words], cwd=tmp_path / "consumer", check=True
        )
    world = fakes.World(running=True)
    repo = world.repository("acme/pipelines", {".backfill/catalog.yaml": CATALOG})
    repo.grant("alice", "write")
    pull = repo.open_pull("carol", {PATH: REQUEST})
    with fakes.served(world):
        yield Runner(world, repo, pull, tmp_path)


def test_a_pull_request_gets_its_plan_and_the_next_step_its_outputs(runner: Runner) -> None:
    event = runner.world.outbox.last("pull_request").payload
    code, log = runner.run("pull_request_target", event, runner.world.github_token(runner.repo))
    assert code == 0, log
    assert "state=waiting confirmed=false" in log
    assert f"Backfill plan · {NAME}" in log
    gate = runner.pull.gate()
    assert gate is not None
    assert gate.state == "action_required"
    assert len(runner.pull.comments_by("github-actions[bot]")) == 1


def test_a_comment_is_answered_even_where_the_token_may_only_read(runner: Runner) -> None:
    runner.pull.comment("alice", "/backfill status")
    event = runner.world.outbox.last("issue_comment").payload
    rights = {"contents": "read", "pull_requests": "read"}
    code, log = runner.run("issue_comment", event, runner.world.github_token(runner.repo, rights))
    assert code == 0, log
    assert "GitHub did not take everything" in log
    assert runner.pull.gate() is None


def test_a_schedule_turns_back_what_ran_out(runner: Runner) -> None:
    runner.pull.comment("alice", "/backfill status")
    event = {"schedule": "17 * * * *", "repository": {"full_name": runner.repo.full_name}}
    head = runner.pull.head.sha
    runner.repo.check(head, "success", app=runner.world.actions, name="backfill", title="old")
    code, log = runner.run("schedule", event, runner.world.github_token(runner.repo))
    assert code == 0, log
    gate = runner.pull.gate()
    assert gate is not None
    assert gate.state == "action_required"


def test_a_merge_group_gets_its_own_gate(runner: Runner) -> None:
    group = runner.repo.merge_group(runner.pull)
    event = runner.world.outbox.last("merge_group").payload
    code, log = runner.run("merge_group", event, runner.world.github_token(runner.repo))
    assert code == 0, log
    gate = runner.repo.gate(group.head_sha)
    assert gate is not None
    assert gate.state == "action_required"
