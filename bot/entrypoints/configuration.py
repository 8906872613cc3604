"""What an operator sets for the webhook service, read from the environment once, at start."""

import os
import socket
import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.errors import ConfigurationError

DEFAULT_DATABASE = "sqlite:///backfill-bot.db"
SHORTEST_SECRET = 16


@dataclass(frozen=True, slots=True)
class ServiceConfiguration:
    """How one process of the service runs."""

    secret: bytes = field(repr=False)
    """What GitHub signs deliveries with; empty only in a worker, which receives none."""
    database_url: str = field(default=DEFAULT_DATABASE, repr=False)
    host: str = "127.0.0.1"
    port: int = 8080
    worker_name: str = ""
    """Under which the process holds leases: never used by two processes, alive or dead."""
    looks_at_once: int = 4
    lease_seconds: float = 30.0
    grace_seconds: float = 25.0
    """How long a stopping process may take to finish what it has begun."""
    sweep_seconds: float = 900.0
    probes: bool = False
    """True for a worker that answers /healthz, /readyz and /metrics on host and port itself."""


def read_configuration(
    environment: Mapping[str, str], *, host: str, port: int, receives: bool
) -> ServiceConfiguration:
    """The configuration that the environment holds.

    Raises:
        ConfigurationError: one sentence that says what is missing or impossible.
    """
    return ServiceConfiguration(
        secret=_secret(environment) if receives else b"",
        database_url=environment.get("BACKFILL_BOT_DATABASE_URL") or DEFAULT_DATABASE,
        host=host,
        port=_port(port),
        worker_name=environment.get("BACKFILL_BOT_WORKER_NAME") or new_worker_name(),
        looks_at_once=int(_number(environment, "BACKFILL_BOT_LOOKS_AT_ONCE", 4, 1, 64)),
        lease_seconds=_number(environment, "BACKFILL_BOT_LEASE_SECONDS", 30, 1, 3600),
        grace_seconds=_number(environment, "BACKFILL_BOT_GRACE_SECONDS", 25, 0, 3600),
        sweep_seconds=_number(environment, "BACKFILL_BOT_SWEEP_SECONDS", 900, 5, 86400),
        probes=not receives and environment.get("BACKFILL_BOT_SUPERVISED") != "1",
    )


def new_worker_name() -> str:
    """A name that no other process has or had."""
    return f"{socket.gethostname()}-{os.getpid()}-{uuid.uuid4().hex[:8]}"


def _secret(environment: Mapping[str, str]) -> bytes:
    secret = environment.get("BACKFILL_BOT_WEBHOOK_SECRET", "")
    if not secret:
        raise ConfigurationError(
            "BACKFILL_BOT_WEBHOOK_SECRET is not set: without it anybody could send deliveries."
        )
    if len(secret) < SHORTEST_SECRET:
        raise ConfigurationError(
            f"BACKFILL_BOT_WEBHOOK_SECRET must have at least {SHORTEST_SECRET} characters."
        )
    return secret.encode()


def _port(port: int) -> int:
    if not 0 <= port <= 65535:  # noqa: PLR2004  # what a port is
        raise ConfigurationError(f"--port must be between 0 and 65535, not {port}.")
    return port


def _number(
    environment: Mapping[str, str], name: str, default: float, least: float, most: float
) -> float:
    text = environment.get(name) or str(default)
    try:
        number = float(text)
    except ValueError:
        number = float("nan")
    if not least <= number <= most:
        raise ConfigurationError(f"{name} must be a number between {least:g} and {most:g}.")
    return number
