"""What was seen of a pull request, all of it at one moment, frozen."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias

from bot.domain.names import CommitSha, UserId


@dataclass(frozen=True, slots=True, order=True)
class Repository:
    """`owner/name`."""

    owner: str
    name: str

    def __str__(self) -> str:
        return f"{self.owner}/{self.name}"


@dataclass(frozen=True, slots=True, order=True)
class PullRef:
    """One pull request of one repository."""

    repository: Repository
    number: int

    def __str__(self) -> str:
        return f"{self.repository}#{self.number}"


class ActorKind(StrEnum):
    """GitHub's `__typename` of an actor, as far as it matters."""

    PERSON = "User"
    BOT = "Bot"
    OTHER = "Other"
    """Mannequins, organisations, and whatever GitHub invents next: never people."""


@dataclass(frozen=True, slots=True, order=True)
class Actor:
    """An account; `id` alone says who it is, `login` is for display and mention-free."""

    id: UserId
    login: str
    kind: ActorKind


@dataclass(frozen=True, slots=True)
class NeverEdited:
    """GitHub says `lastEditedAt: null`."""


@dataclass(frozen=True, slots=True)
class EditedAt:
    """GitHub names the last edit, and by whom where the account still exists."""

    when: dt.datetime
    editor: Actor | None


@dataclass(frozen=True, slots=True)
class EditUnknown:
    """GitHub did not say whether the comment was edited: unverifiable, never fresh."""


EditState: TypeAlias = NeverEdited | EditedAt | EditUnknown


@dataclass(frozen=True, slots=True)
class Comment:
    """An ordinary pull-request comment as GitHub shows it now."""

    id: int
    """The REST id (`databaseId`)."""
    node_id: str
    author: Actor | None
    """None for a deleted account."""
    body: str
    created_at: dt.datetime
    edited: EditState
    is_minimized: bool
    url: str
    via_app: bool = False
    """True where an app wrote it in a person's name (`performed_via_github_app`)."""
    mine: bool = False
    """True where it is by the bot's own account (by id; never by login or marker)."""
    reactions: frozenset[str] = frozenset()
    """The bot's own reactions on it (`EYES`, `THUMBS_UP`, `THUMBS_DOWN`)."""


@dataclass(frozen=True, slots=True)
class Role:
    """A person's role in the repository, read from the permission API."""

    name: str
    """`admin`, `maintain`, `write`, `triage`, `read`, `none`."""
    teams: frozenset[str] = frozenset()
    """Of the teams that settings name, those that the person is in (`org/slug`)."""


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A role or team that could not be read, and why; nobody counts on it."""

    why: str


Standing: TypeAlias = Role | Unreadable


class FileStatus(StrEnum):
    """GitHub's word for what happened to a file."""

    ADDED = "added"
    MODIFIED = "modified"
    REMOVED = "removed"
    RENAMED = "renamed"
    COPIED = "copied"
    CHANGED = "changed"
    UNCHANGED = "unchanged"


@dataclass(frozen=True, slots=True)
class Text:
    """A file's bytes, as far as they are text of a readable size."""

    data: bytes
    oid: str


@dataclass(frozen=True, slots=True)
class Unfit:
    """A path that holds something no request file may be; `what` says it in words."""

    what: str
    """`a symbolic link`, `a submodule`, `more than 1 MiB`, `binary`."""


@dataclass(frozen=True, slots=True)
class Absent:
    """Nothing stands at that path at that commit."""


Content: TypeAlias = Text | Unfit | Absent


@dataclass(frozen=True, slots=True)
class ChangedFile:
    """A path that the pull request changes, with both sides where it may hold requests."""

    path: str
    status: FileStatus
    previous_path: str | None = None
    before: Content = Absent()
    """At the base commit, under `previous_path` or `path`; Absent where no glob matches it."""
    after: Content = Absent()
    """At the head; Absent where no glob matches `path`."""


@dataclass(frozen=True, slots=True)
class OtherPull:
    """Another open pull request that touches request files."""

    number: int
    author: Actor | None
    author_role: Standing
    is_draft: bool
    head: CommitSha
    files: tuple[ChangedFile, ...]
    confirmed: bool
    """True where its gate is green with confirmations (its check says so, by our account)."""


@dataclass(frozen=True, slots=True)
class FileAt:
    """A file at a named version: a settings, catalog or lineage file."""

    path: str
    version: str
    """A commit SHA (with ` (ref)` where one was named), or `sha256:…` for a workspace file."""
    content: Content


@dataclass(frozen=True, slots=True)
class Incomplete:
    """Something that had to be seen and could not, whole; nothing is green on top of it."""

    what: str
    """`3,000 of 3,500 changed files`, `the comments before …`."""


@dataclass(frozen=True, slots=True)
class PullRequest:
    """Everything that deciding needs to know of a pull request."""

    ref: PullRef
    url: str
    title: str
    is_open: bool
    is_draft: bool
    is_merged: bool
    is_locked: bool
    author: Actor | None
    head: CommitSha
    head_repository: str | None
    """None for a deleted fork."""
    base_ref: str
    base_sha: CommitSha
    """The tip of the target branch; for a merged pull request the base just before the merge."""
    default_branch: str
    authors: frozenset[UserId]
    """The author, every account linked as author or committer of a commit, the last pusher."""
    authors_complete: bool
    """False where not all commits could be seen: SELF can then not be ruled out."""
    files: tuple[ChangedFile, ...]
    """Files that may hold requests (by the settings' globs, on either side), sorted by path."""
    comments: tuple[Comment, ...]
    """Oldest first."""
    settings: FileAt | None
    """The settings file on the default branch; None where there is none."""
    catalogs_base: tuple[FileAt, ...]
    catalogs_head: tuple[FileAt, ...]
    base_requests: tuple[FileAt, ...]
    """Request files on the base tip that other open requests may stand in."""
    others: tuple[OtherPull, ...]
    me: Actor
    """The bot's own account."""
    standing: Mapping[UserId, Standing]
    """Of everybody whose spoken command may still matter."""
    seen_at: dt.datetime
    """The `Date` of GitHub's own answer, UTC."""
    turned_at: dt.datetime | None = None
    """When, by GitHub's own record, the head was last forced, the base changed, or the pull
    request reopened: a plan that was shown before has to be shown anew. None: never."""
    incomplete: tuple[Incomplete, ...] = ()
    siblings: tuple[PullRef, ...] = ()
    """Other open pull requests of this repository with the same head SHA."""
    base_tip_files: Mapping[str, Content] = field(default_factory=dict)
    """For a merged pull request: its request files as they stand on the base tip now."""
    gate: "SeenGate | None" = None
    labels: frozenset[str] = frozenset()
    """Labels of the bot's own family (`backfill: …`) on the pull request."""
    beside: Mapping[str, bytes] = field(default_factory=dict)
    """`metadata.yaml` files beside request files (dialect bqetl), at the head, by path."""


@dataclass(frozen=True, slots=True)
class SeenGate:
    """The bot's own check run or status on the head as it stands now."""

    id: int | None
    conclusion: str
    title: str
    summary: str
    mine: bool
    """False where somebody else wrote the newest one of our name."""
    has_summary: bool = True
    """False for a commit status, which has no room for one: `summary` is then empty."""
    annotations: int = 0
    """How many annotations it carries already (0 or 1 seen: whether there are any)."""
