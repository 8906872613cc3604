"""What a comment would be worth for a plan in a file: its grammar, commit, code and scope alone.

Nothing here knows who said it, when, or whether the plan was shown. Partitions are compared in the
calendar that the plan states for each dataset (`partition`); where it states none, literally, item
by item: a calendar is never guessed.
"""

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from bot.confirmation.likeness import look_alike, scope_difference
from bot.domain.confirmation import Reason, ScopeDifference
from bot.domain.dataset import Grain, Partitioning, Semantics
from bot.domain.names import DatasetName
from bot.domain.partition_set import ListPartitions, PartitionSet, TimePartitions, WholeTable
from bot.domain.scope import Command, Scope, ScopeLine
from bot.domain.spans import Spans
from bot.domain.spoken import Asking, Confirming, Conflicting, Fenced, Misspoken, Nothing, Verb
from bot.parsing.command import spoken
from bot.partitions.keys import DEFAULT_KEYS
from bot.partitions.sets import parse, runs

_WEEKDAYS: Final = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")


@dataclass(frozen=True, slots=True)
class OfflineVerdict:
    """A verdict on a comment, as far as plan and comment alone can tell."""

    word: str
    """`ACCEPTED`, `IGNORED`, `HELP`, or the reason of a refusal."""
    detail: str = ""
    difference: ScopeDifference | None = None
    misspoken: Misspoken | None = None

    @property
    def accepted(self) -> bool:
        """True if nothing in the comment itself speaks against it."""
        return self.word == "ACCEPTED"

    @property
    def text(self) -> str:
        """The verdict first, then the detail, line by line."""
        return "\n".join((self.word, *_told(self)))


def judge_offline(plan: Mapping[str, Any], body: str) -> OfflineVerdict:
    """What a comment with this body would be worth for a plan (`backfill-plan/v1`, as JSON)."""
    said = spoken(body)
    match said:
        case Nothing():
            return OfflineVerdict("IGNORED", "nothing in it is a command")
        case Fenced():
            return OfflineVerdict("IGNORED", "the command stands in a code fence; take it out")
        case Misspoken():
            return OfflineVerdict("HELP", said.problem, misspoken=said)
        case Conflicting():
            return OfflineVerdict("HELP", "several different commands; one a comment")
        case Asking(verb=Verb.HELP):
            return OfflineVerdict("HELP", "it asks for help")
    if said.request is not None and said.request != plan.get("name"):
        return _refused(Reason.NO_PLAN, f"the plan is for {plan.get('name')}, not {said.request}")
    if isinstance(said, Confirming):
        return _confirming(plan, said, body)
    return OfflineVerdict("ACCEPTED", "it is well said; more cannot be told offline")


def _confirming(plan: Mapping[str, Any], said: Confirming, body: str) -> OfflineVerdict:
    scope = Scope(tuple(_lines(plan)), _code(plan))
    strange = look_alike(said, scope, body)
    if strange is not None:
        return OfflineVerdict("HELP", strange.problem, misspoken=strange)
    commit = str(plan.get("commit", "")).lower()
    if said.commit != commit:
        detail = f"the comment names {said.commit}; the plan is for {commit}"
        return _refused(Reason.STALE_COMMIT, detail)
    if (said.code or "head").lower() != scope.code.lower():
        detail = f"the plan runs the version {scope.code}; the comment names {said.code or 'none'}"
        return _refused(Reason.WRONG_CODE, detail)
    difference = scope_difference(said.lines, scope, said.command)
    if difference.other_class or not scope.lines_for(said.command):
        detail = f"`{said.command}` names only the datasets that the plan puts under it"
        return OfflineVerdict(Reason.WRONG_CLASS.value, detail, difference)
    if difference:
        detail = "the comment and the plan differ"
        return OfflineVerdict(Reason.WRONG_SCOPE.value, detail, difference)
    return OfflineVerdict("ACCEPTED", f"it names {len(scope.lines_for(said.command))} datasets")


def _refused(reason: Reason, detail: str) -> OfflineVerdict:
    return OfflineVerdict(reason.value, detail)


def _code(plan: Mapping[str, Any]) -> str:
    """The fixed version; `head` where the plan says nothing else."""
    code = plan.get("code")
    version = code.get("version") if isinstance(code, Mapping) else code
    return version if isinstance(version, str) else "head"


def _lines(plan: Mapping[str, Any]) -> Iterator[ScopeLine]:
    datasets = plan.get("datasets")
    for entry in datasets if isinstance(datasets, Sequence) else ():
        if entry.get("write") not in tuple(Semantics):
            continue
        command = Command.APPROVE if entry.get("reversible") is True else Command.CONFIRM
        items = tuple(str(item) for item in entry.get("partitions", ()))
        yield ScopeLine(
            semantics=Semantics(entry["write"]),
            dataset=DatasetName(str(entry["dataset"])),
            partitions=_partitions(items, entry.get("partition")),
            command=command,
        )


def _partitions(items: tuple[str, ...], cut: object) -> PartitionSet:
    if items == ("whole-table",):
        return WholeTable()
    literally = ListPartitions(Partitioning(Grain.LIST, values=items), items)
    calendar = _calendar(cut)
    if calendar is None or calendar.by is Grain.NONE:
        return literally
    if calendar.by is Grain.LIST:
        values = tuple(dict.fromkeys((*calendar.values, *items)))
        return ListPartitions(Partitioning(Grain.LIST, values=values), items)
    read = parse(items, TimePartitions(calendar, Spans()))
    return literally if read.unreadable or read.partitions is None else read.partitions


def _calendar(cut: object) -> Partitioning | None:
    if not isinstance(cut, Mapping) or cut.get("by") not in tuple(Grain):
        return None
    first, week_start = cut.get("first"), cut.get("week_start")
    return Partitioning(
        by=Grain(cut["by"]),
        time_zone=str(cut.get("time_zone") or "UTC"),
        key=str(cut.get("key") or DEFAULT_KEYS.get(Grain(cut["by"]), "")),
        week_start=_WEEKDAYS.index(week_start) if week_start in _WEEKDAYS else 0,
        first=dt.date.fromisoformat(first) if isinstance(first, str) else None,
        values=tuple(str(value) for value in cut.get("values") or ()),
    )


def _told(verdict: OfflineVerdict) -> Iterator[str]:
    if verdict.detail:
        yield verdict.detail
    if verdict.misspoken is not None:
        yield f"line {verdict.misspoken.line}, column {verdict.misspoken.column}:"
        yield f"  {verdict.misspoken.excerpt}"
        yield f"  {' ' * (verdict.misspoken.column - 1)}^"
        if verdict.misspoken.nearest:
            yield f"did you mean `{verdict.misspoken.nearest}`?"
    difference = verdict.difference or ScopeDifference()
    yield from (f"missing: {name}" for name in difference.missing)
    yield from (f"extra: {name}" for name in difference.extra)
    yield from (f"of the other command: {name}" for name in difference.other_class)
    for one in difference.different:
        if one.semantics:
            yield f"{one.dataset}: planned is {one.semantics[0]}, named is {one.semantics[1]}"
        for label, partitions in (("missing", one.missing), ("extra", one.extra)):
            if partitions is not None:
                yield f"{one.dataset}: {label} {', '.join(runs(partitions))}"
        if one.unreadable:
            yield f"{one.dataset}: no partition of it: {', '.join(one.unreadable)}"
