"""Real databases for tests: an SQLite file, or PostgreSQL that is started on the spot."""

import atexit
import os
import shutil
import tempfile
import uuid
from functools import cache
from pathlib import Path

import psycopg


@cache
def _server() -> str:
    os.environ.setdefault("XDG_RUNTIME_DIR", tempfile.mkdtemp(prefix="backfill-bot-run-"))
    from pgserver.postgres_server import (  # noqa: PLC0415  # makes folders when imported
        get_server,
    )

    folder = Path(tempfile.mkdtemp(prefix="backfill-bot-pg-"))
    server = get_server(folder)
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    atexit.register(server.cleanup)
    return str(server.get_uri())


def new_database(kind: str, folder: Path) -> str:
    """The URL of an empty database of its own: `sqlite` or `postgresql`."""
    if kind == "sqlite":
        return f"sqlite:///{folder / 'service.db'}"
    name = f"test_{uuid.uuid4().hex[:12]}"
    with psycopg.connect(_server(), autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}".encode())
    return _server().replace("/postgres?", f"/{name}?")
