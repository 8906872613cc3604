"""Our cascade beside Dagster's and SQLMesh's, on the same generated graphs, in the same run.

python benchmarks/peers.py [--quick] [--limit 120]

The graphs are those of `cascade.py`. Each peer is installed into an environment of its own in the
user's cache, the first time. Every case of each runs in a process of its own; times are medians of
five, without making the graph. Partitions are compared one by one, with what is stale by the rule:
`missed` are stale and not found, `too many` are found and not stale.

What Dagster finds differs with Python's hash seed. It is fixed, so that a table can be had again.
"""

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from itertools import product
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.cascade import RUNS, a_graph, a_request, timed
from bot.domain.dataset import Grain, Window
from bot.domain.facts import Known
from bot.domain.lineage import Lineage
from bot.domain.names import DatasetName
from bot.domain.partition_set import TimePartitions
from bot.domain.request import Request, TimeRange
from bot.domain.spans import Spans
from bot.partitions.calendar import TimeCalendar, calendar_of

PEERS = {"dagster": "1.13.29", "sqlmesh": "0.236.4"}
CACHE = Path.home() / ".cache" / "backfill-bot-benchmarks"
GIVEN_UP = "— | — | — | —"
WORLD = {"PYTHONHASHSEED": "0", "SQLMESH__DISABLE_ANONYMIZED_ANALYTICS": "true"}


def main() -> None:
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--quick", action="store_true", help="no more than 1,000 datasets")
    arguments.add_argument(
        "--limit", type=float, default=120, help="seconds until a case is given up"
    )
    arguments.add_argument("--case", help=argparse.SUPPRESS)
    given = arguments.parse_args()
    if given.case:
        size, years, grain = given.case.split(",")
        print(json.dumps(ours(int(size), int(years), Grain(grain))))
        return
    commands = {
        f"{peer} {version}": [python_of(peer), str(Path(__file__).parent / f"peer_{peer}.py")]
        for peer, version in PEERS.items()
    }
    print("| datasets | years | by | who | median s | partitions found | missed | too many |")
    print("|--:|--:|---|---|--:|--:|--:|--:|")
    unfinished = False
    sizes = (100, 1000) if given.quick else (100, 1000, 10_000)
    for size, years, grain in product(sizes, (1, 10), (Grain.DAY, Grain.HOUR)):
        own = [sys.executable, __file__, "--case", f"{size},{years},{grain}"]
        for line in rows(size, years, grain, {"ours": own} | commands, given.limit):
            print(line, flush=True)
            unfinished = unfinished or GIVEN_UP in line
    if unfinished:
        print(f"\n— did not finish in {given.limit:g} s, making its own graph included")


def ours(size: int, years: int, grain: Grain) -> dict[str, object]:
    """What a peer prints, of our own cascade."""
    seconds, found = timed(a_request(years), a_graph(size, grain))
    spans = {
        spelled(each.dataset): each.partitions.spans.runs
        for each in found.stale.values()
        if isinstance(each.partitions, TimePartitions)
    }
    return {"seconds": seconds, "spans": spans}


def python_of(peer: str) -> str:
    """An interpreter that has the peer: made once."""
    home = CACHE / f"{peer}-{PEERS[peer]}"
    python, ready = home / "bin" / "python", home / "ready"
    if not ready.exists():
        print(f"installing {peer} {PEERS[peer]} into {home} …", file=sys.stderr)
        subprocess.run([sys.executable, "-m", "venv", "--clear", str(home)], check=True)
        install = [str(python), "-m", "pip", "install", "-q", f"{peer}=={PEERS[peer]}"]
        subprocess.run(install, check=True)
        ready.touch()
    return str(python)


def rows(
    size: int, years: int, grain: Grain, commands: Mapping[str, list[str]], limit: float
) -> Iterator[str]:
    """A row for each, as soon as it is known."""
    request, lineage = a_request(years), a_graph(size, grain)
    question = json.dumps(as_told(request, lineage, grain))
    right, calendar = stale(request, lineage, grain)
    for who, command in commands.items():
        found = told(command, question, limit)
        cells = GIVEN_UP if found is None else cells_of(found, right, calendar)
        yield f"| {size:,} | {years} | {grain} | {who} | {cells} |"


def as_told(request: Request, lineage: Lineage, grain: Grain) -> dict[str, object]:
    """The graph and the range as the peers' scripts read them."""
    span = request.roots[0].range
    assert isinstance(span, TimeRange)
    hour = {"start": f"{span.start}-00:00", "end": f"{span.end}-23:00"}
    datasets = {
        spelled(name): {
            spelled(edge.upstream): edge.reads.lookback.days
            for edge in dataset.upstream
            if isinstance(edge.reads, Window)
        }
        for name, dataset in lineage.datasets.items()
    }
    return {
        "by": grain.value,
        "first": "2000-01-01" if grain is Grain.DAY else "2000-01-01-00:00",
        "stop": "2026-01-01" if grain is Grain.DAY else "2026-01-01-00:00",
        **(hour if grain is Grain.HOUR else {"start": span.start, "end": span.end}),
        "root": spelled(request.roots[0].dataset),
        "datasets": datasets,
        "runs": RUNS,
    }


def spelled(name: DatasetName) -> str:
    return name.replace(".", "_")


def stale(
    request: Request, lineage: Lineage, grain: Grain
) -> tuple[dict[str, Spans], TimeCalendar]:
    """What is stale, found without the cascade, and the calendar that all datasets share.

    On one calendar of equal steps the readers of a run are that run and a lookback more at its end.
    """
    (root,) = request.roots
    dataset = lineage.datasets[root.dataset]
    assert isinstance(dataset.partitioning, Known)
    calendar = calendar_of(dataset.partitioning.value)
    assert isinstance(root.range, TimeRange)
    first = calendar.span_of_key(key(root.range.start, grain, "00"))
    last = calendar.span_of_key(key(root.range.end, grain, "23"))
    assert first is not None
    assert last is not None
    found = {root.dataset: (first[0], last[1])}
    for name, each in lineage.datasets.items():  # parents come first
        for edge in each.upstream:
            assert isinstance(edge.reads, Window)
            if edge.upstream in found:
                start, end = found[edge.upstream]
                run = (start, end + edge.reads.lookback.days * 86400)
                low, high = found.get(name, run)
                found[name] = (min(low, run[0]), max(high, run[1]))
    return {spelled(name): Spans((run,)) for name, run in found.items()}, calendar


def key(date: str, grain: Grain, hour: str) -> str:
    return f"{date}-{hour}" if grain is Grain.HOUR else date


def told(command: list[str], question: str, limit: float) -> dict[str, object] | None:
    """What a process prints; None where it needs longer than the limit."""
    try:
        done = subprocess.run(
            command,
            input=question,
            env=os.environ | WORLD,
            capture_output=True,
            text=True,
            timeout=limit,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return None
    if done.returncode:
        raise SystemExit(f"{' '.join(command)}: {done.stderr[-2000:]}")
    found = json.loads(done.stdout)
    assert isinstance(found, dict)
    return found


def cells_of(
    found: Mapping[str, object], right: Mapping[str, Spans], calendar: TimeCalendar
) -> str:
    runs = found["spans"]
    assert isinstance(runs, dict)
    theirs = {name: Spans.of((start, end) for start, end in each) for name, each in runs.items()}
    nothing = Spans()
    missed = sum(calendar.count(each - theirs.get(name, nothing)) for name, each in right.items())
    extra = sum(calendar.count(each - right.get(name, nothing)) for name, each in theirs.items())
    count = sum(calendar.count(each) for each in theirs.values())
    return f"{found['seconds']:.3f} | {count:,} | {missed:,} | {extra:,}"


if __name__ == "__main__":
    main()
