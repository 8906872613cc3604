"""A question that stands between a plan and its execution."""

from dataclasses import dataclass
from enum import StrEnum

from bot.domain.names import DatasetName, GateId


class GateKind(StrEnum):
    """Who can clear a gate, and how."""

    BLOCKING = "blocking"
    """Only a change of files."""
    WAIVABLE = "waivable"
    """A change of files, or a waiver with a reason by a person who may confirm."""
    ATTEST = "attest"
    """A person says that something outside the files has been checked."""


@dataclass(frozen=True, slots=True, order=True)
class Gate:
    """One gate as asked of one plan: open until files or people clear it."""

    id: GateId
    kind: GateKind
    open: bool
    """False where the files already answer it (shown ticked, with `answer`)."""
    about: str
    """The dataset, source, field or request that it is about; empty for the whole plan."""
    question: str
    remedy: str
    topic: str
    """The gate's family, the same for every plan: anchors in the checklist document."""
    answer: str = ""
    lapses_with_head: bool = False
    """True for `dry-run-reviewed` and `baselines-recorded`."""
    datasets: tuple[DatasetName, ...] = ()
