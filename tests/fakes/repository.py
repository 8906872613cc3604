"""A repository: branches, people's roles, pull requests, checks."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from tests.fakes.accounts import ROLES, Account, Team
from tests.fakes.checks import CheckRun, CheckSuite, Gate, Status
from tests.fakes.diff import merged
from tests.fakes.git import Commit, ObjectStore, Signature, Written
from tests.fakes.issues import Issue
from tests.fakes.merge_groups import MergeGroup
from tests.fakes.pulls import PullRequest

if TYPE_CHECKING:
    from tests.fakes.world import World


@dataclass(frozen=True, slots=True)
class Grant:
    """A role, and the name of the custom role that it came as, if any."""

    role: str
    role_name: str


class Push(NamedTuple):
    """An entry of the activity API."""

    id: int
    ref: str
    before: str
    after: str
    actor: Account
    timestamp: str
    kind: str


class Repository:
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
        self.world = world
        self.id = world.next_id("repository")
        self.owner = owner
        self.name = name
        self.default_branch = default_branch
        self.parent = parent
        self.private = False
        self.deleted = False
        self.store: ObjectStore = ObjectStore() if parent is None else parent.store
        self.refs: dict[str, str] = {} if parent is None else dict(parent.refs)
        self.issues: dict[int, Issue] = {}
        self.labels: dict[str, str] = {}
        self.grants: dict[int, Grant] = {}
        self.team_roles: dict[int, tuple[Team, str]] = {}
        self.check_suites: list[CheckSuite] = []
        self.check_runs: list[CheckRun] = []
        self.statuses: list[Status] = []
        self.pushes: list[Push] = []
        self.created_at = world.clock.now
        self.tree_limit = 100_000
        """Entries of a recursive tree before GitHub says `truncated`."""

    @property
    def node_id(self) -> str:
        """GraphQL's id."""
        return f"R_{self.id}"

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

    # -- branches -------------------------------------------------------------------------------

    def commit(
        self,
        files: Mapping[str, Written],
        *,
        onto: str | None,
        by: Account | tuple[Account | None, Account | None],
        message: str = "Change",
    ) -> Commit:
        """A commit that no branch points to yet; `by` may tell author from committer."""
        before = {} if onto is None else self.store.commits[onto].files
        author, committer = by if isinstance(by, tuple) else (by, by)
        now = self.world.clock.now
        people = []
        for account in (author, committer):
            name = "stranger" if account is None else account.login
            email = "stranger@example.com" if account is None else account.email
            people.append(Signature(name, email, now, account))
        after = self.store.applied(before, files)
        parents = () if onto is None else (onto,)
        return self.store.write_commit(after, parents, message, (people[0], people[1]))

    def push(
        self,
        where: PullRequest | str,
        files: Mapping[str, Written],
        *,
        by: Account | tuple[Account | None, Account | None] | str | None = None,
        message: str = "Change",
    ) -> str:
        """The SHA of a new commit on a branch, or on a pull request's head branch."""
        target, branch = (self, where) if isinstance(where, str) else _head_of(where)
        default = self.owner if isinstance(where, str) else where.author
        people = default if by is None else self.world.account(by) if isinstance(by, str) else by
        self.world.act()
        tip = target.refs.get(branch) or target.refs.get(target.default_branch)
        commit = self.commit(files, onto=tip, by=people, message=message)
        pusher = people if isinstance(people, Account) else people[1] or people[0] or default
        return target.move(branch, commit.sha, by=pusher)

    def move(
        self, branch: str, sha: str, *, by: Account | str | None = None, force: bool = False
    ) -> str:
        """`branch` pointing at `sha`; open pull requests from it follow."""
        actor = self.owner if by is None else self.world.account(by)
        if force:
            self.world.act()
        before = self.refs.get(branch, "0" * 40)
        self.refs[branch] = sha
        self._pushed(branch, before, sha, actor, force=force)
        for pull in self.world.pulls_from(self, branch):
            pull.moved(sha, actor, forced=force)
        return sha

    def branch(self, name: str, at: str | None = None) -> str:
        """The SHA of a new branch, at the default branch's tip unless said otherwise."""
        self.refs[name] = at or self.refs[self.default_branch]
        return self.refs[name]

    def merge_commit(self, pull: PullRequest, by: Account, method: str) -> str:
        """The SHA of the commit that merging a pull request puts on its base."""
        tip = self.refs[pull.base_ref]
        now = Signature(by.login, by.email, self.world.clock.now, by)
        files = merged(self.store.commits[tip].files, pull.files())
        parents = (tip, pull.head_sha) if method == "merge" else (tip,)
        message = f"{pull.title} (#{pull.number})"
        return self.store.write_commit(files, parents, message, (now, now)).sha

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

    # -- checks ---------------------------------------------------------------------------------

    def gate(self, sha: str, name: str = "backfill") -> Gate | None:
        """The newest check run or status of that name on a commit."""
        runs = [run for run in self.check_runs if (run.head_sha, run.name) == (sha, name)]
        if runs:
            run = runs[-1]
            state, by = run.conclusion or run.status, run.suite.app.account
            texts = (run.title or "", run.summary or "")
            return Gate("check", state, *texts, sha, by, tuple(run.annotations))
        states = [one for one in self.statuses if (one.sha, one.context) == (sha, name)]
        if states:
            last = states[-1]
            return Gate("status", last.state, last.description or "", "", sha, last.creator)
        return None

    def _pushed(self, branch: str, before: str, after: str, actor: Account, *, force: bool) -> None:
        created = before == "0" * 40
        kind = "branch_creation" if created else "force_push" if force else "push"
        stamp = self.world.clock.now.strftime("%Y-%m-%dT%H:%M:%SZ")
        number = self.world.next_id("activity")
        self.pushes.append(Push(number, f"refs/heads/{branch}", before, after, actor, stamp, kind))
        self.world.emit_push(self, branch, before, after, actor)


def _head_of(pull: PullRequest) -> tuple[Repository, str]:
    if pull.head_repository is None:
        raise ValueError("its fork is gone")
    return pull.head_repository, pull.head_ref
