"""Whatever happens to a pull request: green only if every needed confirmation is valid now.

The oracle knows nothing of the bot's parsing or judging: it looks at the world, takes only exact
canonical blocks for words, and asks of each whether it would count.
"""

import datetime as dt

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from bot.github.credentials import App, Endpoint
from bot.github.gateway import GitHub
from tests import fakes
from tests.stories.conftest import CATALOG, NAME, PATH, REQUEST, Story

PEOPLE = st.sampled_from(["alice", "bob", "carol", "mallory"])
SCOPE = {
    "approve": "overwrite warehouse.orders_daily 2026-03-02..2026-03-08\n"
    "overwrite marts.revenue_weekly 2026-03-02",
    "confirm": "merge marts.customer_ltv 2026-03-02..2026-03-10",
}
TTL = {"approve": dt.timedelta(days=7), "confirm": dt.timedelta(hours=24)}


class PullRequestLife(RuleBasedStateMachine):
    """Pushes, comments, edits, rights, time; after each of them the bot looks."""

    def __init__(self) -> None:
        super().__init__()
        world = fakes.World()
        repo = world.repository("acme/pipelines", {".backfill/catalog.yaml": CATALOG})
        for person in ("alice", "bob", "carol"):
            repo.grant(person, "write")
        world.install(repo.owner)
        repo.branch("side")
        pull = repo.open_pull("carol", {PATH: REQUEST})
        github = GitHub(
            Endpoint.of(world.api),
            App(str(world.bot_app.id), world.bot_app.private_key_pem),
            lambda: world.clock.now.timestamp(),  # noqa: PLW0108  (the clock goes on)
        )
        self.story = Story(world, repo, pull, github)
        self.connection = fakes.connected(world)
        self.connection.__enter__()
        self.heads = [pull.head.sha]
        self.story.evaluate()

    def teardown(self) -> None:
        self.connection.__exit__(None, None, None)

    # -- what people do --------------------------------------------------------------------------

    @initialize()
    def is_confirmed_to_begin_with(self) -> None:
        self.story.confirm("alice")
        assert self.story.verified()

    @rule(who=PEOPLE)
    def says_everything(self, who: str) -> None:
        self.story.clear_gates("alice")
        for block in self.story.blocks().values():
            self.story.say(who, block)

    @rule(who=PEOPLE, verb=st.sampled_from(["approve", "confirm"]))
    def says_one_block(self, who: str, verb: str) -> None:
        if block := self.story.blocks().get(verb):
            self.story.say(who, block)

    @rule(who=PEOPLE)
    def says_an_old_block(self, who: str) -> None:
        old = [c.body for c in self.story.pull.comments if c.body.startswith("/backfill confirm")]
        if old:
            self.story.say(who, old[0])

    @rule(who=PEOPLE)
    def revokes(self, who: str) -> None:
        self.story.say(who, f"/backfill revoke {NAME}")

    @rule(who=PEOPLE, which=st.integers(0, 30))
    def edits_a_comment(self, who: str, which: int) -> None:
        if comment := self._comment(which):
            comment.edit(comment.body + " ", by=who)

    @rule(which=st.integers(0, 30))
    def deletes_a_comment(self, which: int) -> None:
        if comment := self._comment(which):
            comment.delete("bob")

    @rule(which=st.integers(0, 30))
    def hides_a_comment(self, which: int) -> None:
        if comment := self._comment(which):
            comment.minimize("bob")

    # -- what happens to the pull request ----------------------------------------------------------

    @precondition(lambda self: self.story.pull.state == "open")
    @rule()
    def pushes(self) -> None:
        self.story.pull.push({"README.md": f"{len(self.heads)}"})
        self.heads.append(self.story.pull.head.sha)

    @precondition(lambda self: self.story.pull.state == "open")
    @rule(which=st.integers(0, 5))
    def pushes_back(self, which: int) -> None:
        self.story.pull.force_push(self.heads[which % len(self.heads)])

    @rule(base=st.sampled_from(["main", "side"]))
    def changes_the_base(self, base: str) -> None:
        if self.story.pull.state == "open" and self.story.pull.base_ref != base:
            self.story.pull.retarget(base)

    @rule(draft=st.booleans())
    def drafts(self, *, draft: bool) -> None:
        if self.story.pull.state == "open" and self.story.pull.draft != draft:
            self.story.pull.set_draft(draft=draft)

    @rule()
    def closes_or_reopens(self) -> None:
        if self.story.pull.state == "open":
            self.story.pull.close()
        else:
            self.story.pull.reopen()

    @rule(who=st.sampled_from(["alice", "bob"]), role=st.sampled_from(["read", "write"]))
    def rights_change(self, who: str, role: str) -> None:
        self.story.repo.grant(who, role)

    @rule(hours=st.sampled_from([1, 13, 25, 24 * 8]))
    def time_passes(self, hours: int) -> None:
        self.story.world.clock.forward(hours=hours)

    # -- what has to hold --------------------------------------------------------------------------

    @invariant()
    def green_only_if_everything_needed_is_valid_now(self) -> None:
        self.story.evaluate()
        says = self.story.verified()
        gate = self.story.pull.gate()
        green = gate is not None and gate.state == "success"
        allowed = all(self._valid(verb) for verb in ("approve", "confirm"))
        assert not says or allowed
        assert not green or allowed
        assert green == says

    def _valid(self, verb: str) -> bool:
        pull = self.story.pull
        if pull.state != "open" or pull.draft or pull.base_ref != "main":
            return False
        return any(self._counts(comment, verb) for comment in pull.comments)

    def _counts(self, comment: fakes.Comment, verb: str) -> bool:
        pull, now = self.story.pull, self.story.world.clock.now
        block = f"/backfill {verb} {NAME}\ncommit {pull.head.sha}\n{SCOPE[verb]}"
        shown = [
            each.created_at
            for each in pull.comments_by_bot()
            if '"kind": "plan"' in each.body and not each.minimized
        ]
        return (
            comment.body == block
            and comment.last_edit is None
            and not comment.minimized
            and comment.author.login in ("alice", "bob", *(["carol"] * (verb == "approve")))
            and self._may_write(comment.author)
            and now - comment.created_at < TTL[verb]
            and bool(shown)
            and comment.created_at > max(shown)
        )

    def _may_write(self, account: fakes.Account) -> bool:
        return self.story.repo.role_of(account).role_name in ("write", "maintain", "admin")

    def _comment(self, which: int) -> fakes.Comment | None:
        comments = [c for c in self.story.pull.comments if c.author is not self.story.world.bot]
        return comments[which % len(comments)] if comments else None


TestPullRequestLife = PullRequestLife.TestCase
TestPullRequestLife.settings = settings(max_examples=10, stateful_step_count=14)


@pytest.mark.long
def test_many_lives_of_a_pull_request() -> None:
    run_state_machine_as_test(
        PullRequestLife, settings=settings(max_examples=300, stateful_step_count=25)
    )
