"""The least effects that make GitHub say what was decided; none when it already does.

A delivery that comes twice is harmless by construction: the second time nothing differs.
"""

import datetime as dt
import re
from collections.abc import Iterator

from bot.decision.decision import Decision, GateState, Note, NoteKind, Red, RequestDecision
from bot.decision.effects import (
    EditComment,
    Effect,
    MinimizeComment,
    PostComment,
    React,
    SetGate,
    SetLabels,
)
from bot.decision.gate import conclusion
from bot.decision.pages import Pages
from bot.decision.shown import edited_by_others
from bot.domain.pull_request import ActorKind, Comment, EditedAt, PullRequest
from bot.parsing.marker import Marker, print_marker, read_marker

REDRAWN_AT_MOST_EVERY = dt.timedelta(minutes=10)
ONCE = (NoteKind.WITHDRAWN, NoteKind.TICKED)
"""Notes that stay where they stand when their cause is gone."""


def reconcile(
    pull: PullRequest, decision: Decision, pages: Pages, gate: GateState
) -> tuple[Effect, ...]:
    """The effects, in the order in which they are to be applied; the gate comes last.

    Args:
        pull: what GitHub says now.
        decision: what follows from it.
        pages: the decision's texts.
        gate: the worst state over all pull requests that share the head.
    """
    return (
        *_plans(pull, decision, pages),
        *_answers(decision, pages),
        *_notes(pull, decision, pages),
        *_labels(pull, decision),
        *gate_effects(pull, gate, pages),
    )


def gate_effects(pull: PullRequest, gate: GateState, pages: Pages) -> tuple[SetGate, ...]:
    """The gate written where it does not say this already, or where somebody else wrote it."""
    text = pages.gate
    seen = pull.gate
    summary = text.summary if seen is None or seen.has_summary else ""
    wanted = (conclusion(gate).value, text.title, summary)
    if seen and seen.mine and (seen.conclusion, seen.title, seen.summary) == wanted:
        return ()
    annotations = gate.annotations if isinstance(gate, Red) else ()
    return (SetGate(pull.head, conclusion(gate), text.title, text.summary, annotations),)


def tampered(pull: PullRequest, decision: Decision, pages: Pages) -> frozenset[int]:
    """Ids of our plan comments that somebody else changed, and not only by ticking boxes."""
    return frozenset(
        part.id
        for request in decision.requests
        for part, text in _drawn(request, pages)
        if edited_by_others(part, pull.me) and _unticked(part.body) != _unticked(text)
    )


def marker_line(body: str) -> str:
    """The first line of one of our comments, which is its marker."""
    return body.partition("\n")[0]


def _plans(pull: PullRequest, decision: Decision, pages: Pages) -> Iterator[Effect]:
    for request in decision.requests:
        texts = pages.plans.get(request.plan.name, ())
        if pull.is_open and not request.shown.complete:
            have = {_part(part) for part in request.shown.parts}
            for number, text in enumerate(texts, 1):
                if number not in have:
                    yield PostComment(text, marker_line(text))
        for part, text in _drawn(request, pages):
            yield from _redrawn(pull, part, text)
        if pull.is_open:
            yield from (MinimizeComment(part.node_id) for part in request.shown.outdated)
    yield from (MinimizeComment(orphan.node_id) for orphan in decision.orphans)


def _drawn(request: RequestDecision, pages: Pages) -> Iterator[tuple[Comment, str]]:
    texts = pages.plans.get(request.plan.name, ())
    for part in request.shown.parts:
        if 1 <= _part(part) <= len(texts):
            yield part, texts[_part(part) - 1]


def _part(comment: Comment) -> int:
    marker = read_marker(comment.body)
    number = marker.fields.get("part") if marker else None
    return number if isinstance(number, int) else 1


def _redrawn(pull: PullRequest, part: Comment, text: str) -> Iterator[Effect]:
    """The part drawn anew where it differs; a tick at most once in ten minutes (SPEC 6)."""
    drawn = _without_redrawn(part.body)
    if drawn == text:
        return
    if not edited_by_others(part, pull.me) or _unticked(drawn) != _unticked(text):
        yield EditComment(part.id, part.node_id, text)
        return
    editor = part.edited.editor if isinstance(part.edited, EditedAt) else None
    last = _redrawn_at(part.body)
    if editor is None or editor.kind is not ActorKind.PERSON:
        return
    if last is None or pull.seen_at - last >= REDRAWN_AT_MOST_EVERY:
        yield EditComment(part.id, part.node_id, _with_redrawn(text, pull.seen_at))


def _answers(decision: Decision, pages: Pages) -> Iterator[Effect]:
    for answer in decision.answers:
        text = pages.answers.get(answer.comment.id)
        if answer.reply and text is not None:
            yield PostComment(text, marker_line(text))
        if answer.reaction and answer.reaction.value not in answer.comment.reactions:
            yield React(answer.comment.id, answer.comment.node_id, answer.reaction)


def _notes(pull: PullRequest, decision: Decision, pages: Pages) -> Iterator[Effect]:
    standing = {_topic(marker): comment for comment, marker in _own_notes(pull)}
    wanted = {_note_topic(note): note for note in decision.notes}
    for topic, note in wanted.items():
        text = pages.notes[note]
        if topic not in standing:
            yield PostComment(text, marker_line(text))
        elif standing[topic].body != text and note.kind not in ONCE:
            yield EditComment(standing[topic].id, standing[topic].node_id, text)
    once = {kind.value for kind in ONCE}
    for topic, comment in standing.items():
        if topic not in wanted and topic[0] not in once and pull.is_open:
            yield MinimizeComment(comment.node_id)


def _own_notes(pull: PullRequest) -> Iterator[tuple[Comment, Marker]]:
    for comment in pull.comments:
        marker = read_marker(comment.body) if comment.mine and not comment.is_minimized else None
        if marker is not None and marker.kind == "note":
            yield comment, marker


def _topic(marker: Marker) -> tuple[str, str]:
    return str(marker.fields.get("topic")), str(marker.fields.get("request", ""))


def _note_topic(note: Note) -> tuple[str, str]:
    return note.kind.value, note.request or ""


def _labels(pull: PullRequest, decision: Decision) -> Iterator[Effect]:
    if decision.prepared.settings.labels and pull.is_open:
        names = (f"backfill: {decision.state.value}",) if decision.requests else ()
        if tuple(sorted(pull.labels)) != names:
            yield SetLabels(names)


TICK = re.compile(r"(?m)^(\s*[-*+] \[)[xX ](\])")


def _unticked(body: str) -> str:
    return TICK.sub(r"\1 \2", _without_redrawn(body).replace("\r\n", "\n")).rstrip()


def _redrawn_at(body: str) -> dt.datetime | None:
    marker = read_marker(body)
    when = marker.fields.get("redrawn") if marker else None
    try:
        return dt.datetime.fromisoformat(when) if isinstance(when, str) else None
    except ValueError:
        return None


def _with_redrawn(text: str, when: dt.datetime) -> str:
    return _remarked(text, {"redrawn": when.isoformat()})


def _without_redrawn(body: str) -> str:
    return _remarked(body, {}) if '"redrawn"' in marker_line(body) else body


def _remarked(text: str, more: dict[str, str]) -> str:
    marker = read_marker(text)
    if marker is None:
        return text
    fields = {name: value for name, value in marker.fields.items() if name != "redrawn"}
    return print_marker(Marker(marker.kind, {**fields, **more})) + text[len(marker_line(text)) :]
