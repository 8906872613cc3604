"""What a repository is to git: branches, commits, pushes."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple, cast

from tests.fakes.accounts import Account
from tests.fakes.diff import merged
from tests.fakes.git import Commit, ObjectStore, Signature, Written

if TYPE_CHECKING:
    from tests.fakes.pulls import PullRequest
    from tests.fakes.repository import Repository
    from tests.fakes.world import World


class Push(NamedTuple):
    """An entry of the activity API."""

    id: int
    ref: str
    before: str
    after: str
    actor: Account
    timestamp: str
    kind: str


class Branches:
    """Branches over objects that all forks share; pull requests follow their heads."""

    def __init__(
        self,
        world: "World",
        owner: Account,
        default_branch: str,
        store: ObjectStore,
        refs: dict[str, str],
    ) -> None:
        self.world = world
        self.id = world.next_id("repository")
        self.owner = owner
        self.default_branch = default_branch
        self.store = store
        self.refs = refs
        self.pushes: list[Push] = []

    @property
    def node_id(self) -> str:
        """GraphQL's id."""
        return f"R_{self.id}"

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
        where: "PullRequest | str",
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
        for pull in self.world.pulls_from(self.id, branch):
            pull.moved(sha, actor, forced=force)
        return sha

    def branch(self, name: str, at: str | None = None) -> str:
        """The SHA of a new branch, at the default branch's tip unless said otherwise."""
        self.refs[name] = at or self.refs[self.default_branch]
        return self.refs[name]

    def merge_commit(self, pull: "PullRequest", by: Account, method: str) -> str:
        """The SHA of the commit that merging a pull request puts on its base."""
        tip = self.refs[pull.base_ref]
        now = Signature(by.login, by.email, self.world.clock.now, by)
        files = merged(self.store.commits[tip].files, pull.files())
        parents = (tip, pull.head_sha) if method == "merge" else (tip,)
        message = f"{pull.title} (#{pull.number})"
        return self.store.write_commit(files, parents, message, (now, now)).sha

    def _pushed(self, branch: str, before: str, after: str, actor: Account, *, force: bool) -> None:
        created = before == "0" * 40
        kind = "branch_creation" if created else "force_push" if force else "push"
        stamp = self.world.clock.now.strftime("%Y-%m-%dT%H:%M:%SZ")
        number = self.world.next_id("activity")
        self.pushes.append(Push(number, f"refs/heads/{branch}", before, after, actor, stamp, kind))
        self.world.emit_push(cast("Repository", self), branch, before, after, actor)


def _head_of(pull: "PullRequest") -> "tuple[Branches, str]":
    if pull.head_repository is None:
        raise ValueError("its fork is gone")
    return pull.head_repository, pull.head_ref
