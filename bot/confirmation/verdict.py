"""What one comment is worth, in the thread that it stands in."""

from typing import assert_never

from bot.confirmation.case import Case, Refusal
from bot.confirmation.clearing import Fate, cleared_by, clears_nothing, named_gates
from bot.confirmation.likeness import look_alike
from bot.confirmation.refusals import by_a_bot, no_plan
from bot.confirmation.revocation import Heard
from bot.confirmation.table import CLEARING, CONFIRMING, EXECUTING, first_refusal
from bot.confirmation.thread import Thread
from bot.domain.confirmation import (
    Accepted,
    Asked,
    Helped,
    Ignored,
    Noted,
    Reason,
    Refused,
    Verdict,
)
from bot.domain.names import RequestName
from bot.domain.phrase import Phrase
from bot.domain.plan import Plan
from bot.domain.pull_request import Actor
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
from bot.parsing.sha import text_sha256


def verdict(heard: Heard, thread: Thread) -> Verdict:
    """The verdict on one comment, before later ones of its author are looked at.

    What a program says is never answered with help: it gets `BOT` where it is a command, else
    nothing.
    """
    comment = heard.comment
    match heard.spoken:
        case Nothing():
            return Ignored(comment)
        case Misspoken() | Conflicting() | Fenced() as misspoken:
            by_program = by_a_bot(thread.case(comment, Asking(Verb.HELP, None)))
            return Ignored(comment) if by_program else Helped(comment, misspoken)
        case said:
            return _of_command(thread.case(comment, said), said, thread)


def _of_command(case: Case, said: Said, thread: Thread) -> Verdict:
    match said:
        case Confirming():
            return _of_block(case, said)
        case Attest() | Waive():
            return _of_clearing(case, said.request)
        case Asking(verb=Verb.REVOKE, request=request) if request is not None:
            return _of_revocation(case, request, thread)
        case Asking(verb=Verb.EXECUTE):
            return _unless(first_refusal(case, EXECUTING), case, Asked(case.comment, said))
        case Asking(verb=asked, request=request):
            names_a_plan = request is not None and asked is not Verb.HELP
            refusal = by_a_bot(case) or (no_plan(case) if names_a_plan else None)
            return _unless(refusal, case, Asked(case.comment, said))
    assert_never(said)


def _of_block(case: Case, said: Confirming) -> Verdict:
    plan, author = (case.shown.plan if case.shown else None), case.author
    strange = look_alike(said, plan.scope, case.comment.body) if plan else None
    if strange is not None and not by_a_bot(case):
        return Helped(case.comment, strange)
    refusal = first_refusal(case, CONFIRMING)
    if refusal is None and plan is not None and author is not None:
        return _accepted(case, said, plan, author)
    return _refused(case, refusal)


def _accepted(case: Case, said: Confirming, plan: Plan, author: Actor) -> Accepted:
    return Accepted(
        comment=case.comment,
        by=author,
        command=said.command,
        request=said.request,
        commit=said.commit,
        code=plan.scope.code,
        digest=plan.digest,
        valid_until=case.valid_until,
        body_sha256=text_sha256(case.comment.body),
    )


def _of_clearing(case: Case, request: RequestName) -> Verdict:
    refusal = first_refusal(case, CLEARING)
    if refusal is not None:
        return _refused(case, refusal)
    named, now = named_gates(case), case.pull.seen_at
    match clears_nothing(case, named):
        case Misspoken() as misspoken:
            return Helped(case.comment, misspoken)
        case Refusal() as nothing:
            return _refused(case, nothing)
        case None:
            cleared = tuple(one for one in cleared_by(named) if one.valid_until > now)
            left = tuple(one.name for one in named if one.fate is not Fate.CLEARED)
            return Noted(case.comment, request, cleared, not_cleared=left)


def _of_revocation(case: Case, request: RequestName, thread: Thread) -> Verdict:
    taken_back = thread.taken_back
    refusal = by_a_bot(case) or no_plan(case) or taken_back.refusals.get(case.comment.id)
    kills = taken_back.kills.get(case.comment.id, ())
    return _unless(refusal, case, Noted(case.comment, request, revokes=kills))


def _unless(refusal: Refusal | None, case: Case, otherwise: Verdict) -> Verdict:
    return otherwise if refusal is None else _refused(case, refusal)


def _refused(case: Case, refusal: Refusal | None) -> Refused:
    """The refusal as a verdict; where nobody gave a reason, that is doubt enough."""
    found = refusal or Refusal(
        Reason.UNVERIFIABLE, Phrase("it is not clear who said it, or of what")
    )
    return Refused(
        comment=case.comment,
        reason=found.reason,
        detail=found.detail,
        command=case.command,
        request=case.said.request,
        difference=found.difference,
        gates=found.gates,
    )
