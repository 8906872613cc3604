"""How long the whole command takes: start of Python, reading of YAML, plan, output.

python benchmarks/plan.py                                   # a generated catalog of 2,000 datasets
python benchmarks/plan.py --catalog FILE --request FILE     # your own

Wall time of processes, as somebody at a terminal waits for them: the median and the slowest of some
runs, after one that is not counted.
"""

import argparse
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.cascade import a_graph
from bot.domain.dataset import Grain, Window

ROOT = Path(__file__).parents[1]
REQUEST = """\
version: backfill/v1
name: benchmark
root: {dataset: layered.d00000}
range: {start: 2026-01-01, end: 2026-01-31, horizon: 2026-06-30}
reason: To see how long it takes.
"""


def main() -> None:
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--catalog", type=Path)
    arguments.add_argument("--request", type=Path)
    arguments.add_argument("--datasets", type=int, default=2_000)
    arguments.add_argument("--runs", type=int, default=7)
    given = arguments.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        catalog, request = given.catalog, given.request
        if catalog is None or request is None:
            catalog, request = written(Path(folder), given.datasets)
        plan = ["plan", "--catalog", str(catalog), "--commit", "0" * 40, str(request)]
        print("| command | median s | slowest s |")
        print("|---|--:|--:|")
        for name, words in (("--help", ["--help"]), ("plan", plan)):
            times = [seconds(words) for _ in range(given.runs + 1)][1:]
            print(f"| {name} | {statistics.median(times):.3f} | {max(times):.3f} |", flush=True)


def seconds(words: list[str]) -> float:
    began = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-m", "bot", *words], cwd=ROOT, capture_output=True, check=False
    )
    if done.returncode not in (0, 1):
        raise SystemExit(done.stderr.decode()[-2000:])
    return time.perf_counter() - began


def written(folder: Path, datasets: int) -> tuple[Path, Path]:
    """A catalog of daily tables in ten layers, and a request for the first."""
    lines = ["version: backfill-catalog/v1", "datasets:"]
    for name, dataset in a_graph(datasets, Grain.DAY).datasets.items():
        lines += [f"  {name}:", "    partition: {by: day, first: 2020-01-01}", "    upstream:"]
        for edge in dataset.upstream:
            assert isinstance(edge.reads, Window)
            back = edge.reads.lookback.days
            lines.append(f"      {edge.upstream}: {{reads: {{lookback: P{back}D}}}}")
        if not dataset.upstream:
            lines[-1] += " {}"
    catalog, request = folder / "catalog.yaml", folder / "benchmark.backfill.yaml"
    catalog.write_text("\n".join(lines) + "\n")
    request.write_text(REQUEST)
    return catalog, request


if __name__ == "__main__":
    main()
