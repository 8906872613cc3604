"""Which of the bot's own comments show which plan, and since when.

SPEC 7, *Shown*: a revision is one plan at one head SHA. It is shown by a comment (all its parts)
that was posted when it became the current one; the newest one posted is the one that counts,
also after a push back to an older commit.
"""

import datetime as dt
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import assert_never

from bot.decision.decision import Shown
from bot.domain.names import RequestName, ScopeDigest
from bot.domain.pull_request import Actor, Comment, EditedAt, EditUnknown, NeverEdited, PullRequest
from bot.parsing.marker import Marker, read_marker


def shown(
    pull: PullRequest,
    request: RequestName,
    digest: ScopeDigest,
    distrusted: frozenset[int] = frozenset(),
) -> Shown:
    """How the plan of this digest at the pull request's head is shown, if it is.

    A part that is missing is posted again beside the others; when one was hidden, or changed by
    somebody else beyond ticks, all are posted anew, and what was said before lapses. So it is
    after the head was forced, the base changed, or the pull request reopened: whatever was said
    of it before was said of something else (GitHub's own record of when counts).

    Args:
        pull: what was seen.
        request: whose plan.
        digest: of the plan as it is now.
        distrusted: ids of comments of ours that somebody else changed beyond ticks.
    """
    groups = tuple(_groups(pull, request))
    last = groups[-1] if groups else None
    parts: tuple[Comment, ...] = ()
    complete = False
    if last is not None and last.shows(pull.head, digest) and _stands(last, pull, distrusted):
        parts = tuple(part for _, part in sorted(last.parts.items()))
        complete = set(last.parts) == set(range(1, last.count + 1))
    return Shown(
        parts=parts,
        complete=complete,
        outdated=_outdated(groups, parts),
        digest_since=_digest_since(groups, digest, distrusted, pull.me),
    )


def plan_comments(pull: PullRequest) -> Iterator[tuple[Comment, Marker]]:
    """The bot's own plan comments with their markers, oldest first."""
    for comment in pull.comments:
        marker = read_marker(comment.body) if comment.mine else None
        if marker is not None and marker.kind == "plan":
            yield comment, marker


def edited_by_others(comment: Comment, me: Actor) -> bool:
    """True if the last edit is not known to be the bot's own."""
    match comment.edited:
        case NeverEdited():
            return False
        case EditedAt(editor=editor):
            return editor is None or editor.id != me.id
        case EditUnknown():
            return True
    assert_never(comment.edited)


@dataclass(slots=True)
class _Group:
    """The comments that together showed one revision."""

    head: str
    digest: str
    count: int
    parts: dict[int, Comment] = field(default_factory=dict)

    def shows(self, head: str, digest: str) -> bool:
        return (self.head, self.digest) == (head, digest)

    def spoilt(self, distrusted: frozenset[int]) -> bool:
        return any(part.is_minimized or part.id in distrusted for part in self.parts.values())


def _stands(group: _Group, pull: PullRequest, distrusted: frozenset[int]) -> bool:
    turned = pull.turned_at
    overtaken = turned is not None and any(p.created_at <= turned for p in group.parts.values())
    return not overtaken and not group.spoilt(distrusted)


def _groups(pull: PullRequest, request: RequestName) -> Iterator[_Group]:
    group: _Group | None = None
    for comment, marker in plan_comments(pull):
        fields = marker.fields
        if fields.get("request") != request:
            continue
        head, digest = str(fields.get("head")), str(fields.get("digest"))
        part, count = _number(fields.get("part")), _number(fields.get("parts"))
        if group is None or not group.shows(head, digest) or (part == 1 and 1 in group.parts):
            if group is not None:
                yield group
            group = _Group(head, digest, count)
        group.parts[part] = comment
    if group is not None:
        yield group


def _number(value: object) -> int:
    return value if isinstance(value, int) else 1


def _outdated(groups: Sequence[_Group], kept: Sequence[Comment]) -> tuple[Comment, ...]:
    return tuple(
        part
        for group in groups
        for part in group.parts.values()
        if part not in kept and not part.is_minimized
    )


def _digest_since(
    groups: Sequence[_Group], digest: ScopeDigest, distrusted: frozenset[int], me: Actor
) -> dt.datetime | None:
    """The start of the unbroken run of groups, up to the newest one, that showed this digest.

    A newest group that is spoilt breaks the run: what was said before it lapses. So does an
    older one that somebody else edited; it can no longer be compared with what it showed.
    """
    since: dt.datetime | None = None
    if groups and groups[-1].spoilt(distrusted):
        return None
    for group in reversed(groups):
        parts = group.parts.values()
        older = group is not groups[-1]
        if group.digest != digest or (older and any(edited_by_others(p, me) for p in parts)):
            break
        since = max(part.created_at for part in parts)
    return since
