"""Plans and mistakes for a terminal: colour and frames there, plain Markdown and text in pipes."""

import shutil
import sys
from collections.abc import Iterable, Sequence
from typing import Final, TextIO

from bot.domain.place import Mistake
from bot.domain.plan import Plan
from bot.rendering.caret import caret
from bot.rendering.language import Language, language
from bot.settings import Settings

WIDEST: Final = 120


def print_plans(plans: Sequence[Plan], settings: Settings, to: TextIO) -> None:
    """The plans: drawn for people on a terminal, the comment's Markdown where it is piped."""
    from bot.rendering.plan_comment import plan_comment  # noqa: PLC0415 - Jinja, only where shown

    for plan in plans:
        if _is_terminal(to):
            from bot.rendering.terminal_plan import draw  # noqa: PLC0415 - rich, only there

            draw(plan, settings, to, _width())
            continue
        to.writelines(plan_comment(plan, None, settings))


def print_valid(name: str, what: str, to: TextIO) -> None:
    """One line that says that a file is as it should be."""
    to.write(f"{_painted('ok', '32', to)}  {_harmless(name)}: {_harmless(what)}\n")


def print_mistakes(mistakes: Iterable[Mistake], to: TextIO, speech: Language | None = None) -> None:
    """Every mistake with its place, what was found, a caret, and what would be right."""
    speech = speech or language("en")
    found = tuple(mistakes)
    for mistake in found:
        place = f"{mistake.place.path}:{mistake.place.line}:{mistake.place.column}"
        to.write(f"{_painted(_harmless(place), '1', to)}: {_painted('found', '31', to)} ")
        to.write(f"{_harmless(speech.tell(mistake.found))}\n")
        if mistake.excerpt:
            source, mark = caret(mistake.excerpt, mistake.place.column).split("\n")
            number = f"{mistake.place.line:>5}"
            to.write(f"{_painted(f'{number} |', '2', to)} {source}\n")
            to.write(f"{_painted('      |', '2', to)} {_painted(mark, '31;1', to)}\n")
        right = _harmless(speech.tell(mistake.right))
        nearest = f" (nearest: {_harmless(mistake.nearest)})" if mistake.nearest else ""
        to.write(f"      {_painted('right:', '32', to)} {right}{nearest}\n")
    count = len(found)
    to.write(f"{count} mistake{'' if count == 1 else 's'}\n")


def _harmless(text: str) -> str:
    """Text of people without characters that a terminal obeys."""
    return "".join(letter if letter.isprintable() else "\ufffd" for letter in text)


def _painted(text: str, colour: str, to: TextIO) -> str:
    return f"\x1b[{colour}m{text}\x1b[0m" if _is_coloured(to) else text


def _is_terminal(to: TextIO) -> bool:
    return to.isatty()


def _is_coloured(to: TextIO) -> bool:
    return _is_terminal(to) and sys.platform != "win32"


def _width() -> int:
    return min(WIDEST, shutil.get_terminal_size((100, 24)).columns)
