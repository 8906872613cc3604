"""Comments of the bot's that belong to the pull request and to nobody's command."""

import datetime as dt
from collections.abc import Iterator

from bot.decision.decision import Note, NoteKind, RequestDecision
from bot.decision.prepare import Prepared
from bot.decision.shown import edited_by_others, plan_comments
from bot.domain.names import RequestName
from bot.domain.pull_request import ActorKind, Comment, EditedAt, PullRequest


def notes(
    pull: PullRequest,
    prepared: Prepared,
    requests: tuple[RequestDecision, ...],
    paused: dt.datetime | None,
) -> tuple[Note, ...]:
    """The notes that should stand now; reconciling leaves alone those that already do."""
    if not pull.is_open:
        return ()
    return tuple(_wanted(pull, prepared, requests, paused))


def orphans(pull: PullRequest, requests: tuple[RequestDecision, ...]) -> tuple[Comment, ...]:
    """Plan comments of ours, not hidden yet, of requests that are planned no longer."""
    planned = {request.plan.name for request in requests}
    return tuple(
        comment
        for comment, marker in plan_comments(pull)
        if pull.is_open
        and not comment.is_minimized
        and str(marker.fields.get("request")) not in planned
    )


def _wanted(
    pull: PullRequest,
    prepared: Prepared,
    requests: tuple[RequestDecision, ...],
    paused: dt.datetime | None,
) -> Iterator[Note]:
    if pull.incomplete:
        yield Note(NoteKind.INCOMPLETE)
    if prepared.broken and pull.files:
        yield Note(NoteKind.SETTINGS)
    if prepared.mistakes:
        yield Note(NoteKind.INVALID)
    else:
        yield from _withdrawn(pull, prepared, requests)
    if paused:
        yield Note(NoteKind.PAUSED, until=paused)
    if any(_ticked(part, pull) for request in requests for part in request.shown.parts):
        yield Note(NoteKind.TICKED)


def _withdrawn(
    pull: PullRequest, prepared: Prepared, requests: tuple[RequestDecision, ...]
) -> Iterator[Note]:
    kept = {str(request.name) for request in prepared.planless}
    gone = {
        str(marker.fields.get("request"))
        for comment, marker in plan_comments(pull)
        if comment in orphans(pull, requests)
    }
    for name in sorted(gone - kept):
        yield Note(NoteKind.WITHDRAWN, RequestName(name))


def _ticked(part: Comment, pull: PullRequest) -> bool:
    """True if a person, not another bot, changed our plan comment last."""
    editor = part.edited.editor if isinstance(part.edited, EditedAt) else None
    by_person = editor is not None and editor.kind is ActorKind.PERSON
    return by_person and edited_by_others(part, pull.me)
