"""What is kept of a verdict: a receipt that programs can read back, and a line for the audit."""

import datetime as dt
from collections.abc import Mapping
from typing import Any, assert_never

from bot.confirmation.words import word_of
from bot.domain.confirmation import (
    Accepted,
    Asked,
    ClearedGate,
    Helped,
    Ignored,
    Noted,
    Refused,
    ScopeDifference,
    Verdict,
)
from bot.domain.pull_request import Actor, PullRequest
from bot.domain.spoken import Misspoken
from bot.parsing.marker import Field
from bot.parsing.sha import text_sha256
from bot.partitions.sets import runs


def receipt(accepted: Accepted) -> Mapping[str, Field]:
    """What a confirmation's receipt says, for the marker of the reply; times in ISO 8601, UTC.

    A receipt is a record for people and executors; the bot itself never takes it for evidence.
    """
    return {
        "request": accepted.request,
        "command": accepted.command.value,
        "digest": accepted.digest,
        "commit": accepted.commit,
        "code": accepted.code,
        "by": accepted.by.login,
        "by_id": accepted.by.id,
        "said_at": _time(accepted.comment.created_at),
        "valid_until": _time(accepted.valid_until),
        "comment": accepted.comment.id,
        "url": accepted.comment.url,
        "body_sha256": accepted.body_sha256,
    }


def audit_record(verdict: Verdict, pull: PullRequest) -> dict[str, Any]:
    """One verdict as an append-only line: plain JSON values, the same for the same observation."""
    comment = verdict.comment
    return {
        "pull_request": str(pull.ref),
        "head": pull.head,
        "base": pull.base_ref,
        "seen_at": _time(pull.seen_at),
        "verdict": word_of(verdict),
        "comment": comment.id,
        "url": comment.url,
        "said_at": _time(comment.created_at),
        "body_sha256": text_sha256(comment.body),
        **_who(comment.author),
        **_particulars(verdict),
    }


def _who(author: Actor | None) -> dict[str, Any]:
    return {"by": author.login if author else None, "by_id": author.id if author else None}


def _particulars(verdict: Verdict) -> dict[str, Any]:
    match verdict:
        case Accepted():
            return dict(receipt(verdict))
        case Refused():
            return {
                "command": verdict.command.value if verdict.command else None,
                "request": verdict.request,
                "detail": str(verdict.detail),
                "gates": list(verdict.gates),
                "difference": _difference(verdict.difference),
            }
        case Noted():
            return {
                "request": verdict.request,
                "cleared": [_cleared(one) for one in verdict.cleared],
                "not_cleared": list(verdict.not_cleared),
                "revokes": list(verdict.revokes),
            }
        case Asked():
            return {"command": verdict.asking.verb.value, "request": verdict.asking.request}
        case Helped(misspoken=Misspoken() as misspoken):
            return {"detail": str(misspoken.problem), "line": misspoken.line}
        case Helped() | Ignored():
            return {}
    assert_never(verdict)


def _cleared(one: ClearedGate) -> dict[str, Any]:
    return {
        "gate": one.gate,
        "waived_because": one.waived_because,
        "note": one.note,
        "valid_until": _time(one.valid_until),
    }


def _difference(difference: ScopeDifference | None) -> dict[str, Any] | None:
    if difference is None:
        return None
    return {
        "missing": list(difference.missing),
        "extra": list(difference.extra),
        "other_class": list(difference.other_class),
        "different": [
            {
                "dataset": one.dataset,
                "missing": list(runs(one.missing)) if one.missing else [],
                "extra": list(runs(one.extra)) if one.extra else [],
                "unreadable": list(one.unreadable),
                "semantics": list(one.semantics) if one.semantics else None,
            }
            for one in difference.different
        ],
    }


def _time(moment: dt.datetime) -> str:
    return moment.astimezone(dt.UTC).isoformat().replace("+00:00", "Z")
