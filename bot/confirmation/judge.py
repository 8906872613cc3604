"""A whole thread judged at once: a verdict for every comment, and where every request stands."""

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from bot.confirmation.case import Case, PlanShown, Refusal
from bot.confirmation.clearing import (
    Fate,
    cleared_by,
    cleared_in_block,
    clears_nothing,
    named_gates,
    still_clear,
)
from bot.confirmation.likeness import look_alike
from bot.confirmation.merged import documents_that_stand
from bot.confirmation.refusals import (
    CLEARING,
    CONFIRMING,
    EXECUTING,
    by_a_bot,
    first_refusal,
    no_plan,
)
from bot.confirmation.replies import refused_before
from bot.confirmation.revocation import Heard, Revocations, revocations
from bot.confirmation.standing import RequestStanding, standing_of
from bot.domain.confirmation import (
    Accepted,
    Asked,
    ClearedGate,
    Helped,
    Ignored,
    Noted,
    Reason,
    Refused,
    Verdict,
)
from bot.domain.names import RequestName
from bot.domain.pull_request import Comment, PullRequest
from bot.domain.scope import Command
from bot.domain.spoken import (
    Asking,
    Attest,
    Confirming,
    Conflicting,
    Fenced,
    Misspoken,
    Nothing,
    Said,
    Spoken,
    Verb,
    Waive,
)
from bot.parsing.command import spoken
from bot.parsing.sha import text_sha256
from bot.settings import Settings

__all__ = ["Judgement", "PlanShown", "judged"]


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a thread is worth at the moment of its observation."""

    verdicts: Mapping[int, Verdict]
    """By comment id, oldest comment first; one for every comment."""
    states: Mapping[RequestName, RequestStanding]
    """One for every plan."""
    executed: Mapping[RequestName, Comment] = field(default_factory=dict)
    """Requests that somebody asked to be executed, with the first comment that counts."""


def judged(
    pull: PullRequest, plans: Mapping[RequestName, PlanShown], settings: Settings
) -> Judgement:
    """The verdicts on all comments of one observation, and how every plan stands.

    Args:
        pull: what was seen; `pull.seen_at` is the only clock.
        plans: every plan of the pull request, and since when it is shown.
        settings: who may speak, how many of them are needed, how long what they say holds.
    """
    heard = [Heard(comment, _said_in(comment)) for comment in pull.comments]
    thread = _Thread(pull, plans, settings, revocations(pull, heard, settings))
    thread.clear(heard)
    for one in heard:
        thread.verdicts[one.comment.id] = thread.verdict(one)
    _withdraw(thread.verdicts)
    states = {name: thread.standing(shown) for name, shown in plans.items()}
    return Judgement(thread.verdicts, states, thread.executed)


@dataclass(slots=True)
class _Thread:
    """Gathers what a thread says; first what is cleared and executed, then the verdicts."""

    pull: PullRequest
    plans: Mapping[RequestName, PlanShown]
    settings: Settings
    taken_back: Revocations
    refused: Mapping[int, Reason] = field(default_factory=dict)
    standing_documents: frozenset[RequestName] = frozenset()
    cleared: dict[RequestName, list[ClearedGate]] = field(default_factory=dict)
    executed: dict[RequestName, Comment] = field(default_factory=dict)
    verdicts: dict[int, Verdict] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.refused = refused_before(self.pull)
        self.standing_documents = documents_that_stand(self.pull, self.plans, self.settings)

    def clear(self, heard: Sequence[Heard]) -> None:
        """Everything that is attested, waived, or asked to be executed, oldest first."""
        for one in heard:
            match one.spoken:
                case Attest() | Waive() as said:
                    case = self.case(one.comment, said)
                    if not first_refusal(case, CLEARING):
                        self._add(said.request, cleared_by(named_gates(case)))
                case Confirming() as said:
                    self._add(said.request, cleared_in_block(self.case(one.comment, said)))
                case Asking(verb=Verb.EXECUTE, request=request) as said if request is not None:
                    if not first_refusal(self.case(one.comment, said), EXECUTING):
                        self.executed.setdefault(request, one.comment)
                case _:
                    pass

    def verdict(self, one: Heard) -> Verdict:
        """What one comment is worth."""
        comment = one.comment
        match one.spoken:
            case Nothing():
                return Ignored(comment)
            case Misspoken() | Conflicting() | Fenced() as misspoken:
                return self._helped(comment, misspoken)
            case Confirming() as said:
                return self._confirmed(self.case(comment, said), said)
            case Attest() | Waive() as said:
                return self._noted(self.case(comment, said), said.request)
            case Asking(verb=Verb.REVOKE) as said:
                return self._revoked(self.case(comment, said))
            case Asking(verb=Verb.EXECUTE) as said:
                case = self.case(comment, said)
                refusal = first_refusal(case, EXECUTING)
                return _refused(case, refusal) if refusal else Asked(comment, said)
            case Asking() as said:
                return self._asked(self.case(comment, said), said)

    def case(self, comment: Comment, said: Said) -> Case:
        """The comment with everything that it is judged by."""
        name = said.request
        shown = self.plans.get(name) if name is not None else None
        execute = self.executed.get(name) if name is not None else None
        later = execute is not None and _order(execute) < _order(comment)
        cleared = self.cleared.get(name, []) if name is not None else []
        return Case(
            pull=self.pull,
            settings=self.settings,
            comment=comment,
            said=said,
            shown=shown,
            executing=shown is not None and (shown.executing or later),
            clearings=tuple(one for one in cleared if _order(one.comment) <= _order(comment)),
            renewals=tuple(one for one in cleared if _order(one.comment) > _order(comment)),
            revoked=self.taken_back.doubts.get(comment.id),
            refused_before=self.refused.get(comment.id),
            document_stands=name is None or name in self.standing_documents,
        )

    def standing(self, shown: PlanShown) -> RequestStanding:
        """Where a plan stands, once every comment has its verdict."""
        plan, now = shown.plan, self.pull.seen_at
        cleared = [one for one in self.cleared.get(plan.name, []) if one.valid_until > now]
        mine = [v for v in self.verdicts.values() if _about(v) == plan.name]
        return standing_of(
            plan=plan,
            settings=self.settings,
            accepted=tuple(one for one in mine if isinstance(one, Accepted)),
            cleared=tuple(still_clear(cleared, plan.open_gates)),
            revoked=tuple(v.comment.id for v in mine if v.comment.id in self.taken_back.doubts),
        )

    def _add(self, request: RequestName, cleared: Sequence[ClearedGate]) -> None:
        self.cleared.setdefault(request, []).extend(cleared)

    def _helped(self, comment: Comment, misspoken: Misspoken | Conflicting | Fenced) -> Verdict:
        case = self.case(comment, Asking(Verb.HELP, None))
        refusal = by_a_bot(case)
        return _refused(case, refusal) if refusal else Helped(comment, misspoken)

    def _confirmed(self, case: Case, said: Confirming) -> Verdict:
        plan = case.shown.plan if case.shown else None
        strange = look_alike(said, plan.scope, case.comment.body) if plan else None
        if strange is not None and not by_a_bot(case):
            return Helped(case.comment, strange)
        refusal = first_refusal(case, CONFIRMING)
        if refusal is not None or plan is None or case.author is None:
            return _refused(case, refusal)
        return Accepted(
            comment=case.comment,
            by=case.author,
            command=said.command,
            request=said.request,
            commit=said.commit,
            code=plan.scope.code,
            digest=plan.digest,
            valid_until=case.valid_until,
            body_sha256=text_sha256(case.comment.body),
        )

    def _noted(self, case: Case, request: RequestName) -> Verdict:
        refusal = first_refusal(case, CLEARING)
        if refusal is not None:
            return _refused(case, refusal)
        named = named_gates(case)
        match clears_nothing(case, named):
            case Misspoken() as misspoken:
                return Helped(case.comment, misspoken)
            case Refusal() as nothing:
                return _refused(case, nothing)
            case None:
                now = self.pull.seen_at
                cleared = tuple(one for one in cleared_by(named) if one.valid_until > now)
                left = tuple(one.name for one in named if one.fate is not Fate.CLEARED)
                return Noted(case.comment, request, cleared, not_cleared=left)

    def _revoked(self, case: Case) -> Verdict:
        refusal = by_a_bot(case) or no_plan(case)
        refusal = refusal or self.taken_back.refusals.get(case.comment.id)
        if refusal is not None or case.said.request is None:
            return _refused(case, refusal)
        killed = self.taken_back.kills.get(case.comment.id, ())
        return Noted(case.comment, case.said.request, revokes=killed)

    def _asked(self, case: Case, said: Asking) -> Verdict:
        refusal = by_a_bot(case) or (no_plan(case) if said.request is not None else None)
        return _refused(case, refusal) if refusal else Asked(case.comment, said)


def _said_in(comment: Comment) -> Spoken:
    return Nothing() if comment.mine else spoken(comment.body)


def _order(comment: Comment) -> tuple[dt.datetime, int]:
    return comment.created_at, comment.id


def _refused(case: Case, refusal: Refusal | None) -> Refused:
    """The refusal as a verdict; one that nobody gave a reason for is doubt."""
    found = refusal or Refusal(Reason.UNVERIFIABLE, "it could not be judged")
    return Refused(
        comment=case.comment,
        reason=found.reason,
        detail=found.detail,
        command=case.command,
        request=case.said.request,
        difference=found.difference,
        gates=found.gates,
    )


def _about(verdict: Verdict) -> RequestName | None:
    match verdict:
        case Accepted(request=request) | Noted(request=request):
            return request
        case Refused(request=about):
            return about
        case Asked(asking=asking):
            return asking.request
        case _:
            return None


def _withdraw(verdicts: dict[int, Verdict]) -> None:
    """A refused `approve` or `confirm` takes back the earlier ones of its author and verb."""
    refused: dict[tuple[object, ...], Refused] = {}
    for comment_id, verdict in reversed(list(verdicts.items())):
        match verdict:
            case Refused(command=command) if command is not None:
                refused.setdefault(_spoken_by(verdict, command), verdict)
            case Accepted(command=command):
                later = refused.get(_spoken_by(verdict, command))
                if later is not None:
                    verdicts[comment_id] = _withdrawn(verdict, later)
            case _:
                pass


def _spoken_by(verdict: Accepted | Refused, command: Command) -> tuple[object, ...]:
    author = verdict.comment.author
    return (author.id if author else None), command, verdict.request


def _withdrawn(accepted: Accepted, later: Refused) -> Refused:
    return Refused(
        comment=accepted.comment,
        reason=Reason.REVOKED,
        detail=f"a later `{accepted.command}` by the same person was refused: {later.comment.url}",
        command=accepted.command,
        request=accepted.request,
    )
