"""What the bot itself has answered before; heard only where it refuses."""

from collections.abc import Mapping
from typing import Final

from bot.domain.confirmation import Reason
from bot.domain.pull_request import PullRequest
from bot.parsing.marker import read_marker

_MAY_PASS: Final = frozenset({Reason.UNVERIFIABLE})
"""Reasons that say nothing about the comment, only about what GitHub could tell at the time."""


def refused_before(pull: PullRequest) -> Mapping[int, Reason]:
    """By comment id, the reason with which a reply of ours has refused it.

    A comment that was refused (say, while the pull request was a draft, or a gate open) does not
    start to count when that changes: its author was told so, and nobody would notice.
    """
    found: dict[int, Reason] = {}
    for comment in pull.comments:
        marker = read_marker(comment.body) if comment.mine else None
        if marker is None or marker.kind != "reply":
            continue
        about, word = marker.fields.get("comment"), marker.fields.get("verdict")
        if isinstance(about, int) and word in set(Reason) - _MAY_PASS:
            found.setdefault(about, Reason(str(word)))
    return found
