"""A plan together with what people have said of it, and where it is shown."""

from dataclasses import dataclass
from typing import Any, TypeAlias

from bot.confirmation.standing import RequestStanding
from bot.domain.gate import Gate
from bot.domain.plan import Plan
from bot.rendering.page import Page
from bot.settings import Settings

Line: TypeAlias = tuple[Any, Any]
"""What is said of what: a label and its words."""


@dataclass(frozen=True, slots=True)
class Situation:
    """A plan with what people have said of it so far."""

    plan: Plan
    standing: RequestStanding | None
    settings: Settings
    page: Page
    executing: bool

    @property
    def open_gates(self) -> tuple[Gate, ...]:
        """Gates that neither files nor people have cleared."""
        return self.plan.open_gates if self.standing is None else self.standing.open_gates
