"""Answers to what could not be understood: what, where, and how it would be said."""

from typing import Final, assert_never

from bot.domain.confirmation import Helped
from bot.domain.phrase import Phrase
from bot.domain.scope import Command
from bot.domain.spoken import Conflicting, Fenced, Misspoken, Verb
from bot.planning.block import block_of
from bot.rendering.caret import caret
from bot.rendering.templates import rendered
from bot.rendering.thread import Reply, Thread

CONFIRMING: Final = {Verb.APPROVE: Command.APPROVE, Verb.CONFIRM: Command.CONFIRM}

USAGE: Final = """\
/backfill approve REQUEST      followed by the lines of its block
/backfill confirm REQUEST      followed by the lines of its block
/backfill attest REQUEST GATE… [note]
/backfill waive REQUEST GATE… because REASON
/backfill revoke REQUEST
/backfill execute REQUEST
/backfill plan | status | help [REQUEST]"""


def helping(helped: Helped, thread: Thread) -> Reply:
    """What could not be understood, with a caret, and how it would be said."""
    problem, excerpt, nearest, request = _trouble(helped)
    blocks = _wanted(helped, thread, request)
    body = rendered(
        "replies/help.md.j2",
        thread.speech,
        problem=problem,
        excerpt=excerpt,
        nearest=nearest or "",
        blocks=blocks,
        usage="" if blocks or isinstance(helped.misspoken, Fenced) else USAGE,
    )
    return body, {}


def _trouble(helped: Helped) -> tuple[str, str, str | None, str | None]:
    match helped.misspoken:
        case Misspoken() as slip:
            excerpt = caret(slip.excerpt, slip.column) if slip.excerpt else ""
            return _sentence(slip.problem), excerpt, slip.nearest, slip.request
        case Conflicting():
            words = Phrase("One comment holds several different commands, so none of them counts.")
            return words, "", None, None
        case Fenced():
            words = Phrase(
                "The command still stands in a fence, so it was not said. Paste it without the "
                "fence."
            )
            return words, "", None, None
    assert_never(helped.misspoken)


def _sentence(problem: str) -> Phrase:
    return Phrase("Not understood: {problem}.", problem=problem)


def _wanted(helped: Helped, thread: Thread, name: str | None) -> tuple[str, ...]:
    """The right block, where it is plain which one was meant."""
    slip = helped.misspoken
    if not isinstance(slip, Misspoken) or slip.verb not in CONFIRMING:
        return ()
    request = thread.request(name)
    command = CONFIRMING[slip.verb]
    if request is None or not request.executing or not request.plan.lines_for(command):
        return ()
    return ("\n".join(block_of(request.plan, command)),)
