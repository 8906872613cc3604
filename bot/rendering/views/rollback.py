"""Rollback: in reverse order, with artifact, owner, check and time limit; or why it cannot be."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from bot.domain.facts import Known
from bot.domain.phrase import Phrase
from bot.domain.plan import Plan, PlannedDataset
from bot.rendering.facts import fact, names
from bot.rendering.tables import Table, grouped
from bot.rendering.views.datasets import undo
from bot.rendering.views.situation import Line, Situation


@dataclass(frozen=True, slots=True)
class Rollback:
    """Trigger and sequence, what cannot be undone, and a row a dataset, last written first."""

    summary: Phrase
    lines: tuple[Line, ...]
    lasting: tuple[Phrase, ...]
    datasets: Table


def rollback(situation: Situation) -> Rollback:
    """The section for a plan."""
    plan = situation.plan
    stated = plan.request.rollback
    return Rollback(
        summary=_summary(plan),
        lines=(
            (Phrase("Trigger"), fact(stated.trigger)),
            (Phrase("Sequence"), _sequence(plan)),
            (Phrase("Owner"), fact(stated.owner)),
            (Phrase("Time limit"), fact(stated.time_limit)),
            (Phrase("Checked afterwards by"), fact(stated.check)),
        ),
        lasting=tuple(_lasting(plan)),
        datasets=Table(
            head=(
                Phrase("wave"),
                Phrase("datasets"),
                Phrase("method"),
                Phrase("artifact"),
                Phrase("owner"),
                Phrase("check afterwards"),
                Phrase("within"),
            ),
            rows=tuple(_rows(plan)),
            right=(0,),
        ),
    )


def _summary(plan: Plan) -> Phrase:
    lasting = [dataset.name for dataset in plan.datasets if not dataset.reversible]
    limit = fact(plan.request.rollback.time_limit)
    if not lasting:
        return Phrase("in reverse order, all partitions of the scope; within: {limit}", limit=limit)
    if len(lasting) == len(plan.datasets):
        return Phrase("nothing here can be undone, as far as anybody has said")
    return Phrase(
        "in reverse order, within: {limit}; cannot be undone: {names}",
        limit=limit,
        names=names(lasting, 3),
    )


def _sequence(plan: Plan) -> Any:
    if isinstance(plan.request.rollback.sequence, Known):
        return plan.request.rollback.sequence.value
    return Phrase("last wave first, within a wave the newest partition first")


def _lasting(plan: Plan) -> Iterator[Phrase]:
    for dataset in plan.datasets:
        if not dataset.reversible:
            why = dataset.irreversible_because or dataset.facts.rollback.irreversible
            yield Phrase(
                "`{dataset}`: {why}",
                dataset=dataset.name,
                why=why if isinstance(why, str) else fact(why),
            )


def _rows(plan: Plan) -> Iterator[tuple[Any, ...]]:
    for wave in sorted({dataset.wave for dataset in plan.datasets}, reverse=True):
        members = [dataset for dataset in plan.datasets if dataset.wave == wave]
        for row in grouped(members, _row):
            yield (f"{wave + 1}", *row)


def _row(dataset: PlannedDataset) -> tuple[Any, ...]:
    stated = dataset.facts.rollback
    return (
        undo(dataset),
        fact(stated.artifact) if dataset.reversible else "",
        fact(stated.owner),
        fact(stated.check),
        fact(stated.time_limit),
    )
