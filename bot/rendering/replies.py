"""Answers to comments: the outcome first, then why, then what would be right; one a comment.

No answer begins a line with a command outside a fence, so that no bot can take it for one.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, assert_never

from bot.decision.answers import verdict_word
from bot.decision.decision import Answer, Decision, RequestDecision
from bot.domain.confirmation import Accepted, Asked, Helped, Ignored, Noted, Reason, Refused
from bot.domain.names import RequestName
from bot.domain.phrase import Phrase
from bot.domain.pull_request import Comment, PullRequest
from bot.domain.scope import Command
from bot.domain.spoken import Conflicting, Fenced, Misspoken, Verb
from bot.parsing.marker import Field, Marker, print_marker
from bot.planning.block import block_of
from bot.rendering import quantities
from bot.rendering.caret import caret
from bot.rendering.escape import escape, link
from bot.rendering.facts import names
from bot.rendering.language import Language, language
from bot.rendering.page import Page
from bot.rendering.templates import rendered
from bot.rendering.views.gates import gate_line
from bot.rendering.views.people import who_may
from bot.rendering.views.refusals import RIGHT, WHY, WITH_BLOCK, WITH_PEOPLE, differences
from bot.settings import Settings


@dataclass(frozen=True, slots=True)
class Thread:
    """What an answer may need of the pull request that it is given on."""

    pull: PullRequest
    decision: Decision
    page: Page

    @property
    def settings(self) -> Settings:
        """The repository's settings."""
        return self.decision.prepared.settings

    @property
    def speech(self) -> Language:
        """The repository's language."""
        return language(self.settings.language)

    def request(self, name: RequestName | str | None) -> RequestDecision | None:
        """The request of that name; the only one where nobody named any."""
        found = [one for one in self.decision.requests if name in (one.plan.name, None)]
        return found[0] if len(found) == 1 else None

    @property
    def names(self) -> tuple[RequestName, ...]:
        """The requests whose plans stand here."""
        return tuple(one.plan.name for one in self.decision.requests)


def reply(answer: Answer, thread: Thread) -> str:
    """The whole comment that answers one comment, marker line first; empty for ordinary talk."""
    match answer.verdict:
        case Accepted() as accepted:
            body, more = receipt(accepted, thread)
        case Refused() as refused:
            body, more = expired(refused, thread) if answer.expired else refusal(refused, thread)
        case Noted() as noted:
            body, more = revoked(noted, thread) if noted.revokes else cleared(noted, thread)
        case Asked() as asked:
            body, more = asked_for(asked, thread)
        case Helped() as helped:
            body, more = helping(helped, thread)
        case Ignored():
            return ""
        case _:
            assert_never(answer.verdict)
    kind = "revoked" if isinstance(answer.verdict, Noted) and answer.verdict.revokes else "reply"
    word = verdict_word(answer.verdict)
    marker = Marker(kind, {"comment": answer.comment.id, "verdict": word, **more})
    return f"{print_marker(marker)}\n{body}\n"


Reply = tuple[str, dict[str, Field]]
"""The Markdown of an answer, and what its marker says besides the comment and the verdict."""


def refusal(refused: Refused, thread: Thread) -> Reply:
    """Why a command does not count, the difference as runs, and the block that would be right."""
    request = thread.request(refused.request)
    body = rendered(
        "replies/refused.md.j2",
        thread.speech,
        reason=refused.reason.value,
        why=WHY[refused.reason],
        detail=refused.detail,
        differences=(
            differences(refused.difference, request.plan) if refused.difference and request else ()
        ),
        right=RIGHT[refused.reason],
        people=_people(refused, thread),
        gates=_gates(refused, request, thread),
        blocks=_blocks(refused, request),
        hint=_hint(refused, thread),
    )
    return body, _named(refused.request)


def _people(refused: Refused, thread: Thread) -> Any:
    if refused.reason not in WITH_PEOPLE:
        return ""
    command = refused.command or Command.CONFIRM
    return Phrase("{people}.", people=who_may(thread.settings.rule(command)))


def _gates(refused: Refused, request: RequestDecision | None, thread: Thread) -> tuple[Any, ...]:
    if request is None or refused.reason is not Reason.GATES_OPEN:
        return ()
    return tuple(
        gate_line(gate, thread.page) for gate in request.plan.gates if gate.id in refused.gates
    )


def _blocks(refused: Refused, request: RequestDecision | None) -> tuple[str, ...]:
    if request is None:
        return ()
    if refused.reason is Reason.PLAN_ONLY:
        return (f"/backfill execute {request.plan.name}",)
    if refused.command is None or refused.reason not in WITH_BLOCK:
        return ()
    if refused.reason is Reason.WRONG_CLASS:
        return tuple("\n".join(block_of(request.plan, c)) for c in request.plan.scope.commands)
    if not request.plan.lines_for(refused.command):
        return ()
    return ("\n".join(block_of(request.plan, refused.command)),)


def _hint(refused: Refused, thread: Thread) -> str:
    if refused.reason is Reason.NO_PLAN:
        return Phrase("Plans here: {names}.", names=names(thread.names))
    if refused.command is not None and refused.reason in WITH_BLOCK:
        return Phrase("Paste it without the fence. Anything said before stays withdrawn.")
    return ""


def expired(refused: Refused, thread: Thread) -> Reply:
    """An accepted confirmation has run out; how to give it again."""
    request = thread.request(refused.request)
    body = rendered(
        "replies/refused.md.j2",
        thread.speech,
        reason=Reason.EXPIRED.value,
        why=Phrase(
            "what {who} said at {when} no longer counts.",
            who=_login(refused.comment),
            when=quantities.moment(refused.comment.created_at),
        ),
        detail=refused.detail,
        differences=(),
        right=RIGHT[Reason.EXPIRED],
        people="",
        gates=(),
        blocks=_blocks(refused, request),
        hint=Phrase("Nobody has to, where the backfill is done."),
    )
    return body, _named(refused.request)


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
            (Phrase("Scope"), Phrase("`{digest}`", digest=accepted.digest)),
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
        next=_left(request, thread),
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


def _left(request: RequestDecision | None, thread: Thread) -> str:
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
        outcome=Phrase(
            "{gates} of `{request}`, by {who}.",
            gates=names([one.gate for one in noted.cleared], 12),
            request=noted.request,
            who=link(escape(_login(noted.comment)), noted.comment.url),
        ),
        lines=tuple(_clearing(one) for one in noted.cleared),
        next=_left(thread.request(noted.request), thread),
        usage="",
    )
    return body, {**_named(noted.request), "gates": [str(one.gate) for one in noted.cleared]}


def _clearing(one: Any) -> tuple[Phrase, Phrase]:
    until = quantities.moment(one.valid_until)
    if one.waived_because is not None:
        said = Phrase("waived until {until}: {reason}", until=until, reason=one.waived_because)
    elif one.note:
        said = Phrase("attested until {until}: {note}", until=until, note=one.note)
    else:
        said = Phrase("attested until {until}", until=until)
    return Phrase("`{gate}`", gate=one.gate), said


def revoked(noted: Noted, thread: Thread) -> Reply:
    """What a revocation has killed; this comment keeps refusing it when the revocation is gone."""
    by_id = {comment.id: comment for comment in thread.pull.comments}
    body = rendered(
        "replies/noted.md.j2",
        thread.speech,
        title=Phrase("Revoked"),
        outcome=Phrase(
            "by {who}: what was said of `{request}` before counts no longer.",
            who=link(escape(_login(noted.comment)), noted.comment.url),
            request=noted.request,
        ),
        lines=tuple(_killed(by_id.get(each), each) for each in noted.revokes),
        next=Phrase("This stands even if that comment is edited, hidden or deleted."),
        usage="",
    )
    return body, {**_named(noted.request), "kills": list(noted.revokes)}


def _killed(comment: Comment | None, number: int) -> tuple[Phrase, Phrase]:
    if comment is None:
        return Phrase("Comment"), Phrase("{number}, which is gone", number=str(number))
    return Phrase("Comment"), Phrase(
        "{id} of {who}, {when}",
        id=link(escape(str(number)), comment.url),
        who=_login(comment),
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
    return body, _named(asked.asking.request)


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
    return label, _left(one, thread)


def helping(helped: Helped, thread: Thread) -> Reply:
    """What could not be understood, with a caret, and how it would be said."""
    problem, excerpt, nearest, request = _trouble(helped)
    body = rendered(
        "replies/help.md.j2",
        thread.speech,
        problem=problem,
        excerpt=excerpt,
        nearest=nearest or "",
        blocks=_wanted(helped, thread, request),
        usage="" if isinstance(helped.misspoken, Fenced) else USAGE,
    )
    return body, {}


def _trouble(helped: Helped) -> tuple[str, str, str | None, str | None]:
    match helped.misspoken:
        case Misspoken() as slip:
            excerpt = caret(slip.excerpt, slip.column) if slip.excerpt else ""
            return _sentence(slip.problem), excerpt, slip.nearest, slip.request
        case Conflicting():
            words = Phrase("One comment holds several different commands, so none of them counts.")
            return words, "", None, None
        case Fenced():
            words = Phrase(
                "The command still stands in a fence, so it was not said. Paste it without the "
                "fence."
            )
            return words, "", None, None
    assert_never(helped.misspoken)


def _sentence(problem: str) -> Phrase:
    return Phrase("Not understood: {problem}.", problem=problem)


def _wanted(helped: Helped, thread: Thread, name: str | None) -> tuple[str, ...]:
    """The right block, where it is plain which one was meant."""
    slip = helped.misspoken
    if not isinstance(slip, Misspoken) or slip.verb not in CONFIRMING:
        return ()
    request = thread.request(name)
    command = CONFIRMING[slip.verb]
    if request is None or not request.executing or not request.plan.lines_for(command):
        return ()
    return ("\n".join(block_of(request.plan, command)),)


CONFIRMING: Final = {Verb.APPROVE: Command.APPROVE, Verb.CONFIRM: Command.CONFIRM}

USAGE: Final = """\
/backfill approve REQUEST      followed by the lines of its block
/backfill confirm REQUEST      followed by the lines of its block
/backfill attest REQUEST GATE… [note]
/backfill waive REQUEST GATE… because REASON
/backfill revoke REQUEST
/backfill execute REQUEST
/backfill plan | status | help [REQUEST]"""


def _named(request: RequestName | None) -> dict[str, Field]:
    return {} if request is None else {"request": request}


def _login(comment: Comment) -> str:
    return comment.author.login if comment.author else "?"
