"""How long the cascade takes on layered graphs, and how much memory.

python benchmarks/cascade.py            # 100 to 10,000 datasets; one and ten years; day and hour
python benchmarks/cascade.py --quick    # the small ones
python benchmarks/peers.py              # beside Dagster and SQLMesh on the same graphs

Ten layers; two or three parents each; a third of the edges read one or six days back. Each case
runs in a process of its own; times are medians of five, without making the graph. Partitions are
counted, so that a fast wrong answer shows.
"""

import argparse
import datetime as dt
import json
import random
import resource
import statistics
import subprocess
import sys
import time
from itertools import product
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from bot.domain.cascade import Cascade
from bot.domain.dataset import Dataset, Edge, Grain, Partitioning, Period, Window
from bot.domain.facts import Known, Origin
from bot.domain.lineage import Lineage
from bot.domain.names import DatasetName, RequestName
from bot.domain.place import Place
from bot.domain.request import Request, Root, TimeRange
from bot.partitions import sets
from bot.planning.cascade import cascade

LAYERS = 10
RUNS = 5
FROM = Origin("catalog", "generated")
HERE = Place("generated", 1)
KEYS = {Grain.DAY: "%Y-%m-%d", Grain.HOUR: "%Y-%m-%d-%H"}


def main() -> None:
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--quick", action="store_true")
    arguments.add_argument("--case", help=argparse.SUPPRESS)
    given = arguments.parse_args()
    if given.case:
        size, years, grain = given.case.split(",")
        print(json.dumps(measured(int(size), int(years), Grain(grain))))
        return
    print("| datasets | edges | years | by | median s | partitions | peak MB |")
    print("|--:|--:|--:|---|--:|--:|--:|")
    sizes = (100, 1000) if given.quick else (100, 1000, 10_000)
    for size, years, grain in product(sizes, (1, 10), (Grain.DAY, Grain.HOUR)):
        done = subprocess.run(
            [sys.executable, __file__, "--case", f"{size},{years},{grain}"],
            capture_output=True,
            text=True,
            check=True,
        )
        row = json.loads(done.stdout)
        print(
            f"| {size:,} | {row['edges']:,} | {years} | {grain} | {row['seconds']:.3f} "
            f"| {row['partitions']:,} | {row['megabytes']:.0f} |"
        )


def measured(size: int, years: int, grain: Grain) -> dict[str, float]:
    lineage = a_graph(size, grain)
    seconds, found = timed(a_request(years), lineage)
    return {
        "edges": sum(len(dataset.upstream) for dataset in lineage.datasets.values()),
        "seconds": seconds,
        "partitions": sum(sets.count(each.partitions) or 0 for each in found.stale.values()),
        "megabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    }


def timed(request: Request, lineage: Lineage) -> tuple[float, Cascade]:
    """Median seconds of the cascade, and what it finds."""
    times = []
    for _ in range(RUNS):
        began = time.perf_counter()
        found = cascade(request, lineage)
        times.append(time.perf_counter() - began)
    return statistics.median(times), found


def a_request(years: int) -> Request:
    end = dt.date(2014 + years, 12, 31)
    span = TimeRange("2015-01-01", end.isoformat(), HERE, HERE, HERE)
    return Request(RequestName("benchmark"), HERE, (Root(name(0), span, HERE),), "")


def a_graph(size: int, grain: Grain) -> Lineage:
    chance = random.Random(20260301)
    calendar = Known(Partitioning(grain, "UTC", KEYS[grain], first=dt.date(2000, 1, 1)), FROM)
    layer = max(1, size // LAYERS)
    datasets = {}
    for number in range(size):
        above = range(max(0, number // layer - 1) * layer, number // layer * layer)
        parents = chance.sample(above, min(len(above), chance.choice((2, 3)))) if above else []
        if number // layer == 0 and number:
            parents = [0]
        edges = tuple(Edge(name(parent), reading(chance)) for parent in sorted(parents))
        datasets[name(number)] = Dataset(name(number), partitioning=calendar, upstream=edges)
    known = frozenset(datasets)
    return Lineage(datasets, on_base=known, known=known)


def reading(chance: random.Random) -> Window:
    if chance.random() < 1 / 3:
        return Window(lookback=Period(days=chance.choice((1, 6))))
    return Window()


def name(number: int) -> DatasetName:
    return DatasetName(f"layered.d{number:05}")


if __name__ == "__main__":
    main()
