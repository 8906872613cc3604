"""What the bot may do to GitHub: each effect a value, and no others exist."""

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from bot.domain.names import CommitSha
from bot.domain.place import Place


@dataclass(frozen=True, slots=True)
class PostComment:
    """A new comment of the bot's.

    `once` is its marker line: before posting again after an answer that may have been lost, a
    comment of ours with the same marker line is looked for.
    """

    body: str
    once: str


@dataclass(frozen=True, slots=True)
class EditComment:
    """The bot's own comment redrawn (states only; never another revision)."""

    comment_id: int
    node_id: str
    body: str


@dataclass(frozen=True, slots=True)
class MinimizeComment:
    """The bot's own comment hidden as outdated."""

    node_id: str


class Reaction(StrEnum):
    """Best-effort reactions, GraphQL's names."""

    EYES = "EYES"
    THUMBS_UP = "THUMBS_UP"
    THUMBS_DOWN = "THUMBS_DOWN"


@dataclass(frozen=True, slots=True)
class React:
    """A reaction on somebody's comment."""

    comment_id: int
    node_id: str
    reaction: Reaction


class Conclusion(StrEnum):
    """The gate's state; a commit status says `pending` for `action_required`."""

    SUCCESS = "success"
    ACTION_REQUIRED = "action_required"
    FAILURE = "failure"


@dataclass(frozen=True, slots=True)
class Annotation:
    """A mistake shown at its line of the pull request's diff."""

    place: Place
    message: str


@dataclass(frozen=True, slots=True)
class SetGate:
    """The `backfill` check run or commit status on a SHA."""

    sha: CommitSha
    conclusion: Conclusion
    title: str
    summary: str
    annotations: tuple[Annotation, ...] = ()
    details_url: str | None = None


@dataclass(frozen=True, slots=True)
class SetLabels:
    """Labels of the bot's own family set to exactly these (only where settings ask for it)."""

    names: tuple[str, ...]


Effect: TypeAlias = PostComment | EditComment | MinimizeComment | React | SetGate | SetLabels
