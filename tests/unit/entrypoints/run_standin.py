"""`serve` around the stand-in's doors: `python -m tests.unit.entrypoints.run_standin --role …`."""

import argparse
import sys

from bot.entrypoints.serve import Service, run
from bot.errors import OperatorError

SERVICE = Service(
    "tests.unit.entrypoints.standin:make_doors",
    (sys.executable, "-m", "tests.unit.entrypoints.run_standin"),
)

if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--role", default="all")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8080)
    given = parser.parse_args()
    try:
        sys.exit(run(SERVICE, given.role, given.host, given.port))
    except OperatorError as error:
        sys.stderr.write(f"backfill-bot: {error}\n")
        sys.exit(2)
