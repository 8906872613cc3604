"""The answer to an executor: is this request confirmed now, for the code that is about to run."""

import datetime as dt
from dataclasses import dataclass
from typing import Any, TypeAlias

from bot.confirmation.judge import Judgement
from bot.confirmation.standing import Clearance, RequestStanding
from bot.domain.confirmation import Accepted, ClearedGate, Reason, Refused
from bot.domain.names import CommitSha, RequestName
from bot.domain.pull_request import Actor, Comment, PullRequest
from bot.partitions.sets import count, runs
from bot.planning.block import scope_line


@dataclass(frozen=True, slots=True)
class Confirmed:
    """Every needed confirmation is valid at the moment of the observation."""

    pull: PullRequest
    clearance: Clearance

    @property
    def confirmed(self) -> bool:
        """True."""
        return True

    def as_json(self) -> dict[str, Any]:
        """The confirmed scope as plain JSON values: times in ISO 8601, UTC, partitions as runs."""
        return {"confirmed": True, **_scope(self.clearance), **_seen(self.pull)}

    def as_text(self) -> str:
        """The confirmed scope for a terminal."""
        clearance, plan = self.clearance, self.clearance.plan
        return "\n".join(
            (
                f"confirmed: {plan.name} at {clearance.commit}",
                f"digest     {plan.digest}",
                f"code       {confirmed_version(clearance)}",
                *(scope_line(line) for line in plan.scope.lines),
                *(f"{one.command} by {_told(one.by, one.comment)}" for one in clearance.accepted),
                *(f"{one.gate} by {_told(one.by, one.comment)}" for one in clearance.cleared),
                f"valid until {_time(clearance.valid_until)}",
            )
        )


@dataclass(frozen=True, slots=True)
class NotConfirmed:
    """Something is missing; the executor must not begin."""

    pull: PullRequest
    request: RequestName
    reason: Reason | None
    """None where nobody has said anything yet that could be refused."""
    detail: str

    @property
    def confirmed(self) -> bool:
        """False."""
        return False

    def as_json(self) -> dict[str, Any]:
        """The reason as plain JSON values."""
        return {
            "confirmed": False,
            "request": self.request,
            "reason": self.reason.value if self.reason else None,
            "detail": str(self.detail),
            **_seen(self.pull),
        }

    def as_text(self) -> str:
        """The reason for a terminal."""
        word = f"{self.reason}: " if self.reason else ""
        return f"not confirmed: {word}{self.detail}"


Verification: TypeAlias = Confirmed | NotConfirmed


def verification(
    pull: PullRequest, judgement: Judgement, request: RequestName, commit: CommitSha | None
) -> Verification:
    """Whether a request is confirmed at the moment of the observation (SPEC 10).

    Args:
        pull: the observation that was judged.
        judgement: what came of it.
        request: the request's name.
        commit: what the executor is about to run, which has to be the confirmed code version; None
            leaves that unasked.
    """
    standing = judgement.states.get(request)
    if standing is None:
        return NotConfirmed(pull, request, Reason.NO_PLAN, f"there is no plan for {request}")
    clearance = standing.clearance
    if clearance is None:
        reason, detail = _why(request, judgement, standing)
        return NotConfirmed(pull, request, reason, detail)
    confirmed = confirmed_version(clearance)
    if commit is not None and commit.lower() != confirmed.lower():
        detail = f"confirmed is {confirmed}; about to run is {commit}"
        return NotConfirmed(pull, request, Reason.WRONG_CODE, detail)
    return Confirmed(pull, clearance)


def confirmed_version(clearance: Clearance) -> str:
    """The version that may run: the head's SHA where the plan says `head`, else the stated one."""
    code = clearance.plan.scope.code
    return clearance.commit if code == "head" else code


def _seen(pull: PullRequest) -> dict[str, Any]:
    return {"pull_request": str(pull.ref), "checked_at": _time(pull.seen_at)}


def _told(by: Actor, comment: Comment) -> str:
    return f"{by.login} at {_time(comment.created_at)}, {comment.url}"


def _scope(clearance: Clearance) -> dict[str, Any]:
    plan = clearance.plan
    return {
        "request": plan.name,
        "digest": plan.digest,
        "commit": clearance.commit,
        "code": confirmed_version(clearance),
        "datasets": [
            {
                "dataset": line.dataset,
                "partitions": list(runs(line.partitions)),
                "count": count(line.partitions),
                "write": line.semantics.value,
                "command": line.command.value,
            }
            for line in plan.scope.lines
        ],
        "confirmations": [_confirmation(one) for one in clearance.accepted],
        "gates": [_gate(one) for one in clearance.cleared],
        "valid_until": _time(clearance.valid_until),
    }


def _confirmation(one: Accepted) -> dict[str, Any]:
    return {
        "command": one.command.value,
        "by": one.by.login,
        "by_id": one.by.id,
        "said_at": _time(one.comment.created_at),
        "valid_until": _time(one.valid_until),
        "comment": one.comment.id,
        "url": one.comment.url,
        "body_sha256": one.body_sha256,
    }


def _gate(one: ClearedGate) -> dict[str, Any]:
    return {
        "gate": one.gate,
        "by": one.by.login,
        "by_id": one.by.id,
        "waived_because": one.waived_because,
        "note": one.note,
        "comment": one.comment.id,
        "url": one.comment.url,
        "valid_until": _time(one.valid_until),
    }


def _why(
    request: RequestName, judgement: Judgement, standing: RequestStanding
) -> tuple[Reason | None, str]:
    """The newest refusal of something that is still missing; else what is missing."""
    missing = {need.command for need in standing.missing}
    refused = [one for one in judgement.verdicts.values() if isinstance(one, Refused)]
    last = [one for one in refused if one.request == request and one.command in missing][-1:]
    if last:
        return last[0].reason, str(last[0].detail)
    if standing.open_gates:
        names = ", ".join(gate.id for gate in standing.open_gates)
        return Reason.GATES_OPEN, f"open gates: {names}"
    words = [f"{need.left} more `{need.command}`" for need in standing.missing]
    return None, f"not confirmed yet: {', '.join(words) or 'there is nothing to confirm'}"


def _time(moment: dt.datetime) -> str:
    return moment.astimezone(dt.UTC).isoformat().replace("+00:00", "Z")
