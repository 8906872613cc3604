"""The table of what is rewritten: dataset, partitions, count, write, undo."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from bot.domain.dataset import Semantics
from bot.domain.facts import Known, NotApplicable
from bot.domain.partition_set import WholeTable
from bot.domain.phrase import Phrase
from bot.domain.plan import Plan, PlannedDataset
from bot.rendering.facts import counted_partitions, partitions, typed
from bot.rendering.language import Strong
from bot.rendering.tables import Table

UNFOLDED: Final = 25
SHORT: Final = 32


@dataclass(frozen=True, slots=True)
class Datasets:
    """The table itself, or totals of each wave with the table folded."""

    table: Table
    waves: Table
    is_long: bool
    summary: Phrase


def datasets(plan: Plan) -> Datasets:
    """One row a dataset, in order of writing."""
    return Datasets(
        table=Table(
            head=(
                Phrase("wave"),
                Phrase("dataset"),
                Phrase("partitions"),
                "",
                Phrase("write"),
                Phrase("undo"),
            ),
            rows=tuple(_row(dataset) for dataset in plan.datasets),
            right=(0, 3),
        ),
        waves=_waves(plan),
        is_long=len(plan.datasets) > UNFOLDED,
        summary=Phrase("All {count:,} datasets with their partitions", count=len(plan.datasets)),
    )


def undo(dataset: PlannedDataset) -> Phrase | Strong:
    """How the dataset is undone, in a word or two; what cannot be undone says so first."""
    if not dataset.reversible:
        return lasting(dataset)
    if dataset.is_new:
        return Phrase("remove what was written")
    if isinstance(dataset.facts.rollback.artifact, Known):
        return Phrase("restore")
    return Phrase("source unknown")


def lasting(dataset: PlannedDataset) -> Phrase | Strong:
    """Why the dataset counts as one that cannot be undone, in a few words."""
    stated = dataset.facts.write.reversible
    impossible = dataset.facts.rollback.irreversible
    if isinstance(impossible, Known) or (isinstance(stated, Known) and not stated.value):
        return Strong(Phrase("cannot be undone"))
    if isinstance(stated, NotApplicable):
        return Phrase("not applicable: {why}", why=_short(stated.why))
    return Strong(Phrase("unknown, so taken as lasting"))


def write(dataset: PlannedDataset) -> Phrase:
    """The write semantics as the request names them."""
    return Phrase("unknown") if dataset.semantics is None else _SEMANTICS[dataset.semantics]


_SEMANTICS: Final = {
    Semantics.OVERWRITE: Phrase("overwrite"),
    Semantics.APPEND: Phrase("append"),
    Semantics.MERGE: Phrase("merge"),
}


def _row(dataset: PlannedDataset) -> tuple[Any, ...]:
    whole = isinstance(dataset.partitions, WholeTable)
    return (
        f"{dataset.wave + 1}",
        typed(dataset.name),
        partitions(dataset.partitions),
        "1" if whole else counted_partitions(dataset.partitions, dataset.count),
        write(dataset),
        undo(dataset),
    )


def _waves(plan: Plan) -> Table:
    by_wave: dict[int, list[PlannedDataset]] = {}
    for dataset in plan.datasets:
        by_wave.setdefault(dataset.wave, []).append(dataset)
    return Table(
        head=(Phrase("wave"), Phrase("datasets"), Phrase("partitions"), Phrase("cannot be undone")),
        rows=tuple(_total(wave, members) for wave, members in sorted(by_wave.items())),
        right=(1, 2, 3),
    )


def _total(wave: int, members: Sequence[PlannedDataset]) -> tuple[Any, ...]:
    counts = [member.count for member in members]
    total = f"{sum(count or 0 for count in counts):,}"
    return (
        Phrase("wave {number}", number=wave + 1),
        f"{len(members):,}",
        Phrase("more than {total}", total=total) if None in counts else total,
        f"{sum(not member.reversible for member in members):,}",
    )


def _short(text: str) -> str:
    return text if len(text) <= SHORT else f"{text[: SHORT - 1]}…"
