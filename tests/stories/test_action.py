"""The Action's door: events of a workflow in; outputs, a summary and an exit code out."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from bot.entrypoints.cli import run
from tests.stories.conftest import NAME, PATH, REQUEST, Story


@dataclass
class Step:
    """One step of a workflow, run in this process with the environment that a runner gives."""

    story: Story
    folder: Path
    monkeypatch: pytest.MonkeyPatch
    token: str

    def run(self, event: str, payload: dict[str, Any] | str) -> int:
        text = payload if isinstance(payload, str) else json.dumps(payload)
        (self.folder / "event.json").write_text(text, encoding="utf-8")
        for name in ("output", "summary"):
            (self.folder / name).write_text("", encoding="utf-8")
        given = {
            "GITHUB_API_URL": self.story.world.api,
            "GITHUB_EVENT_NAME": event,
            "GITHUB_EVENT_PATH": str(self.folder / "event.json"),
            "GITHUB_REPOSITORY": self.story.repo.full_name,
            "GITHUB_OUTPUT": str(self.folder / "output"),
            "GITHUB_STEP_SUMMARY": str(self.folder / "summary"),
            "RUNNER_TEMP": str(self.folder),
            "BACKFILL_BOT_TOKEN": self.token,
        }
        for name, value in given.items():
            self.monkeypatch.setenv(name, value)
        return run(["action"])

    def delivered(self, event: str) -> int:
        return self.run(event, self.story.world.outbox.last(event).payload)

    @property
    def outputs(self) -> dict[str, str]:
        found: dict[str, str] = {}
        lines = iter((self.folder / "output").read_text(encoding="utf-8").splitlines())
        for line in lines:
            name, _, end = line.partition("<<")
            value = []
            for more in lines:
                if more == end:
                    break
                value.append(more)
            found[name] = "\n".join(value)
        return found

    @property
    def summary(self) -> str:
        return (self.folder / "summary").read_text(encoding="utf-8")


@pytest.fixture
def step(story: Story, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Step:
    for name in ("BACKFILL_BOT_APP_ID", "BACKFILL_BOT_PRIVATE_KEY", "GITHUB_GRAPHQL_URL"):
        monkeypatch.delenv(name, raising=False)
    return Step(story, tmp_path, monkeypatch, story.world.installation_token(story.repo))


def test_a_pull_request_event_plans_and_says_so_in_outputs_and_summary(step: Step) -> None:
    step.story.pull.push({"README.md": "more"})
    assert step.delivered("pull_request") == 0
    outputs = step.outputs
    assert (outputs["state"], outputs["confirmed"]) == ("waiting", "false")
    (plan,) = json.loads(outputs["plans"])
    assert (plan["name"], plan["path"], plan["state"]) == (NAME, PATH, "waiting")
    (whole,) = json.loads(Path(outputs["plans-file"]).read_text(encoding="utf-8"))
    assert whole["scope_digest"] == plan["digest"]
    assert f"Backfill plan · {NAME}" in step.summary


def test_the_last_confirmation_is_told_as_confirmed(step: Step) -> None:
    step.story.clear_gates()
    for block in step.story.blocks().values():
        step.story.pull.comment("alice", block)
    assert step.delivered("issue_comment") == 0
    assert step.outputs["confirmed"] == "true"
    assert step.outputs["reason"] == "ACCEPTED"
    assert step.story.gate() == "success"


def test_an_invalid_request_fails_the_step(step: Step) -> None:
    step.story.pull.push({PATH: REQUEST.replace("intent: execute", "intent: Execute")})
    assert step.delivered("pull_request") == 1
    assert step.outputs["state"] == "invalid"


def test_a_schedule_looks_again_at_what_is_green(step: Step) -> None:
    step.story.confirm()
    step.story.world.clock.forward(hours=25)
    step.token = step.story.world.installation_token(step.story.repo)
    assert step.run("schedule", {"schedule": "17 * * * *"}) == 0
    assert step.story.gate() == "action_required"


def test_a_merge_group_gets_a_gate_of_its_own(step: Step) -> None:
    step.story.confirm()
    group = step.story.repo.merge_group(step.story.pull)
    assert step.delivered("merge_group") == 0
    gate = step.story.repo.gate(group.head_sha)
    assert gate is not None
    assert gate.state == "success"


def test_a_merge_group_of_an_unconfirmed_pull_request_waits(step: Step) -> None:
    group = step.story.repo.merge_group(step.story.pull)
    assert step.delivered("merge_group") == 0
    gate = step.story.repo.gate(group.head_sha)
    assert gate is not None
    assert gate.state == "action_required"


def test_a_comment_on_an_issue_costs_nothing(step: Step) -> None:
    issue = step.story.repo.open_issue("alice")
    issue.comment("alice", "/backfill plan")
    step.story.world.calls.clear()
    assert step.delivered("issue_comment") == 0
    assert step.outputs["state"] == "none"
    assert step.story.world.calls.cost == 0


def test_a_forks_read_only_token_leaves_a_summary(step: Step) -> None:
    pull = step.story.repo.open_pull("mallory", {PATH: REQUEST}, fork=True)
    rights = {"contents": "read", "pull_requests": "read"}
    step.token = step.story.world.github_token(step.story.repo, rights)
    assert step.delivered("pull_request") == 0
    assert pull.gate() is None
    assert "GitHub did not take everything" in step.summary


@pytest.mark.parametrize("text", ["", "[]", "{", "\x00", '"text"'])
def test_an_event_that_cannot_be_read_is_one_sentence_and_exit_2(
    step: Step, text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert step.run("pull_request", text) == 2
    assert len(capsys.readouterr().err.strip().splitlines()) == 1


def test_a_runner_without_an_event_is_told_so(
    step: Step, capsys: pytest.CaptureFixture[str]
) -> None:
    step.monkeypatch.delenv("GITHUB_EVENT_PATH", raising=False)
    step.monkeypatch.delenv("GITHUB_EVENT_NAME", raising=False)
    assert run(["action"]) == 2
    assert "GITHUB_EVENT_NAME" in capsys.readouterr().err


def test_user_text_never_begins_a_line_of_the_log(
    step: Step, capsys: pytest.CaptureFixture[str]
) -> None:
    hostile = REQUEST.replace("Tax was added twice.", '"x\\n::error::y\\n::set-output name=a::b"')
    step.story.pull.push({PATH: hostile})
    step.delivered("pull_request")
    assert not [line for line in capsys.readouterr().out.splitlines() if line.startswith("::")]
