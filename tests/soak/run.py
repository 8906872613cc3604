"""One soak from its beginning to its end."""

import datetime as dt
import random
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from bot.entrypoints.tables import open_database
from tests import fakes
from tests.databases import new_database
from tests.soak.judge import complaints
from tests.soak.people import People
from tests.soak.service import Postman, Service

LONGEST_CALM = 600.0


@dataclass(frozen=True, slots=True)
class Size:
    """How much fire."""

    kills: int
    deliveries: int
    pulls: int
    pause: float = 1.5
    """Seconds between two kills, on average."""


@dataclass(frozen=True, slots=True)
class Result:
    """What came of it."""

    complaints: list[str]
    figures: str


def soak(
    size: Size, database: str, seed: int, folder: Path, say: Callable[[str], object]
) -> Result:
    """Runs people, postman and killer side by side; then waits for calm, and judges."""
    chance = random.Random(seed)  # noqa: S311  # has to be repeatable
    world = fakes.World(dt.datetime.now(dt.UTC))
    world.quota.limit = 10**9
    bot = world.person("backfill-robot")
    people = People(world, bot, size.pulls, seed)
    url = new_database(database, folder)
    with fakes.served(world) as api:
        token = world.personal_token(bot)
        service = Service(_environment(api, token, url), folder / "service.log")
        postman = Postman(service.url, chance)
        killed = _fire(size, people, service, postman, chance, say)
        _calm(world, service, postman, say)
        code = service.stop()
        engine = open_database(url)
        found = complaints(people, engine, postman.accepted, token)
        engine.dispose()
    if code != 0:
        found.append(f"the service ended with {code}")
    states = Counter(people.demanded(tale) for tale in people.tales)
    kills = f"{killed.total()} kills ({dict(killed)})"
    return Result(
        found,
        f"{database}: {kills}, {dict(postman.count)}, gates {dict(states)}, "
        f"{len(world.calls.writes)} writes, {len(found)} complaints",
    )


def _environment(api: str, token: str, url: str) -> dict[str, str]:
    return {
        "GITHUB_API_URL": api,
        "GITHUB_GRAPHQL_URL": f"{api}/graphql",
        "BACKFILL_BOT_TOKEN": token,
        "BACKFILL_BOT_WEBHOOK_SECRET": fakes.SECRET,
        "BACKFILL_BOT_DATABASE_URL": url,
        "BACKFILL_BOT_LEASE_SECONDS": "10",
        "BACKFILL_BOT_SWEEP_SECONDS": "10",
    }


def _fire(
    size: Size,
    people: People,
    service: Service,
    postman: Postman,
    chance: random.Random,
    say: Callable[[str], object],
) -> Counter[str]:
    killed: Counter[str] = Counter()
    over = threading.Event()

    def kill() -> None:
        while not over.wait(chance.uniform(0.2, 2 * size.pause)):
            if name := service.kill(chance):
                killed[name] += 1

    _wait(lambda: service.ready() is not None)
    killer = threading.Thread(target=kill)
    killer.start()
    pace = size.kills * size.pause / max(size.deliveries, 1)
    while killed.total() < size.kills or postman.count["made"] < size.deliveries:
        if postman.count["made"] < size.deliveries or chance.random() < 0.1:
            people.act()
        _carry(people.world, postman)
        if chance.random() < 0.005:
            say(f"{killed.total()} kills, {dict(postman.count)}\n")
        time.sleep(pace)
    over.set()
    killer.join()
    people.settle()
    return killed


def _carry(world: fakes.World, postman: Postman) -> None:
    for delivery in world.outbox.take():
        postman.take(delivery)


def _calm(
    world: fakes.World, service: Service, postman: Postman, say: Callable[[str], object]
) -> None:
    """Waits until nothing has been written or sent for longer than two sweeps take.

    Sweeps go on looking at everything; what they look at is calm when they change nothing.
    """
    began = quiet = time.monotonic()
    writes = -1
    while time.monotonic() - quiet < 25:
        _carry(world, postman)
        state = service.ready()
        settled = state is not None and state["parked"] == 0
        if not settled or postman.pending or len(world.calls.writes) != writes:
            writes, quiet = len(world.calls.writes), time.monotonic()
        if time.monotonic() - began > LONGEST_CALM:
            say(f"no calm: {state}, {postman.pending} deliveries on their way\n")
            return
        time.sleep(0.2)


def _wait(happened: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60
    while not happened():
        if time.monotonic() > deadline:
            raise TimeoutError("it never happened")
        time.sleep(0.05)
