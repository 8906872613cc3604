"""What bounds a plan: facts of its datasets, what is not rewritten, and what it rests on."""

from collections.abc import Iterator
from typing import Any, Final

from bot.domain.dataset import Dataset
from bot.domain.facts import Known
from bot.domain.phrase import Phrase
from bot.domain.plan import Plan, PlannedDataset, RetentionCheck
from bot.rendering.facts import columns, cut, fact, names, partitions, typed, yes_or_no
from bot.rendering.tables import Table
from bot.rendering.views.situation import Line

ALL_RUNS: Final = 400
"""Runs of one dataset that are listed in full; the block to copy names all."""


def cut_words(dataset: Dataset) -> Any:
    """How a dataset is cut, with its column where that is known."""
    calendar = dataset.partitioning
    if isinstance(calendar, Known) and calendar.value.column:
        return Phrase("{cut}, by `{column}`", cut=cut(calendar.value), column=calendar.value.column)
    return fact(calendar, cut)


def dataset_facts(plan: Plan) -> Table:
    """What is known of each dataset: a row a dataset."""
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
        cut_words(facts),
        fact(facts.write.boundary),
    )


def rim(plan: Plan) -> Iterator[Line]:
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


def retention(plan: Plan) -> Table:
    """Whether what the plan reads, and does not rewrite, is still there on the day of the run."""
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


def _lost(check: RetentionCheck) -> Phrase:
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


def sources(plan: Plan) -> Table:
    """Which lineage files were read, each at which version."""
    return Table(
        head=(Phrase("lineage file"), Phrase("kind"), Phrase("version read"), Phrase("datasets")),
        rows=tuple(
            (typed(source.path), source.kind, typed(source.version), f"{source.datasets:,}")
            for source in plan.lineage.sources
        ),
        right=(3,),
    )


def stated_differently(plan: Plan) -> Table:
    """Facts that the head or the request states otherwise than the base."""
    return Table(
        head=(Phrase("dataset"), Phrase("fact"), Phrase("on the base"), Phrase("here")),
        rows=tuple(
            (typed(diff.dataset), typed(diff.what), diff.base, diff.head)
            for diff in plan.lineage.differences
        ),
    )
