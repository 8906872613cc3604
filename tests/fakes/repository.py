"""A repository: branches, people's roles, pull requests, checks."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tests.fakes.accounts import ROLES, Account, Team
from tests.fakes.git import ObjectStore, Written
from tests.fakes.issues import Issue
from tests.fakes.judged import Judged
from tests.fakes.merge_groups import MergeGroup
from tests.fakes.pulls import PullRequest

if TYPE_CHECKING:
    from tests.fakes.world import World


@dataclass(frozen=True, slots=True)
class Grant:
    """A role, and the name of the custom role that it came as, if any."""

    role: str
    role_name: str


class Repository(Judged):
    """`owner/name`; all forks of one share their objects."""

    def __init__(
        self,
        world: "World",
        owner: Account,
        name: str,
        *,
        default_branch: str = "main",
        parent: "Repository | None" = None,
    ) -> None:
        store, refs = (ObjectStore(), {}) if parent is None else (parent.store, dict(parent.refs))
        super().__init__(world, owner, default_branch, store, refs)
        self.name = name
        self.parent = parent
        self.private = False
        self.deleted = False
        self.issues: dict[int, Issue] = {}
        self.labels: dict[str, str] = {}
        self.grants: dict[int, Grant] = {}
        self.team_roles: dict[int, tuple[Team, str]] = {}
        self.created_at = world.clock.now
        self.tree_limit = 100_000
        """Entries of a recursive tree before GitHub says `truncated`."""

    @property
    def full_name(self) -> str:
        """`owner/name`."""
        return f"{self.owner.login}/{self.name}"

    @property
    def pulls(self) -> list[PullRequest]:
        """All pull requests, oldest first."""
        return [issue for issue in list(self.issues.values()) if isinstance(issue, PullRequest)]

    def pull(self, number: int) -> PullRequest:
        """The pull request of that number."""
        issue = self.issues[number]
        if not isinstance(issue, PullRequest):
            raise KeyError(number)
        return issue

    def next_number(self) -> int:
        """The number of the next issue or pull request."""
        return len(self.issues) + 1

    # -- people ---------------------------------------------------------------------------------

    def grant(self, who: Account | Team | str, role: str, role_name: str | None = None) -> None:
        """Give a person or team a role: `none`, `read`, `triage`, `write`, `maintain`, `admin`."""
        if role not in ROLES:
            raise ValueError(role)
        if isinstance(who, Team):
            self.team_roles[who.id] = (who, role)
        else:
            self.grants[self.world.account(who).id] = Grant(role, role_name or role)

    def role_of(self, account: Account) -> Grant:
        """The highest role of an account, however it got it."""
        found = [Grant("none" if self.private else "read", "none" if self.private else "read")]
        if account is self.owner:
            found.append(Grant("admin", "admin"))
        if account.id in self.grants:
            found.append(self.grants[account.id])
        for team, role in list(self.team_roles.values()):
            if account in team.members:
                found.append(Grant(role, role))
        if account.deleted or account.kind == "Bot":
            found = [Grant("none", "none")]
        return max(
            found, key=lambda grant: (ROLES.index(grant.role), grant.role != grant.role_name)
        )

    # -- conversations --------------------------------------------------------------------------

    def open_pull(  # noqa: PLR0913
        self,
        author: Account | str,
        files: Mapping[str, Written],
        *,
        title: str = "Backfill",
        body: str = "",
        base: str | None = None,
        branch: str | None = None,
        fork: bool = False,
        draft: bool = False,
        by: tuple[Account | None, Account | None] | None = None,
    ) -> PullRequest:
        """A pull request with one commit; `fork` puts its branch into the author's fork."""
        person = self.world.account(author)
        target = self.fork(person) if fork else self
        base = base or self.default_branch
        name = branch or f"{person.login}-{self.next_number()}"
        self.world.act(person)
        commit = self.commit(files, onto=self.refs[base], by=by or person, message=title)
        target.move(name, commit.sha, by=person)
        return self.open_pull_from(person, (target, name), base, title, body=body, draft=draft)

    def open_pull_from(
        self,
        author: Account | str,
        head: "tuple[Repository, str] | str",
        base: str | None = None,
        title: str = "Backfill",
        *,
        body: str = "",
        draft: bool = False,
    ) -> PullRequest:
        """A pull request from a branch that exists; two may share one head."""
        person = self.world.account(author)
        where = (self, head) if isinstance(head, str) else head
        pull = PullRequest(
            self, person, where, base or self.default_branch, title=title, body=body, draft=draft
        )
        self.issues[pull.number] = pull
        self.world.emit("pull_request", "opened", pull, person)
        return pull

    def open_issue(self, author: Account | str, title: str = "Question", body: str = "") -> Issue:
        """A plain issue."""
        issue = Issue(self, self.world.account(author), title, body)
        self.issues[issue.number] = issue
        return issue

    def fork(self, person: Account) -> "Repository":
        """That person's fork, made when it is not there yet."""
        return self.world.fork_of(self, person)

    def merge_group(self, *pulls: PullRequest) -> MergeGroup:
        """The pull requests queued for merging together: a branch and a commit of its own."""
        return MergeGroup.of(self, pulls)
