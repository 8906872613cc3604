"""Every payload that GitHub shows as an example can be read, and wakes the bot or does not."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from bot.github.events import read_event

pytestmark = pytest.mark.contract


def test_every_example_of_github_is_read(examples: Path) -> None:
    woken = Counter(
        type(read_event(event, payload)).__name__ for event, payload in payloads(examples)
    )
    assert sum(woken.values()) > 300
    assert woken["PullChanged"] > 0
    assert woken["Irrelevant"] > woken["PullChanged"]


def test_events_that_the_bot_has_no_use_for_are_irrelevant(examples: Path) -> None:
    used = {"pull_request", "issue_comment", "check_run", "check_suite", "merge_group", "status"}
    used |= {"push", "schedule", "workflow_dispatch", "repository_dispatch"}
    woken = {
        event
        for event, payload in payloads(examples)
        if type(read_event(event, payload)).__name__ != "Irrelevant"
    }
    assert woken <= used


def payloads(examples: Path) -> list[tuple[str, dict[str, Any]]]:
    known: list[dict[str, Any]] = json.loads(examples.read_text())
    return [(one["name"], example) for one in known for example in one["examples"]]
