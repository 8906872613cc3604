"""The texts of a decision, as rendering hands them back; reconciling compares them with GitHub."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.decision.decision import Note
from bot.domain.names import RequestName


@dataclass(frozen=True, slots=True)
class GateText:
    """Title and summary of the gate."""

    title: str
    summary: str


@dataclass(frozen=True, slots=True)
class Pages:
    """Every text that a decision may put on GitHub, each with its marker line first."""

    plans: Mapping[RequestName, tuple[str, ...]] = field(default_factory=dict)
    """The parts of each plan comment."""
    answers: Mapping[int, str] = field(default_factory=dict)
    """By the id of the comment that is answered."""
    notes: Mapping[Note, str] = field(default_factory=dict)
    gate: GateText = field(default_factory=lambda: GateText("", ""))
