"""One long comment as several, cut between lines at the best place, each whole by itself.

What is open at a cut (a fold, a table) is closed there and opened again in the next part. Fences
are never cut: what is to be copied or drawn stays in one piece.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from bot.rendering.escape import Markdown

CHARACTERS: Final = 65_000
BYTES: Final = 262_000
_TABLE_RULE: Final = frozenset("|-: ")


@dataclass(frozen=True, slots=True)
class Limit:
    """How long one part may be, in characters and in UTF-8 bytes."""

    characters: int = CHARACTERS
    bytes: int = BYTES

    def holds(self, text: str) -> bool:
        """True if the text is within both limits."""
        if len(text) > self.characters:
            return False
        return len(text) * 4 <= self.bytes or len(text.encode()) <= self.bytes


def split(text: str, limit: Limit, continued: Markdown, left_out: Markdown) -> tuple[Markdown, ...]:
    """The text in as few parts as cutting greedily gives; one where it fits.

    Args:
        text: Markdown as our templates write it.
        limit: of each part, what closes and reopens included.
        continued: what the summary of a fold says when it goes on in the next part.
        left_out: what stands in the place of something that fits into no part.
    """
    if limit.holds(text):
        return (Markdown(text),)
    parts: list[Markdown] = []
    part = _Part(limit=limit)
    for found in _blocks(text.split("\n")):
        fits = limit.holds("\n".join(found.alone(continued)))
        block = found if fits else replace(found, lines=("", left_out, ""), table=())
        if part.takes(block):
            part.add(block)
            continue
        parts.append(part.closed())
        part = part.next(continued)
        part.add(block)
    return (*parts, part.closed())


@dataclass(frozen=True, slots=True)
class _Block:
    """Lines that stay together, and what is open around them."""

    lines: tuple[str, ...]
    folds: tuple[str, ...] = ()
    """Opening lines of the folds that are open after these lines."""
    table: tuple[str, ...] = ()
    """Head and rule of the table that a row belongs to."""

    def alone(self, continued: Markdown) -> tuple[str, ...]:
        """The lines of a part that holds nothing else."""
        opened = tuple(_again(fold, continued) + "\n" for fold in self.folds)
        return (*opened, *self.table, *self.lines, *_ends(self.folds), "")


@dataclass(slots=True)
class _Part:
    limit: Limit
    lines: list[str] = field(default_factory=list)
    folds: tuple[str, ...] = ()
    table: tuple[str, ...] = ()
    fresh: bool = False
    characters: int = 0
    bytes: int = 0

    def takes(self, block: _Block) -> bool:
        if self.fresh or not self.lines:
            return True
        closing = sum(len(fold_end) + 2 for fold_end in _ends(block.folds))
        added = "\n".join((*self._reopened(block), *block.lines))
        characters = self.characters + len(added) + 1 + closing
        if characters > self.limit.characters:
            return False
        return self.bytes + len(added.encode()) + 1 + closing <= self.limit.bytes

    def add(self, block: _Block) -> None:
        self._push(*self._reopened(block), *block.lines)
        self.folds, self.table = block.folds, block.table
        if any(line.strip() for line in block.lines):
            self.fresh = False

    def closed(self) -> Markdown:
        body = "\n".join(self.lines).strip("\n")
        return Markdown("\n\n".join([body, *_ends(self.folds)]))

    def next(self, continued: Markdown) -> "_Part":
        part = _Part(limit=self.limit, fresh=True, folds=self.folds)
        for fold in self.folds:
            part._push(_again(fold, continued), "")
        return part

    def _reopened(self, block: _Block) -> tuple[str, ...]:
        """The head of a table again, where its rows go on in a new part."""
        goes_on = block.table and self.fresh and block.lines != block.table
        return block.table if goes_on else ()

    def _push(self, *lines: str) -> None:
        for line in lines:
            self.lines.append(line)
            self.characters += len(line) + 1
            self.bytes += len(line.encode()) + 1


def _ends(folds: Sequence[str]) -> tuple[str, ...]:
    return ("</details>",) * len(folds)


def _again(fold: str, continued: Markdown) -> str:
    start = fold.replace("<details open>", "<details>")
    return start.replace("</summary>", f" {continued}</summary>", 1)


def _blocks(lines: Sequence[str]) -> Iterator[_Block]:
    """The text as blocks: a fence is one, a table's head with its rule is one, else a line."""
    folds: tuple[str, ...] = ()
    table: tuple[str, ...] = ()
    at = 0
    while at < len(lines):
        count = _together(lines, at)
        here = tuple(lines[at : at + count])
        for line in _outside_fences(here):
            if line.startswith("<details"):
                folds = (*folds, line)
            elif line == "</details>":
                folds = folds[:-1]
        if not here[-1].startswith("|"):
            table = ()
        elif _is_rule(here[-1]):
            table = here[-2:]
        yield _Block(here, folds, table)
        at += count


def _outside_fences(lines: Sequence[str]) -> Iterator[str]:
    fence = ""
    for line in lines:
        if fence:
            fence = "" if line == fence else fence
        elif line.startswith("```"):
            fence = line[: len(line) - len(line.lstrip("`"))]
        else:
            yield line


def _together(lines: Sequence[str], at: int) -> int:
    """How many lines from here on must not be parted."""
    line = lines[at]
    if line.startswith("```"):
        mark = line[: len(line) - len(line.lstrip("`"))]
        return next(
            (end - at + 1 for end in range(at + 1, len(lines)) if lines[end] == mark),
            len(lines) - at,
        )
    if _heads(line):
        count = 1
        while at + count < len(lines) and not lines[at + count].strip():
            count += 1
        following = at + count
        return count + (_together(lines, following) if following < len(lines) else 0)
    is_head = line.startswith("|") and at + 1 < len(lines) and _is_rule(lines[at + 1])
    return 2 if is_head else 1


def _heads(line: str) -> bool:
    """True of a line that is nothing without what follows it."""
    if line.startswith(("#", "<details")):
        return True
    return line.startswith("**") and line.rstrip(":\uff1a").endswith(("**", ")", "\uff09"))


def _is_rule(line: str) -> bool:
    return line.startswith("|") and set(line) <= _TABLE_RULE
