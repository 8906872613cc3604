"""Stop Conditions: objective ones for every backfill, with this plan's figures, then its own."""

from collections.abc import Iterator
from dataclasses import dataclass

from bot.domain.facts import Known
from bot.domain.phrase import Phrase, counted
from bot.domain.plan import Plan
from bot.rendering.facts import fact
from bot.rendering.views.headline import partition_total
from bot.rendering.views.situation import Situation


@dataclass(frozen=True, slots=True)
class Stopping:
    """What stops the backfill at once."""

    summary: Phrase
    always: tuple[Phrase, ...]
    own: tuple[str, ...]
    own_unknown: str
    """Empty where the request states some."""


def stopping(situation: Situation) -> Stopping:
    """The section for a plan."""
    plan = situation.plan
    always = tuple(_always(plan))
    stated = plan.request.stop_conditions
    own = stated.value if isinstance(stated, Known) else ()
    return Stopping(
        summary=Phrase(
            "{always}, and {own}",
            always=counted("{number} condition", "{number} conditions", len(always)),
            own=counted("{number} of the request", "{number} of the request", len(own)),
        ),
        always=always,
        own=own,
        own_unknown="" if own else fact(stated),
    )


def _always(plan: Plan) -> Iterator[Phrase]:
    yield Phrase("A check of *Validation* fails for a batch.")
    yield Phrase(
        "A write touches anything but {partitions} of the scope.", partitions=partition_total(plan)
    )
    yield Phrase("Keys are no longer unique, or rows grow where the write replaces.")
    yield Phrase("A source partition that a batch reads is missing or empty.")
    yield Phrase(
        "Data needed may be gone before the end: run by {run_by}, latest safe completion {latest}.",
        run_by=fact(plan.request.retention.run_by),
        latest=fact(plan.request.retention.latest_safe_completion),
    )
    yield Phrase(
        "Resources are saturated: rate limit {rate}, at the same time {parallel}.",
        rate=fact(plan.request.resources.rate_limit),
        parallel=fact(plan.request.resources.max_parallelism),
    )
    yield Phrase("Another writer, or another backfill, writes the same partitions.")
    yield Phrase("A batch fails again after its last retry.")
    yield Phrase("What the rollback needs is gone or cannot be restored.")
    yield Phrase("`verify` no longer exits 0: a confirmation lapsed, or the plan changed.")
