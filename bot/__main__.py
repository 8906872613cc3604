"""`python -m bot` and the command `backfill-bot`."""

import sys

from bot.entrypoints.cli import run


def main() -> None:
    """Run the command line and exit with its code."""
    sys.exit(run(sys.argv[1:]))


if __name__ == "__main__":
    main()
