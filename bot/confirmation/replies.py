"""What the bot itself has answered before; heard only where it refuses."""

from collections.abc import Iterator, Mapping
from typing import Final

from bot.domain.confirmation import Reason
from bot.domain.pull_request import PullRequest
from bot.parsing.marker import read_marker

_LASTING: Final = frozenset(Reason) - {Reason.UNVERIFIABLE}
"""Not the one that is about what GitHub could tell, and not about the comment."""

_THUMB_DOWN: Final = "THUMBS_DOWN"


def refused_before(pull: PullRequest) -> Mapping[int, Reason]:
    """By comment id, the reason with which a reply of ours has refused it.

    A comment that was refused (say, while the pull request was a draft, or a gate open) does not
    start to count when that changes: its author was told so, and nobody would notice. Where we
    only left a thumb down, because the same person had been told so before, that says it too.
    """
    said = dict(_words(pull))
    found = {about: Reason(word) for about, word in said.items() if word in _LASTING}
    for comment in pull.comments:
        if _THUMB_DOWN in comment.reactions and comment.id not in said:
            found[comment.id] = Reason.NOT_ALLOWED
    return found


def _words(pull: PullRequest) -> Iterator[tuple[int, str]]:
    """Comment ids with the last word that we have answered them."""
    for comment in pull.comments:
        marker = read_marker(comment.body) if comment.mine else None
        if marker is not None and marker.kind == "reply":
            about, word = marker.fields.get("comment"), marker.fields.get("verdict")
            if isinstance(about, int) and isinstance(word, str):
                yield about, word
