"""Notes of the bot's own: each short, its outcome first, and redrawn rather than repeated."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from bot.decision.decision import Note, NoteKind
from bot.domain.phrase import Phrase, counted
from bot.domain.place import Mistake
from bot.parsing.marker import Marker
from bot.rendering import quantities
from bot.rendering.caret import caret
from bot.rendering.escape import Markdown, fence
from bot.rendering.page import Page
from bot.rendering.replies import Thread
from bot.rendering.single import single
from bot.rendering.templates import rendered

MISTAKES: Final = 40


@dataclass(frozen=True, slots=True)
class MistakeLine:
    """One mistake as an item of a list."""

    number: str
    place: Markdown
    found: str
    right: Any
    nearest: Any
    excerpt: Any


def note(wanted: Note, thread: Thread) -> str:
    """The whole comment of a note, marker line first."""
    fields = {"topic": wanted.kind.value}
    if wanted.request is not None:
        fields["request"] = wanted.request
    body = _BODIES[wanted.kind](wanted, thread)
    return single(Marker("note", fields), body, thread.speech)


def _invalid(wanted: Note, thread: Thread) -> Markdown:
    del wanted
    found = thread.decision.mistakes
    return _mistakes(
        thread,
        found,
        Phrase("Invalid request"),
        counted(
            "{number} mistake; nothing is planned until it is mended.",
            "{number} mistakes; what they stand in is not planned until they are mended.",
            len(found),
        ),
        thread.page,
    )


def _settings(wanted: Note, thread: Thread) -> Markdown:
    del wanted
    return _mistakes(
        thread,
        thread.decision.prepared.broken,
        Phrase("Settings broken"),
        Phrase(
            "settings or lineage on the base branch cannot be read as they are meant, so nothing "
            "can be confirmed. Whoever looks after this repository mends:"
        ),
        replace(thread.page, head="HEAD"),
    )


def _mistakes(
    thread: Thread, found: Sequence[Mistake], title: Phrase, outcome: Phrase, page: Page
) -> Markdown:
    more = len(found) - MISTAKES
    return rendered(
        "notes/invalid.md.j2",
        thread.speech,
        title=title,
        outcome=outcome,
        mistakes=tuple(_mistake(at, one, page) for at, one in enumerate(found[:MISTAKES], 1)),
        more=counted("And {number} more mistake.", "And {number} more mistakes.", more)
        if more > 0
        else "",
    )


def _mistake(number: int, mistake: Mistake, page: Page) -> MistakeLine:
    return MistakeLine(
        number=str(number),
        place=page.file(mistake.place),
        found=mistake.found,
        right=mistake.right,
        nearest=(Phrase("(nearest: `{word}`)", word=mistake.nearest) if mistake.nearest else ""),
        excerpt=(fence(caret(mistake.excerpt, mistake.place.column)) if mistake.excerpt else ""),
    )


def _incomplete(wanted: Note, thread: Thread) -> Markdown:
    del wanted
    return _short(
        thread,
        Phrase("Cannot see everything"),
        Phrase("nothing is confirmed on top of what could not be read."),
        tuple((Phrase("Not seen"), one.what) for one in thread.decision.incomplete),
        Phrase("Split the pull request, or ask again later with the command below."),
        "/backfill plan",
    )


def _withdrawn(wanted: Note, thread: Thread) -> Markdown:
    return _short(
        thread,
        Phrase("Withdrawn"),
        Phrase(
            "`{request}` is no longer asked for in this pull request; its plan and everything "
            "said of it count no more.",
            request=wanted.request or "",
        ),
    )


def _paused(wanted: Note, thread: Thread) -> Markdown:
    until = quantities.moment(wanted.until) if wanted.until else "?"
    return _short(
        thread,
        Phrase("Paused until {until}", until=until),
        Phrase(
            "too many commands within an hour. They are read, and answered then; nothing new is "
            "confirmed before."
        ),
    )


def _ticked(wanted: Note, thread: Thread) -> Markdown:
    del wanted
    first = thread.names[0] if thread.names else "REQUEST"
    return _short(
        thread,
        Phrase("A tick does not count"),
        Phrase(
            "the boxes only show where things stand, and are drawn again. To clear a gate, write "
            "a comment of your own:"
        ),
        usage=f"/backfill attest {first} GATE…\n/backfill waive {first} GATE… because REASON",
    )


def _short(
    thread: Thread,
    title: Phrase,
    outcome: Phrase,
    lines: Sequence[tuple[Any, Any]] = (),
    following: Any = "",
    usage: str = "",
) -> Markdown:
    return rendered(
        "replies/noted.md.j2",
        thread.speech,
        title=title,
        outcome=outcome,
        lines=lines,
        next=following,
        usage=usage,
    )


_BODIES: Final[Mapping[NoteKind, Callable[[Note, Thread], Markdown]]] = {
    NoteKind.INVALID: _invalid,
    NoteKind.SETTINGS: _settings,
    NoteKind.INCOMPLETE: _incomplete,
    NoteKind.WITHDRAWN: _withdrawn,
    NoteKind.PAUSED: _paused,
    NoteKind.TICKED: _ticked,
}
