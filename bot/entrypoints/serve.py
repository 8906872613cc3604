"""The webhook service: web, worker, or both on one machine under one command.

`all` starts a web and a worker process and keeps them running. On several machines over one
PostgreSQL each process is started by itself, with `--role web` or `--role worker`, as often as
is wanted.
"""

import argparse
import logging
import os
import shutil
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass

from bot.entrypoints import logs
from bot.entrypoints.configuration import (
    ServiceConfiguration,
    new_worker_name,
    read_configuration,
)
from bot.entrypoints.supervise import Charge, die_with_parent, stop_on_signals, supervise

SECRETS = (
    "BACKFILL_BOT_WEBHOOK_SECRET",
    "BACKFILL_BOT_TOKEN",
    "BACKFILL_BOT_PRIVATE_KEY",
    "BACKFILL_BOT_DATABASE_URL",
)
COUNTERS = "PROMETHEUS_MULTIPROC_DIR"
SUPERVISED = "BACKFILL_BOT_SUPERVISED"


@dataclass(frozen=True, slots=True)
class Service:
    """What is served, and how a process of it is started."""

    doors: str
    """`module:function` that makes the doors; a name, because each process makes its own."""
    command: Sequence[str]
    """Starts one process when `--role`, `--host` and `--port` are added."""


SERVICE = Service("bot.entrypoints.wiring:make_doors", (sys.executable, "-m", "bot", "serve"))


def serve(arguments: argparse.Namespace) -> int:
    """The exit code of `backfill-bot serve`, once it has been told to stop."""
    return run(SERVICE, arguments.role, arguments.host, arguments.port)


def run(service: Service, role: str, host: str, port: int) -> int:
    """Runs one role of a service until it is told to stop.

    Raises:
        ConfigurationError: something of the environment is missing or impossible.
    """
    logs.set_up(os.environ.get(name, "") for name in SECRETS)
    settings = read_configuration(os.environ, host=host, port=port, receives=role != "worker")
    if COUNTERS in os.environ or role == "worker":
        return _process(service, role, settings)
    os.environ[COUNTERS] = tempfile.mkdtemp(prefix="backfill-bot-counters-")
    try:
        return _process(service, role, settings)
    finally:
        shutil.rmtree(os.environ[COUNTERS], ignore_errors=True)


def _process(service: Service, role: str, settings: ServiceConfiguration) -> int:
    # not before this point: prometheus_client reads COUNTERS when it is imported
    from bot.entrypoints import processes  # noqa: PLC0415

    if os.environ.get(SUPERVISED) == "1":
        die_with_parent()
    else:
        processes.check(settings, service.doors, listens=role != "worker" or settings.probes)
    if role == "web":
        return processes.web(settings, service.doors)
    if role == "worker":
        return processes.work(settings, service.doors, stop_on_signals())
    burial = processes.burial(settings)
    where = ("--host", settings.host, "--port")
    charges = (
        Charge(
            "web",
            (*service.command, "--role", "web", *where, str(settings.port)),
            lambda: {SUPERVISED: "1"},
        ),
        Charge(
            "worker",
            (*service.command, "--role", "worker", *where, "0"),
            lambda: {SUPERVISED: "1", "BACKFILL_BOT_WORKER_NAME": new_worker_name()},
            lambda born_with: burial(born_with["BACKFILL_BOT_WORKER_NAME"]),
        ),
    )
    code = supervise(charges, stop_on_signals(), settings.grace_seconds + 5)
    logging.shutdown()
    return code
