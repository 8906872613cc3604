"""What runs in one process of the service: the web server, or the worker."""

import importlib
import logging
import os
import socket
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from socketserver import ThreadingMixIn
from typing import Any, cast
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

import sqlalchemy as sa
from flask import Flask
from gunicorn.app.base import BaseApplication
from gunicorn.glogging import Logger
from prometheus_client.multiprocess import mark_process_dead
from sqlalchemy.exc import DBAPIError

from bot.entrypoints.configuration import ServiceConfiguration
from bot.entrypoints.doors import Doors, MakeDoors
from bot.entrypoints.intake import Intake
from bot.entrypoints.metrics import Metrics
from bot.entrypoints.queue import Deliveries
from bot.entrypoints.sweep import Sweep
from bot.entrypoints.tables import open_database
from bot.entrypoints.webhook import create_app, probes
from bot.entrypoints.worker import Crew, Worker
from bot.errors import ConfigurationError

_LOG = logging.getLogger("backfill_bot.processes")
THREADS = 16
"""Deliveries that one web process holds at a time; they share its transactions."""


def check(settings: ServiceConfiguration, doors: str, *, listens: bool) -> None:
    """Tries everything that a process needs, before any is started.

    Raises:
        ConfigurationError: the database cannot be used, credentials are missing or impossible, or
            somebody else listens on the port.
    """
    _reached(settings).dispose()
    _doors(doors, Metrics())
    if listens:
        _listened_on(settings.host, settings.port)


def web(settings: ServiceConfiguration, doors: str) -> int:
    """The exit code of a web process: takes deliveries in until SIGTERM."""
    _Server(settings, lambda: _application(settings, doors)).run()
    return 0


def work(settings: ServiceConfiguration, doors: str, stop: threading.Event) -> int:
    """The exit code of a worker process: evaluates pull requests until `stop` is set.

    1 where the database cannot be reached just now: whoever started it tries again.
    """
    try:
        engine = open_database(settings.database_url)
    except DBAPIError:
        _LOG.error("the database cannot be reached")  # a traceback tells no more
        return 1
    deliveries = Deliveries(engine, lease=settings.lease_seconds)
    metrics = Metrics()
    made = _doors(doors, metrics)
    sweep = Sweep(engine, made.due, settings.sweep_seconds)
    crew = Crew(settings.worker_name, settings.looks_at_once, settings.grace_seconds, (sweep.tick,))
    if settings.probes:
        _serve_probes(probes(deliveries.backlog, metrics), settings.host, settings.port)
    finished = Worker(deliveries, made.evaluate, metrics, crew).run(stop)
    if not finished:
        logging.shutdown()
        os._exit(0)  # what was handed back must not go on here
    return 0


def burial(settings: ServiceConfiguration) -> Callable[[str], int]:
    """Frees the work of a worker, by name, that is known to have ended."""
    return Deliveries(_reached(settings)).bury


def _reached(settings: ServiceConfiguration) -> sa.Engine:
    try:
        return open_database(settings.database_url)
    except DBAPIError as error:
        why = (str(error.orig).splitlines() or ["no reason given"])[0]
        raise ConfigurationError(f"The database cannot be used: {why}.") from None


def _listened_on(host: str, port: int) -> None:
    """Nothing, if the port is free for us at this moment."""
    try:
        family, kind, _, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        with socket.socket(family, kind) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
    except OSError as error:
        why = error.strerror or "no reason given"
        raise ConfigurationError(f"Nobody can listen on {host}, port {port}: {why}.") from None


def _doors(name: str, metrics: Metrics) -> Doors:
    module, _, function = name.partition(":")
    make = cast("MakeDoors", getattr(importlib.import_module(module), function))
    return make(os.environ, metrics)


def _application(settings: ServiceConfiguration, doors: str) -> Flask:
    engine = open_database(settings.database_url)
    metrics = Metrics()
    backlog = Deliveries(engine, lease=settings.lease_seconds).backlog
    subject_of = _doors(doors, metrics).subject_of
    return create_app(settings, Intake(engine), backlog, metrics, subject_of)


class _Server(BaseApplication):
    def __init__(self, settings: ServiceConfiguration, make: Callable[[], Flask]) -> None:
        self._settings = settings
        self._make = make
        super().__init__()

    def load_config(self) -> None:
        for name, value in _gunicorn(self._settings).items():
            self.cfg.set(name, value)

    def load(self) -> Any:
        return self._make()


def _gunicorn(settings: ServiceConfiguration) -> Mapping[str, Any]:
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    memory = Path("/dev/shm")  # noqa: S108  # gunicorn's heartbeat must not wait for a disk
    return {
        "bind": f"{host}:{settings.port}",
        "workers": int(os.environ.get("WEB_CONCURRENCY") or 1),
        "worker_class": "gthread",
        "threads": THREADS,
        "timeout": 30,
        "graceful_timeout": int(settings.grace_seconds),
        "keepalive": 30,
        "worker_tmp_dir": str(memory) if os.access(memory, os.W_OK) else None,
        "control_socket_disable": True,
        "logger_class": _PlainLogger,
        "child_exit": lambda _, worker: mark_process_dead(worker.pid),  # type: ignore[no-untyped-call]
    }


class _PlainLogger(Logger):
    """Leaves formatting and writing to our own handler; keeps no access log."""

    def setup(self, cfg: Any) -> None:
        super().setup(cfg)
        self.error_log.handlers.clear()
        self.error_log.propagate = True


class _ProbeServer(ThreadingMixIn, WSGIServer):
    daemon_threads = True


class _Silent(WSGIRequestHandler):
    def log_message(self, *_: object) -> None:
        """Probes come every few seconds; nobody wants to read of them."""


def _serve_probes(app: Flask, host: str, port: int) -> None:
    server = make_server(host, port, app, server_class=_ProbeServer, handler_class=_Silent)
    threading.Thread(target=server.serve_forever, name="probes", daemon=True).start()
