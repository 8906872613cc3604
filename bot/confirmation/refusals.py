"""The reasons to refuse a command, in their fixed order; the first that holds is the verdict.

The order goes from what nobody can mend by another comment, over the comment itself and its
author, to what it says. `STALE_COMMIT` comes before `PREDATES_PLAN`, since a comment that was
overtaken by a push is best answered with both SHAs.
"""

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from bot.confirmation.case import Case, Refusal, seconds
from bot.confirmation.likeness import scope_difference
from bot.confirmation.people import wrong_person
from bot.domain.confirmation import Reason
from bot.domain.pull_request import ActorKind, EditedAt, EditUnknown
from bot.domain.spoken import Confirming
from bot.parsing.globs import matches

Check: TypeAlias = Callable[[Case], Refusal | None]


def first_refusal(case: Case, table: Sequence[Check]) -> Refusal | None:
    """The first reason to refuse; None where the command counts."""
    return next((refusal for check in table if (refusal := check(case))), None)


def by_a_bot(case: Case) -> Refusal | None:
    """People speak; programs, and comments that an app wrote in a person's name, do not."""
    author = case.author
    if author is not None and author.kind is not ActorKind.PERSON:
        return Refusal(Reason.BOT, f"{author.login} is not a person's account")
    if case.comment.via_app:
        return Refusal(Reason.BOT, "an app wrote the comment")
    return None


def closed(case: Case) -> Refusal | None:
    """A closed pull request that was not merged has no valid confirmation."""
    if case.pull.is_open or case.pull.is_merged:
        return None
    return Refusal(Reason.CLOSED, "the pull request is closed")


def no_plan(case: Case) -> Refusal | None:
    """Something has to be planned, and on a merged one's base tip still be the same."""
    request = case.said.request
    if case.shown is None:
        return Refusal(Reason.NO_PLAN, f"there is no plan for {request} in this pull request")
    if not case.document_stands:
        return Refusal(
            Reason.NO_PLAN,
            f"the document {request} on {case.pull.base_ref} is no longer the one that was merged",
        )
    return None


def plan_only(case: Case) -> Refusal | None:
    """Nothing is to be confirmed before somebody asks for execution."""
    if case.executing:
        return None
    return Refusal(
        Reason.PLAN_ONLY,
        f"{case.said.request} asks for a plan only; `/backfill execute {case.said.request}`"
        " asks for confirmations",
    )


def draft(case: Case) -> Refusal | None:
    """A draft is planned, not confirmed."""
    return Refusal(Reason.DRAFT, "the pull request is a draft") if case.pull.is_draft else None


def wrong_base(case: Case) -> Refusal | None:
    """Only the default branch and the bases that its settings name can be confirmed."""
    base = case.pull.base_ref
    if base == case.pull.default_branch or matches(case.settings.bases, base):
        return None
    return Refusal(
        Reason.WRONG_BASE,
        f"the pull request goes into {base}, which is neither {case.pull.default_branch}"
        " nor named in the settings",
    )


def edited(case: Case) -> Refusal | None:
    """GitHub shows what an edited comment says now, not who said it then."""
    edit = case.comment.edited
    if not isinstance(edit, EditedAt):
        return None
    by = f" by {edit.editor.login}" if edit.editor else ""
    return Refusal(
        Reason.EDITED, f"the comment was edited{by} at {edit.when:%Y-%m-%d %H:%M:%S} UTC"
    )


def hidden(case: Case) -> Refusal | None:
    """What somebody has hidden is not what everybody can read."""
    return Refusal(Reason.HIDDEN, "the comment is hidden") if case.comment.is_minimized else None


def unverifiable(case: Case) -> Refusal | None:
    """Whatever GitHub could not tell might be what refuses."""
    if isinstance(case.comment.edited, EditUnknown):
        return Refusal(Reason.UNVERIFIABLE, "GitHub does not say whether the comment was edited")
    if case.pull.incomplete:
        what = case.pull.incomplete[0].what
        return Refusal(Reason.UNVERIFIABLE, f"not everything could be seen: {what}")
    return None


def stale_commit(case: Case) -> Refusal | None:
    """A confirmation names the commit that is the head now."""
    if not isinstance(case.said, Confirming) or case.shown is None:
        return None
    head, named = case.pull.head, case.said.commit
    if named == head == case.shown.plan.commit:
        return None
    return Refusal(Reason.STALE_COMMIT, f"the comment names {named}; the head is {head} now")


def predates_revision(case: Case) -> Refusal | None:
    """What is confirmed has been shown, at this very head, in an earlier second."""
    return _predates(case, head_matters=True)


def predates_digest(case: Case) -> Refusal | None:
    """What is attested, waived or executed has been shown with this scope, at whatever head."""
    return _predates(case, head_matters=False)


def wrong_code(case: Case) -> Refusal | None:
    """The fixed version is named exactly; `head` needs no line."""
    if not isinstance(case.said, Confirming) or case.shown is None:
        return None
    planned = case.shown.plan.scope.code
    named = case.said.code or "head"
    if named.lower() == planned.lower():
        return None
    return Refusal(
        Reason.WRONG_CODE,
        f"the plan runs the version {planned}; the comment names {case.said.code or 'none'}",
    )


def wrong_scope(case: Case) -> Refusal | None:
    """Datasets, partitions and write semantics are those of the plan, as sets."""
    if not isinstance(case.said, Confirming) or case.shown is None:
        return None
    plan, command = case.shown.plan, case.said.command
    difference = scope_difference(case.said.lines, plan.scope, command)
    if difference.other_class or not plan.lines_for(command):
        return Refusal(
            Reason.WRONG_CLASS,
            f"`{command}` names only the datasets that the plan puts under it",
            difference,
        )
    if difference:
        return Refusal(Reason.WRONG_SCOPE, "the comment and the plan differ", difference)
    return None


def gates_open(case: Case) -> Refusal | None:
    """Every gate is cleared, by files or people, before somebody confirms, and still is."""
    gates = tuple(gate.id for gate in case.open_gates)
    return Refusal(Reason.GATES_OPEN, f"open: {', '.join(gates)}", gates=gates) if gates else None


def expired(case: Case) -> Refusal | None:
    """Age is counted from GitHub's own date to GitHub's own date."""
    if case.pull.seen_at < case.valid_until:
        return None
    return Refusal(Reason.EXPIRED, f"it held until {case.valid_until:%Y-%m-%d %H:%M:%S} UTC")


def revoked(case: Case) -> Refusal | None:
    """Somebody has taken it back, or may have."""
    return Refusal(case.revoked.reason, case.revoked.detail) if case.revoked else None


def refused_before(case: Case) -> Refusal | None:
    """Who was told that a comment does not count is not taken at it later."""
    if case.refused_before is None:
        return None
    return Refusal(
        case.refused_before, "the comment was refused when it was first read; please say it again"
    )


CONFIRMING: Final[tuple[Check, ...]] = (
    by_a_bot,
    closed,
    no_plan,
    plan_only,
    draft,
    wrong_base,
    edited,
    hidden,
    unverifiable,
    wrong_person,
    stale_commit,
    predates_revision,
    wrong_code,
    wrong_scope,
    expired,
    gates_open,
    revoked,
    refused_before,
)
"""For `approve` and `confirm`."""

_NOT_OF_THE_BLOCKS_OWN_LINES: Final = (
    stale_commit,
    predates_revision,
    plan_only,
    draft,
    gates_open,
    expired,
    refused_before,
)

CLEARING: Final[tuple[Check, ...]] = (
    by_a_bot,
    closed,
    no_plan,
    wrong_base,
    edited,
    hidden,
    unverifiable,
    wrong_person,
    predates_digest,
    revoked,
    refused_before,
)
"""For `attest` and `waive`, before the gates that they name are looked up."""

CLEARING_IN_A_BLOCK: Final[tuple[Check, ...]] = (
    *(check for check in CONFIRMING if check not in _NOT_OF_THE_BLOCKS_OWN_LINES),
    predates_digest,
)
"""For the `attest` and `waive` lines of a block, which are judged before the block."""

EXECUTING: Final[tuple[Check, ...]] = (
    by_a_bot,
    closed,
    no_plan,
    wrong_base,
    edited,
    hidden,
    unverifiable,
    wrong_person,
    predates_digest,
    refused_before,
)
"""For `execute`."""


def _predates(case: Case, *, head_matters: bool) -> Refusal | None:
    if case.shown is None:
        return None
    first = case.shown.digest_shown_at or case.shown.shown_at
    since = case.shown.shown_at if head_matters else first
    if since is None:
        return Refusal(Reason.NO_PLAN, "the plan of this revision had not been shown yet")
    said_at = case.comment.created_at
    if seconds(said_at) > seconds(since):
        return None
    return Refusal(
        Reason.PREDATES_PLAN,
        f"it was said at {said_at:%Y-%m-%d %H:%M:%S} UTC, and the plan shown at"
        f" {since:%Y-%m-%d %H:%M:%S} UTC",
    )
