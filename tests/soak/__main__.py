"""`python -m tests.soak --kills 200 --deliveries 3000 --database sqlite|postgresql`."""

import argparse
import sys
import tempfile
from pathlib import Path

from tests.soak.run import Size, soak


def main() -> int:
    """0 if nothing was lost and nothing doubled; the figures on stdout."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--deliveries", type=int, default=3000)
    parser.add_argument("--pulls", type=int, default=60)
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    parser.add_argument("--pause", type=float, default=2.5, help="mean seconds between kills")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="backfill-bot-soak-") as folder:
        size = Size(given.kills, given.deliveries, given.pulls, given.pause)
        result = soak(size, given.database, given.seed, Path(folder), sys.stdout.write)
    for line in (*result.complaints, result.figures):
        sys.stdout.write(f"{line}\n")
    return 1 if result.complaints else 0


if __name__ == "__main__":
    sys.exit(main())
