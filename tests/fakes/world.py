"""The world: everything there is on this GitHub, and the one door to it."""

import datetime as dt
import threading
from collections.abc import Iterable, Mapping
from typing import Any

from graphql import GraphQLSchema

from tests.fakes.accounts import Account, App, Installation
from tests.fakes.calls import Calls
from tests.fakes.clock import START, Clock
from tests.fakes.deliveries import Outbox
from tests.fakes.door import Door
from tests.fakes.faults import Faults
from tests.fakes.git import Written
from tests.fakes.issues import Issue
from tests.fakes.merge_groups import MergeGroup
from tests.fakes.population import Population
from tests.fakes.pulls import PullRequest
from tests.fakes.quota import Quota
from tests.fakes.repository import Repository
from tests.fakes.tokens import BOT_PERMISSIONS, Caller

API = "https://api.github.com"


class World(Population):
    """A small GitHub. `handle` is its API; everything else is for whoever tells the story."""

    def __init__(
        self, start: dt.datetime = START, *, running: bool = False, bot: str = "backfill-bot"
    ) -> None:
        super().__init__(Clock(start, running=running), bot)
        self.api = API
        """The address that it is reached at; `served` changes it."""
        self.schema: GraphQLSchema | None = None
        """GitHub's whole GraphQL schema, where a test has it; else the part in `graph/`."""
        self.installations: dict[int, Installation] = {}
        self.repositories: dict[int, Repository] = {}
        self.tokens: dict[str, Caller] = {}
        self.outbox = Outbox(self)
        self.calls = Calls()
        self.faults = Faults()
        self.quota = Quota()
        self._door = Door(self)
        self._lock = threading.RLock()

    @property
    def web(self) -> str:
        """The address of its pages for people, which nobody serves."""
        return self.api.replace("://api.", "://").removesuffix("/api/v3")

    # -- repositories ---------------------------------------------------------------------------

    def repository(
        self,
        full_name: str,
        files: Mapping[str, Written] | None = None,
        *,
        default_branch: str = "main",
        private: bool = False,
    ) -> Repository:
        """The repository of that name, made with one commit (and installed on) when it is new."""
        known = self.find_repository(full_name)
        if known is not None:
            return known
        owner, _, name = full_name.partition("/")
        account = self.find_account(owner) or self.organization(owner)
        repo = Repository(self, account, name, default_branch=default_branch)
        repo.private = private
        self.repositories[repo.id] = repo
        first = repo.commit(files or {"README.md": f"# {name}\n"}, onto=None, by=account)
        repo.refs[default_branch] = first.sha
        return repo

    def find_repository(self, full_name: str) -> Repository | None:
        """The repository of that name, in any case, or None."""
        wanted = full_name.lower()
        for repo in list(self.repositories.values()):
            if repo.full_name.lower() == wanted and not repo.deleted:
                return repo
        return None

    def fork_of(self, parent: Repository, person: Account) -> Repository:
        """That person's fork of a repository, made when it is not there yet."""
        for repo in list(self.repositories.values()):
            if repo.parent is parent and repo.owner is person and not repo.deleted:
                return repo
        fork = Repository(
            self, person, parent.name, default_branch=parent.default_branch, parent=parent
        )
        fork.private = parent.private
        self.repositories[fork.id] = fork
        return fork

    def delete_repository(self, repo: Repository) -> None:
        """The repository gone; open pull requests from it lose their head repository."""
        repo.deleted = True
        for other in list(self.repositories.values()):
            for pull in other.pulls:
                if pull.head_repository is repo:
                    pull.head_repository = None

    def pulls_from(self, repository_id: int, branch: str) -> Iterable[PullRequest]:
        """The open pull requests whose head is that branch."""
        for other in list(self.repositories.values()):
            for pull in other.pulls:
                fork = None if pull.state == "closed" else pull.head_repository
                if fork is not None and (fork.id, pull.head_ref) == (repository_id, branch):
                    yield pull

    # -- apps and tokens ------------------------------------------------------------------------

    def install(
        self, owner: Account, app: App | None = None, permissions: Mapping[str, str] | None = None
    ) -> Installation:
        """The installation of an app (the world's own by default) on an owner's repositories."""
        app = app or self.bot_app
        for known in list(self.installations.values()):
            if (known.app, known.account) == (app, owner):
                known.permissions = dict(permissions or known.permissions)
                return known
        granted = dict(BOT_PERMISSIONS if permissions is None else permissions)
        made = Installation(self.next_id("installation"), app, owner, granted)
        self.installations[made.id] = made
        return made

    def installation_token(
        self,
        repo: Repository,
        permissions: Mapping[str, str] | None = None,
        app: App | None = None,
    ) -> str:
        """A token of an app (the world's own) for a repository's owner, good for an hour."""
        return self.issue_token(self.install(repo.owner, app), permissions, None).token

    def github_token(self, repo: Repository, permissions: Mapping[str, str] | None = None) -> str:
        """A `GITHUB_TOKEN`; forks get `{"contents": "read", "pull_requests": "read"}`."""
        default = {k: v for k, v in BOT_PERMISSIONS.items() if k != "members"}
        install = self.install(repo.owner, self.actions, default)
        wanted = default if permissions is None else permissions
        return self.issue_token(install, wanted, frozenset({repo.id})).token

    def issue_token(
        self,
        installation: Installation,
        permissions: Mapping[str, str] | None,
        repository_ids: frozenset[int] | None,
    ) -> Caller:
        """A new installation token with at most the installation's permissions."""
        granted = dict(installation.permissions if permissions is None else permissions)
        caller = Caller(
            "installation",
            installation.app.account,
            f"ghs_{self.next_id('token'):036d}",
            installation.app,
            installation,
            granted | {"metadata": "read"},
            repository_ids,
            self.clock.now + dt.timedelta(hours=1),
        )
        self.tokens[caller.token] = caller
        return caller

    def personal_token(self, who: Account | str) -> str:
        """A classic token that may do whatever the person may."""
        caller = Caller("person", self.account(who), f"ghp_{self.next_id('token'):036d}")
        self.tokens[caller.token] = caller
        return caller.token

    # -- the API --------------------------------------------------------------------------------

    def handle(
        self,
        method: str,
        url: str,
        headers: Mapping[str, str] | None = None,
        body: bytes | str = b"",
    ) -> tuple[int, dict[str, str], bytes]:
        """Status, headers and body of GitHub's answer; raises `Dropped` where none comes."""
        content = body.encode() if isinstance(body, str) else body
        with self._lock:
            return self._door.handle(method, url, headers or {}, content)

    # -- what webhooks tell ---------------------------------------------------------------------

    def emit(self, event: str, action: str, issue: Issue, sender: Account, **more: Any) -> None:
        """A webhook delivery about an issue or pull request, put into the outbox."""
        self.outbox.about_issue(event, action, issue, sender, more)

    def emit_push(
        self, repo: Repository, branch: str, before: str, after: str, actor: Account
    ) -> None:
        """A `push` delivery."""
        self.outbox.about_push(repo, branch, (before, after), actor)

    def emit_merge_group(self, group: MergeGroup, sender: Account) -> None:
        """A `merge_group` delivery."""
        self.outbox.about_merge_group(group, sender)
