import datetime as dt
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
import sqlalchemy as sa

from bot.entrypoints.audit import records
from bot.entrypoints.metrics import Metrics
from bot.entrypoints.queue import Deliveries
from bot.entrypoints.storage import Delivery, store
from bot.entrypoints.subjects import Subject, key_of
from bot.entrypoints.tables import open_database
from bot.entrypoints.worker import Crew, Looked, Worker
from bot.errors import GitHubUnreachable, RateLimited
from tests.databases import new_database
from tests.unit.entrypoints.conftest import pull


@dataclass
class Shop:
    """A queue on SQLite, and an evaluation that does what the test says."""

    engine: sa.Engine
    does: Callable[[Subject, str], Looked] = lambda _, __: Looked()
    looks: list[tuple[str, str]] = field(default_factory=list)
    metrics: Metrics = field(default_factory=Metrics)

    @property
    def queue(self) -> Deliveries:
        return Deliveries(self.engine, lease=5.0)

    def evaluate(self, subject: Subject, reason: str) -> Looked:
        self.looks.append((key_of(subject), reason))
        return self.does(subject, reason)

    def receive(self, *numbers: int) -> None:
        stamp = time.monotonic_ns()
        store(self.engine, [Delivery(f"{n}-{stamp}", pull(n), "pull_request") for n in numbers])

    @contextmanager
    def working(self, name: str = "w1", grace: float = 5.0) -> Iterator[None]:
        stop = threading.Event()
        worker = Worker(self.queue, self.evaluate, self.metrics, Crew(name, 4, grace))
        thread = threading.Thread(target=worker.run, args=(stop,))
        thread.start()
        try:
            yield
        finally:
            stop.set()
            thread.join(20)
            assert not thread.is_alive()

    def until(self, happened: Callable[[], bool], seconds: float = 10.0) -> None:
        deadline = time.monotonic() + seconds
        while not happened():
            assert time.monotonic() < deadline, "it never happened"
            time.sleep(0.01)

    def idle(self) -> bool:
        found = self.queue.backlog()
        return found.waiting == found.running == 0


@pytest.fixture
def shop(tmp_path: Path) -> Iterator[Shop]:
    engine = open_database(new_database("sqlite", tmp_path))
    yield Shop(engine)
    engine.dispose()


def test_what_comes_in_is_looked_at_and_counted(shop: Shop) -> None:
    shop.does = lambda _, __: Looked(verdicts=("ACCEPTED", "HELP"), audit=({"comment": 5},))
    with shop.working():
        shop.receive(1, 2)
        shop.until(lambda: len(shop.looks) == 2 and shop.idle())
    assert sorted(shop.looks) == [
        ("acme/pipelines#1", "pull_request"),
        ("acme/pipelines#2", "pull_request"),
    ]
    page = shop.metrics.page(shop.queue.backlog).decode()
    assert 'backfill_bot_looks_total{result="done"} 2.0' in page
    assert 'backfill_bot_verdicts_total{verdict="ACCEPTED"} 2.0' in page
    assert list(records(shop.engine)) == [{"comment": 5}, {"comment": 5}]


def test_several_pull_requests_are_looked_at_side_by_side(shop: Shop) -> None:
    together = threading.Barrier(3, timeout=10)

    def meet(_: Subject, __: str) -> Looked:
        together.wait()
        return Looked()

    shop.does = meet
    with shop.working():
        shop.receive(1, 2, 3)
        shop.until(shop.idle)


def test_events_that_come_in_while_a_pull_request_is_looked_at_lead_to_one_more_look(
    shop: Shop,
) -> None:
    began, go_on = threading.Event(), threading.Event()

    def slow(_: Subject, __: str) -> Looked:
        began.set()
        assert go_on.wait(10)
        return Looked()

    shop.does = slow
    with shop.working():
        shop.receive(1)
        assert began.wait(10)
        for _ in range(5):
            shop.receive(1)
        go_on.set()
        shop.until(shop.idle)
    assert len(shop.looks) == 2


def test_a_lease_that_a_jumping_clock_ends_starts_no_second_look_beside_the_first(
    shop: Shop,
) -> None:
    began, go_on = threading.Event(), threading.Event()

    def slow(subject: Subject, _: str) -> Looked:
        if subject == pull(1):
            began.set()
            assert go_on.wait(10)
        return Looked()

    shop.does = slow
    with shop.working():
        shop.receive(1)
        assert began.wait(10)
        with shop.engine.begin() as connection:
            connection.execute(sa.text("UPDATE backfill_pulls SET lease_until = 0"))
        shop.receive(2)
        shop.until(lambda: len(shop.looks) == 2)
        assert [key for key, _ in shop.looks] == ["acme/pipelines#1", "acme/pipelines#2"]
        go_on.set()
        shop.until(shop.idle)


def test_an_event_that_comes_as_a_look_ends_is_not_lost(shop: Shop) -> None:
    """The look is settled in the database, and the thread that did it has not come back yet."""
    settled, go_on = threading.Event(), threading.Event()
    count = shop.metrics.look

    def slow(result: str, seconds: float, waited: float) -> None:
        count(result, seconds, waited)
        if not settled.is_set():
            settled.set()
            assert go_on.wait(10)

    shop.metrics.look = slow  # type: ignore[method-assign]
    with shop.working():
        shop.receive(1)
        assert settled.wait(10)
        shop.receive(1)
        shop.until(lambda: shop.queue.backlog().running == 1)
        go_on.set()
        shop.until(shop.idle)
    assert len(shop.looks) == 2


def test_a_failed_look_is_tried_again_and_the_others_are_not_held_up(shop: Shop) -> None:
    failures = iter([GitHubUnreachable("502"), KeyError("a bug")])

    def flaky(subject: Subject, _: str) -> Looked:
        if key_of(subject).endswith("#1"):
            for failure in failures:
                raise failure
        return Looked()

    shop.does = flaky
    with shop.working():
        shop.receive(1, 2)
        shop.until(lambda: len(shop.looks) == 4 and shop.idle(), 20)
    assert shop.metrics.registry.get_sample_value(
        "backfill_bot_looks_total", {"result": "failed"}
    ) == pytest.approx(2)


def test_a_rate_limit_is_waited_out_without_a_sleeping_worker(shop: Shop) -> None:
    def limited(_: Subject, __: str) -> Looked:
        if len(shop.looks) == 1:
            raise RateLimited("secondary rate limit", 1.0)
        return Looked()

    shop.does = limited
    with shop.working():
        shop.receive(1)
        began = time.monotonic()
        shop.until(lambda: len(shop.looks) == 2 and shop.idle())
        assert time.monotonic() - began >= 1.0


def test_an_answer_that_changes_by_itself_is_remembered(shop: Shop) -> None:
    at = dt.datetime(2030, 1, 1, tzinfo=dt.UTC)
    shop.does = lambda _, __: Looked(again_at=at)
    with shop.working():
        shop.receive(1)
        shop.until(lambda: bool(shop.looks) and shop.idle())
    with shop.engine.connect() as connection:
        found = connection.execute(sa.text("SELECT again_at FROM backfill_pulls")).scalar_one()
    assert found == at.timestamp()


def test_a_stopping_worker_finishes_what_it_has_begun_and_takes_no_more(shop: Shop) -> None:
    began = threading.Event()

    def slow(_: Subject, __: str) -> Looked:
        began.set()
        time.sleep(0.5)
        return Looked()

    shop.does = slow
    with shop.working():
        shop.receive(1)
        assert began.wait(10)
    shop.receive(2)
    assert [key for key, _ in shop.looks] == ["acme/pipelines#1"]
    assert shop.queue.backlog().waiting == 1


def test_a_stopping_worker_hands_back_what_it_cannot_finish(shop: Shop) -> None:
    began, go_on = threading.Event(), threading.Event()

    def endless(_: Subject, __: str) -> Looked:
        began.set()
        go_on.wait(10)
        return Looked()

    shop.does = endless
    with shop.working(grace=0.1):
        shop.receive(1)
        assert began.wait(10)
    (job,) = shop.queue.claim("w2", 1)
    assert job.tries == 1
    go_on.set()
    time.sleep(0.1)
    assert shop.queue.finish(job, again_at=None), "the late end of the other look changed nothing"


def test_a_worker_keeps_a_look_that_takes_longer_than_its_lease(shop: Shop) -> None:
    def slow(_: Subject, __: str) -> Looked:
        time.sleep(2.5)
        return Looked()

    shop.does = slow
    impatient = Deliveries(shop.engine, lease=1.0)
    stop = threading.Event()
    thread = threading.Thread(
        target=Worker(impatient, shop.evaluate, shop.metrics, Crew("w1")).run, args=(stop,)
    )
    thread.start()
    shop.receive(1)
    shop.until(lambda: bool(shop.looks))
    while not shop.idle():
        assert impatient.claim("w2", 1) == ()
        time.sleep(0.1)
    stop.set()
    thread.join(10)
    assert len(shop.looks) == 1


def test_chores_are_done_and_a_chore_that_fails_stops_nothing(shop: Shop) -> None:
    done = threading.Event()

    def broken() -> None:
        raise ValueError("no")

    stop = threading.Event()
    crew = Crew("w1", chores=(broken, done.set))
    thread = threading.Thread(
        target=Worker(shop.queue, shop.evaluate, shop.metrics, crew).run, args=(stop,)
    )
    thread.start()
    assert done.wait(5)
    stop.set()
    thread.join(10)
