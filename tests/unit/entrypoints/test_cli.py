"""The command line's door: exit codes, and one sentence where something is missing."""

from pathlib import Path

import pytest

from bot.entrypoints import cli


@pytest.mark.parametrize(
    ("argv", "code", "words"),
    [
        (["plan", "nowhere.yaml"], 2, "no file nowhere.yaml"),
        (["verify", "acme/pipelines", "--request", "x"], 2, "OWNER/REPO#N"),
        (["verify", "nonsense", "--request", "x"], 2, "OWNER/REPO"),
        (["judge", "--plan", "nowhere.json", "--comment", "-"], 2, "nowhere.json"),
    ],
)
def test_what_cannot_be_done_is_one_sentence(
    argv: list[str], code: int, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.run(argv) == code
    said = capsys.readouterr().err
    assert words in said
    assert len(said.strip().splitlines()) == 1


def test_without_the_services_packages_serve_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(cli, "find_spec", lambda name: None if name == "sqlalchemy" else object())
    assert cli.run(["serve"]) == 2
    assert "pip install 'backfill-bot[service]'" in capsys.readouterr().err


def test_a_github_that_does_not_answer_is_exit_3(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("GITHUB_API_URL", "http://127.0.0.1:9")
    monkeypatch.delenv("GITHUB_GRAPHQL_URL", raising=False)
    monkeypatch.setenv("BACKFILL_BOT_TOKEN", "ghp_made_up")
    monkeypatch.delenv("BACKFILL_BOT_APP_ID", raising=False)
    assert cli.run(["verify", "acme/pipelines#1", "--request", "x"]) == 3
    assert len(capsys.readouterr().err.strip().splitlines()) == 1


@pytest.mark.parametrize(
    "text",
    [
        '{"a": 1, "a": 2}',
        "[" * 100_000,
        "{",
        "[]",
        '{"a": ' + "9" * 5_000 + "}",
        '{"a": NaN}',
        '{"a": -Infinity}',
        '{"name": "x", "commit": "' + "a" * 40 + '", "datasets": [{"write": "Overwrite"}]}',
        '{"\\ud800": 1, "\\ud800": 2}',
    ],
    ids=[
        "a key twice",
        "depth",
        "an end missing",
        "a list",
        "a huge number",
        "no number",
        "no end",
        "a dataset that cannot be read",
        "half a character twice",
    ],
)
def test_a_plan_that_is_no_plan_is_one_sentence(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plan, comment = tmp_path / "plan.json", tmp_path / "comment.md"
    plan.write_text(text)
    comment.write_text("/backfill status x")
    assert cli.run(["judge", "--plan", str(plan), "--comment", str(comment)]) == 2
    assert len(capsys.readouterr().err.strip().splitlines()) == 1
