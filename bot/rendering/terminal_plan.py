"""A plan drawn on a terminal: what matters first, each section in its telling lines."""

import re
from collections.abc import Iterable, Iterator
from typing import Any, Final, TextIO

from rich import box
from rich.console import Console
from rich.padding import Padding
from rich.table import Table as RichTable
from rich.text import Text

from bot.domain.gate import GateKind
from bot.domain.phrase import Phrase
from bot.domain.plan import Plan
from bot.domain.request import Intent
from bot.planning.block import block_of
from bot.rendering.language import Language, Strong, language
from bot.rendering.page import Page
from bot.rendering.tables import Table
from bot.rendering.views.batches import batches
from bot.rendering.views.datasets import datasets
from bot.rendering.views.dry_run import dry_run
from bot.rendering.views.headline import headline
from bot.rendering.views.monitoring import monitoring
from bot.rendering.views.order import order
from bot.rendering.views.rollback import rollback
from bot.rendering.views.scope import scope
from bot.rendering.views.situation import Situation
from bot.rendering.views.stopping import stopping
from bot.rendering.views.validation import validation
from bot.settings import Settings

_COLOURS: Final = {
    GateKind.BLOCKING: "bold red",
    GateKind.WAIVABLE: "bold yellow",
    GateKind.ATTEST: "bold cyan",
}
_KINDS: Final = {
    GateKind.BLOCKING: Phrase("blocks"),
    GateKind.WAIVABLE: Phrase("decide"),
    GateKind.ATTEST: Phrase("check"),
}


def draw(plan: Plan, settings: Settings, to: TextIO, width: int) -> None:
    """The plan, for a terminal so many columns wide."""
    pen = _Pen(language(settings.language), Console(file=to, width=width, highlight=False))
    executing = plan.request.intent is Intent.EXECUTE
    situation = Situation(plan, None, settings, Page(), executing)
    _head(situation, pen)
    pen.table(datasets(plan).table)
    _gates(plan, pen)
    for title, lines in _sections(situation):
        pen.section(title, lines)
    if executing:
        for command in plan.scope.commands:
            pen.block(block_of(plan, command))
    pen.line(Phrase("Everything in full: pipe this into a pager or a file."), "dim")


def _head(situation: Situation, pen: "_Pen") -> None:
    said = headline(situation)
    colour = "bold red" if situation.open_gates else "bold green"
    pen.line(Phrase("Backfill plan · {name}", name=situation.plan.name), "bold underline")
    pen.pair(said.rewrites, said.source, "bold")
    pen.pair(said.verdict, " ".join(map(pen.words, said.reasons)), colour)
    pen.pair(Phrase("Next:"), said.next, "bold")


def _gates(plan: Plan, pen: "_Pen") -> None:
    for gate in plan.gates:
        if gate.open:
            pen.item(_KINDS[gate.kind], gate.id, gate.question, _COLOURS[gate.kind])
            pen.under(gate.remedy)
        else:
            pen.item(Phrase("clear"), gate.id, gate.answer or gate.question, "green")


def _sections(situation: Situation) -> Iterator[tuple[Phrase, Iterable[Any]]]:
    """The eight sections, in their order, each with its telling lines."""
    yield Phrase("Scope"), (_labelled(line) for line in scope(situation).lines)
    yield (
        Phrase("Order"),
        (
            Phrase("{wave}: {datasets}", wave=wave.title, datasets=wave.datasets)
            for wave in order(situation).waves
        ),
    )
    yield Phrase("Dry-Run"), (dry_run(situation).summary,)
    yield Phrase("Execution Batches"), (batches(situation).summary,)
    yield Phrase("Validation"), (validation(situation).summary,)
    yield Phrase("Monitoring"), (monitoring(situation).summary,)
    yield Phrase("Stop Conditions"), stopping(situation).own or (stopping(situation).summary,)
    yield Phrase("Rollback"), (rollback(situation).summary, *rollback(situation).lasting)


def _labelled(line: tuple[Any, Any]) -> Phrase:
    label, words = line
    return Phrase("{label}: {words}", label=label, words=words)


class _Pen:
    """Writes phrases on a console, in one language and never as rich's own markup."""

    def __init__(self, speech: Language, console: Console) -> None:
        self.speech = speech
        self.console = console

    def words(self, word: Any) -> str:
        """The word as plain text, without characters that a terminal obeys."""
        bare = word.text if isinstance(word, Strong) else word
        told = self.speech.tell(bare if isinstance(bare, str) else str(bare))
        return "".join(letter if letter.isprintable() else "\ufffd" for letter in told)

    def text(self, word: Any, style: str = "") -> Text:
        """The word with what stands between backticks set apart by colour."""
        pieces = re.split(r"`([^`]+)`", self.words(word))
        spans = [(piece, "cyan" if at % 2 else style) for at, piece in enumerate(pieces)]
        return Text.assemble(*spans)

    def line(self, word: Any, style: str = "") -> None:
        """One paragraph."""
        self.console.print(self.text(word, style))

    def pair(self, first: Any, second: Any, style: str) -> None:
        """A beginning and what follows it."""
        self.console.print(Text.assemble((self.words(first), style), " ", self.text(second)))

    def item(self, kind: Any, name: str, words: Any, style: str) -> None:
        """A gate."""
        text = Text.assemble(
            (f"{self.words(kind):>6}", style), "  ", (name, "bold"), "  ", self.text(words)
        )
        self.console.print(text)

    def under(self, words: Any) -> None:
        """What would clear the gate above."""
        if words:
            self.console.print(Padding(Text.assemble("→ ", self.text(words)), (0, 0, 0, 8)))

    def section(self, title: Any, lines: Iterable[Any]) -> None:
        """A heading and its lines."""
        self.console.print()
        self.line(title, "bold underline")
        for words in lines:
            self.console.print(Padding(self.text(words), (0, 0, 0, 2)))

    def block(self, lines: Iterable[str]) -> None:
        """What somebody may paste as a comment."""
        self.console.print()
        for text in lines:
            self.console.print(Text(text, "green"), soft_wrap=True)
        self.console.print()

    def table(self, table: Table) -> None:
        """Headings and rows."""
        drawn = RichTable(box=box.SIMPLE_HEAD)
        for at, head in enumerate(table.head):
            justify = "right" if at in table.right else "left"
            drawn.add_column(Text(self.words(head)), justify=justify)  # type: ignore[arg-type]
        for row in table.rows:
            drawn.add_row(
                *(self.text(cell, "bold red" if isinstance(cell, Strong) else "") for cell in row)
            )
        self.console.print(drawn)
