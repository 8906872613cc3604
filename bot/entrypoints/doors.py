"""What the service is built around; everything of it is handed in, nothing is looked up."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from bot.entrypoints.metrics import Metrics
from bot.entrypoints.sweep import Due
from bot.entrypoints.webhook import SubjectOf
from bot.entrypoints.worker import Evaluate


@dataclass(frozen=True, slots=True)
class Doors:
    """Where the service touches the rest of the bot."""

    subject_of: SubjectOf
    evaluate: Evaluate
    due: Due


MakeDoors = Callable[[Mapping[str, str], Metrics], Doors]
"""From the environment and the counters to the doors; called in each process for itself."""
