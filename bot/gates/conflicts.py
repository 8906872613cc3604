"""Does another open backfill write the same partitions?"""

from collections.abc import Iterator

from bot.domain.gate import Gate, GateKind
from bot.domain.names import DatasetName
from bot.domain.partition_set import PartitionSet
from bot.domain.phrase import Phrase
from bot.domain.plan import OpenRequest
from bot.domain.request import Status
from bot.gates.asking import HERE, about, gate_id, some, who
from bot.gates.case import Case
from bot.partitions import sets

RUNNING = "running-elsewhere"
CONFLICT = "conflicting-request"
TOPICS = (RUNNING, CONFLICT)


def ask(case: Case) -> Iterator[Gate]:
    """Blocking: one that runs, by the base. Waivable: one that is open, if this one has to wait."""
    for other in case.circumstances.open_requests:
        shared = _shared(case, other)
        if not shared:
            continue
        if _runs_on_base(other):
            yield _running(other, shared)
        else:
            yield _conflict(case, other, shared)


def _shared(case: Case, other: OpenRequest) -> dict[DatasetName, PartitionSet]:
    shared = {
        each.name: sets.intersection(each.partitions, other.writes[each.name])
        for each in case.datasets
        if each.name in other.writes and _comparable(each.partitions, other.writes[each.name])
    }
    met = {name: both for name, both in shared.items() if not sets.is_empty(both)}
    unlike = {
        each.name: each.partitions
        for each in case.datasets
        if each.name in other.writes and not _comparable(each.partitions, other.writes[each.name])
    }
    return dict(sorted({**met, **unlike}.items()))


def _comparable(mine: PartitionSet, theirs: PartitionSet) -> bool:
    """True for two sets of one kind; a dataset cut in two ways is taken to overlap."""
    return type(mine) is type(theirs)


def _runs_on_base(other: OpenRequest) -> bool:
    on_base = other.pull is None and other.where != HERE
    return on_base and other.status == Status.RUNNING.value


def _running(other: OpenRequest, shared: dict[DatasetName, PartitionSet]) -> Gate:
    return Gate(
        gate_id(RUNNING, other.name),
        GateKind.BLOCKING,
        open=True,
        about=about([*shared]),
        question=Phrase(
            "`{name}` on {where} ({place}) is running and writes {shared} as well. When is it "
            "complete?",
            name=other.name,
            where=other.where,
            place=other.place,
            shared=_listed(shared),
        ),
        remedy=Phrase("wait until its `status` is `complete` or `cancelled`, or change the range"),
        topic=RUNNING,
        datasets=tuple(shared),
    )


def _conflict(case: Case, other: OpenRequest, shared: dict[DatasetName, PartitionSet]) -> Gate:
    waits = _has_to_wait(case, other)
    return Gate(
        gate_id("conflict", *who(other)),
        GateKind.WAIVABLE,
        open=not waits,
        about=about([*shared]),
        question=Phrase(
            "`{name}` ({where}, {status}) would write {shared} as well. Which of the two goes "
            "first, and what does the second one then read?",
            name=other.name,
            where=other.where,
            status=other.status,
            shared=_listed(shared),
        ),
        remedy=Phrase("agree on an order, narrow one of the ranges, or withdraw one of them"),
        topic=CONFLICT,
        answer=waits or "",
        datasets=tuple(shared),
    )


def _has_to_wait(case: Case, other: OpenRequest) -> Phrase | None:
    """Why it is the other one that has to wait; None where this one has to."""
    number, circumstances = case.circumstances.number, case.circumstances
    if other.pull is None:
        return None
    if other.draft:
        return Phrase("only listed: it is a draft")
    if not other.author_may_write:
        return Phrase("only listed: its author may not write here")
    if circumstances.confirmed and not other.confirmed:
        return Phrase("this one is confirmed, so that the other one waits")
    if circumstances.confirmed is other.confirmed and number is not None and number < other.pull:
        return Phrase("this pull request is the older one, so that the other one waits")
    return None


def _listed(shared: dict[DatasetName, PartitionSet]) -> tuple[Phrase, ...] | Phrase:
    listed = tuple(
        Phrase("`{dataset}` {partitions}", dataset=name, partitions=sets.runs(both))
        for name, both in shared.items()
    )
    return listed if len(listed) <= 4 else some([*shared])  # noqa: PLR2004
