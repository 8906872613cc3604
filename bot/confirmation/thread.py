"""What a thread holds besides the command that is being judged."""

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Self

from bot.confirmation.case import Case, PlanShown
from bot.confirmation.clearing import cleared_by, cleared_in_block, named_gates
from bot.confirmation.merged import documents_that_stand
from bot.confirmation.replies import refused_before
from bot.confirmation.revocation import Heard, Revocations, revocations
from bot.confirmation.table import CLEARING, EXECUTING, first_refusal
from bot.domain.confirmation import ClearedGate, Reason
from bot.domain.names import RequestName
from bot.domain.pull_request import Comment, PullRequest
from bot.domain.spoken import Asking, Attest, Confirming, Said, Verb, Waive
from bot.settings import Settings


@dataclass(frozen=True, slots=True)
class Thread:
    """One observation with what its comments clear, execute and take back."""

    pull: PullRequest
    plans: Mapping[RequestName, PlanShown]
    settings: Settings
    taken_back: Revocations
    refused: Mapping[int, Reason]
    """By comment id, how we have refused it before."""
    documents: frozenset[RequestName]
    """Requests whose document still is the planned one."""
    in_doubt: str | None = None
    """Why nothing can be accepted at all."""
    cleared: dict[RequestName, list[ClearedGate]] = field(default_factory=dict)
    """Oldest first, expired ones included; filled while the thread is built."""
    executed: dict[RequestName, Comment] = field(default_factory=dict)

    @classmethod
    def of(
        cls,
        pull: PullRequest,
        plans: Mapping[RequestName, PlanShown],
        settings: Settings,
        heard: Sequence[Heard],
        in_doubt: str | None = None,
    ) -> Self:
        """The thread of these comments, oldest first."""
        thread = cls(
            pull=pull,
            plans=plans,
            settings=settings,
            taken_back=revocations(pull, heard, settings),
            refused=refused_before(pull),
            documents=documents_that_stand(pull, plans, settings),
            in_doubt=in_doubt,
        )
        for one in heard:
            thread._listen(one)
        return thread

    def case(self, comment: Comment, said: Said) -> Case:
        """A command with everything that it is judged by."""
        name = said.request
        shown = self.plans.get(name) if name is not None else None
        execute = self.executed.get(name) if name is not None else None
        asked_before = execute is not None and _order(execute) < _order(comment)
        cleared = self.cleared.get(name, []) if name is not None else []
        return Case(
            pull=self.pull,
            settings=self.settings,
            comment=comment,
            said=said,
            shown=shown,
            executing=shown is not None and (shown.executing or asked_before),
            clearings=tuple(one for one in cleared if _order(one.comment) <= _order(comment)),
            renewals=tuple(one for one in cleared if _order(one.comment) > _order(comment)),
            revoked=self.taken_back.doubts.get(comment.id),
            refused_before=self.refused.get(comment.id),
            in_doubt=self.in_doubt,
            document_stands=shown is None or name in self.documents,
        )

    def _listen(self, one: Heard) -> None:
        comment = one.comment
        match one.spoken:
            case Attest() | Waive() as said:
                case = self.case(comment, said)
                if not first_refusal(case, CLEARING):
                    self._add(said.request, cleared_by(named_gates(case)))
            case Confirming() as said:
                self._add(said.request, cleared_in_block(self.case(comment, said)))
            case Asking(verb=Verb.EXECUTE, request=request) as said if request is not None:
                if not first_refusal(self.case(comment, said), EXECUTING):
                    self.executed.setdefault(request, comment)
            case _:
                pass

    def _add(self, request: RequestName, cleared: Sequence[ClearedGate]) -> None:
        self.cleared.setdefault(request, []).extend(cleared)


def _order(comment: Comment) -> tuple[dt.datetime, int]:
    return comment.created_at, comment.id
