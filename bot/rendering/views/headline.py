"""The first three lines: what would be rewritten, whether it is safe, who does what next."""

import datetime as dt
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from bot.domain.gate import Gate, GateKind
from bot.domain.partition_set import TimePartitions
from bot.domain.phrase import Phrase, counted
from bot.domain.plan import Plan
from bot.domain.scope import Command
from bot.domain.spans import BEGINNING
from bot.rendering import quantities
from bot.rendering.facts import names
from bot.rendering.views.people import who_may
from bot.rendering.views.situation import Situation


@dataclass(frozen=True, slots=True)
class Headline:
    """Three lines, each a bold beginning and what follows it."""

    rewrites: Phrase
    source: Phrase
    verdict: Phrase
    reasons: tuple[Phrase, ...]
    next: Phrase


def headline(situation: Situation) -> Headline:
    """The three lines for a plan as it stands."""
    plan = situation.plan
    return Headline(
        rewrites=_rewrites(plan),
        source=Phrase(
            "asked for in {file} at {commit}",
            file=situation.page.file(plan.request.place, with_line=False),
            commit=situation.page.commit(plan.commit),
        ),
        verdict=_verdict(situation),
        reasons=tuple(_reasons(situation)),
        next=_next(situation),
    )


def _rewrites(plan: Plan) -> Phrase:
    if not plan.datasets:
        return Phrase("Rewrites nothing that can be named yet")
    return Phrase(
        "Rewrites {datasets}, {partitions}{period}",
        datasets=counted("{number:,} dataset", "{number:,} datasets", len(plan.datasets)),
        partitions=partition_total(plan),
        period=_period(plan),
    )


def partition_total(plan: Plan) -> Phrase:
    """How many partitions the plan rewrites, as far as that can be counted."""
    counts = [dataset.count for dataset in plan.datasets]
    total = sum(count or 0 for count in counts)
    if None in counts:
        return Phrase("more than {total:,} partitions (not all can be counted)", total=total)
    return counted("{number:,} partition", "{number:,} partitions", total)


def _period(plan: Plan) -> str:
    days = [dataset.partitions for dataset in plan.datasets]
    timed = [part for part in days if isinstance(part, TimePartitions) and part.spans]
    if not timed:
        return ""
    last = max(_day(part, part.spans.end - 1) for part in timed)
    if any(part.spans.first == BEGINNING for part in timed):
        return Phrase(", from an unknown beginning to {last}", last=last)
    first = min(_day(part, part.spans.first) for part in timed)
    return Phrase(", {first} to {last}", first=first, last=last)


def _day(part: TimePartitions, instant: int) -> str:
    moment = dt.datetime.fromtimestamp(instant, ZoneInfo(part.calendar.time_zone))
    return moment.date().isoformat()


def _verdict(situation: Situation) -> Phrase:
    if not situation.plan.datasets:
        return Phrase("Cannot start:")
    if situation.open_gates:
        return Phrase("Not safe to start yet:")
    if situation.standing is not None and situation.standing.clearance is not None:
        return Phrase("Confirmed:")
    if not situation.executing:
        return Phrase("Nothing stands open:")
    return Phrase("Every gate is cleared, not confirmed yet:")


def _reasons(situation: Situation) -> Iterator[Phrase]:
    plan, gates = situation.plan, situation.open_gates
    if gates:
        yield Phrase("{counts}.", counts=tuple(_counts(gates)))
    else:
        yield Phrase("no gate is open.")
    if plan.cascade.unresolved:
        yield counted(
            "{number} dataset downstream could not be resolved.",
            "{number} datasets downstream could not be resolved.",
            sum(1 + len(entry.below) for entry in plan.cascade.unresolved),
        )
    lasting = [dataset.name for dataset in plan.datasets if not dataset.reversible]
    if lasting:
        yield Phrase(
            "{datasets} cannot be undone, as far as anybody has said.", datasets=names(lasting, 3)
        )


def _counts(gates: Sequence[Gate]) -> Iterator[Phrase]:
    kinds = [gate.kind for gate in gates]
    if blocking := kinds.count(GateKind.BLOCKING):
        yield counted("{number} gate blocks", "{number} gates block", blocking)
    if waivable := kinds.count(GateKind.WAIVABLE):
        yield counted("{number} needs a decision", "{number} need a decision", waivable)
    if attest := kinds.count(GateKind.ATTEST):
        yield counted(
            "{number} waits for a person's check", "{number} wait for a person's check", attest
        )


def _next(situation: Situation) -> Phrase:
    gates = situation.open_gates
    for kind, wanted in (
        (GateKind.BLOCKING, _mend),
        (GateKind.WAIVABLE, _decide),
        (GateKind.ATTEST, _check),
    ):
        ids = [gate.id for gate in gates if gate.kind is kind]
        if ids and (situation.executing or kind is GateKind.BLOCKING):
            return wanted(situation, names(ids, 4))
    if not situation.executing:
        return Phrase(
            "nothing is asked of anybody; `/backfill execute {request}` asks for confirmations.",
            request=situation.plan.name,
        )
    return _speak(situation)


def _mend(situation: Situation, gates: Phrase) -> Phrase:
    if situation.page.author:
        return Phrase(
            "the author, {author}, answers {gates} in the files.",
            author=situation.page.author,
            gates=gates,
        )
    return Phrase("the author answers {gates} in the files.", gates=gates)


def _decide(situation: Situation, gates: Phrase) -> Phrase:
    return Phrase(
        "the author states what is missing for {gates}, or it is waived by {people}.",
        gates=gates,
        people=who_may(situation.settings.confirm),
    )


def _check(situation: Situation, gates: Phrase) -> Phrase:
    return Phrase(
        "{gates}: checked and attested by {people}.",
        gates=gates,
        people=who_may(situation.settings.approve),
    )


def _speak(situation: Situation) -> Phrase:
    standing = situation.standing
    if standing is not None and standing.clearance is not None:
        return Phrase(
            "whoever runs it asks `backfill-bot verify` right before the first write; "
            "valid until {until}.",
            until=quantities.moment(standing.clearance.valid_until),
        )
    missing = (
        tuple(Command) if standing is None else tuple(need.command for need in standing.missing)
    )
    wanted = tuple(
        Phrase(
            "`{command}` by {people}",
            command=command.value,
            people=who_may(situation.settings.rule(command)),
        )
        for command in situation.plan.scope.commands
        if command in missing
    )
    return Phrase("{wanted}, with the blocks at the end.", wanted=wanted)
