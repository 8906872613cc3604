"""Where deliveries come in: stored for good before anybody is told that they were accepted.

Several requests share one transaction (one `fsync`): each waits until the batch that holds its
delivery is committed. Nothing here evaluates anything, and a web process needs nothing else of
the database.
"""

import json
import threading
from collections import Counter
from collections.abc import Iterable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from queue import Empty, SimpleQueue

import sqlalchemy as sa

from bot.entrypoints.subjects import Subject, account_of, key_of, print_subject, repository_of
from bot.entrypoints.tables import Clock, database_clock

MOST_AT_ONCE = 200
"""Deliveries in one transaction."""


@dataclass(frozen=True, slots=True)
class Delivery:
    """One webhook delivery: its id, what to look at, and the event's name as the reason."""

    id: str
    subject: Subject
    reason: str


# The statements below are made of fixed texts; what comes from outside is bound as `:batch`.
_INSERT_DELIVERIES = {
    "sqlite": """
        INSERT INTO backfill_deliveries (id, subject, reason, received_at)
        SELECT json_extract(value, '$.id'), json_extract(value, '$.subject'),
               json_extract(value, '$.reason'), :now
        FROM json_each(:batch) WHERE true
        ON CONFLICT DO NOTHING RETURNING id""",
    "postgresql": """
        INSERT INTO backfill_deliveries (id, subject, reason, received_at)
        SELECT id, subject, reason, :now
        FROM jsonb_to_recordset(CAST(:batch AS jsonb)) AS t(id text, subject text, reason text)
        ON CONFLICT DO NOTHING RETURNING id""",
}

_LOOK_AGAIN = """
    ON CONFLICT (subject) DO UPDATE SET
        wanted = backfill_pulls.wanted + excluded.wanted,
        what = excluded.what, delivery = excluded.delivery, reason = excluded.reason,
        tries = CASE WHEN backfill_pulls.parked = 1 THEN 0 ELSE backfill_pulls.tries END,
        not_before = CASE WHEN backfill_pulls.parked = 1 THEN 0
                     ELSE backfill_pulls.not_before END,
        parked = 0,
        waiting_since = CASE WHEN backfill_pulls.wanted > backfill_pulls.done
                        THEN backfill_pulls.waiting_since ELSE excluded.waiting_since END"""

_NEWEST = {
    "sqlite": """
        INSERT INTO backfill_pulls
            (subject, account, repository, what, wanted, delivery, reason, waiting_since)
        SELECT json_extract(value, '$.subject'), json_extract(value, '$.account'),
               json_extract(value, '$.repository'), json_extract(value, '$.what'),
               json_extract(value, '$.times'), json_extract(value, '$.id'),
               json_extract(value, '$.reason'), :now
        FROM json_each(:batch) WHERE true""",
    "postgresql": """
        INSERT INTO backfill_pulls
            (subject, account, repository, what, wanted, delivery, reason, waiting_since)
        SELECT subject, account, repository, what, times, id, reason, :now
        FROM jsonb_to_recordset(CAST(:batch AS jsonb)) AS t(
            subject text, account text, repository text, what text, times bigint,
            id text, reason text)""",
}


def store(
    engine: sa.Engine, deliveries: Sequence[Delivery], clock: Clock = database_clock
) -> frozenset[str]:
    """The ids among `deliveries` that had not been seen; all of them are durable on return."""
    kind = engine.dialect.name
    by_id = {delivery.id: delivery for delivery in deliveries}
    batch = sorted(by_id.values(), key=lambda delivery: delivery.id)  # one order: no deadlocks
    rows = [{"id": one.id, "subject": key_of(one.subject), "reason": one.reason} for one in batch]
    with engine.begin() as connection:
        now = clock(connection)
        found = connection.execute(
            sa.text(_INSERT_DELIVERIES[kind]), {"batch": json.dumps(rows), "now": now}
        )
        new = frozenset(found.scalars())
        if new:
            asked = list(_looks(one for one in batch if one.id in new))
            connection.execute(
                sa.text(_NEWEST[kind] + _LOOK_AGAIN), {"batch": json.dumps(asked), "now": now}
            )
    return new


def _looks(new: Iterable[Delivery]) -> Iterable[dict[str, object]]:
    newest: dict[str, Delivery] = {}
    times: Counter[str] = Counter()
    for delivery in new:
        newest[key_of(delivery.subject)] = delivery
        times[key_of(delivery.subject)] += 1
    for key in sorted(newest):
        delivery = newest[key]
        yield {
            "subject": key,
            "account": account_of(delivery.subject),
            "repository": str(repository_of(delivery.subject)).lower(),
            "what": print_subject(delivery.subject),
            "times": times[key],
            "id": delivery.id,
            "reason": delivery.reason,
        }


class Intake:
    """Accepts deliveries from many threads and commits what has gathered in one transaction."""

    def __init__(self, engine: sa.Engine, clock: Clock = database_clock) -> None:
        self._engine = engine
        self._clock = clock
        self._waiting: SimpleQueue[tuple[Delivery, Future[bool]]] = SimpleQueue()
        self._writer = threading.Thread(target=self._write, name="intake", daemon=True)
        self._writer.start()

    def accept(self, delivery: Delivery, timeout: float = 8.0) -> bool:
        """Whether the delivery is new; on return it is stored for good.

        Raises:
            TimeoutError: it could not be stored within `timeout` seconds.
            sqlalchemy.exc.SQLAlchemyError: the database refused.
        """
        stored: Future[bool] = Future()
        self._waiting.put((delivery, stored))
        return stored.result(timeout)

    def _write(self) -> None:
        while True:
            batch = [self._waiting.get()]
            while len(batch) < MOST_AT_ONCE:
                try:
                    batch.append(self._waiting.get_nowait())
                except Empty:
                    break
            self._commit(batch)

    def _commit(self, batch: Sequence[tuple[Delivery, Future[bool]]]) -> None:
        try:
            new = set(store(self._engine, [delivery for delivery, _ in batch], self._clock))
        except Exception as error:  # noqa: BLE001  # whoever waits for it is told, whatever it is
            for _, stored in batch:
                stored.set_exception(error)
            return
        for delivery, stored in batch:
            stored.set_result(delivery.id in new)
            new.discard(delivery.id)
