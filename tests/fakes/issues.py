"""Issues: what a pull request shares with a plain issue."""

import datetime as dt
from collections.abc import Iterable
from typing import TYPE_CHECKING

from tests.fakes import limits
from tests.fakes.accounts import Account, App
from tests.fakes.answers import Refused
from tests.fakes.comments import Comment, Reaction

if TYPE_CHECKING:
    from tests.fakes.repository import Repository
    from tests.fakes.world import World


class Issue:
    """A numbered conversation."""

    is_pull = False

    def __init__(self, repository: "Repository", author: Account, title: str, body: str) -> None:
        self.repository = repository
        self.world: World = repository.world
        self.id = self.world.next_id("issue")
        self.number = repository.next_number()
        self.author = author
        self.title = title
        self.body = body
        self.state = "open"
        self.locked = False
        self.created_at = self.updated_at = self.world.clock.now
        self.closed_at: dt.datetime | None = None
        self.labels: list[str] = []
        self.reactions: list[Reaction] = []
        self._comments: list[Comment] = []

    @property
    def node_id(self) -> str:
        """GraphQL's id."""
        return f"I_{self.id}"

    @property
    def comments(self) -> list[Comment]:
        """The comments that are still there, oldest first."""
        return [comment for comment in self._comments if not comment.deleted]

    def comment(
        self, by: Account | str, body: str, *, app: App | None = None, skewed: bool = False
    ) -> Comment:
        """A new comment; `skewed` gives it an `updated_at` one second after its creation."""
        author = self.world.account(by)
        limits.check_comment(body)
        if len(self.comments) >= limits.COMMENTS:
            raise Refused(
                403, f"Commenting is disabled on issues with more than {limits.COMMENTS} comments"
            )
        now = self.world.act(author)
        later = now + dt.timedelta(seconds=1) if skewed else now
        comment = Comment(self.world.next_id("comment"), self, author, body, now, later, app)
        self._comments.append(comment)
        self.updated_at = now
        self.world.emit("issue_comment", "created", self, author, comment=comment)
        return comment

    def comments_by(self, account: Account | str) -> list[Comment]:
        """That account's comments, oldest first, hidden ones included."""
        who = self.world.account(account)
        return [comment for comment in self.comments if comment.author is who]

    def comments_by_bot(self) -> list[Comment]:
        """The comments of the world's own bot."""
        return self.comments_by(self.world.bot)

    def record(
        self,
        kind: str,
        actor: Account,
        before: str = "",
        after: str = "",
        author: Account | None = None,
    ) -> None:
        """Nothing: only the timelines of pull requests are read."""

    def lock(self, *, locked: bool = True, by: Account | str | None = None) -> None:
        """The conversation closed to everybody without write, and to apps."""
        actor = self.repository.owner if by is None else self.world.account(by)
        self.world.act(actor)
        self.locked = locked
        if self.is_pull:
            self.world.emit("pull_request", "locked" if locked else "unlocked", self, actor)

    def set_labels(self, names: Iterable[str], by: Account | str) -> None:
        """Exactly these labels; each that comes or goes is told of."""
        actor = self.world.account(by)
        before, self.labels = self.labels, list(dict.fromkeys(names))
        for name in self.labels:
            self.repository.labels.setdefault(name, "ededed")
        for action, changed in (
            ("labeled", [name for name in self.labels if name not in before]),
            ("unlabeled", [name for name in before if name not in self.labels]),
        ):
            for name in changed:
                if self.is_pull:
                    self.world.emit("pull_request", action, self, actor, label=name)
