"""Is something that this plan reads being rewritten by another backfill at the same time?

In the bigquery-etl corpus this alone fired on 13 of 390 requests, and 11 of those were undone or
redone later: it is the question most worth asking.
"""

from collections.abc import Iterator

from bot.domain.cascade import SourceWindow
from bot.domain.dataset import Kind
from bot.domain.facts import known
from bot.domain.gate import Gate, GateKind
from bot.domain.names import DatasetName
from bot.domain.partition_set import PartitionSet, TimePartitions
from bot.domain.phrase import Phrase
from bot.domain.plan import OpenRequest
from bot.gates.asking import HERE, about, gate_id, some, who
from bot.gates.case import Case

IN_FLIGHT = "upstream-in-flight"
TOPICS = (IN_FLIGHT,)


def ask(case: Case) -> Iterator[Gate]:
    """Waivable: each open backfill that rewrites, or leaves stale, what this plan reads."""
    for other in case.circumstances.open_requests:
        read = tuple(sorted({*_read_in_flight(case, other)}))
        below = tuple(each.name for each in case.datasets if each.name in other.leaves_stale)
        if read or below:
            yield _gate(case, other, read or below, _question(other, read, below))


def _read_in_flight(case: Case, other: OpenRequest) -> Iterator[DatasetName]:
    """Upstreams of the plan, through views, that the other one writes where they are read."""
    for window in case.plan.cascade.sources:
        for source in _behind_views(case, window.source):
            if source in other.leaves_stale or _meets(other.writes.get(source), window):
                yield source


def _behind_views(case: Case, name: DatasetName) -> Iterator[DatasetName]:
    """The dataset, or where it is a view the tables that it shows."""
    seen, left = set(), [name]
    while left:
        current = left.pop()
        if current in seen:
            continue
        seen.add(current)
        dataset = case.described(current)
        yield current
        if dataset.kind is Kind.VIEW:
            left.extend(edge.upstream for edge in dataset.upstream)


def _meets(written: PartitionSet | None, window: SourceWindow) -> bool:
    if written is None:
        return False
    if window.window is None or not isinstance(written, TimePartitions):
        return True
    return bool(written.spans & window.window)


def _question(
    other: OpenRequest, read: tuple[DatasetName, ...], below: tuple[DatasetName, ...]
) -> Phrase:
    words = {
        "name": other.name,
        "where": other.where,
        "status": other.status,
        "place": other.place,
    }
    if read:
        return Phrase(
            "This plan reads {read}, which the backfill `{name}` ({where}, {status}, {place}) is "
            "still to mend. Should it not wait for that to complete?",
            read=some(read),
            **words,
        )
    return Phrase(
        "The backfill `{name}` ({where}, {status}, {place}) rewrites something above {below} that "
        "nobody can follow. Should this one not wait for that to complete?",
        below=some(below),
        **words,
    )


def _gate(
    case: Case, other: OpenRequest, datasets: tuple[DatasetName, ...], question: Phrase
) -> Gate:
    order = _stated_order(case, other)
    return Gate(
        gate_id(IN_FLIGHT, *who(other)),
        GateKind.WAIVABLE,
        open=order is None,
        about=about(datasets),
        question=question,
        remedy=_remedy(other),
        topic=IN_FLIGHT,
        answer=order or "",
        datasets=datasets,
    )


def _stated_order(case: Case, other: OpenRequest) -> str | None:
    """What the request says of running after the other one of its own pull request."""
    said = known(case.request.resources.overlapping_work)
    if other.where != HERE or said is None or other.name not in said.split():
        return None
    return said


def _remedy(other: OpenRequest) -> Phrase:
    if other.where == HERE:
        return Phrase(
            "make one request of both (`roots`), so that one plan orders them; or say in "
            "`resources.overlapping_work` that this one starts after {name} is complete",
            name=other.name,
        )
    return Phrase("wait until that backfill is complete, then ask for this one to be planned again")
