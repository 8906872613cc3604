"""Answers to comments: the outcome first, then why, then what would be right; one a comment.

No answer begins a line with a command outside a fence, so that no bot can take it for one.
"""

from typing import assert_never

from bot.confirmation.words import word_of
from bot.decision.decision import Answer
from bot.domain.confirmation import Accepted, Asked, Helped, Ignored, Noted, Refused
from bot.parsing.marker import Marker
from bot.rendering.helping import helping
from bot.rendering.receipts import asked_for, cleared, receipt, revoked
from bot.rendering.refusals import lapsed, refusal
from bot.rendering.single import single
from bot.rendering.thread import Thread

__all__ = ["Thread", "reply"]


def reply(answer: Answer, thread: Thread) -> str:
    """The whole comment that answers one comment, marker line first; empty for ordinary talk."""
    match answer.verdict:
        case Accepted() as accepted:
            body, more = receipt(accepted, thread)
        case Refused() as refused:
            body, more = lapsed(refused, thread) if answer.lapsed else refusal(refused, thread)
        case Noted() as noted:
            body, more = revoked(noted, thread) if noted.revokes else cleared(noted, thread)
        case Asked() as asked:
            body, more = asked_for(asked, thread)
        case Helped() as helped:
            body, more = helping(helped, thread)
        case Ignored():
            return ""
        case _:
            assert_never(answer.verdict)
    kind = "revoked" if isinstance(answer.verdict, Noted) and answer.verdict.revokes else "reply"
    word = word_of(answer.verdict)
    marker = Marker(kind, {"comment": answer.comment.id, "verdict": word, **more})
    return single(marker, body, thread.speech)
