"""One comment of ours that never goes on in another: an answer, or a note."""

from typing import Final

from bot.domain.phrase import Phrase
from bot.parsing.marker import Marker, print_marker
from bot.rendering.language import Language
from bot.rendering.split import BYTES, CHARACTERS, Limit, split

CONTINUED: Final = Phrase("(continued)")
TOO_LONG: Final = Phrase("What stands here is too long for a comment; the plan as JSON has it.")
_CUT: Final = Phrase("What follows is left out: a comment can be no longer.")
_ENDS: Final = 8
"""Line ends around the parts of a comment."""


def single(marker: Marker, body: str, speech: Language) -> str:
    """The whole comment, marker line first, as long as GitHub takes; it says where it was cut."""
    line, cut = print_marker(marker), speech.html(_CUT)
    around = len(line.encode()) + len(cut.encode()) + _ENDS
    limit = Limit(CHARACTERS - around, BYTES - around)
    first, *rest = split(body, limit, speech.html(CONTINUED), speech.html(TOO_LONG))
    return "\n".join((line, first, *(("", cut) if rest else ()), ""))
