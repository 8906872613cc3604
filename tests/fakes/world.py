"""The world: everything there is on this GitHub, and the one door to it."""

import datetime as dt
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from graphql import GraphQLSchema

from tests.fakes.accounts import Account, App, Installation, Team
from tests.fakes.calls import Calls
from tests.fakes.clock import START, Clock
from tests.fakes.deliveries import Outbox
from tests.fakes.door import Door
from tests.fakes.faults import Faults
from tests.fakes.git import Written
from tests.fakes.issues import Issue
from tests.fakes.merge_groups import MergeGroup
from tests.fakes.pulls import PullRequest
from tests.fakes.quota import Quota
from tests.fakes.repository import Repository
from tests.fakes.tokens import BOT_PERMISSIONS, Caller

API = "https://api.github.com"
GHOST = 10137
ACTIONS_APP = 15368
ACTIONS_ACCOUNT = 41898282


class World:
    """A small GitHub. `handle` is its API; everything else is for whoever tells the story."""

    def __init__(
        self, start: dt.datetime = START, *, running: bool = False, bot: str = "backfill-bot"
    ) -> None:
        self.clock = Clock(start, running=running)
        self.api = API
        """The address that it is reached at; `served` changes it."""
        self.schema: GraphQLSchema | None = None
        """GitHub's whole GraphQL schema, where a test has it; else the part in `graph/`."""
        self.accounts: dict[int, Account] = {}
        self.teams: dict[int, Team] = {}
        self.apps: dict[int, App] = {}
        self.installations: dict[int, Installation] = {}
        self.repositories: dict[int, Repository] = {}
        self.tokens: dict[str, Caller] = {}
        self.outbox = Outbox(self)
        self.calls = Calls()
        self.faults = Faults()
        self.quota = Quota()
        self._numbers: Counter[str] = Counter()
        self.ghost = self._add_account("ghost", "User", GHOST)
        self.github = self._add_account("github", "Organization", 9919)
        self.actions = self._add_app("github-actions", self.github, ACTIONS_APP, ACTIONS_ACCOUNT)
        self.bot_app = self._add_app(bot, self.github, 4242, 4242_000)
        self._door = Door(self)

    @property
    def web(self) -> str:
        """The address of its pages for people, which nobody serves."""
        return self.api.replace("://api.", "://").removesuffix("/api/v3")

    @property
    def bot(self) -> Account:
        """The account of the world's own app."""
        return self.bot_app.account

    # -- accounts -------------------------------------------------------------------------------

    def person(self, login: str, account_id: int | None = None) -> Account:
        """The person of that login; another id means that the login was taken over."""
        known = self._find(login)
        if known is not None and account_id in {None, known.id}:
            return known
        return self._add_account(login, "User", account_id)

    def other_bot(self, login: str) -> Account:
        """Somebody else's bot, `ci[bot]`."""
        return self._find(login) or self._add_account(login, "Bot")

    def organization(self, login: str) -> Account:
        """The organisation of that login."""
        return self._find(login) or self._add_account(login, "Organization")

    def account(self, who: Account | str) -> Account:
        """An account by login, made when it is new (`x[bot]` a bot, anything else a person)."""
        if isinstance(who, Account):
            return who
        return self.other_bot(who) if who.endswith("[bot]") else self.person(who)

    def delete_account(self, who: Account | str) -> None:
        """The account gone: what it wrote is a ghost's from now on."""
        self.account(who).deleted = True

    def rename_account(self, who: Account | str, login: str) -> None:
        """Another login for the same id; the old one is free for others."""
        self.account(who).login = login

    def team(self, organization: Account | str, slug: str, *members: Account | str) -> Team:
        """A team of an organisation (made when it is new) with these members added."""
        owner = (
            organization if isinstance(organization, Account) else self.organization(organization)
        )
        found = [
            one
            for one in list(self.teams.values())
            if (one.organization, one.slug) == (owner, slug)
        ]
        team = found[0] if found else Team(self.next_id("team"), owner, slug)
        self.teams[team.id] = team
        team.members.extend(self.account(member) for member in members)
        return team

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
        account = self._find(owner) or self.organization(owner)
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

    def pulls_from(self, repo: Repository, branch: str) -> Iterable[PullRequest]:
        """The open pull requests whose head is that branch."""
        for other in list(self.repositories.values()):
            for pull in other.pulls:
                if (pull.head_repository, pull.head_ref, pull.state) == (repo, branch, "open"):
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
        self, repo: Repository, permissions: Mapping[str, str] | None = None
    ) -> str:
        """A token of the world's own app for a repository's owner, good for an hour."""
        return self.issue_token(self.install(repo.owner), permissions, None).token

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
        return self._door.handle(method, url, headers or {}, content)

    # -- what happens by itself -----------------------------------------------------------------

    def act(self, who: Account | str | None = None) -> dt.datetime:
        """The time at which somebody does something; people take a second, machines none."""
        if who is None or self.account(who).kind == "User":
            self.clock.breathe()
        return self.clock.now

    def next_id(self, kind: str) -> int:
        """A number that no other thing of that kind has."""
        self._numbers[kind] += 1
        return FIRST_IDS.get(kind, 1000) + self._numbers[kind]

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

    def _find(self, login: str) -> Account | None:
        wanted = login.lower()
        return next(
            (
                one
                for one in list(self.accounts.values())
                if one.login.lower() == wanted and not one.deleted
            ),
            None,
        )

    def _add_account(self, login: str, kind: Any, account_id: int | None = None) -> Account:
        account = Account(account_id or self.next_id("account"), login, kind)
        self.accounts[account.id] = account
        return account

    def _add_app(self, slug: str, owner: Account, app_id: int, account_id: int) -> App:
        account = self._add_account(f"{slug}[bot]", "Bot", account_id)
        app = App(app_id, slug, account, owner)
        self.apps[app_id] = app
        return app


FIRST_IDS = {
    "check_run": 54_000_000_000,
    "check_suite": 48_000_000_000,
    "comment": 3_100_000_000,
    "issue": 3_400_000_000,
}
"""Ids as large as GitHub's, so that 32 bits are not enough by mistake."""
