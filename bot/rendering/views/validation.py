"""Validation: what is recorded before, what has to hold after, and who decides."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from bot.domain.facts import known
from bot.domain.phrase import Phrase, counted
from bot.domain.plan import Plan, PlannedDataset
from bot.rendering.facts import columns, counted_partitions, fact, names
from bot.rendering.tables import Table, grouped
from bot.rendering.views.headline import partition_total
from bot.rendering.views.situation import Line, Situation


@dataclass(frozen=True, slots=True)
class Validation:
    """Baselines, checks for everything, checks a dataset, and who decides."""

    summary: Phrase
    before: tuple[Phrase, ...]
    after: tuple[Phrase, ...]
    datasets: Table
    keys: Table
    deciding: tuple[Line, ...]


def validation(situation: Situation) -> Validation:
    """The section for a plan."""
    plan = situation.plan
    return Validation(
        summary=_summary(plan),
        before=tuple(_before(plan)),
        after=tuple(_after(plan)),
        datasets=Table(
            head=(
                Phrase("datasets"),
                Phrase("stated checks"),
                Phrase("tolerance"),
                Phrase("decided by"),
                Phrase("accepted when"),
            ),
            rows=grouped(plan.datasets, _stated),
        ),
        keys=Table(
            head=(Phrase("datasets"), Phrase("unique on"), Phrase("complete with")),
            rows=grouped(plan.datasets, _shape),
        ),
        deciding=(
            (Phrase("Tolerance"), fact(plan.request.validation.tolerance)),
            (Phrase("Decided by"), fact(plan.request.validation.decided_by)),
            (Phrase("Accepted when"), fact(plan.request.validation.acceptance)),
        ),
    )


def _summary(plan: Plan) -> Phrase:
    stated = {
        check for dataset in plan.datasets for check in known(dataset.facts.validation.checks) or ()
    }
    return Phrase(
        "{checks}; tolerance: {tolerance}; decided by: {people}",
        checks=counted("{number} stated check", "{number} stated checks", len(stated)),
        tolerance=fact(plan.request.validation.tolerance),
        people=fact(plan.request.validation.decided_by),
    )


def _before(plan: Plan) -> Iterator[Phrase]:
    yield Phrase(
        "Record the baselines of {partitions}: rows, distinct keys, nulls, and the sums that must "
        "not change.",
        partitions=partition_total(plan),
    )
    if plan.controls:
        yield Phrase(
            "Record the control: {controls}.",
            controls=tuple(
                Phrase("`{dataset}` {key}", dataset=control.dataset, key=control.key)
                for control in plan.controls
            ),
        )
    else:
        yield Phrase("No control partition is named; without one nothing shows a change too far.")


def _after(plan: Plan) -> Iterator[Phrase]:
    yield Phrase("Grain: one row is still what *Scope* says.")
    yield Phrase("Keys are unique, and never null.")
    yield Phrase("Nulls: no column is emptier than its baseline, beyond the tolerance.")
    yield Phrase("Complete: every planned partition is there, and no other has changed.")
    yield Phrase("Rows differ from the baseline only as the reason of the request explains.")
    yield Phrase("Measures that the fix must conserve are equal within the tolerance.")
    yield Phrase("Fresh: the newest partition is not older than before.")
    yield Phrase(
        "Schema: as before, or as stated: {schema}.",
        schema=fact(
            plan.request.code.schema,
            lambda stated: Phrase(
                "`{pairs}`", pairs=tuple(f"{name}={value}" for name, value in stated.items())
            ),
        ),
    )
    yield Phrase("Downstream: each wave reconciles with the one before.")
    yield Phrase("Consumers accept: {consumers}.", consumers=names(plan.cascade.consumers, 20))


def _stated(dataset: PlannedDataset) -> tuple[Any, ...]:
    stated = dataset.facts.validation
    return (
        fact(stated.checks, lambda checks: Phrase("{checks}", checks=checks)),
        fact(stated.tolerance),
        fact(stated.decided_by),
        fact(stated.acceptance),
    )


def _shape(dataset: PlannedDataset) -> tuple[Any, ...]:
    return (
        fact(dataset.facts.key, columns),
        counted_partitions(dataset.partitions, dataset.count),
    )
