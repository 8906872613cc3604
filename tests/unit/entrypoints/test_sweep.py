"""Everything here holds on SQLite and on PostgreSQL."""

import itertools
import threading
from collections.abc import Iterable, Iterator

from bot.domain.pull_request import PullRef, Repository
from bot.entrypoints.queue import TRIES
from bot.entrypoints.sweep import DAYS_KEPT, DEATHS, PULLS_A_ROUND, REPOSITORIES_A_ROUND, Sweep
from tests.unit.entrypoints.conftest import Bench, pull


def nothing(_: Repository, __: int) -> Iterable[PullRef]:
    return ()


def settle(bench: Bench, again_at: float | None = None) -> list[str]:
    jobs = bench.queue.claim("w1", 100)
    for job in jobs:
        bench.queue.finish(job, again_at=again_at)
    return [job.reason for job in jobs]


def test_a_confirmation_that_expires_is_looked_at_when_it_does(bench: Bench) -> None:
    sweep = Sweep(bench.engine, nothing, 900, bench.clock)
    bench.receive("d-1")
    settle(bench, again_at=bench.now + 3600)
    bench.now += 3599
    sweep.tick()
    assert settle(bench) == []
    bench.now += 2
    sweep.tick()
    sweep.tick()
    assert settle(bench) == ["expiry"]


def test_lost_deliveries_are_found_by_asking_once_a_repository(bench: Bench) -> None:
    asked: list[str] = []

    def due(repository: Repository, most: int) -> Iterator[PullRef]:
        asked.append(str(repository))
        yield from (PullRef(repository, number) for number in range(min(3, most)))

    bench.receive("d-1", pull(1, "acme/one"))
    bench.receive("d-2", pull(2, "acme/one"))
    bench.receive("d-3", pull(1, "acme/two"))
    settle(bench)
    sweep = Sweep(bench.engine, due, 900, bench.clock)
    sweep.tick()
    assert sorted(asked) == ["acme/one", "acme/two"]
    assert settle(bench) == ["sweep"] * 6


def test_a_round_is_bounded_and_the_next_one_goes_on_where_it_ended(bench: Bench) -> None:
    asked: list[str] = []

    def due(repository: Repository, _: int) -> Iterator[PullRef]:
        asked.append(str(repository))
        return (PullRef(repository, number) for number in itertools.count())

    for number in range(3):
        bench.receive(f"d-{number}", pull(1, f"acme/r{number}"))
    settle(bench)
    sweep = Sweep(bench.engine, due, 900, bench.clock)
    for _ in range(3):
        assert sweep.round() == PULLS_A_ROUND
        bench.now += 1
    assert sorted(asked) == ["acme/r0", "acme/r1", "acme/r2"]


def test_a_round_asks_github_about_so_many_repositories_and_no_more(bench: Bench) -> None:
    asked: list[Repository] = []

    def due(repository: Repository, _: int) -> Iterable[PullRef]:
        asked.append(repository)
        return ()

    for number in range(REPOSITORIES_A_ROUND + 5):
        bench.receive(f"d-{number}", pull(1, f"acme/r{number}"))
    Sweep(bench.engine, due, 900, bench.clock).round()
    assert len(asked) == REPOSITORIES_A_ROUND


def test_a_repository_that_cannot_be_asked_does_not_stop_the_round(bench: Bench) -> None:
    def due(repository: Repository, _: int) -> Iterable[PullRef]:
        if repository.name == "broken":
            raise OSError("unreachable")
        return (PullRef(repository, 5),)

    bench.receive("d-1", pull(1, "acme/broken"))
    bench.receive("d-2", pull(1, "acme/whole"))
    settle(bench)
    assert Sweep(bench.engine, due, 900, bench.clock).round() == 1


def test_one_worker_of_several_does_a_round(bench: Bench) -> None:
    rounds: list[Repository] = []

    def due(repository: Repository, _: int) -> Iterable[PullRef]:
        rounds.append(repository)
        return ()

    bench.receive("d-1")
    sweep = Sweep(bench.engine, due, 900, bench.clock)
    threads = [threading.Thread(target=sweep.tick) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(rounds) == 1
    bench.now += 899
    sweep.tick()
    assert len(rounds) == 1
    bench.now += 2
    sweep.tick()
    assert len(rounds) == 2


def test_a_parked_pull_request_gets_one_more_try_a_round(bench: Bench) -> None:
    sweep = Sweep(bench.engine, nothing, 900, bench.clock)
    bench.receive("d-1")
    for _ in range(TRIES):
        (job,) = bench.queue.claim("w1", 5)
        bench.queue.fail(job, "ValueError")
        bench.now += 800
    for _ in range(DEATHS):
        sweep.round()
        sweep.wake()
        (job,) = bench.queue.claim("w1", 5)
        assert bench.queue.fail(job, "ValueError")
        assert bench.queue.claim("w1", 5) == ()


def test_a_look_that_kills_its_worker_every_time_is_parked(bench: Bench) -> None:
    sweep = Sweep(bench.engine, nothing, 900, bench.clock)
    bench.receive("d-1")
    for number in range(DEATHS):
        assert len(bench.queue.claim(f"dead-{number}", 5)) == 1
        bench.now += 31
        sweep.wake()
    assert bench.queue.claim("w1", 5) == ()
    assert bench.queue.backlog().parked == 1
    sweep.round()
    sweep.wake()
    assert bench.queue.claim("w1", 5) == (), "a round does not set it loose again"
    bench.receive("d-2")
    assert len(bench.queue.claim("w1", 5)) == 1


def test_deliveries_that_github_cannot_send_again_are_forgotten(bench: Bench) -> None:
    sweep = Sweep(bench.engine, nothing, 900, bench.clock)
    bench.receive("d-1")
    bench.now += (DAYS_KEPT - 1) * 86400
    sweep.round()
    assert not bench.receive("d-1")
    bench.now += 2 * 86400
    sweep.round()
    assert bench.receive("d-1")
