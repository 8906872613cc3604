"""Scope: what is wrong, what is rewritten for it, and everything that bounds it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from bot.domain.facts import Known
from bot.domain.phrase import Phrase, counted
from bot.domain.plan import Plan
from bot.domain.request import ListRange, Root, TimeRange
from bot.planning.spans_of_time import period_words
from bot.rendering.facts import (
    columns,
    fact,
    is_shortened,
    names,
    partitions,
    typed,
)
from bot.rendering.tables import Table
from bot.rendering.views.datasets import write
from bot.rendering.views.headline import partition_total
from bot.rendering.views.rim import (
    ALL_RUNS,
    cut_words,
    dataset_facts,
    retention,
    rim,
    sources,
    stated_differently,
)
from bot.rendering.views.situation import Line, Situation


@dataclass(frozen=True, slots=True)
class Scope:
    """What is said at once, and what is folded."""

    lines: tuple[Line, ...]
    summary: Phrase
    facts: Table
    runs: tuple[Line, ...]
    edges: tuple[Line, ...]
    retention: Table
    run: tuple[Line, ...]
    sources: Table
    differences: Table
    assumptions: tuple[str, ...]


def scope(situation: Situation) -> Scope:
    """The section for a plan."""
    plan = situation.plan
    return Scope(
        lines=tuple(_lines(situation)),
        summary=Phrase("Facts of every dataset, retention, exclusions, assumptions, lineage read"),
        facts=dataset_facts(plan),
        runs=tuple(
            (typed(dataset.name), partitions(dataset.partitions, ALL_RUNS))
            for dataset in plan.datasets
            if is_shortened(dataset.partitions)
        ),
        edges=tuple(rim(plan)),
        retention=retention(plan),
        run=tuple(_run(plan)),
        sources=sources(plan),
        differences=stated_differently(plan),
        assumptions=plan.assumptions,
    )


def _lines(situation: Situation) -> Iterator[Line]:
    plan = situation.plan
    for root in plan.request.roots:
        yield Phrase("Root"), _root(plan, root)
        yield Phrase("Range"), _range(root)
    yield Phrase("Versions"), _versions(plan)
    yield Phrase("Why"), _why(plan)
    yield (
        Phrase("Affected"),
        Phrase(
            "{datasets}, {partitions}: {kinds}; each in the table above",
            datasets=counted("{number:,} dataset", "{number:,} datasets", len(plan.datasets)),
            partitions=partition_total(plan),
            kinds=tuple(_kinds(plan)),
        ),
    )
    if situation.open_gates:
        gates = [gate.id for gate in situation.open_gates]
        yield Phrase("Open gates"), names(gates, shown=4)
    else:
        yield Phrase("Open gates"), Phrase("none")
    for what, why in plan.request.not_applicable.items():
        yield Phrase("Not applicable"), Phrase("`{what}`: {why}", what=what, why=why)


def _root(plan: Plan, root: Root) -> Phrase:
    known = plan.lineage.datasets.get(root.dataset)
    planned = next((d.facts for d in plan.datasets if d.name == root.dataset), known)
    if planned is None:
        return Phrase("`{dataset}`, of which no lineage knows anything", dataset=root.dataset)
    return Phrase(
        "`{dataset}`; grain: {grain}; key: {key}; cut in {cut}",
        dataset=root.dataset,
        grain=fact(planned.grain),
        key=fact(planned.key, columns),
        cut=cut_words(planned),
    )


def _range(root: Root) -> Phrase:
    asked = root.range
    if isinstance(asked, ListRange):
        return Phrase("the values `{values}`", values=asked.values)
    if not isinstance(asked, TimeRange):
        return Phrase("the whole table")
    words = {"start": asked.start, "end": asked.end, "zone": fact(asked.time_zone)}
    bounds = (
        Phrase("{start} to {end}, both included, dates in {zone}", **words)
        if isinstance(asked.time_zone, Known)
        else Phrase("{start} to {end}, both included, dates in the root's own time zone", **words)
    )
    more: list[Phrase] = [bounds]
    if asked.excluded:
        more.append(Phrase("without {keys}", keys=tuple(key for key, _ in asked.excluded)))
    if asked.horizon is not None:
        more.append(Phrase("effects followed forward to {day}", day=asked.horizon.isoformat()))
    if asked.whole:
        more.append(Phrase("partitions that the range cuts are rewritten whole"))
    return Phrase("{parts}", parts=tuple(more))


def _versions(plan: Plan) -> Phrase:
    code = plan.request.code
    return Phrase(
        "bad: {bad}; fixed: {fixed}; repository: {repository}; configuration: {config}; "
        "schema: {schema}",
        bad=fact(code.bad, typed),
        fixed=fixed_version(plan),
        repository=(
            fact(code.repository, typed)
            if isinstance(code.repository, Known)
            else Phrase("this one")
        ),
        config=fact(code.config, _pairs),
        schema=fact(code.schema, _pairs),
    )


def fixed_version(plan: Plan) -> Any:
    """The version that repairs; `head` with the commit that it stands for."""
    fixed = plan.request.code.fixed
    if isinstance(fixed, Known) and fixed.value == "head":
        return Phrase("this pull request's head, `{commit}`", commit=plan.commit)
    return fact(fixed, typed)


def _pairs(stated: Mapping[str, str]) -> Phrase:
    return Phrase("`{pairs}`", pairs=tuple(f"{name}={value}" for name, value in stated.items()))


def _why(plan: Plan) -> Phrase:
    cause = plan.request.root_cause
    if isinstance(cause, Known) and cause.value == "known":
        return Phrase("{reason} (root cause known)", reason=fact(plan.request.reason))
    return Phrase(
        "{reason} (root cause: {cause})", reason=fact(plan.request.reason), cause=fact(cause)
    )


def _kinds(plan: Plan) -> Iterator[Phrase]:
    written = [str(write(dataset)) for dataset in plan.datasets]
    for dataset in plan.datasets:
        word = str(write(dataset))
        if word in written:
            yield Phrase("{count:,} by {write}", count=written.count(word), write=write(dataset))
            written = [other for other in written if other != word]


def _run(plan: Plan) -> Iterator[Line]:
    kept = plan.request.retention
    yield Phrase("Run by"), fact(kept.run_by)
    yield Phrase("Latest safe completion"), fact(kept.latest_safe_completion)
    yield Phrase("Data may arrive late by"), _late(plan)
    yield Phrase("Metadata kept"), fact(kept.metadata)
    yield Phrase("Logs kept"), fact(kept.logs)
    yield Phrase("Snapshots kept"), fact(kept.snapshots)


def _late(plan: Plan) -> Any:
    """How late data may come, in words where the stated duration could be read."""
    stated = plan.request.retention.late_arrival
    if isinstance(stated, Known) and plan.late_arrival is not None:
        return Phrase("{lengths}", lengths=period_words(plan.late_arrival))
    return fact(stated)
