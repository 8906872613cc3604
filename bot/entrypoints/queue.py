"""Work that outlives the process doing it: one look at a pull request at a time, none lost.

A row is due while more looks were asked for than are done. Who takes it gets a lease on it; who
dies stops renewing the lease, and the row is due again for anybody. What a look finishes is the
count that was asked for *when it began*: an event that came in meanwhile leaves the row due.
Looks can therefore happen twice, and are harmless when they do; they cannot be forgotten.
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import sqlalchemy as sa

from bot.entrypoints.audit import append
from bot.entrypoints.subjects import Subject, key_of, read_subject
from bot.entrypoints.tables import Clock, database_clock

LEASE = 30.0
"""Seconds after which a worker that says nothing is taken for dead."""
TRIES = 8
"""Failed looks in a row after which a pull request is parked."""
LONGEST_BACKOFF = 600.0
FIRST_BACKOFF = 2.0
SOONEST_AGAIN = 60.0
"""Seconds: an answer that claims to have changed already is not looked at again at once."""


@dataclass(frozen=True, slots=True)
class Job:
    """One look that the holder has the lease for."""

    subject: Subject
    delivery: str
    reason: str
    owner: str
    through: int
    """The number of looks that had been asked for when this one began."""
    tries: int
    """Looks begun since the last one that succeeded, this one included."""
    waited: float
    """Seconds between the oldest unanswered event and this look."""


@dataclass(frozen=True, slots=True)
class Backlog:
    """How much work there is, and who is there to do it."""

    waiting: int
    running: int
    parked: int
    oldest_seconds: float
    """Age of the oldest event that no look has answered; 0 where there is none."""
    workers: int
    """Worker processes that were heard of within a lease."""


_CLAIM = """
    UPDATE backfill_pulls SET owner = :owner, lease_until = :until, tries = tries + 1
    WHERE subject IN (
        SELECT subject FROM backfill_pulls
        WHERE wanted > done AND parked = 0 AND not_before <= :now AND lease_until <= :now
          AND NOT EXISTS (SELECT 1 FROM backfill_rests
                          WHERE backfill_rests.account = backfill_pulls.account
                            AND rest_until > :now)
        ORDER BY waiting_since LIMIT :most {lock})
    RETURNING what, delivery, reason, wanted, tries, waiting_since"""

_OF_OWNER = """
    WHERE owner = :owner AND subject IN (
        SELECT subject FROM backfill_pulls WHERE owner = :owner ORDER BY subject {lock})"""
# Locked in the order of the keys, as the intake does: no deadlocks.
_RENEW = f"UPDATE backfill_pulls SET lease_until = :until {_OF_OWNER}"  # noqa: S608
_BURY = f"UPDATE backfill_pulls SET owner = NULL, lease_until = 0 {_OF_OWNER}"  # noqa: S608

_MINE = " WHERE subject = :subject AND owner = :owner"

_FINISH = (
    """
    UPDATE backfill_pulls SET
        done = :through, owner = NULL, lease_until = 0, tries = 0, not_before = 0,
        error = NULL, looked_at = :now, again_at = :again, waiting_since = :now"""
    + _MINE
)

_FAIL = (
    """
    UPDATE backfill_pulls SET
        owner = NULL, lease_until = 0, tries = :tries, parked = :parked,
        not_before = :not_before, error = :error"""
    + _MINE
)

_REST = """
    INSERT INTO backfill_rests (account, rest_until)
    SELECT account, :not_before FROM backfill_pulls WHERE subject = :subject
    ON CONFLICT (account) DO UPDATE SET rest_until =
        CASE WHEN excluded.rest_until > backfill_rests.rest_until
        THEN excluded.rest_until ELSE backfill_rests.rest_until END"""

_BACKLOG = """
    SELECT
        coalesce(sum(CASE WHEN parked = 0 AND lease_until <= :now THEN 1 ELSE 0 END), 0),
        coalesce(sum(CASE WHEN lease_until > :now THEN 1 ELSE 0 END), 0),
        coalesce(sum(parked), 0),
        coalesce(:now - min(CASE WHEN parked = 0 THEN waiting_since END), 0),
        (SELECT count(*) FROM backfill_workers WHERE seen_at > :now - :lease)
    FROM backfill_pulls WHERE wanted > done"""


class Deliveries:
    """The worker's side of the queue: take work, keep it, finish it or give it back."""

    def __init__(
        self, engine: sa.Engine, clock: Clock = database_clock, *, lease: float = LEASE
    ) -> None:
        self._engine = engine
        self._clock = clock
        self.lease = lease
        lock = "FOR UPDATE" if engine.dialect.name == "postgresql" else ""
        self._claim = sa.text(_CLAIM.format(lock=lock and f"{lock} SKIP LOCKED"))
        self._renew = sa.text(_RENEW.format(lock=lock))
        self._bury = sa.text(_BURY.format(lock=lock))

    def claim(self, owner: str, most: int) -> tuple[Job, ...]:
        """Up to `most` looks that are due, the longest waiting first, leased to `owner`."""
        with self._engine.begin() as connection:
            now = self._clock(connection)
            rows = connection.execute(
                self._claim,
                {"owner": owner, "until": now + self.lease, "now": now, "most": most},
            ).all()
        jobs = [
            Job(read_subject(what), delivery, reason, owner, wanted, tries, max(0.0, now - since))
            for what, delivery, reason, wanted, tries, since in rows
        ]
        return tuple(sorted(jobs, key=lambda job: -job.waited))

    def renew(self, owner: str) -> None:
        """Says that `owner` lives: extends its leases, as far as nobody has taken them over."""
        with self._engine.begin() as connection:
            now = self._clock(connection)
            values = {"owner": owner, "now": now, "until": now + self.lease}
            connection.execute(
                sa.text(
                    "INSERT INTO backfill_workers (owner, seen_at) VALUES (:owner, :now) "
                    "ON CONFLICT (owner) DO UPDATE SET seen_at = excluded.seen_at"
                ),
                values,
            )
            connection.execute(self._renew, values)

    def finish(
        self, job: Job, *, again_at: float | None, audit: Sequence[Mapping[str, object]] = ()
    ) -> bool:
        """Whether the look counted; False where the lease had gone to somebody else meanwhile.

        The audit records are kept either way: what they tell of has happened.
        """
        with self._engine.begin() as connection:
            now = self._clock(connection)
            append(connection, now, key_of(job.subject), job.delivery, audit)
            again = None if again_at is None else max(again_at, now + SOONEST_AGAIN)
            done = connection.execute(
                sa.text(_FINISH), {**_holder(job), "now": now, "again": again}
            )
            return done.rowcount > 0

    def fail(self, job: Job, error: str) -> bool:
        """Whether the pull request is parked now; otherwise it is due again after a backoff."""
        parked = job.tries >= TRIES
        wait = min(LONGEST_BACKOFF, FIRST_BACKOFF * 2.0 ** (job.tries - 1))
        wait *= random.uniform(0.8, 1.2)  # noqa: S311  # spreads retries, protects nothing
        self._put_back(job, wait, error, parked=parked, tries=min(job.tries, TRIES))
        return parked

    def rest(self, job: Job, seconds: float, error: str) -> None:
        """Leaves the account alone for as long as GitHub asks; that is nobody's failed try."""
        self._put_back(job, seconds, error, parked=False, tries=job.tries - 1, rest=True)

    def hand_back(self, job: Job) -> None:
        """Makes the look due again at once, as if it had never begun."""
        self._put_back(job, 0.0, "", parked=False, tries=job.tries - 1)

    def bury(self, owner: str) -> int:
        """How many looks of a process that is known to be dead are due again, at once."""
        with self._engine.begin() as connection:
            freed = connection.execute(self._bury, {"owner": owner})
            connection.execute(
                sa.text("DELETE FROM backfill_workers WHERE owner = :owner"), {"owner": owner}
            )
            return freed.rowcount

    def backlog(self) -> Backlog:
        """How much work there is at this moment."""
        with self._engine.connect() as connection:
            now = self._clock(connection)
            row = connection.execute(sa.text(_BACKLOG), {"now": now, "lease": self.lease}).one()
        waiting, running, parked, oldest, workers = row
        return Backlog(int(waiting), int(running), int(parked), max(0.0, float(oldest)), workers)

    def _put_back(
        self, job: Job, wait: float, error: str, *, parked: bool, tries: int, rest: bool = False
    ) -> None:
        with self._engine.begin() as connection:
            values = {
                **_holder(job),
                "tries": tries,
                "parked": int(parked),
                "not_before": self._clock(connection) + wait,
                "error": error or None,
            }
            connection.execute(sa.text(_FAIL), values)
            if rest:
                connection.execute(sa.text(_REST), values)


def _holder(job: Job) -> dict[str, object]:
    return {"subject": key_of(job.subject), "owner": job.owner, "through": job.through}
