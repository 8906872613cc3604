"""Pull requests: a head, a base, and what happens to them."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tests.fakes import diff
from tests.fakes.accounts import Account
from tests.fakes.checks import Gate
from tests.fakes.git import Commit, Written
from tests.fakes.issues import Issue

if TYPE_CHECKING:
    from tests.fakes.repository import Repository


@dataclass(frozen=True, slots=True)
class TimelineEvent:
    """What the timeline tells: forced pushes, other bases, opening and closing, deletions."""

    id: int
    kind: str
    """GraphQL's type: `HeadRefForcePushedEvent`, `BaseRefChangedEvent`, …"""
    actor: Account
    created_at: dt.datetime
    before: str = ""
    after: str = ""
    author: Account | None = None
    """Whose comment was deleted."""


class PullRequest(Issue):
    """A pull request; `head_repository` is None once its fork is gone."""

    is_pull = True

    def __init__(  # noqa: PLR0913
        self,
        repository: "Repository",
        author: Account,
        head: tuple["Repository", str],
        base: str,
        *,
        title: str,
        body: str = "",
        draft: bool = False,
    ) -> None:
        super().__init__(repository, author, title, body)
        self.head_owner = head[0].owner
        self.head_repository: Repository | None = head[0]
        self.head_ref = head[1]
        self.head_sha = head[0].refs[head[1]]
        self.base_ref = base
        self.base_sha = repository.refs[base]
        self.draft = draft
        self.merged_at: dt.datetime | None = None
        self.merged_by: Account | None = None
        self.merge_sha: str | None = None
        self.timeline: list[TimelineEvent] = []
        self.reviews: list[object] = []
        """Always empty: a review is no confirmation, so nothing here needs one."""

    @property
    def node_id(self) -> str:
        """GraphQL's id."""
        return f"PR_{self.id}"

    @property
    def merged(self) -> bool:
        """Whether it was merged."""
        return self.merged_at is not None

    @property
    def head(self) -> Commit:
        """The commit at its head."""
        return self.repository.store.commits[self.head_sha]

    @property
    def merge_base(self) -> str | None:
        """Where its diff starts."""
        return self.repository.store.merge_base(self._base_tip, self.head_sha)

    @property
    def _base_tip(self) -> str:
        return (
            self.base_sha if self.merged else self.repository.refs.get(self.base_ref, self.base_sha)
        )

    def commits(self) -> list[Commit]:
        """Its own commits, oldest first, all of them."""
        return self.repository.store.between(self._base_tip, self.head_sha)

    def files(self) -> list[diff.FileChange]:
        """Its changed files, all of them."""
        start = self.merge_base
        store = self.repository.store
        return diff.changes(store, None if start is None else store.commits[start], self.head)

    def push(
        self, files: Mapping[str, Written], by: Account | str | None = None, message: str = "Change"
    ) -> str:
        """The SHA after one more commit on its head branch."""
        return self.repository.push(self, files, by=by, message=message)

    def force_push(self, sha: str, by: Account | str | None = None) -> str:
        """The head moved to a commit that is known already: back, or to another history."""
        if self.head_repository is None:
            raise ValueError("its fork is gone")
        return self.head_repository.move(self.head_ref, sha, by=by or self.author, force=True)

    def moved(self, sha: str, by: Account, *, forced: bool) -> None:
        """The head follows its branch (called by the repository)."""
        before, self.head_sha = self.head_sha, sha
        self.base_sha = self.repository.refs.get(self.base_ref, self.base_sha)
        self.updated_at = self.world.clock.now
        if forced:
            self.record("HeadRefForcePushedEvent", by, before, sha)
        self.world.emit("pull_request", "synchronize", self, by, before=before, after=sha)

    def retarget(self, base: str, by: Account | str | None = None) -> None:
        """Another base branch; the head stays."""
        actor = self._actor(by)
        before, self.base_ref = self.base_ref, base
        old_sha, self.base_sha = self.base_sha, self.repository.refs[base]
        self.record("BaseRefChangedEvent", actor, before, base)
        changes = {"base": {"ref": {"from": before}, "sha": {"from": old_sha}}}
        self.world.emit("pull_request", "edited", self, actor, changes=changes)

    def retitle(self, title: str, by: Account | str | None = None) -> None:
        """Another title."""
        actor = self._actor(by)
        before, self.title = self.title, title
        changes = {"title": {"from": before}}
        self.world.emit("pull_request", "edited", self, actor, changes=changes)

    def close(self, by: Account | str | None = None) -> None:
        """Closed without merging."""
        actor = self._actor(by)
        self.state, self.closed_at = "closed", self.world.clock.now
        self.record("ClosedEvent", actor)
        self.world.emit("pull_request", "closed", self, actor)

    def reopen(self, by: Account | str | None = None) -> None:
        """Open again."""
        actor = self._actor(by)
        self.state, self.closed_at = "open", None
        self.record("ReopenedEvent", actor)
        self.world.emit("pull_request", "reopened", self, actor)

    def set_draft(self, *, draft: bool = True, by: Account | str | None = None) -> None:
        """A draft, or ready for review."""
        actor = self._actor(by)
        self.draft = draft
        self.record("ConvertToDraftEvent" if draft else "ReadyForReviewEvent", actor)
        action = "converted_to_draft" if draft else "ready_for_review"
        self.world.emit("pull_request", action, self, actor)

    def ready(self, by: Account | str | None = None) -> None:
        """No draft any more."""
        self.set_draft(draft=False, by=by)

    def merge(self, by: Account | str | None = None, method: str = "merge") -> str:
        """The SHA on the base branch after merging (`merge`, `squash` or `rebase`)."""
        actor = self._actor(by)
        self.base_sha = self.repository.refs[self.base_ref]
        self.merge_sha = self.repository.merge_commit(self, actor, method)
        self.state, self.merged_by = "closed", actor
        self.merged_at = self.closed_at = self.world.clock.now
        self.record("MergedEvent", actor, self.merge_sha, self.base_ref)
        self.record("ClosedEvent", actor)
        self.repository.move(self.base_ref, self.merge_sha, by=actor)
        self.world.emit("pull_request", "closed", self, actor)
        return self.merge_sha

    def gate(self, name: str = "backfill") -> Gate | None:
        """The newest check run or status of that name on its head."""
        return self.repository.gate(self.head_sha, name)

    def _actor(self, by: Account | str | None) -> Account:
        actor = self.author if by is None else self.world.account(by)
        self.updated_at = self.world.act(actor)
        return actor

    def record(
        self,
        kind: str,
        actor: Account,
        before: str = "",
        after: str = "",
        author: Account | None = None,
    ) -> None:
        """One more event of the timeline."""
        number = self.world.next_id("event")
        now = self.world.clock.now
        self.timeline.append(TimelineEvent(number, kind, actor, now, before, after, author))
