"""A pull request on a small GitHub, and the bot that looks at it whenever something happened."""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field

import pytest

from bot.domain.names import CommitSha, RequestName
from bot.domain.pull_request import PullRef, Repository
from bot.github.credentials import App, Endpoint
from bot.github.gateway import GitHub
from bot.service import Outcome, evaluate, verify_request
from tests import fakes

NAME = "orders-tax-fix"
PATH = f"backfills/{NAME}.backfill.yaml"
CATALOG = """\
version: backfill-catalog/v1
datasets:
  raw.orders:
    partition: {by: day, first: 2023-01-01}
    upstream: {}
    retention: {days: 4000}
  warehouse.orders_daily:
    grain: one row per order and day
    key: [order_id, order_date]
    owner: "@acme/orders"
    partition: {by: day, first: 2023-01-01}
    write:
      {semantics: overwrite, boundary: partition, reversible: true, concurrent_writers: excluded}
    upstream: {raw.orders: {reads: window}}
    estimate: {rows: 1000, bytes: 100000, minutes: 6}
  marts.revenue_weekly:
    grain: one row per week
    key: [week]
    owner: "@acme/finance"
    partition: {by: week, first: 2023-01-02}
    write:
      {semantics: overwrite, boundary: partition, reversible: true, concurrent_writers: excluded}
    upstream: {warehouse.orders_daily: {reads: window}}
    estimate: {rows: 10, bytes: 1000, minutes: 1}
  marts.customer_ltv:
    grain: one row per customer and day
    key: [customer_id, day]
    owner: "@acme/crm"
    partition: {by: day, first: 2023-01-01}
    write:
      semantics: merge
      boundary: partition
      reversible: false
      concurrent_writers: excluded
      match_keys: [customer_id, day]
      duplicate_sources: the last event wins
      commit: one transaction a partition
    upstream: {warehouse.orders_daily: {reads: {lookback: P2D}}}
    estimate: {rows: 500, bytes: 50000, minutes: 3}
"""
REQUEST = f"""\
version: backfill/v1
name: {NAME}
intent: execute
reason: Tax was added twice.
root_cause: known
root: {{dataset: warehouse.orders_daily}}
range: {{start: 2026-03-02, end: 2026-03-08, horizon: 2026-03-31}}
code: {{bad: 6f1c0d2, fixed: head, config: {{fx: v1}}, schema: {{orders: v7}}}}
idempotency: {{repeatable: true, retries: it is rewritten, partial_completion: rewritten}}
retention: {{run_by: 2030-04-10, latest_safe_completion: 2030-04-20, late_arrival: P3D,
  metadata: kept, logs: kept, snapshots: kept}}
resources: {{batch_size: 7, max_parallelism: 2, rate_limit: none, overlapping_work: none,
  cost: small}}
validation: {{control_partitions: [2026-02-27], checks: [tax equals the invoice],
  tolerance: 1 cent, decided_by: "@acme/finance", acceptance: by mail}}
monitoring: {{owner: "@acme/oncall", every: 15m, evidence: the ticket}}
stop_conditions: [anything else changes]
rollback: {{artifact: snapshot, owner: "@acme/oncall", trigger: a failed check, sequence: reverse,
  check: the same checks, time_limit: 2h}}
staging: warehouse_staging
"""
BLOCK = re.compile(r"^```[a-z]*\n(/backfill .*?)\n```", re.MULTILINE | re.DOTALL)


@dataclass
class Story:
    """One pull request of carol's; alice and bob may write, dora too."""

    world: fakes.World
    repo: fakes.Repository
    pull: fakes.PullRequest
    github: GitHub
    last: Outcome | None = field(default=None)

    @property
    def ref(self) -> PullRef:
        """The bot's name of the pull request."""
        owner, _, name = self.repo.full_name.partition("/")
        return PullRef(Repository(owner, name), self.pull.number)

    def evaluate(self) -> Outcome:
        """The bot looks."""
        self.last = evaluate(self.github, self.ref)
        assert self.last.failures == ()
        return self.last

    def say(self, who: str, body: str) -> fakes.Comment:
        """Somebody comments, and the bot looks."""
        comment = self.pull.comment(who, body)
        self.evaluate()
        return comment

    def blocks(self) -> dict[str, str]:
        """The blocks to copy of the plan that is shown now, by their verb."""
        texts = [c.body for c in self.pull.comments_by_bot() if not c.minimized]
        plans = [text for text in texts if '"kind": "plan"' in text]
        return {block.split()[1]: block for text in plans for block in BLOCK.findall(text)}

    def clear_gates(self, who: str = "alice") -> None:
        """Everything that people can clear is cleared by one of them."""
        assert self.last is not None
        gates = self.last.decision.requests[0].standing.open_gates
        attest = [gate.id for gate in gates if gate.kind == "attest"]
        waive = [gate.id for gate in gates if gate.kind == "waivable"]
        if attest:
            self.say(who, f"/backfill attest {NAME} {' '.join(attest)}")
        if waive:
            self.say(who, f"/backfill waive {NAME} {' '.join(waive)} because this is a test")

    def confirm(self, who: str = "alice") -> None:
        """Gates cleared, then both blocks said by one person who may."""
        self.clear_gates(who)
        for block in self.blocks().values():
            self.say(who, block)

    def gate(self) -> str:
        """The gate on the head: its conclusion, or its state where it is a status."""
        gate = self.pull.gate()
        assert gate is not None
        return gate.state

    def verdicts(self) -> list[str]:
        """The verdicts of the bot's replies, oldest first."""
        texts = [comment.body.partition("\n")[0] for comment in self.pull.comments_by_bot()]
        return [found[1] for text in texts if (found := re.search(r'"verdict": "(\w+)"', text))]

    def verified(self, commit: str | None = None) -> bool:
        """What `verify` would say now."""
        sha = CommitSha(commit) if commit else None
        return verify_request(self.github, self.ref, RequestName(NAME), sha).confirmed


@contextmanager
def told(base: Mapping[str, str], head: Mapping[str, str]) -> Iterator[Story]:
    """A pull request of carol's with these files over those of the base, seen once by the bot."""
    world = fakes.World()
    repo = world.repository("acme/pipelines", {".backfill/catalog.yaml": CATALOG, **base})
    for person in ("alice", "bob", "dora"):
        repo.grant(person, "write")
    world.install(repo.owner)
    pull = repo.open_pull("carol", {PATH: REQUEST, **head})
    with fakes.connected(world):
        github = GitHub(
            Endpoint.of(world.api),
            App(str(world.bot_app.id), world.bot_app.private_key_pem),
            lambda: world.clock.now.timestamp(),  # noqa: PLW0108  (the clock goes on)
        )
        found = Story(world, repo, pull, github)
        found.evaluate()
        yield found


@pytest.fixture
def story() -> Iterator[Story]:
    """The pull request, seen once by the bot."""
    with told({}, {}) as found:
        yield found
