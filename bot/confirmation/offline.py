"""What a comment would be worth for a plan in a file: its grammar, commit, code and scope alone.

Nothing here knows who said it, when, or whether the plan was shown. Partitions are compared in the
calendar that the plan states for each dataset (`partition`); where it states none, literally, item
by item: a calendar is never guessed (see `bot.confirmation.plan_file`).
"""

from collections.abc import Iterator
from dataclasses import dataclass

from bot.confirmation.likeness import look_alike, wrong_code, wrong_scope
from bot.confirmation.plan_file import PlanFile
from bot.domain.confirmation import Reason, ScopeDifference
from bot.domain.phrase import Phrase
from bot.domain.spoken import (
    Asking,
    Attest,
    Confirming,
    Conflicting,
    Fenced,
    Misspoken,
    Nothing,
    Said,
    Verb,
    Waive,
)
from bot.parsing.command import spoken
from bot.partitions.sets import runs


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


def judge_offline(plan: PlanFile, body: str) -> OfflineVerdict:
    """What a comment with this body would be worth for a plan in a file."""
    said = spoken(body)
    match said:
        case Nothing():
            return OfflineVerdict("IGNORED", Phrase("nothing in it is a command"))
        case Fenced():
            return OfflineVerdict("IGNORED", Phrase("the command stands in a code fence"))
        case Misspoken():
            return OfflineVerdict("HELP", said.problem, misspoken=said)
        case Conflicting():
            return OfflineVerdict("HELP", Phrase("it holds several different commands"))
        case Confirming() | Attest() | Waive() | Asking():
            return _of_command(plan, said, body)


def _of_command(plan: PlanFile, said: Said, body: str) -> OfflineVerdict:
    if isinstance(said, Asking) and said.verb is Verb.HELP:
        return OfflineVerdict("HELP", Phrase("it asks for help"))
    if said.request is not None and said.request != plan.name:
        return OfflineVerdict(Reason.NO_PLAN, Phrase("the plan is for `{name}`", name=plan.name))
    if isinstance(said, Confirming):
        return _of_block(plan, said, body)
    return OfflineVerdict("ACCEPTED", Phrase("it is well said; only GitHub can tell more"))


def _of_block(plan: PlanFile, said: Confirming, body: str) -> OfflineVerdict:
    strange = look_alike(said, plan.scope, body)
    if strange is not None:
        return OfflineVerdict("HELP", strange.problem, misspoken=strange)
    if said.commit != plan.commit:
        detail = Phrase(
            "it names `{named}`; the plan is for `{own}`", named=said.commit, own=plan.commit
        )
        return OfflineVerdict(Reason.STALE_COMMIT, detail)
    refusal = wrong_code(said, plan.scope) or wrong_scope(said, plan.scope)
    if refusal is not None:
        return OfflineVerdict(refusal.reason, refusal.detail, refusal.difference)
    if plan.undecided:
        names = tuple(each.name for each in plan.undecided)
        detail = Phrase("nobody has stated how `{names}` are written", names=names)
        return OfflineVerdict(Reason.GATES_OPEN, detail)
    return OfflineVerdict(
        "ACCEPTED", Phrase("it names all of the plan's `{verb}`", verb=said.command)
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
