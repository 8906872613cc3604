"""Deliveries in the database: kept once each, and counted as looks that are asked for.

One transaction for any number of them; whoever calls learns which were new.
"""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import sqlalchemy as sa

from bot.entrypoints.subjects import Subject, account_of, key_of, print_subject, repository_of
from bot.entrypoints.tables import Clock, database_clock


@dataclass(frozen=True, slots=True)
class Delivery:
    """One webhook delivery: its id, what to look at, and the event's name as the reason."""

    id: str
    subject: Subject
    reason: str


# The statements below are made of fixed texts; what comes from outside is bound as `:batch`.
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

_INTO_DELIVERIES = "INSERT INTO backfill_deliveries (id, subject, reason, received_at)"
_INTO_PULLS = """
    INSERT INTO backfill_pulls
        (subject, account, repository, what, wanted, delivery, reason, waiting_since)"""

_SQLITE_DELIVERIES = sa.text(
    f"""
    {_INTO_DELIVERIES}
    SELECT json_extract(value, '$.id'), json_extract(value, '$.subject'),
           json_extract(value, '$.reason'), :now
    FROM json_each(:batch) WHERE true
    ON CONFLICT DO NOTHING RETURNING id"""  # noqa: S608  (put together from constants)
)
_SQLITE_PULLS = sa.text(
    f"""
    {_INTO_PULLS}
    SELECT json_extract(value, '$.subject'), json_extract(value, '$.account'),
           json_extract(value, '$.repository'), json_extract(value, '$.what'),
           json_extract(value, '$.times'), json_extract(value, '$.id'),
           json_extract(value, '$.reason'), :now
    FROM json_each(:batch) WHERE true
    {_LOOK_AGAIN}"""  # noqa: S608
)
# One statement, one way to the server and back; rows are locked in the order of their keys.
_POSTGRESQL = sa.text(
    f"""
    WITH batch AS (
        SELECT * FROM jsonb_to_recordset(CAST(:batch AS jsonb)) AS t(
            place bigint, id text, subject text, account text, repository text, what text,
            reason text)
    ), clock AS (
        SELECT coalesce(CAST(:now AS double precision), extract(epoch FROM clock_timestamp()))
            AS now
    ), new AS (
        {_INTO_DELIVERIES}
        SELECT id, subject, reason, now FROM batch, clock ORDER BY id
        ON CONFLICT DO NOTHING RETURNING id
    ), asked AS (
        SELECT DISTINCT ON (subject) subject, account, repository, what,
            count(*) OVER (PARTITION BY subject) AS times, id, reason
        FROM batch JOIN new USING (id) ORDER BY subject, place DESC
    ), looks AS (
        {_INTO_PULLS}
        SELECT subject, account, repository, what, times, id, reason, now
        FROM asked, clock ORDER BY subject
        {_LOOK_AGAIN}
    )
    SELECT id FROM new"""  # noqa: S608
)


def store(
    engine: sa.Engine, deliveries: Sequence[Delivery], clock: Clock = database_clock
) -> frozenset[str]:
    """The ids among `deliveries` that had not been seen; all of them are durable on return."""
    with engine.connect() as connection:
        return stored(connection, deliveries, clock)


def stored(
    connection: sa.Connection, deliveries: Sequence[Delivery], clock: Clock
) -> frozenset[str]:
    """The same in one transaction on this connection, which may be one that commits by itself."""
    rows = [_row(*numbered) for numbered in enumerate(deliveries)]
    with connection.begin():
        if connection.dialect.name == "postgresql":
            return _postgresql(connection, rows, clock)
        return _sqlite(connection, rows, clock(connection))


def _row(place: int, delivery: Delivery) -> dict[str, object]:
    return {
        "place": place,
        "id": delivery.id,
        "subject": key_of(delivery.subject),
        "account": account_of(delivery.subject),
        "repository": str(repository_of(delivery.subject)).lower(),
        "what": print_subject(delivery.subject),
        "reason": delivery.reason,
    }


def _postgresql(
    connection: sa.Connection, rows: Sequence[Mapping[str, object]], clock: Clock
) -> frozenset[str]:
    by_id = {row["id"]: row for row in rows}
    now = None if clock is database_clock else clock(connection)
    values = {"batch": json.dumps([*by_id.values()]), "now": now}
    return frozenset(connection.execute(_POSTGRESQL, values).scalars())


def _sqlite(
    connection: sa.Connection, rows: Sequence[Mapping[str, object]], now: float
) -> frozenset[str]:
    values = {"batch": json.dumps(rows), "now": now}
    new = frozenset(connection.execute(_SQLITE_DELIVERIES, values).scalars())
    if new:
        by_id = {row["id"]: row for row in rows if row["id"] in new}
        times = Counter(row["subject"] for row in by_id.values())
        newest = {row["subject"]: row for row in by_id.values()}
        asked = [{**row, "times": times[subject]} for subject, row in newest.items()]
        connection.execute(_SQLITE_PULLS, {"batch": json.dumps(asked), "now": now})
    return new
