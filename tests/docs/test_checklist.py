"""The checklist has a heading for every topic that a gate can have, and no others."""

import re
from pathlib import Path

from bot.gates.checklist import TOPICS

CHECKLIST = Path(__file__).parents[2] / "docs" / "backfill-checklist.md"


def test_every_topic_has_a_heading_to_link_to_and_every_heading_is_a_topic() -> None:
    headings = re.findall(r"^### (.+)$", CHECKLIST.read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(headings) == sorted(TOPICS)
    assert len(set(headings)) == len(headings)


def test_topics_are_anchors_as_github_makes_them() -> None:
    assert all(re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", topic) for topic in TOPICS)
