"""Tables as values, and rows of equal content put together."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from bot.domain.phrase import Phrase
from bot.domain.plan import PlannedDataset
from bot.rendering.escape import Markdown
from bot.rendering.facts import names
from bot.rendering.language import Language

GROUP_NAMES: Final = 5
SAID_BY_NAME: Final = 2
SHORT: Final = 20
_BETWEEN_HAN = re.compile(r"(?<=[\u4e00-\u9fff])(?=[\u4e00-\u9fff])")


@dataclass(frozen=True, slots=True)
class Table:
    """Headings and rows; cells are phrases or words. `right` are the columns set to the right."""

    head: tuple[Any, ...]
    rows: tuple[tuple[Any, ...], ...]
    right: tuple[int, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.rows)


def markdown(table: Table, speech: Language) -> Markdown:
    """The table in GitHub's Markdown; no cell can break a row."""
    rule = ("--:" if at in table.right else "---" for at in range(len(table.head)))
    lines = (
        _head(table.head, speech),
        f"|{'|'.join(rule)}|",
        *(_row(row, speech, table.right) for row in table.rows),
    )
    return Markdown("\n".join(lines))


def grouped(
    datasets: Sequence[PlannedDataset], words: Callable[[PlannedDataset], tuple[Any, ...]]
) -> tuple[tuple[Any, ...], ...]:
    """One row for all datasets of which the same is said, in the order of the first of each.

    A large group is named by what it is not: `all 300 datasets`, `the other 297 datasets`.
    """
    groups: dict[tuple[str, ...], list[PlannedDataset]] = {}
    for dataset in datasets:
        groups.setdefault(tuple(map(str, words(dataset))), []).append(dataset)
    largest = max(groups.values(), key=len, default=[])
    rows = sorted(groups.values(), key=lambda group: group is largest and len(group) > GROUP_NAMES)
    return tuple(
        (_called(group, len(datasets), group is largest), *words(group[0])) for group in rows
    )


def _called(group: Sequence[PlannedDataset], total: int, largest: bool) -> Phrase:  # noqa: FBT001
    if len(group) == total > SAID_BY_NAME:
        return Phrase("all {total:,} datasets", total=total)
    if largest and len(group) > GROUP_NAMES:
        return Phrase("the other {count:,} datasets", count=len(group))
    return names([dataset.name for dataset in group], shown=len(group))


def _head(cells: Iterable[Any], speech: Language) -> str:
    return f"| {' | '.join(_in_one(speech.say(cell)) for cell in cells)} |"


def _row(cells: Iterable[Any], speech: Language, right: Sequence[int]) -> str:
    said = (speech.say(cell).strip() or "—" for cell in cells)
    shaped = (
        _in_one(word).replace(" ", "&nbsp;") if at in right else word
        for at, word in enumerate(said)
    )
    return f"| {' | '.join(shaped)} |"


def _in_one(words: str) -> str:
    """Short words that stay on one line in a script that breaks between any two letters."""
    return _BETWEEN_HAN.sub("&#8288;", words) if len(words) <= SHORT else words
