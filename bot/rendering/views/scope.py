"""Scope: what is wrong, what is rewritten for it, and everything that bounds it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from bot.domain.dataset import Dataset
from bot.domain.facts import Known
from bot.domain.phrase import Phrase, counted
from bot.domain.plan import Plan, PlannedDataset
from bot.domain.request import ListRange, Root, TimeRange
from bot.rendering.facts import (
    columns,
    cut,
    fact,
    is_shortened,
    names,
    partitions,
    typed,
    yes_or_no,
)
from bot.rendering.tables import Table
from bot.rendering.views.datasets import write
from bot.rendering.views.headline import partition_total
from bot.rendering.views.situation import Line, Situation

ALL_RUNS = 400


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
        facts=_facts(plan),
        runs=tuple(
            (typed(dataset.name), partitions(dataset.partitions, ALL_RUNS))
            for dataset in plan.datasets
            if is_shortened(dataset.partitions)
        ),
        edges=tuple(_edges(plan)),
        retention=_retention(plan),
        run=tuple(_run(plan)),
        sources=_sources(plan),
        differences=_differences(plan),
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
        yield Phrase("Open gates"), names(gates, shown=12)
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
        cut=_cut(planned),
    )


def _cut(dataset: Dataset) -> Any:
    calendar = dataset.partitioning
    if isinstance(calendar, Known) and calendar.value.column:
        return Phrase("{cut}, by `{column}`", cut=cut(calendar.value), column=calendar.value.column)
    return fact(calendar, cut)


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


def _facts(plan: Plan) -> Table:
    return Table(
        head=(
            Phrase("dataset"),
            Phrase("one row is"),
            Phrase("key"),
            Phrase("cut in"),
            Phrase("a write replaces"),
        ),
        rows=tuple(_fact_row(dataset) for dataset in plan.datasets),
    )


def _fact_row(dataset: PlannedDataset) -> tuple[Any, ...]:
    facts = dataset.facts
    return (
        typed(dataset.name),
        fact(facts.grain),
        fact(facts.key, columns),
        _cut(facts),
        fact(facts.write.boundary),
    )


def _edges(plan: Plan) -> Iterator[Line]:
    """Everything at the rim of the cascade: what is not rewritten, and why."""
    cascade = plan.cascade
    for entry in cascade.unresolved:
        yield (
            Phrase("Unresolved"),
            Phrase(
                "`{dataset}`, reached through `{via}`: {because}; below it: {below}",
                dataset=entry.dataset,
                via=tuple(entry.via[:-1]) or (entry.dataset,),
                because=entry.because,
                below=names(entry.below),
            ),
        )
    for left in cascade.left_stale:
        yield (
            Phrase("Excluded, left stale"),
            Phrase(
                "`{dataset}` ({partitions}): {reason}; below it: {below}",
                dataset=left.dataset,
                partitions=Phrase("unknown")
                if left.partitions is None
                else partitions(left.partitions),
                reason=left.reason or Phrase("no reason given"),
                below=names(left.below),
            ),
        )
    for cycle in cascade.cycles:
        yield Phrase("Cycle"), Phrase("`{members}`", members=tuple(cycle))
    for cut_root in cascade.cut:
        yield (
            Phrase("Cut by the range"),
            Phrase(
                "`{dataset}`: {keys}; rewritten whole: {allowed}",
                dataset=cut_root.dataset,
                keys=cut_root.keys,
                allowed=yes_or_no(cut_root.allowed),
            ),
        )
    for dataset, keys in cascade.ambiguous_keys.items():
        yield Phrase("Ambiguous keys"), Phrase("`{dataset}`: {keys}", dataset=dataset, keys=keys)
    for dataset, waiting in cascade.not_yet.items():
        yield (
            Phrase("Not closed yet, left out"),
            Phrase("`{dataset}`: {keys}", dataset=dataset, keys=partitions(waiting, ALL_RUNS)),
        )
    if cascade.views:
        yield Phrase("Views, never written"), columns(cascade.views)
    yield Phrase("Consumers to be told"), columns(cascade.consumers)
    if plan.redactions:
        yield Phrase("Redacted, looks like a credential"), columns(plan.redactions)


def _retention(plan: Plan) -> Table:
    return Table(
        head=(
            Phrase("read, not rewritten"),
            Phrase("read by"),
            Phrase("needed"),
            Phrase("still has, on the day of the run"),
            Phrase("lost"),
        ),
        rows=tuple(
            (
                typed(check.source),
                names(check.readers),
                Phrase("{first} to {last}", first=check.needed_from, last=check.needed_to),
                Phrase("unknown")
                if check.kept_from is None
                else Phrase("from {day}", day=check.kept_from),
                _lost(check),
            )
            for check in plan.retention
        ),
    )


def _lost(check: Any) -> Phrase:
    if not check.lost:
        return Phrase("nothing known") if check.kept_from is None else Phrase("nothing")
    return Phrase(
        "{readers}",
        readers=tuple(
            Phrase(
                "`{reader}` {keys} (first that can be recomputed: {first})",
                reader=reader,
                keys=partitions(keys),
                first=check.first_recomputable.get(reader, Phrase("none")),
            )
            for reader, keys in check.lost.items()
        ),
    )


def _run(plan: Plan) -> Iterator[Line]:
    kept = plan.request.retention
    yield Phrase("Run by"), fact(kept.run_by)
    yield Phrase("Latest safe completion"), fact(kept.latest_safe_completion)
    yield Phrase("Data may arrive late by"), fact(kept.late_arrival)
    yield Phrase("Metadata kept"), fact(kept.metadata)
    yield Phrase("Logs kept"), fact(kept.logs)
    yield Phrase("Snapshots kept"), fact(kept.snapshots)


def _sources(plan: Plan) -> Table:
    return Table(
        head=(Phrase("lineage file"), Phrase("kind"), Phrase("version read"), Phrase("datasets")),
        rows=tuple(
            (typed(source.path), source.kind, typed(source.version), f"{source.datasets:,}")
            for source in plan.lineage.sources
        ),
        right=(3,),
    )


def _differences(plan: Plan) -> Table:
    return Table(
        head=(Phrase("dataset"), Phrase("fact"), Phrase("on the base"), Phrase("here")),
        rows=tuple(
            (typed(diff.dataset), typed(diff.what), diff.base, diff.head)
            for diff in plan.lineage.differences
        ),
    )
