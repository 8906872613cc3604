"""Do the files of this pull request describe known data otherwise than the target branch does?"""

from collections.abc import Iterator

from bot.domain.dataset import Reads
from bot.domain.gate import Gate, GateKind
from bot.domain.names import DatasetName
from bot.domain.partition_set import TimePartitions
from bot.domain.phrase import Phrase
from bot.gates.asking import gate_id
from bot.gates.case import Case
from bot.partitions.calendar import calendar_of

CHANGED = "changed-facts"
TOPICS = (CHANGED,)
FIRST = "partition.first"


def ask(case: Case) -> Iterator[Gate]:
    """Waivable: each difference between base and head or request; the stricter fact holds."""
    for difference in case.plan.lineage.differences:
        if difference.what == FIRST and _takes_nothing_away(case, difference.dataset):
            continue
        yield Gate(
            gate_id("changed", difference.dataset, difference.what),
            GateKind.WAIVABLE,
            open=True,
            about=difference.dataset,
            question=Phrase(
                "`{what}` of `{dataset}` is {base} on the target branch and {head} here. Is the "
                "change right? Until then the stricter of the two holds.",
                what=difference.what,
                dataset=difference.dataset,
                base=difference.base,
                head=difference.head,
            ),
            remedy=Phrase("merge the changed fact by itself first, or take it back here"),
            topic=CHANGED,
            datasets=(difference.dataset,),
        )


def _takes_nothing_away(case: Case, name: DatasetName) -> bool:
    """True where a first partition that the base does not state comes before all that is planned.

    Who reads the dataset from its beginning on would read less, and has to be asked about.
    """
    for dataset in case.datasets:
        for edge in dataset.facts.upstream:
            if edge.upstream == name and edge.reads in (Reads.ALL, Reads.CUMULATIVE):
                return False
    planned = [each.partitions for each in case.datasets if each.name == name]
    if not planned:
        return _touched(case).isdisjoint(edge.upstream for edge in case.described(name).upstream)
    return all(
        isinstance(partitions, TimePartitions)
        and bool(partitions.spans)
        and partitions.spans.first > calendar_of(partitions.calendar).beginning
        for partitions in planned
    )


def _touched(case: Case) -> frozenset[DatasetName]:
    """Everything whose readers go stale, or may."""
    cascade = case.plan.cascade
    return frozenset(
        (
            *(each.name for each in case.datasets),
            *cascade.views,
            *(entry.dataset for entry in cascade.unresolved),
            *(left.dataset for left in cascade.left_stale),
        )
    )
