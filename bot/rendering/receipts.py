"""Answers to what counts: receipts, clearings, revocations, and whatever was asked for."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from bot.decision.decision import RequestDecision
from bot.domain.confirmation import Accepted, Asked, ClearedGate, Noted
from bot.domain.phrase import Phrase, counted
from bot.domain.pull_request import Comment
from bot.domain.spoken import Verb
from bot.parsing.marker import Field
from bot.rendering import quantities
from bot.rendering.escape import escape, link
from bot.rendering.facts import names
from bot.rendering.helping import USAGE
from bot.rendering.templates import rendered
from bot.rendering.thread import Reply, Thread, login, named
from bot.rendering.views.people import who_may

MARKED: Final = 200
"""So many gates at most stand in a marker, which has to fit into a comment with the answer."""


def receipt(accepted: Accepted, thread: Thread) -> Reply:
    """What was accepted, of whom, for what, until when; the marker says the same to programs."""
    request = thread.request(accepted.request)
    body = rendered(
        "replies/accepted.md.j2",
        thread.speech,
        outcome=Phrase(
            "`{command}` of `{request}` by {who}, valid until {until}.",
            command=accepted.command.value,
            request=accepted.request,
            who=link(escape(accepted.by.login), accepted.comment.url),
            until=quantities.moment(accepted.valid_until),
        ),
        lines=(
            (Phrase("Scope digest"), Phrase("`{digest}`", digest=accepted.digest)),
            (Phrase("Commit"), Phrase("`{commit}`", commit=accepted.commit)),
            (Phrase("Code"), Phrase("`{code}`", code=accepted.code)),
            (Phrase("Said at"), quantities.moment(accepted.comment.created_at)),
            (
                Phrase("Comment"),
                Phrase(
                    "{id}, body SHA-256 `{sha}`",
                    id=str(accepted.comment.id),
                    sha=accepted.body_sha256,
                ),
            ),
        ),
        next=left(request, thread),
    )
    return body, _receipt_fields(accepted)


def _receipt_fields(accepted: Accepted) -> dict[str, Field]:
    return {
        "request": accepted.request,
        "command": accepted.command.value,
        "digest": accepted.digest,
        "commit": accepted.commit,
        "code": accepted.code,
        "who": accepted.by.login,
        "who_id": int(accepted.by.id),
        "said_at": accepted.comment.created_at.isoformat(),
        "valid_until": accepted.valid_until.isoformat(),
        "body_sha256": accepted.body_sha256,
    }


def left(request: RequestDecision | None, thread: Thread) -> str:
    """What is still missing after this."""
    if request is None:
        return ""
    standing = request.standing
    if standing.clearance is not None:
        return Phrase(
            "Everything that was needed has been said; the gate is green until {until}. Whoever "
            "runs it asks `backfill-bot verify` right before the first write.",
            until=quantities.moment(standing.clearance.valid_until),
        )
    if standing.open_gates:
        return Phrase(
            "Still open: {gates}.", gates=names([gate.id for gate in standing.open_gates], 6)
        )
    return Phrase(
        "Still needed: {commands}.",
        commands=tuple(
            Phrase(
                "`{command}` by {people}",
                command=need.command.value,
                people=who_may(thread.settings.rule(need.command)),
            )
            for need in standing.missing
        ),
    )


def cleared(noted: Noted, thread: Thread) -> Reply:
    """Which gates somebody has attested or waived, and until when that holds."""
    body = rendered(
        "replies/noted.md.j2",
        thread.speech,
        title=Phrase("Noted"),
        outcome=counted(
            "{number} gate of `{request}` cleared by {who}.",
            "{number} gates of `{request}` cleared by {who}.",
            len(noted.cleared),
            request=noted.request,
            who=link(escape(login(noted.comment)), noted.comment.url),
        ),
        lines=tuple(_clearings(noted.cleared)),
        next=left(thread.request(noted.request), thread),
        usage="",
    )
    gates: dict[str, Field] = {"gates": [str(one.gate) for one in noted.cleared]}
    return body, named(noted.request) | (gates if len(noted.cleared) <= MARKED else {})


def _clearings(cleared_gates: Sequence[ClearedGate]) -> Iterator[tuple[Phrase, Phrase]]:
    """What was said alike stands in one line."""
    alike: dict[Phrase, list[str]] = {}
    for one in cleared_gates:
        alike.setdefault(_clearing(one), []).append(one.gate)
    for said, gates in alike.items():
        yield said, names(gates, len(gates))


def _clearing(one: ClearedGate) -> Phrase:
    until = quantities.moment(one.valid_until)
    if one.waived_because is not None:
        return Phrase(
            "Waived until {until}, because {reason}", until=until, reason=one.waived_because
        )
    if one.note:
        return Phrase("Attested until {until}, {note}", until=until, note=one.note)
    return Phrase("Attested until {until}", until=until)


def revoked(noted: Noted, thread: Thread) -> Reply:
    """What a revocation has killed; this comment keeps refusing it when the revocation is gone."""
    by_id = {comment.id: comment for comment in thread.pull.comments}
    body = rendered(
        "replies/noted.md.j2",
        thread.speech,
        title=Phrase("Revoked"),
        outcome=Phrase(
            "by {who}: what was said of `{request}` before counts no longer.",
            who=link(escape(login(noted.comment)), noted.comment.url),
            request=noted.request,
        ),
        lines=tuple(_killed(by_id.get(each), each) for each in noted.revokes),
        next=Phrase("This stands even if that comment is edited, hidden or deleted."),
        usage="",
    )
    return body, {**named(noted.request), "kills": list(noted.revokes)}


def _killed(comment: Comment | None, number: int) -> tuple[Phrase, Phrase]:
    if comment is None:
        return Phrase("Comment"), Phrase("{number}, which is gone", number=str(number))
    return Phrase("Comment"), Phrase(
        "{id} of {who}, {when}",
        id=link(escape(str(number)), comment.url),
        who=login(comment),
        when=quantities.moment(comment.created_at),
    )


def asked_for(asked: Asked, thread: Thread) -> Reply:
    """The answer to `plan`, `status`, `help` or `execute`."""
    request = thread.request(asked.asking.request)
    title, outcome = _outcome(asked.asking.verb, request, thread)
    body = rendered(
        "replies/noted.md.j2",
        thread.speech,
        title=title,
        outcome=outcome,
        lines=tuple(_status(one, thread) for one in _meant(asked, request, thread)),
        next="",
        usage=USAGE if asked.asking.verb is Verb.HELP else "",
    )
    return body, named(asked.asking.request)


def _meant(
    asked: Asked, request: RequestDecision | None, thread: Thread
) -> Sequence[RequestDecision]:
    if asked.asking.verb is Verb.HELP:
        return ()
    return (request,) if request else thread.decision.requests


def _outcome(verb: Verb, request: RequestDecision | None, thread: Thread) -> tuple[Phrase, Phrase]:
    if verb is Verb.EXECUTE:
        return Phrase("Execution asked for"), Phrase(
            "nothing is started. The plan shows the whole scope and every unresolved risk; from "
            "now on confirmations are awaited."
        )
    if verb is Verb.HELP:
        return Phrase("Help"), Phrase("each of these begins a line of a comment of its own.")
    if not thread.decision.requests:
        return Phrase("Status"), Phrase("no backfill is asked for in this pull request.")
    title = Phrase("Planned") if verb is Verb.PLAN else Phrase("Status")
    del request
    return title, Phrase("at commit {commit}.", commit=thread.page.commit(thread.pull.head))


def _status(one: RequestDecision, thread: Thread) -> tuple[Any, str]:
    shown = one.shown.parts[0].url if one.shown.parts else ""
    label = link(escape(one.plan.name), shown)
    if not one.executing and not one.standing.open_gates:
        return label, Phrase("plan only, nothing is confirmed; no gate is open.")
    if not one.executing:
        return label, Phrase(
            "plan only, nothing is confirmed; open gates: {gates}.",
            gates=names([gate.id for gate in one.standing.open_gates], 6),
        )
    return label, left(one, thread)
