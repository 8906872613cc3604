"""The parts of a command: what `approve` and `confirm` name line by line, and gates."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from bot.domain.dataset import Semantics
from bot.domain.names import CommitSha, GateId, RequestName
from bot.domain.phrase import Phrase
from bot.domain.scope import Command
from bot.domain.spoken import Attesting, Confirming, SpokenLine, Waiving
from bot.parsing.cursor import Cursor, nearest
from bot.parsing.inline import Line

NAME: Final = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
"""Request names and gate ids."""

_LONGEST_NAME: Final = 64
_SHA: Final = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")
_SEMANTICS: Final = tuple(Semantics)
_PARTS: Final = ("commit", "code", *_SEMANTICS, "attest", "waive")
_BECAUSE: Final = "because"
_REQUEST: Final = Phrase("the request's name")
_COMMIT: Final = Phrase("the commit")
_VERSION: Final = Phrase("the code version")
_PARTITIONS: Final = Phrase("the list of partitions")


def request_of(cursor: Cursor) -> RequestName:
    """The request's name, which stands next."""
    name = cursor.word(_REQUEST)
    if not NAME.fullmatch(name) or len(name) > _LONGEST_NAME:
        cursor.slip(Phrase("a request's name is small letters and digits in words joined by `-`"))
    return RequestName(name)


def attesting_of(cursor: Cursor) -> Attesting:
    """Gates up to the first word that cannot be one, and the rest of the line as a note."""
    gates = [_gate(cursor)]
    while NAME.fullmatch(cursor.peek()):
        gates.append(_gate(cursor))
    return Attesting(tuple(gates), cursor.rest(Phrase("the note")))


def waiving_of(cursor: Cursor) -> Waiving:
    """Gates up to `because`, and the reason after it."""
    gates = [_gate(cursor)]
    while cursor.peek().lower() != _BECAUSE:
        if cursor.done:
            cursor.slip(Phrase("a waiver needs a reason: `because …`"), cursor.at)
        gates.append(_gate(cursor))
    cursor.word(Phrase("`because`"))
    reason = cursor.rest(Phrase("the reason"))
    if not reason:
        cursor.slip(Phrase("the reason after `because` is missing"), cursor.at)
    return Waiving(tuple(gates), reason)


def confirming_of(command: Command, head: Cursor, lines: Sequence[Line]) -> Confirming:
    """The block whose first line `head` has been read up to the verb."""
    request = request_of(head)
    head.end(_REQUEST)
    parts = _Parts()
    for line in lines:
        parts.read(Cursor(line.text, line.number))
    if parts.commit is None:
        head.slip(Phrase("the line `commit <sha>` is missing"), len(head.text))
    if not parts.lines:
        head.slip(Phrase("the lines that name datasets and partitions are missing"), len(head.text))
    return Confirming(
        command=command,
        request=request,
        commit=parts.commit,
        code=parts.code,
        lines=tuple(parts.lines.values()),
        attests=tuple(parts.attests),
        waives=tuple(parts.waives),
    )


@dataclass(slots=True)
class _Parts:
    commit: CommitSha | None = None
    code: str | None = None
    lines: dict[str, SpokenLine] = field(default_factory=dict)
    attests: list[Attesting] = field(default_factory=list)
    waives: list[Waiving] = field(default_factory=list)

    def read(self, cursor: Cursor) -> None:
        part = cursor.word(Phrase("the line")).lower()
        if part == "commit":
            self._read_commit(cursor)
        elif part == "code":
            self._read_code(cursor)
        elif part in _SEMANTICS:
            self._read_line(part, cursor)
        elif part == "attest":
            self.attests.append(attesting_of(cursor))
        elif part == "waive":
            self.waives.append(waiving_of(cursor))
        else:
            problem = Phrase("a line of a block begins with one of `{parts}`", parts=_PARTS)
            cursor.slip(problem, nearest=nearest(part, _PARTS))

    def _read_commit(self, cursor: Cursor) -> None:
        if self.commit is not None:
            cursor.slip(Phrase("`commit` stands here for the second time"))
        sha = cursor.word(_COMMIT).lower()
        if not _SHA.fullmatch(sha):
            cursor.slip(Phrase("a commit is named by its full SHA, 40 or 64 hexadecimal digits"))
        cursor.end(_COMMIT)
        self.commit = CommitSha(sha)

    def _read_code(self, cursor: Cursor) -> None:
        if self.code is not None:
            cursor.slip(Phrase("`code` stands here for the second time"))
        self.code = cursor.word(_VERSION)
        cursor.end(_VERSION)

    def _read_line(self, semantics: str, cursor: Cursor) -> None:
        dataset = cursor.name(Phrase("the dataset's name"))
        begun = cursor.start
        line = SpokenLine(semantics, dataset, cursor.items(_PARTITIONS), cursor.number)
        cursor.end(_PARTITIONS)
        before = self.lines.setdefault(dataset, line)
        if _scope_of([before]) != _scope_of([line]):
            cursor.slip(
                Phrase("this dataset stands here for the second time, with something else"), begun
            )


def meaning_of(said: Confirming) -> object:
    """A block without what does not change it: order, repetitions, where its lines stood."""
    gates = (
        frozenset((frozenset(one.gates), one.note) for one in said.attests),
        frozenset((frozenset(one.gates), one.reason) for one in said.waives),
    )
    named = (said.command, said.request, said.commit, said.code)
    return (*named, _scope_of(said.lines), gates)


def _scope_of(lines: Iterable[SpokenLine]) -> frozenset[object]:
    return frozenset((one.semantics, one.dataset, frozenset(one.partitions)) for one in lines)


def _gate(cursor: Cursor) -> GateId:
    word = cursor.word(Phrase("the gate's id"))
    if not NAME.fullmatch(word):
        cursor.slip(Phrase("a gate's id is small letters and digits in words joined by `-`"))
    return GateId(word)
