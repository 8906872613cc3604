"""What has to be looked at although no delivery says so.

- A confirmation expires: its evaluation said when, and the pull request is due at that moment.
- A delivery never arrived: every round asks GitHub for the open pull requests of the repositories
  that were heard of, at most so many of each, and has those looked at.
- A look was parked: one more try a round, in case what was broken is whole again.
- A worker died over the same look again and again: it is parked.

One worker of all does each round. Old deliveries, which GitHub cannot send again, are forgotten.
"""

import logging
import uuid
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeAlias

import sqlalchemy as sa

from bot.domain.pull_request import PullRef, Repository
from bot.entrypoints.storage import Delivery, store
from bot.entrypoints.subjects import read_subject, repository_of
from bot.entrypoints.tables import Clock, database_clock

_LOG = logging.getLogger("backfill_bot.sweep")

PULLS_A_ROUND = 50
REPOSITORIES_A_ROUND = 20
DEATHS = 12
"""Looks begun in a row without an end, after which the look itself is taken for deadly."""
DAYS_KEPT = 14
"""GitHub can send a delivery again for three days."""

Due: TypeAlias = Callable[[Repository, int], Iterable[PullRef]]
"""From a repository to at most so many of its open pull requests, the most urgent first."""


@dataclass(frozen=True, slots=True)
class Sweep:
    """The chores of a worker; call `tick` about once a second."""

    engine: sa.Engine
    due: Due
    every_seconds: float = 900.0
    clock: Clock = database_clock

    def tick(self) -> None:
        """Wakes what is due by the clock; does a whole round when the time has come."""
        self.wake()
        if self._mine_now("sweep", self.every_seconds):
            self.round()

    def wake(self) -> int:
        """How many pull requests became due because time has passed."""
        with self.engine.connect() as connection:
            values = {"now": self.clock(connection), "deaths": DEATHS}
            if not connection.execute(_ANY_TO_WAKE, values).first():
                return 0
        with self.engine.begin() as connection:
            connection.execute(_PARK_DEADLY, values)
            return connection.execute(_WAKE, values).rowcount

    def round(self) -> int:
        """How many pull requests were put in line; asks GitHub once a repository at most."""
        with self.engine.begin() as connection:
            now = self.clock(connection)
            connection.execute(_REVIVE)
            connection.execute(_FORGET, {"before": now - DAYS_KEPT * 86400})
            connection.execute(_FORGET_WORKERS, {"before": now - 86400})
        found: list[PullRef] = []
        for repository in self._repositories():
            room = PULLS_A_ROUND - len(found)
            if room <= 0:
                break
            self._swept(repository)
            try:
                found += _some(self.due(repository, room), room)
            except Exception:  # noqa: BLE001  # the others are asked all the same
                _LOG.exception("a repository could not be swept")
        name = uuid.uuid4().hex[:12]
        asked = [Delivery(f"sweep-{name}-{n}", pull, "sweep") for n, pull in enumerate(found)]
        store(self.engine, asked, self.clock)
        _LOG.info("swept", extra={"count": len(found)})
        return len(found)

    def _repositories(self) -> list[Repository]:
        """Those heard of, longest unswept first."""
        with self.engine.connect() as connection:
            subjects = connection.execute(_ONE_PULL_A_REPOSITORY).scalars().all()
            swept = {name: float(at) for name, at in connection.execute(_SWEPT)}
        known = {repository_of(read_subject(what)) for what in subjects}
        ordered = sorted(known, key=lambda one: (swept.get(_swept_name(one), 0.0), one))
        return ordered[:REPOSITORIES_A_ROUND]

    def _swept(self, repository: Repository) -> None:
        self._mine_now(_swept_name(repository), 0.0)

    def _mine_now(self, name: str, every: float) -> bool:
        """Whether the round `name` is due and this caller is the one to do it."""
        with self.engine.begin() as connection:
            now = self.clock(connection)
            taken = connection.execute(_TAKE_ROUND, {"name": name, "now": now, "next": now + every})
            return taken.rowcount > 0


def _some(pulls: Iterable[PullRef], most: int) -> list[PullRef]:
    return [pull for _, pull in zip(range(most), pulls, strict=False)]


def _swept_name(repository: Repository) -> str:
    return f"repository:{repository}".lower()


_DEADLY = "wanted > done AND parked = 0 AND lease_until <= :now AND tries >= :deaths"
_ANY_TO_WAKE = sa.text(
    f"SELECT 1 FROM backfill_pulls WHERE again_at <= :now OR ({_DEADLY}) LIMIT 1"  # noqa: S608
)
_WAKE = sa.text(
    """UPDATE backfill_pulls SET
        wanted = wanted + 1, again_at = NULL, reason = 'expiry',
        waiting_since = CASE WHEN wanted > done THEN waiting_since ELSE :now END
    WHERE again_at <= :now"""
)
_PARK_DEADLY = sa.text(
    f"UPDATE backfill_pulls SET parked = 1, error = 'the worker died over it' WHERE {_DEADLY}"  # noqa: S608
)
_REVIVE = sa.text("UPDATE backfill_pulls SET parked = 0, not_before = 0 WHERE parked = 1")
_FORGET = sa.text("DELETE FROM backfill_deliveries WHERE received_at < :before")
_FORGET_WORKERS = sa.text("DELETE FROM backfill_workers WHERE seen_at < :before")
_ONE_PULL_A_REPOSITORY = sa.text("SELECT max(what) FROM backfill_pulls GROUP BY repository")
_SWEPT = sa.text("SELECT name, next_at FROM backfill_rounds WHERE name LIKE 'repository:%'")
_TAKE_ROUND = sa.text(
    """INSERT INTO backfill_rounds (name, next_at) VALUES (:name, :next)
    ON CONFLICT (name) DO UPDATE SET next_at = excluded.next_at
    WHERE backfill_rounds.next_at <= :now"""
)
