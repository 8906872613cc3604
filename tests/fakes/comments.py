"""Comments and the reactions on them, with everything that can happen to them afterwards."""

import datetime as dt
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tests.fakes import limits
from tests.fakes.accounts import Account, App

if TYPE_CHECKING:
    from tests.fakes.issues import Issue

REACTIONS = {
    "+1": "THUMBS_UP",
    "-1": "THUMBS_DOWN",
    "laugh": "LAUGH",
    "confused": "CONFUSED",
    "heart": "HEART",
    "hooray": "HOORAY",
    "rocket": "ROCKET",
    "eyes": "EYES",
}
"""REST's names to GraphQL's."""


@dataclass(frozen=True, slots=True)
class Reaction:
    """One account's emoji; `content` is GraphQL's name."""

    id: int
    account: Account
    content: str
    created_at: dt.datetime


@dataclass(frozen=True, slots=True)
class Edit:
    """An entry of the edit history; the first holds the text as created."""

    edited_at: dt.datetime
    editor: Account
    body: str


@dataclass(slots=True, eq=False)
class Comment:
    """An ordinary comment of an issue or pull request."""

    id: int
    issue: "Issue"
    author: Account
    body: str
    created_at: dt.datetime
    updated_at: dt.datetime
    app: App | None = None
    """The app through which it was written (`performed_via_github_app`)."""
    edits: list[Edit] = field(default_factory=list)
    edit_unknown: bool = False
    """True makes GraphQL fail to say whether it was edited."""
    minimized: str | None = None
    """GraphQL's reason, in lower case: `outdated`, `resolved`, `spam`, …"""
    deleted: bool = False
    reactions: list[Reaction] = field(default_factory=list)

    @property
    def node_id(self) -> str:
        """GraphQL's id."""
        return f"IC_{self.id}"

    @property
    def last_edit(self) -> Edit | None:
        """The last edit, or None for a comment that stands as created."""
        return self.edits[-1] if self.edits else None

    def edit(self, body: str, by: Account | str | None = None) -> "Comment":
        """The comment with another text, by its author unless said otherwise."""
        world = self.issue.world
        editor = self.author if by is None else world.account(by)
        limits.check_comment(body)
        now = world.act()
        before, self.body = self.body, body
        self.edits.append(Edit(now, editor, body))
        self.updated_at = now
        world.emit("issue_comment", "edited", self.issue, editor, comment=self, changed_from=before)
        return self

    def touch(self, seconds: int = 1) -> "Comment":
        """`updated_at` moved without any edit, as GitHub sometimes does."""
        self.updated_at += dt.timedelta(seconds=seconds)
        return self

    def minimize(self, by: Account | str | None = None, reason: str = "outdated") -> "Comment":
        """The comment hidden; `lastEditedAt` stays, `updated_at` moves."""
        self.updated_at = self.issue.world.act(by)
        self.minimized = reason
        return self

    def unminimize(self) -> "Comment":
        """The comment shown again."""
        self.minimized = None
        return self

    def delete(self, by: Account | str | None = None) -> None:
        """The comment gone, for every reader."""
        world = self.issue.world
        world.act()
        self.deleted = True
        sender = self.author if by is None else world.account(by)
        self.issue.record("CommentDeletedEvent", sender, author=self.author)
        world.emit("issue_comment", "deleted", self.issue, sender, comment=self)

    def react(self, by: Account | str, content: str) -> Reaction:
        """The reaction of `by`; a second one alike is the first one again."""
        world = self.issue.world
        account = world.account(by)
        name = REACTIONS.get(content, content)
        for reaction in self.reactions:
            if (reaction.account, reaction.content) == (account, name):
                return reaction
        reaction = Reaction(world.next_id("reaction"), account, name, world.clock.now)
        self.reactions.append(reaction)
        return reaction

    def reactions_by(self, account: Account) -> set[str]:
        """GraphQL's names of that account's reactions."""
        return {reaction.content for reaction in self.reactions if reaction.account is account}
