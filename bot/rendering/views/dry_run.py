"""Dry-Run: a preview that publishes nothing, and what it should show."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, TypeVar

from bot.domain.dataset import Estimate
from bot.domain.facts import known
from bot.domain.phrase import Phrase
from bot.domain.plan import Plan, PlannedDataset
from bot.rendering import quantities
from bot.rendering.facts import counted_partitions, fact, names, partitions, typed
from bot.rendering.tables import Table
from bot.rendering.views.datasets import write
from bot.rendering.views.headline import partition_total
from bot.rendering.views.scope import fixed_version
from bot.rendering.views.situation import Line, Situation

N = TypeVar("N", int, float)


@dataclass(frozen=True, slots=True)
class DryRun:
    """Steps of the preview, figures a dataset, totals and conflicts."""

    summary: Phrase
    steps: tuple[Phrase, ...]
    figures: Table
    totals: tuple[Line, ...]
    conflicts: tuple[Phrase, ...]


def dry_run(situation: Situation) -> DryRun:
    """The section for a plan."""
    plan = situation.plan
    return DryRun(
        summary=_summary(plan),
        steps=tuple(_steps(plan)),
        figures=Table(
            head=(
                Phrase("dataset"),
                Phrase("would write"),
                Phrase("rows"),
                Phrase("size"),
                Phrase("machine time"),
            ),
            rows=tuple(_figures(dataset) for dataset in plan.datasets),
            right=(2, 3, 4),
        ),
        totals=tuple(_totals(plan)),
        conflicts=tuple(_conflicts(plan)),
    )


def _summary(plan: Plan) -> Phrase:
    figures = plan.estimates
    return Phrase(
        "{partitions}; rows: {rows}, size: {size}, machine time: {minutes}; {missing}",
        partitions=partition_total(plan),
        rows=quantities.rows(figures.rows),
        size=quantities.size(figures.bytes),
        minutes=quantities.duration(figures.minutes),
        missing=_missing(plan),
    )


def _missing(plan: Plan) -> Phrase:
    figures = plan.estimates
    if not figures.missing:
        return Phrase("every dataset has an estimate")
    return Phrase(
        "no estimate for {missing:,} of {total:,} datasets",
        missing=len(figures.missing),
        total=figures.datasets,
    )


def _steps(plan: Plan) -> Iterator[Phrase]:
    yield Phrase(
        "Resolve the versions and stop if one differs: {fixed}.", fixed=fixed_version(plan)
    )
    yield Phrase(
        "Plan again at `{commit}` and compare the scope digest with `{digest}`.",
        commit=plan.commit,
        digest=plan.digest,
    )
    yield Phrase(
        "Select {partitions} as listed below, count their rows as they are now, and publish "
        "nothing.",
        partitions=partition_total(plan),
    )
    yield Phrase("Print for every partition what would be written, and compare it with this table.")
    yield Phrase(
        "Run the checks of *Validation* on the preview; what cannot be checked without "
        "writing is listed."
    )
    yield Phrase(
        "Attach the result to this pull request before anybody attests `dry-run-reviewed`."
    )


def _figures(dataset: PlannedDataset) -> tuple[Any, ...]:
    stated = known(dataset.facts.estimate) or Estimate()
    return (
        typed(dataset.name),
        Phrase(
            "{write} {count}: {partitions}",
            write=write(dataset),
            count=counted_partitions(dataset.partitions, dataset.count),
            partitions=partitions(dataset.partitions),
        ),
        quantities.rows(_times(stated.rows, dataset.count)),
        quantities.size(_times(stated.bytes, dataset.count)),
        quantities.duration(_times(stated.minutes, dataset.count)),
    )


def _times(figure: N | None, count: int | None) -> N | None:
    return None if figure is None or count is None else figure * count


def _totals(plan: Plan) -> Iterator[Line]:
    figures = plan.estimates
    parallel = plan.request.resources.max_parallelism
    yield (
        Phrase("Together"),
        Phrase(
            "{rows} rows, {size}, {minutes} of machine time",
            rows=quantities.rows(figures.rows),
            size=quantities.size(figures.bytes),
            minutes=quantities.duration(figures.minutes),
        ),
    )
    yield (
        Phrase("Elapsed"),
        Phrase(
            "{wall}, waves one after another, in parallel: {parallel}",
            wall=quantities.duration(figures.wall_minutes),
            parallel=fact(parallel),
        ),
    )
    yield Phrase("Not covered"), names(figures.missing)
    yield (
        Phrase("To be done by"),
        Phrase(
            "{run_by} (latest safe completion: {latest})",
            run_by=fact(plan.request.retention.run_by),
            latest=fact(plan.request.retention.latest_safe_completion),
        ),
    )
    yield Phrase("Cost"), fact(plan.request.resources.cost)


def _conflicts(plan: Plan) -> Iterator[Phrase]:
    for clash in plan.clashes:
        yield Phrase("`{dataset}`: {words}", dataset=clash.dataset, words=clash.words)
    if plan.gates and not plan.clashes:
        yield Phrase(
            "No schedule of a planned dataset is known to write these partitions meanwhile."
        )
    overlapping = plan.request.resources.overlapping_work
    yield Phrase("Other work at the same time: {work}", work=fact(overlapping))
