"""The command line: what can be asked, and with which exit code it is answered.

Exit codes: 0 good; 1 the request is invalid, or not confirmed; 2 usage or configuration;
3 GitHub could not be reached. Results go to stdout, errors to stderr. A command imports what it
needs when it runs, so that `--help` answers at once.
"""

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec

from bot.errors import GitHubError, OperatorError, UsageError

SERVICE = ("flask", "gunicorn", "prometheus_client", "psycopg", "sqlalchemy")
"""What the extra `service` installs."""

GOOD, INVALID, USAGE, UNREACHABLE = 0, 1, 2, 3

EXAMPLES = """\
examples:
  backfill-bot plan backfills/orders.backfill.yaml
  backfill-bot plan backfills/orders.backfill.yaml --format json > plan.json
  backfill-bot judge --plan plan.json --comment comment.md
  backfill-bot validate backfills/*.yaml .backfill/catalog.yaml
  backfill-bot verify acme/pipelines#42 --request orders-tax-fix --commit $(git rev-parse HEAD)
  backfill-bot reconcile acme/pipelines#42
  backfill-bot serve --port 8080
"""


def run(argv: Sequence[str]) -> int:
    """The exit code of one command line."""
    arguments = _parser().parse_args(argv)
    try:
        return int(_command(arguments.command)(arguments))
    except (UsageError, OperatorError) as error:
        print(f"backfill-bot: {error}", file=sys.stderr)
        return USAGE
    except GitHubError as error:
        print(f"backfill-bot: GitHub: {error}", file=sys.stderr)
        return UNREACHABLE
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return GOOD


def _command(name: str) -> Callable[[argparse.Namespace], int]:
    if name in ("plan", "validate", "schema", "judge", "app-manifest"):
        from bot.entrypoints import offline  # noqa: PLC0415  (imported when it is asked for)

        return offline.COMMANDS[name]
    if name in ("verify", "reconcile"):
        from bot.entrypoints import online  # noqa: PLC0415

        return online.COMMANDS[name]
    if name == "action":
        from bot.entrypoints import action  # noqa: PLC0415

        return action.action
    missing = [name for name in SERVICE if find_spec(name) is None]
    if missing:
        raise UsageError(
            f"serve needs {', '.join(missing)}; install them with: "
            "pip install 'backfill-bot[service]'"
        )
    from bot.entrypoints import serve  # noqa: PLC0415

    return serve.serve


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="backfill-bot",
        description="Plans backfills partition by partition, and accepts only fresh, exact "
        "confirmations. It never runs one.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"backfill-bot {_version()}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    _offline(commands)
    _online(commands)
    return parser


def _version() -> str:
    try:
        return version("backfill-bot")
    except PackageNotFoundError:
        return "(not installed)"


def _offline(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    plan = commands.add_parser("plan", help="print the plan of request files")
    plan.add_argument("paths", nargs="+", metavar="PATH", help="request files")
    plan.add_argument(
        "--catalog",
        action="append",
        metavar="FILE",
        help="a catalog, dbt manifest or OpenLineage file; may be given several times "
        "(default: what .github/backfill-bot.yml names, or .backfill/catalog.yaml, "
        "in the nearest folder above the request)",
    )
    plan.add_argument("--commit", metavar="SHA", help="the head commit (default: that of git)")
    plan.add_argument(
        "--as-of", metavar="TIME", help="plan as of this ISO 8601 time (default: now)"
    )
    plan.add_argument("--format", choices=("markdown", "json"), default="markdown")
    plan.add_argument("--expand", action="store_true", help="in JSON, every key instead of runs")
    validate = commands.add_parser("validate", help="check request, catalog and settings files")
    validate.add_argument("paths", nargs="+", metavar="PATH")
    schema = commands.add_parser("schema", help="print a JSON Schema")
    schema.add_argument("kind", choices=("request", "catalog", "config", "plan"))
    judge = commands.add_parser("judge", help="judge a comment against a plan, offline")
    judge.add_argument("--plan", required=True, metavar="FILE", help="from plan --format json")
    judge.add_argument("--comment", required=True, metavar="FILE", help="`-` reads standard input")
    manifest = commands.add_parser("app-manifest", help="print the manifest of a GitHub App")
    manifest.add_argument("--url", required=True, help="where the service will listen")


def _online(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    verify = commands.add_parser("verify", help="exit 0 only if all is confirmed at this moment")
    verify.add_argument("pull", metavar="OWNER/REPO#N")
    verify.add_argument("--request", required=True, metavar="NAME")
    verify.add_argument("--commit", metavar="SHA", help="the commit that is about to run")
    verify.add_argument("--format", choices=("text", "json"), default="text")
    reconcile = commands.add_parser("reconcile", help="evaluate pull requests again")
    reconcile.add_argument("target", metavar="OWNER/REPO[#N]")
    commands.add_parser("action", help="run as a GitHub Action step")
    serve = commands.add_parser("serve", help="run the webhook service")
    serve.add_argument("--host", default="127.0.0.1")
    serve.add_argument("--port", type=int, default=8080)
    serve.add_argument("--role", choices=("all", "web", "worker"), default="all")
