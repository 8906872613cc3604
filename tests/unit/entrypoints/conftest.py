from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
import sqlalchemy as sa

from bot.domain.pull_request import PullRef, Repository
from bot.entrypoints.queue import Deliveries
from bot.entrypoints.storage import Delivery, store
from bot.entrypoints.subjects import Subject
from bot.entrypoints.tables import open_database
from tests.databases import new_database


def pull(number: int = 7, repository: str = "acme/pipelines") -> PullRef:
    owner, name = repository.split("/")
    return PullRef(Repository(owner, name), number)


@dataclass
class Bench:
    """A database with a clock that stands still until a test moves it."""

    engine: sa.Engine
    now: float = 1_800_000_000.0
    queue: Deliveries = field(init=False)

    def __post_init__(self) -> None:
        self.queue = Deliveries(self.engine, self.clock, lease=30.0)

    def clock(self, _: sa.Connection) -> float:
        return self.now

    def receive(self, id_: str, subject: Subject | None = None, reason: str = "push") -> bool:
        delivery = Delivery(id_, subject or pull(), reason)
        return bool(store(self.engine, [delivery], self.clock))

    def row(self, subject: str = "acme/pipelines#7") -> sa.RowMapping:
        with self.engine.connect() as connection:
            statement = sa.text("SELECT * FROM backfill_pulls WHERE subject = :subject")
            return connection.execute(statement, {"subject": subject}).mappings().one()


@pytest.fixture(params=["sqlite", "postgresql"])
def bench(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Bench]:
    engine = open_database(new_database(request.param, tmp_path))
    yield Bench(engine)
    engine.dispose()
