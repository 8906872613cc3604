"""Reasons to refuse, each one question to one case; `table.py` has their order."""

import datetime as dt

from bot.confirmation.case import Case, Refusal, held_until, moment, seconds
from bot.confirmation.likeness import wrong_code, wrong_scope
from bot.domain.confirmation import Reason
from bot.domain.phrase import Phrase
from bot.domain.pull_request import ActorKind, EditedAt, EditUnknown
from bot.domain.spoken import Confirming
from bot.parsing.globs import matches


def by_a_bot(case: Case) -> Refusal | None:
    """People speak; programs, and comments that an app wrote in a person's name, do not."""
    author = case.author
    if author is not None and author.kind is not ActorKind.PERSON:
        return Refusal(Reason.BOT, Phrase("{who} is not a person's account", who=author.login))
    if case.comment.via_app:
        return Refusal(Reason.BOT, Phrase("an app wrote the comment"))
    return None


def closed(case: Case) -> Refusal | None:
    """A closed pull request that was not merged has no valid confirmation."""
    if case.pull.is_open or case.pull.is_merged:
        return None
    return Refusal(Reason.CLOSED, Phrase("the pull request is closed"))


def no_plan(case: Case) -> Refusal | None:
    """Something has to be planned, and on a merged one's base tip still be the same."""
    request = case.said.request
    if case.shown is None:
        return Refusal(
            Reason.NO_PLAN,
            Phrase("this pull request has no plan of the name `{request}`", request=request),
        )
    if not case.document_stands:
        return Refusal(
            Reason.NO_PLAN,
            Phrase(
                "the document `{request}` on `{base}` is no longer the one that was confirmed",
                request=request,
                base=case.pull.base_ref,
            ),
        )
    return None


def plan_only(case: Case) -> Refusal | None:
    """Nothing is to be confirmed before somebody asks for execution."""
    if case.executing:
        return None
    request = case.said.request
    return Refusal(
        Reason.PLAN_ONLY,
        Phrase("nobody has written `/backfill execute {request}` before it", request=request),
    )


def draft(case: Case) -> Refusal | None:
    """A draft is planned, not confirmed."""
    if not case.pull.is_draft:
        return None
    return Refusal(Reason.DRAFT, Phrase("the pull request is a draft"))


def wrong_base(case: Case) -> Refusal | None:
    """Only the default branch and the bases that its settings name can be confirmed."""
    base, default = case.pull.base_ref, case.pull.default_branch
    if base == default or matches(case.settings.bases, base):
        return None
    detail = Phrase(
        "it goes into `{base}`, which is neither `{default}` nor named in the settings",
        base=base,
        default=default,
    )
    return Refusal(Reason.WRONG_BASE, detail)


def edited(case: Case) -> Refusal | None:
    """GitHub shows what an edited comment says now, not who said it then."""
    edit = case.comment.edited
    if not isinstance(edit, EditedAt):
        return None
    who = edit.editor.login if edit.editor else Phrase("a deleted account")
    detail = Phrase("{who} edited it at {when} UTC", who=who, when=moment(edit.when))
    return Refusal(Reason.EDITED, detail)


def hidden(case: Case) -> Refusal | None:
    """What somebody has hidden is not what everybody can read."""
    if not case.comment.is_minimized:
        return None
    return Refusal(Reason.HIDDEN, Phrase("the comment is hidden"))


def unverifiable(case: Case) -> Refusal | None:
    """Whatever GitHub could not tell, or the files do not say readably, might be what refuses."""
    if isinstance(case.comment.edited, EditUnknown):
        return Refusal(
            Reason.UNVERIFIABLE, Phrase("GitHub does not say whether the comment was edited")
        )
    if case.pull.incomplete:
        what = case.pull.incomplete[0].what
        return Refusal(
            Reason.UNVERIFIABLE, Phrase("not everything could be seen: {what}", what=what)
        )
    if case.in_doubt is not None:
        return Refusal(Reason.UNVERIFIABLE, case.in_doubt)
    return None


def stale_commit(case: Case) -> Refusal | None:
    """A confirmation names the commit that is the head now."""
    if not isinstance(case.said, Confirming) or case.shown is None:
        return None
    head, named = case.pull.head, case.said.commit
    if named == head == case.shown.plan.commit:
        return None
    return Refusal(
        Reason.STALE_COMMIT,
        Phrase("it names `{named}`; the head is `{head}` now", named=named, head=head),
    )


def predates_revision(case: Case) -> Refusal | None:
    """What is confirmed has been shown, at this very head, in an earlier second."""
    return None if case.shown is None else _predates(case, case.shown.shown_at)


def predates_digest(case: Case) -> Refusal | None:
    """What is attested, waived or executed has been shown with this scope, at whatever head."""
    if case.shown is None:
        return None
    return _predates(case, case.shown.digest_shown_at or case.shown.shown_at)


def other_code(case: Case) -> Refusal | None:
    """The fixed version is named exactly; `head` needs no line."""
    if not isinstance(case.said, Confirming) or case.shown is None:
        return None
    return wrong_code(case.said, case.shown.plan.scope)


def other_scope(case: Case) -> Refusal | None:
    """Datasets, partitions and write semantics are those of the plan, as sets."""
    if not isinstance(case.said, Confirming) or case.shown is None:
        return None
    return wrong_scope(case.said, case.shown.plan.scope)


def gates_open(case: Case) -> Refusal | None:
    """Every gate is cleared, by files or people, before somebody confirms, and still is."""
    gates = tuple(gate.id for gate in case.open_gates)
    if not gates:
        return None
    return Refusal(Reason.GATES_OPEN, Phrase("open: `{gates}`", gates=gates), gates=gates)


def expired(case: Case) -> Refusal | None:
    """Age is counted from GitHub's own date to GitHub's own date."""
    if case.pull.seen_at < case.valid_until:
        return None
    return Refusal(Reason.EXPIRED, held_until(case.valid_until))


def revoked(case: Case) -> Refusal | None:
    """Somebody has taken it back, or may have."""
    return Refusal(case.revoked.reason, case.revoked.detail) if case.revoked else None


def refused_before(case: Case) -> Refusal | None:
    """Who was told that a comment does not count is not taken at it later."""
    if case.refused_before is None:
        return None
    return Refusal(
        case.refused_before,
        Phrase("it was refused when it was first read, and has to be said again"),
    )


def _predates(case: Case, since: dt.datetime | None) -> Refusal | None:
    if since is None:
        return Refusal(
            Reason.NO_PLAN, Phrase("the plan of this commit has not been shown whole yet")
        )
    said_at = case.comment.created_at
    if seconds(said_at) > seconds(since):
        return None
    detail = Phrase(
        "it was said at {said} UTC, and the plan shown at {shown} UTC",
        said=moment(said_at),
        shown=moment(since),
    )
    return Refusal(Reason.PREDATES_PLAN, detail)
