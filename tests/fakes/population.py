"""Who lives in the world: people, bots, organisations, teams, apps; and its clock and numbers."""

import datetime as dt
from collections import Counter
from typing import Any

from tests.fakes.accounts import Account, App, Team
from tests.fakes.clock import Clock

GHOST = 10137
ACTIONS_APP = 15368
ACTIONS_ACCOUNT = 41898282

FIRST_IDS = {
    "check_run": 54_000_000_000,
    "check_suite": 48_000_000_000,
    "comment": 3_100_000_000,
    "issue": 3_400_000_000,
}
"""Ids as large as GitHub's, so that 32 bits are not enough by mistake."""


class Population:
    """Everybody, by number; logins are found in any case and can change hands."""

    def __init__(self, clock: Clock, bot: str) -> None:
        self.clock = clock
        self.accounts: dict[int, Account] = {}
        self.teams: dict[int, Team] = {}
        self.apps: dict[int, App] = {}
        self._numbers: Counter[str] = Counter()
        self.ghost = self._add_account("ghost", "User", GHOST)
        self.github = self._add_account("github", "Organization", 9919)
        self.actions = self._add_app("github-actions", ACTIONS_APP, ACTIONS_ACCOUNT)
        self.bot_app = self._add_app(bot, 4242, 4242_000)
        self.bot = self.bot_app.account
        """Whom `comments_by_bot` is about; set it where the bot speaks as somebody else."""

    def person(self, login: str, account_id: int | None = None) -> Account:
        """The person of that login; another id means that the login was taken over."""
        known = self.find_account(login)
        if known is not None and account_id in {None, known.id}:
            return known
        if known is not None:
            known.login = f"{login}-{known.id}"
        return self._add_account(login, "User", account_id)

    def other_bot(self, login: str) -> Account:
        """Somebody else's bot, `ci[bot]`."""
        return self.find_account(login) or self._add_account(login, "Bot")

    def organization(self, login: str) -> Account:
        """The organisation of that login."""
        return self.find_account(login) or self._add_account(login, "Organization")

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

    def app(self, slug: str) -> App:
        """Somebody else's app, made when it is new."""
        for one in list(self.apps.values()):
            if one.slug == slug:
                return one
        return self._add_app(slug, self.next_id("app"), None)

    def find_account(self, login: str) -> Account | None:
        """The account of that login, in any case, or None."""
        wanted = login.lower()
        return next(
            (
                one
                for one in list(self.accounts.values())
                if one.login.lower() == wanted and not one.deleted
            ),
            None,
        )

    def act(self, who: Account | str | None = None) -> dt.datetime:
        """The time at which somebody does something; people take a second, machines none."""
        if who is None or self.account(who).kind == "User":
            self.clock.breathe()
        return self.clock.now

    def next_id(self, kind: str) -> int:
        """A number that no other thing of that kind has."""
        self._numbers[kind] += 1
        return FIRST_IDS.get(kind, 1000) + self._numbers[kind]

    def _add_account(self, login: str, kind: Any, account_id: int | None = None) -> Account:
        account = Account(account_id or self.next_id("account"), login, kind)
        self.accounts[account.id] = account
        return account

    def _add_app(self, slug: str, app_id: int, account_id: int | None) -> App:
        account = self._add_account(f"{slug}[bot]", "Bot", account_id)
        app = App(app_id, slug, account, self.github)
        self.apps[app_id] = app
        return app
