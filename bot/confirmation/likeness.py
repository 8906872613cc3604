"""Whether the scope that a comment names is the plan's: as sets, dataset by dataset."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from bot.confirmation.case import Refusal
from bot.confirmation.places import misspoken_at
from bot.domain.confirmation import DatasetDifference, Reason, ScopeDifference
from bot.domain.partition_set import ListPartitions, PartitionSet, TimePartitions
from bot.domain.phrase import Phrase
from bot.domain.scope import Command, Scope, ScopeLine
from bot.domain.spoken import Confirming, Misspoken, SpokenLine
from bot.parsing.invisible import first_foreign, first_unseen, looks, named
from bot.partitions.sets import difference, is_empty, parse, same


def wrong_code(said: Confirming, scope: Scope) -> Refusal | None:
    """Why the fixed version that a block names is not the plan's; None if it is."""
    planned, named_version = scope.code, said.code or "head"
    if named_version.lower() == planned.lower():
        return None
    detail = Phrase(
        "the plan runs `{planned}`; the comment names `{named}`",
        planned=planned,
        named=named_version,
    )
    return Refusal(Reason.WRONG_CODE, detail)


def wrong_scope(said: Confirming, scope: Scope) -> Refusal | None:
    """Why datasets, partitions and semantics of a block are not the plan's; None if they are."""
    command = said.command
    difference = scope_difference(said.lines, scope, command)
    if difference.other_class or not scope.lines_for(command):
        detail = Phrase(
            "`{command}` names only the datasets that are its own", command=command.value
        )
        return Refusal(Reason.WRONG_CLASS, detail, difference)
    if difference:
        detail = Phrase("the comment and the plan differ")
        return Refusal(Reason.WRONG_SCOPE, detail, difference)
    return None


def scope_difference(
    named: Sequence[SpokenLine], scope: Scope, command: Command
) -> ScopeDifference:
    """Everything in which the named lines are not those that this command has to name."""
    said = {line.dataset: line for line in named}
    own = scope.lines_for(command)
    planned = {str(line.dataset) for line in own}
    others = [line.dataset for line in scope.lines if line.command is not command]
    known = planned | {str(dataset) for dataset in others}
    compared = [_compared(said[line.dataset], line) for line in own if line.dataset in said]
    return ScopeDifference(
        missing=tuple(line.dataset for line in own if line.dataset not in said),
        extra=tuple(dataset for dataset in said if dataset not in known),
        other_class=tuple(dataset for dataset in others if dataset in said),
        different=tuple(found for found in compared if found is not None),
    )


def _compared(said: SpokenLine, line: ScopeLine) -> DatasetDifference | None:
    read = parse(said.partitions, line.partitions)
    semantics = None if said.semantics == line.semantics else (str(line.semantics), said.semantics)
    equal = (
        read.partitions is not None
        and not read.unreadable
        and same(read.partitions, line.partitions)
    )
    if equal and semantics is None:
        return None
    return DatasetDifference(
        dataset=line.dataset,
        missing=_left(line.partitions, read.partitions),
        extra=_left(read.partitions, line.partitions),
        unreadable=read.unreadable,
        semantics=semantics,
    )


def _left(whole: PartitionSet | None, taken: PartitionSet | None) -> PartitionSet | None:
    if whole is None or taken is None:
        return whole
    left = difference(whole, taken)
    return None if left is None or is_empty(left) else left


def look_alike(said: Confirming, scope: Scope, body: str) -> Misspoken | None:
    """The first name that only looks like one of the plan's, or hides a character.

    A name that is exactly the plan's passes, whatever characters it has: that comes first.
    """
    planned = {str(line.dataset): line.partitions for line in scope.lines}
    names = _twins(planned)
    for line in said.lines:
        like = planned.get(line.dataset)
        if like is None:
            problem = _strange(line.dataset, names, _DATASET)
        else:
            problem = _strange_keys(line, like)
        if problem:
            return misspoken_at(body, problem, line.dataset, said.request, line.line)
    return None


def _strange_keys(line: SpokenLine, planned: PartitionSet) -> Phrase | None:
    keys = planned.keys if isinstance(planned, ListPartitions) else ()
    values = planned.calendar.values if isinstance(planned, ListPartitions) else ()
    twins: Mapping[str, str] | None = None
    for item in parse(line.partitions, planned).unreadable:
        twins = _twins((*keys, *values)) if twins is None else twins
        problem = _strange(item, twins, _PARTITIONS)
        if problem:
            return problem
        foreign = first_foreign(item)
        if foreign is not None and isinstance(planned, TimePartitions):
            return _stands(item[foreign], _PARTITIONS)
    return None


def _twins(names: Iterable[str]) -> Mapping[str, str]:
    """The first of the names that look alike, by what they look like."""
    found: dict[str, str] = {}
    for name in names:
        found.setdefault(looks(name), name)
    return found


def _strange(name: str, twins: Mapping[str, str], where: Phrase) -> Phrase | None:
    unseen = first_unseen(name)
    if unseen is not None:
        found = named(name[unseen])
        return Phrase("`{character}` stands in or beside {what}", character=found, what=where)
    twin = twins.get(looks(name))
    if twin is None or twin == name:
        return None
    mine, theirs = first_foreign(name), first_foreign(twin)
    if mine is not None:
        return _stands(name[mine], where)
    return Phrase(
        "the plan has `{character}` in {what}, and the comment another character",
        character=named(twin[theirs or 0]),
        what=where,
    )


def _stands(character: str, what: Phrase) -> Phrase:
    return Phrase(
        "`{character}` stands in {what}, which only looks like the plan's",
        character=named(character),
        what=what,
    )


_DATASET: Final = Phrase("the dataset's name")
_PARTITIONS: Final = Phrase("the list of partitions")
