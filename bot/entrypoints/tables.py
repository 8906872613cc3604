"""The service's database: four small tables in SQLite or PostgreSQL, one SQL for both.

deliveries  every webhook delivery that was answered, by its id: what makes a redelivery nothing
pulls       one row a pull request: how often a look was asked for, how many looks are done, who
            is looking now and until when. Asked for and done are counters, never flags, so that
            an event which arrives during a look leads to another look
workers     who is alive
audit       what the bot decided and for whom; only ever appended to
"""

import time
from collections.abc import Callable
from typing import Any, TypeAlias

import sqlalchemy as sa
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.pool import ConnectionPoolEntry

from bot.errors import ConfigurationError

Clock: TypeAlias = Callable[[sa.Connection], float]
"""Seconds since the epoch, the same for everybody who works on that database."""

_MIGRATION_LOCK = 0x6261636B  # any number that nothing else in the database uses

_TABLES = """
CREATE TABLE IF NOT EXISTS backfill_deliveries (
    id TEXT PRIMARY KEY,
    subject TEXT NOT NULL,
    reason TEXT NOT NULL,
    received_at DOUBLE PRECISION NOT NULL
);
CREATE INDEX IF NOT EXISTS backfill_deliveries_by_age ON backfill_deliveries (received_at);
CREATE TABLE IF NOT EXISTS backfill_pulls (
    subject TEXT PRIMARY KEY,
    account TEXT NOT NULL,
    repository TEXT NOT NULL,
    what TEXT NOT NULL,
    wanted BIGINT NOT NULL,
    done BIGINT NOT NULL DEFAULT 0,
    delivery TEXT NOT NULL,
    reason TEXT NOT NULL,
    waiting_since DOUBLE PRECISION NOT NULL,
    not_before DOUBLE PRECISION NOT NULL DEFAULT 0,
    tries INTEGER NOT NULL DEFAULT 0,
    parked INTEGER NOT NULL DEFAULT 0,
    error TEXT,
    owner TEXT,
    lease_until DOUBLE PRECISION NOT NULL DEFAULT 0,
    looked_at DOUBLE PRECISION,
    again_at DOUBLE PRECISION
);
CREATE INDEX IF NOT EXISTS backfill_pulls_waiting ON backfill_pulls (waiting_since)
    WHERE wanted > done;
CREATE INDEX IF NOT EXISTS backfill_pulls_again ON backfill_pulls (again_at)
    WHERE again_at IS NOT NULL;
CREATE TABLE IF NOT EXISTS backfill_rests (
    account TEXT PRIMARY KEY,
    rest_until DOUBLE PRECISION NOT NULL
);
CREATE TABLE IF NOT EXISTS backfill_workers (
    owner TEXT PRIMARY KEY,
    seen_at DOUBLE PRECISION NOT NULL
);
CREATE TABLE IF NOT EXISTS backfill_rounds (
    name TEXT PRIMARY KEY,
    next_at DOUBLE PRECISION NOT NULL
);
CREATE TABLE IF NOT EXISTS backfill_audit (
    digest TEXT PRIMARY KEY,
    at DOUBLE PRECISION NOT NULL,
    subject TEXT NOT NULL,
    delivery TEXT NOT NULL,
    record TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS backfill_audit_by_time ON backfill_audit (at);
"""


def open_database(url: str) -> sa.Engine:
    """The database at `url` with its tables in place.

    Raises:
        ConfigurationError: the URL is none that the service can use.
        sqlalchemy.exc.OperationalError: the database cannot be reached.
    """
    address = _address(url)
    engine = _sqlite(address) if address.drivername == "sqlite" else _postgresql(address)
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            connection.execute(sa.text(f"SELECT pg_advisory_xact_lock({_MIGRATION_LOCK})"))
        for statement in _TABLES.split(";\n"):
            if statement.strip():
                connection.execute(sa.text(statement))
    return engine


def database_clock(connection: sa.Connection) -> float:
    """PostgreSQL's own time, which several hosts share; the machine's where SQLite is used."""
    if connection.dialect.name == "sqlite":
        return time.time()
    found = connection.execute(sa.text("SELECT extract(epoch FROM clock_timestamp())"))
    return float(found.scalar_one())


def is_deadlock(error: DBAPIError) -> bool:
    """Whether the database gave this up for the sake of another transaction; it may be repeated."""
    return str(getattr(error.orig, "sqlstate", None) or "").startswith("40")


def is_postgresql(url: str) -> bool:
    """Whether the URL names a PostgreSQL database, which several hosts can share."""
    return _address(url).drivername != "sqlite"


def _address(url: str) -> URL:
    problem = (
        "BACKFILL_BOT_DATABASE_URL must look like postgresql://user@host/name "
        "or sqlite:///path/to/file.db."
    )
    try:
        address = make_url(url)
    except (ArgumentError, ValueError):  # a port that is none; the text would hold the password
        raise ConfigurationError(problem) from None
    kind = address.drivername.partition("+")[0]
    if kind in {"postgres", "postgresql"}:
        return address.set(drivername="postgresql+psycopg")
    if kind == "sqlite" and address.database and address.database != ":memory:":
        return address.set(drivername="sqlite")
    raise ConfigurationError(problem)


def _postgresql(address: URL) -> sa.Engine:
    return sa.create_engine(
        address,
        hide_parameters=True,
        pool_pre_ping=True,
        pool_size=5,
        max_overflow=5,
        pool_timeout=10,
        connect_args={"application_name": "backfill-bot", "connect_timeout": 10},
    )


def _sqlite(address: URL) -> sa.Engine:
    engine = sa.create_engine(address, hide_parameters=True, connect_args={"timeout": 30})
    sa.event.listen(engine, "connect", _prepare_sqlite)
    sa.event.listen(engine, "begin", _begin_immediate)
    return engine


def _prepare_sqlite(connection: Any, _entry: ConnectionPoolEntry) -> None:
    connection.isolation_level = None  # transactions begin where we say so, below
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")  # what was answered survives a power cut
    connection.execute("PRAGMA busy_timeout = 30000")


def _begin_immediate(connection: sa.Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")
