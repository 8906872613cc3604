"""Real deliveries, as GitHub publishes them, and what the bot makes of each."""

import json
from collections import Counter
from pathlib import Path

import pytest

from bot.github.app_manifest import EVENTS
from bot.github.events import CheckAsked, Grouped, Irrelevant, PullChanged, Spoke, read_event

pytestmark = pytest.mark.contract


def test_every_published_delivery_is_understood_or_left_alone(examples: Path) -> None:
    seen: Counter[tuple[str, str]] = Counter()
    for event in json.loads(examples.read_text(encoding="utf-8")):
        for payload in event["examples"]:
            found = read_event(event["name"], payload)
            seen[event["name"], type(found).__name__] += 1
            if event["name"] not in EVENTS:
                assert isinstance(found, Irrelevant) or event["name"].endswith("_dispatch")
    assert seen["pull_request", PullChanged.__name__] > 5
    assert seen["check_suite", CheckAsked.__name__] >= 1
    assert seen["check_run", CheckAsked.__name__] == 0  # the published ones have other names
    assert seen["issue_comment", Spoke.__name__] == 0  # the published ones are on plain issues
    assert seen["merge_group", Grouped.__name__] >= 1


def test_a_published_comment_becomes_a_command_on_a_pull_request(examples: Path) -> None:
    events = json.loads(examples.read_text(encoding="utf-8"))
    (comments,) = (event["examples"] for event in events if event["name"] == "issue_comment")
    (created, *_) = (each for each in comments if each["action"] == "created")
    created["issue"]["pull_request"] = {"url": "…"}
    created["comment"]["body"] = "/backfill status"
    found = read_event("issue_comment", created)
    assert isinstance(found, Spoke)
    assert found.comment_id == created["comment"]["id"]
    assert str(found.ref) == f"{created['repository']['full_name']}#{created['issue']['number']}"


def test_a_published_check_of_our_name_that_is_asked_for_again(examples: Path) -> None:
    events = json.loads(examples.read_text(encoding="utf-8"))
    (runs,) = (event["examples"] for event in events if event["name"] == "check_run")
    (asked, *_) = (each for each in runs if each["action"] == "rerequested")
    asked["check_run"]["name"] = "backfill"
    found = read_event("check_run", asked)
    assert isinstance(found, CheckAsked)
    assert found.sha == asked["check_run"]["head_sha"]
