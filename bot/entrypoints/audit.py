"""What the bot decided, for whom and on what evidence, kept for good in the service's database.

A record is kept once however often it is reported, so that every look can report all it sees and
none is missing when a process died between answering on GitHub and writing here.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence

import sqlalchemy as sa

_APPEND = sa.text(
    "INSERT INTO backfill_audit (digest, at, subject, delivery, record) "
    "VALUES (:digest, :at, :subject, :delivery, :record) ON CONFLICT DO NOTHING"
)


def append(
    connection: sa.Connection,
    at: float,
    subject: str,
    delivery: str,
    records: Sequence[Mapping[str, object]],
) -> None:
    """Adds the records that are not there yet; nothing here changes or removes one."""
    for record in records:
        text = json.dumps(record, sort_keys=True, ensure_ascii=False, default=str)
        digest = hashlib.sha256(f"{subject}\n{text}".encode()).hexdigest()
        row = {"digest": digest, "at": at, "subject": subject, "delivery": delivery}
        connection.execute(_APPEND, {**row, "record": text})


def records(engine: sa.Engine, subject: str | None = None) -> Iterator[Mapping[str, object]]:
    """Every record, oldest first, of one pull request (`owner/name#12`) where one is named."""
    statement = sa.text(
        "SELECT record FROM backfill_audit "
        "WHERE subject = coalesce(:subject, subject) ORDER BY at, digest"
    )
    with engine.connect() as connection:
        for text in connection.execute(statement, {"subject": subject}).scalars():
            yield json.loads(text)
