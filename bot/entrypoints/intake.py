"""Where deliveries come in: stored for good before anybody is told that they were accepted.

Several requests share one transaction (one `fsync`): each waits until the batch that holds its
delivery is committed. Nothing here evaluates anything, and a web process needs nothing else of
the database.
"""

import threading
from collections.abc import Sequence
from dataclasses import dataclass, field

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError

from bot.entrypoints.storage import Delivery, stored
from bot.entrypoints.tables import Clock, database_clock, is_deadlock

GATHERING = 0.006
"""Seconds to wait, after a transaction of several deliveries, for as many to come again."""


@dataclass(slots=True)
class _Batch:
    """Deliveries that share a transaction, and what came of it."""

    deliveries: list[Delivery] = field(default_factory=list)
    over: threading.Event = field(default_factory=threading.Event)
    new: frozenset[str] = frozenset()
    error: Exception | None = None


class Intake:
    """Accepts deliveries from many threads and commits what has gathered in one transaction."""

    def __init__(self, engine: sa.Engine, clock: Clock = database_clock) -> None:
        self._engine = engine
        self._clock = clock
        self._connection: sa.Connection | None = None
        """The writer's own, kept open."""
        self._gathering = _Batch()
        self._lock = threading.Lock()
        self._expected = 1
        """As many as shared the last transaction; who comes alone never waits for others."""
        self._some = threading.Event()
        self._as_many = threading.Event()
        threading.Thread(target=self._write, name="intake", daemon=True).start()

    def accept(self, delivery: Delivery, timeout: float = 8.0) -> bool:
        """Whether the delivery is new; on return it is stored for good.

        Raises:
            TimeoutError: it could not be stored within `timeout` seconds.
            sqlalchemy.exc.SQLAlchemyError: the database refused.
        """
        with self._lock:
            batch, place = self._gathering, len(self._gathering.deliveries)
            batch.deliveries.append(delivery)
            if place + 1 == self._expected:
                self._as_many.set()
        if place == 0:
            self._some.set()
        if not batch.over.wait(timeout):
            raise TimeoutError("the delivery was not stored in time")
        if batch.error is not None:
            raise batch.error
        is_first = all(one.id != delivery.id for one in batch.deliveries[:place])
        return delivery.id in batch.new and is_first

    def _write(self) -> None:
        while True:
            self._some.wait()
            self._some.clear()
            if self._expected > 1:
                self._as_many.wait(GATHERING)
            with self._lock:
                batch, self._gathering = self._gathering, _Batch()
                self._expected = len(batch.deliveries)
                self._as_many.clear()
            try:
                batch.new = self._stored(batch.deliveries)
            except Exception as error:  # noqa: BLE001  # whoever waits is told, whatever it is
                batch.error = error
            batch.over.set()

    def _stored(self, deliveries: Sequence[Delivery]) -> frozenset[str]:
        """The new ones; a lost connection and a deadlock are worth a second try."""
        try:
            return stored(self._connected(), deliveries, self._clock)
        except DBAPIError as error:
            self._disconnect()
            if not (error.connection_invalidated or is_deadlock(error)):
                raise
        try:
            return stored(self._connected(), deliveries, self._clock)
        except DBAPIError:
            self._disconnect()
            raise

    def _connected(self) -> sa.Connection:
        if self._connection is None:
            is_one_statement = self._engine.dialect.name == "postgresql"
            options = {"isolation_level": "AUTOCOMMIT"} if is_one_statement else {}
            self._connection = self._engine.connect().execution_options(**options)
        return self._connection

    def _disconnect(self) -> None:
        if self._connection is not None:
            self._connection.invalidate()
            self._connection.close()
            self._connection = None
