"""Scope: datasets, partitions and write semantics; what a confirmation has to name exactly."""

from dataclasses import dataclass
from enum import StrEnum

from bot.domain.dataset import Semantics
from bot.domain.names import DatasetName
from bot.domain.partition_set import PartitionSet


class Command(StrEnum):
    """The two confirming verbs: publish what can be undone, write what cannot."""

    APPROVE = "approve"
    CONFIRM = "confirm"


@dataclass(frozen=True, slots=True)
class ScopeLine:
    """One dataset of a scope."""

    semantics: Semantics
    dataset: DatasetName
    partitions: PartitionSet
    command: Command


@dataclass(frozen=True, slots=True)
class Scope:
    """All lines of a plan, and the code that is to run."""

    lines: tuple[ScopeLine, ...]
    code: str
    """`head` literally, or the immutable fixed version."""

    def lines_for(self, command: Command) -> tuple[ScopeLine, ...]:
        """The lines of one class, in plan order."""
        return tuple(line for line in self.lines if line.command is command)

    @property
    def commands(self) -> tuple[Command, ...]:
        """The commands that a plan of this scope asks for."""
        return tuple(command for command in Command if self.lines_for(command))
