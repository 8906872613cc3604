"""What a comment says to the bot.

A command is a line that begins with `/backfill` in a spoken paragraph (see `words.py`), with the
lines that follow it there, up to the next one. Blanks are spaces and tabs. Key words and SHAs are
read in any case; every name exactly as it stands.

    comment   = { talk | command }               the same command twice is one; two are none
    command   = "/backfill" ( block | attest | waive | revoke | execute | ask )
    block     = ( "approve" | "confirm" ) request { NEWLINE part }
    part      = "commit" sha                     once
              | "code" version                   at most once
              | semantics dataset keys           at least once, once a dataset
              | "attest" gate { gate } [ note ]
              | "waive" gate { gate } "because" reason
    attest    = "attest" request gate { gate } [ note ]
    waive     = "waive" request gate { gate } "because" reason
    revoke    = "revoke" request [ why ]         whatever else is said with it, it counts
    execute   = "execute" request
    ask       = ( "plan" | "status" | "help" ) [ request ]
    semantics = "overwrite" | "append" | "merge"
    keys      = item { "," item }
    item      = key | key ".." key | "?.." key   first and last are both meant
    dataset, key = name | JSON string
    name      = one or more of A-Z a-z 0-9 . _ / -
    request, gate = small letters and digits, in words joined by "-"
    sha       = 40 or 64 hexadecimal digits
    version   = printable ASCII without blanks
    note, reason, why = text to the end of the line, with nothing in it that cannot be seen

Outside JSON strings and free text, only printable ASCII is read; any other character is named by
its code point. The note of `attest` begins at the first word that cannot be a gate; whether the
words before it are gates, only the plan can tell.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from bot.domain.phrase import Phrase
from bot.domain.scope import Command
from bot.domain.spoken import (
    Asking,
    Attest,
    Confirming,
    Conflicting,
    Fenced,
    Misspoken,
    Nothing,
    Said,
    Spoken,
    Verb,
    Waive,
)
from bot.parsing.address import ADDRESS, addressed, foreign_in_address
from bot.parsing.cursor import Cursor, Slip, nearest
from bot.parsing.inline import Heard, Line
from bot.parsing.invisible import named
from bot.parsing.parts import (
    NAME,
    attesting_of,
    confirming_of,
    meaning_of,
    request_of,
    waiving_of,
)
from bot.parsing.words import source_lines, spoken_words

_CODE_INDENT: Final = 4
_LONGEST_ECHO: Final = 40


@lru_cache(maxsize=512)
def spoken(body: str) -> Spoken:
    """What a comment says: a command, nothing, or why it cannot be taken; never raises.

    A thread is read again at every evaluation, so that the answer for a body is remembered.
    """
    if not any(addressed(line) for line in source_lines(body)):
        return Nothing()
    words = spoken_words(body)
    if words.unreadable is not None:
        return Misspoken(words.unreadable, 1, 1, "")
    chunks = [chunk for paragraph in words.paragraphs for chunk in _chunks(paragraph)]
    commands = _distinct([_command(chunk) for chunk in chunks])
    if not commands:
        return Fenced() if _is_command(words.fenced) else Nothing()
    if len(commands) == 1 or all(isinstance(command, Misspoken) for command in commands):
        return commands[0]
    return Conflicting(tuple(commands))


def _chunks(paragraph: Sequence[Line]) -> Iterator[Sequence[Line]]:
    """The lines of each command of a paragraph; talk before the first is left out."""
    begins = [
        at
        for at, line in enumerate(paragraph)
        if line.heard is not Heard.HIDDEN and addressed(line.text)
    ]
    for begin, end in zip(begins, [*begins[1:], len(paragraph)], strict=False):
        yield paragraph[begin:end]


def _distinct(commands: Sequence[Said | Misspoken]) -> list[Said | Misspoken]:
    """Commands without repetitions; how they were spelled does not count."""
    found: dict[object, Said | Misspoken] = {}
    for command in commands:
        found.setdefault(_meaning(command), command)
    return list(found.values())


def _meaning(command: Said | Misspoken) -> object:
    match command:
        case Misspoken():
            return command.problem, command.excerpt
        case Confirming():
            return meaning_of(command)
        case _:
            return command


def _command(lines: Sequence[Line]) -> Said | Misspoken:
    head = Cursor(lines[0].text, lines[0].number)
    verb: Verb | None = None
    try:
        _greeting(head, lines[0])
        verb = _verb(head)
        return _said(verb, head, lines[1:])
    except Slip as slip:
        return _misspoken(slip, lines, verb)


def _said(verb: Verb, head: Cursor, below: Sequence[Line]) -> Said:
    match verb:
        case Verb.APPROVE:
            return confirming_of(Command.APPROVE, head, below)
        case Verb.CONFIRM:
            return confirming_of(Command.CONFIRM, head, below)
        case Verb.REVOKE:
            return Asking(verb, request_of(head))
        case Verb.ATTEST:
            said: Said = Attest(request_of(head), attesting_of(head))
        case Verb.WAIVE:
            said = Waive(request_of(head), waiving_of(head))
        case Verb.EXECUTE:
            said = Asking(verb, request_of(head))
        case Verb.PLAN | Verb.STATUS | Verb.HELP:
            said = Asking(verb, None if head.done else request_of(head))
    head.end(Phrase("`/backfill {verb}`", verb=verb.value))
    if below:
        only = Phrase("`/backfill {verb}`, which is one line long", verb=verb.value)
        Cursor(below[0].text, below[0].number).end(only)
    return said


def _greeting(head: Cursor, line: Line) -> None:
    foreign = foreign_in_address(line.text)
    if foreign is not None:
        character = named(line.text[foreign])
        head.slip(Phrase("`{character}` stands in `/backfill`", character=character), foreign)
    word = head.word(Phrase("`/backfill`"))
    if word.lower() != ADDRESS:
        head.slip(Phrase("a command begins with `/backfill` and a blank"))
    if line.heard is not Heard.PLAINLY:
        head.slip(Phrase("the command stands inside other markup; give it a paragraph of its own"))
    indent = line.text[: len(line.text) - len(line.text.lstrip(" \t"))]
    if len(indent.expandtabs(_CODE_INDENT)) >= _CODE_INDENT:
        head.slip(Phrase("the command is indented like code; begin it at the start of its line"))


def _verb(head: Cursor) -> Verb:
    word = head.word(Phrase("the verb")).lower()
    if word not in tuple(Verb):
        problem = Phrase("`{word}` is no verb of `/backfill`", word=word[:_LONGEST_ECHO])
        head.slip(problem, nearest=nearest(word, tuple(Verb)))
    return Verb(word)


def _misspoken(slip: Slip, lines: Sequence[Line], verb: Verb | None) -> Misspoken:
    source = next((line.text for line in lines if line.number == slip.line), "")
    words = lines[0].text.split()
    request = words[2] if verb is not None and len(words) > len(("address", "verb")) else ""
    return Misspoken(
        problem=slip.problem,
        line=slip.line,
        column=slip.column,
        excerpt=source,
        verb=verb,
        request=request if NAME.fullmatch(request) else None,
        nearest=slip.nearest,
    )


def _is_command(fenced: str | None) -> bool:
    """True if the content of a fence would have been a command, well said or not."""
    first = next((line for line in (fenced or "").split("\n") if line.strip()), "")
    return addressed(first)
