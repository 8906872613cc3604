"""Procedures that come before a backfill, where its own files show that one does.

The links are the settings' (`procedures`); the names are those of the procedures themselves.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from bot.domain.facts import Unknown, known
from bot.domain.phrase import Phrase
from bot.domain.plan import Plan
from bot.domain.request import Status
from bot.planning.scope import HEAD

INVESTIGATE = "investigate-data-quality"
PREPARE = "prepare-production-data-change"
REVIEW = "review-data-pipeline"
DEBUG = "debug-spark-yarn"


@dataclass(frozen=True, slots=True)
class Procedure:
    """A procedure to go through first, and why."""

    name: str
    because: str


def procedures_first(plan: Plan) -> tuple[Procedure, ...]:
    """The procedures that this plan gives reason for, in the order to go through them."""
    return tuple(_found(plan))


def _found(plan: Plan) -> Iterator[Procedure]:
    request = plan.request
    if isinstance(request.root_cause, Unknown):
        yield Procedure(INVESTIGATE, Phrase("the root cause is unknown"))
    if plan.lineage.differences or any(each.is_new for each in plan.datasets):
        yield Procedure(
            PREPARE,
            Phrase("the pull request changes more than data: datasets are new or described anew"),
        )
    if known(request.code.fixed) in {None, HEAD}:
        yield Procedure(
            REVIEW,
            Phrase("the fixed code is this pull request's own, or not stated, and unreviewed"),
        )
    if request.status is Status.RUNNING:
        yield Procedure(DEBUG, Phrase("the backfill is running; if a job of it is stalled"))
