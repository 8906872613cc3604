"""What the bot itself has answered before; heard only where it refuses."""

from collections.abc import Iterator, Mapping
from typing import Final

from bot.domain.confirmation import Reason
from bot.domain.pull_request import Comment, EditedAt, EditUnknown, NeverEdited, PullRequest
from bot.parsing.marker import read_marker

_LASTING: Final = frozenset(Reason) - {Reason.UNVERIFIABLE}
"""Not the one that is about what GitHub could tell, and not about the comment."""

_THUMB_DOWN: Final = "THUMBS_DOWN"
_ACCEPTED: Final = "ACCEPTED"


def refused_before(pull: PullRequest) -> Mapping[int, Reason]:
    """By comment id, the reason with which a reply of ours has refused it.

    A comment that was refused (say, while the pull request was a draft, or a gate open) does not
    start to count when that changes: its author was told so, and nobody would notice. A thumb down
    of ours says it too: where the same person had been told so before, and on what we had accepted
    until it was taken back; nobody else can remove it. What somebody else has changed an answer
    of ours from cannot be known, so nothing counts that was said before that answer.
    """
    said = dict(_words(pull))
    found = {about: Reason(word) for about, word in said.items() if word in _LASTING}
    changed = [one.created_at for one in _answers(pull) if _changed_by_others(one, pull)]
    for comment in pull.comments:
        if _THUMB_DOWN in comment.reactions and said.get(comment.id) in (None, _ACCEPTED):
            found[comment.id] = Reason.REVOKED if comment.id in said else Reason.NOT_ALLOWED
        elif changed and comment.created_at <= max(changed):
            found.setdefault(comment.id, Reason.UNVERIFIABLE)
    return found


def _changed_by_others(comment: Comment, pull: PullRequest) -> bool:
    match comment.edited:
        case NeverEdited():
            return False
        case EditedAt(editor=editor):
            return editor is None or editor.id != pull.me.id
        case EditUnknown():
            return True


def _answers(pull: PullRequest) -> Iterator[Comment]:
    """Our own comments that are, or were, answers: those that are no plan and no note."""
    for comment in pull.comments:
        marker = read_marker(comment.body) if comment.mine else None
        if comment.mine and (marker is None or marker.kind in ("reply", "revoked")):
            yield comment


def _words(pull: PullRequest) -> Iterator[tuple[int, str]]:
    """Comment ids with the last word that we have answered them."""
    for comment in pull.comments:
        marker = read_marker(comment.body) if comment.mine else None
        if marker is not None and marker.kind == "reply":
            about, word = marker.fields.get("comment"), marker.fields.get("verdict")
            if isinstance(about, int) and isinstance(word, str):
                yield about, word
