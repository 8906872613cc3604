"""Execution Batches: control and canary first, then batches; retries and checkpoints of each."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final

from bot.domain.facts import Known
from bot.domain.phrase import Phrase, counted
from bot.domain.plan import Batch, Plan, PlannedDataset
from bot.partitions import sets
from bot.rendering.facts import fact, names, partitions, typed, yes_or_no
from bot.rendering.tables import Table, grouped
from bot.rendering.views.situation import Line, Situation

SINGLE: Final = 40
"""Up to so many batches each has its row; beyond, those of one dataset share one."""


@dataclass(frozen=True, slots=True)
class Batches:
    """Limits, steps before and after, the batches, and how each dataset's steps repeat."""

    summary: Phrase
    limits: tuple[Line, ...]
    before: tuple[Phrase, ...]
    batches: Table
    each: tuple[Phrase, ...]
    repeating: Table
    after: tuple[Phrase, ...]


def batches(situation: Situation) -> Batches:
    """The section for a plan."""
    plan = situation.plan
    return Batches(
        summary=_summary(plan),
        limits=tuple(_limits(plan)),
        before=tuple(_before(plan)),
        batches=_table(plan),
        each=tuple(_each(plan)),
        repeating=Table(
            head=(
                Phrase("datasets"),
                Phrase("safe to repeat"),
                Phrase("retries"),
                Phrase("after a partial run"),
                Phrase("duplicates"),
                Phrase("commit"),
            ),
            rows=grouped(plan.datasets, _repeating),
        ),
        after=tuple(_after(plan)),
    )


def _summary(plan: Plan) -> Phrase:
    canary = next((batch for batch in plan.batches if batch.kind == "canary"), None)
    return Phrase(
        "control: {control}; canary: {canary}; {batches}",
        control=tuple(control.key for control in plan.controls) or Phrase("unknown"),
        canary=partitions(canary.partitions) if canary else Phrase("none"),
        batches=counted("{number:,} batch in all", "{number:,} batches in all", len(plan.batches)),
    )


def _limits(plan: Plan) -> Iterator[Line]:
    resources = plan.request.resources
    yield Phrase("Partitions a batch"), fact(resources.batch_size)
    yield Phrase("At the same time"), fact(resources.max_parallelism)
    yield Phrase("Rate limit"), fact(resources.rate_limit)
    if isinstance(plan.request.staging, Known):
        yield (
            Phrase("Written first to"),
            Phrase(
                "`{place}`; published from there after its checks", place=plan.request.staging.value
            ),
        )
    else:
        yield Phrase("Written first to"), Phrase("no staging place is named: written in place")


def _before(plan: Plan) -> Iterator[Phrase]:
    for clash in plan.clashes:
        yield Phrase(
            "Pause the schedule of `{dataset}`: {words}.", dataset=clash.dataset, words=clash.words
        )
    for control in plan.controls:
        words = {"dataset": control.dataset, "key": control.key}
        yield (
            Phrase("Record the control `{dataset}` {key}; it must not change.", **words)
            if control.outside
            else Phrase(
                "`{dataset}` {key} is named as control but lies in the stale set: it controls "
                "nothing.",
                **words,
            )
        )
    if not plan.controls:
        yield Phrase("Choose a control partition outside the scope: none is named.")
    for batch in plan.batches:
        if batch.kind == "canary":
            yield Phrase(
                "Canary: write `{dataset}` {partitions} alone and validate it: {because}",
                dataset=batch.dataset,
                partitions=partitions(batch.partitions),
                because=batch.because,
            )


def _table(plan: Plan) -> Table:
    return Table(
        head=(
            Phrase("batch"),
            Phrase("dataset"),
            Phrase("partitions"),
            "",
            Phrase("how"),
        ),
        rows=tuple(_row(batch) for batch in plan.batches)
        if len(plan.batches) <= SINGLE
        else tuple(_together(plan)),
        right=(0, 3),
    )


def _row(batch: Batch) -> tuple[Any, ...]:
    return (
        f"{batch.number:,}",
        typed(batch.dataset),
        partitions(batch.partitions),
        f"{batch.count:,}",
        _how(batch),
    )


def _together(plan: Plan) -> Iterator[tuple[Any, ...]]:
    for (dataset, kind), found in groupby(plan.batches, lambda b: (b.dataset, b.kind)):
        members = tuple(found)
        if len(members) == 1:
            yield _row(members[0])
            continue
        first, last = members[0], members[-1]
        yield (
            f"{first.number:,}-{last.number:,}",
            typed(dataset),
            Phrase(
                "{batches} of up to {size:,}, from {first} to {last}",
                batches=counted("{number:,} batch", "{number:,} batches", len(members)),
                size=max(batch.count for batch in members),
                first=sets.first_key(first.partitions),
                last=sets.last_key(last.partitions),
            ),
            f"{sum(batch.count for batch in members):,}",
            _how(first),
        )
        del kind


def _how(batch: Batch) -> Phrase:
    if batch.kind == "canary":
        return Phrase("canary, alone")
    if batch.serial:
        return Phrase("one by one, oldest first")
    return Phrase("in parallel")


def _each(plan: Plan) -> Iterator[Phrase]:
    yield Phrase("Ask `verify` before the first write, and again before each one that is lasting.")
    yield Phrase(
        "Record with each batch: its number, the confirmations' comment ids, rows written."
    )
    yield Phrase(
        "Checkpoint: validate the batch; the next one is started by {people}.",
        people=fact(plan.request.validation.decided_by),
    )
    yield Phrase("An append batch is never started twice under one number.")


def _repeating(dataset: PlannedDataset) -> tuple[Any, ...]:
    stated, written = dataset.facts.idempotency, dataset.facts.write
    return (
        fact(stated.repeatable, yes_or_no),
        fact(stated.retries),
        fact(stated.partial_completion),
        _duplicates(dataset),
        fact(written.commit),
    )


def _duplicates(dataset: PlannedDataset) -> Any:
    """How the write avoids a row twice, as far as its semantics leave the question."""
    written = dataset.facts.write
    match dataset.semantics:
        case None:
            return Phrase("unknown")
        case "append":
            return fact(
                written.deduplicate,
                lambda way: Phrase("{by} on `{columns}`", by=way.by, columns=way.columns),
            )
        case "merge":
            return Phrase(
                "matched on {keys}; duplicate source rows: {handling}",
                keys=fact(written.match_keys, lambda keys: Phrase("`{keys}`", keys=keys)),
                handling=fact(written.duplicate_sources),
            )
        case _:
            return Phrase("replaced whole")


def _after(plan: Plan) -> Iterator[Phrase]:
    for clash in plan.clashes:
        yield Phrase(
            "Resume the schedule of `{dataset}` after its last batch is valid.",
            dataset=clash.dataset,
        )
    consumers: Sequence[str] = plan.cascade.consumers
    if consumers:
        yield Phrase("Tell the consumers: {names}.", names=names(consumers, 20))
