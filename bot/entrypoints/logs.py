"""Structured logs: one JSON object a line, about which delivery and pull request, without secrets.

What may be in a line is decided here: the message, the fields named in `_FIELDS`, and of an
exception its type, its place in the code and a short redacted text. Values that the process was
given as secrets, and whatever looks like a token, are blacked out wherever they stand.
"""

import contextlib
import contextvars
import datetime as dt
import json
import logging
import re
import sys
import traceback
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType, TracebackType
from typing import TextIO

REDACTED = "[redacted]"
LONGEST_TEXT = 500

_FIELDS = (
    "event",
    "status",
    "reason",
    "result",
    "verdicts",
    "seconds",
    "waited",
    "tries",
    "worker",
    "retry_seconds",
    "audit",
    "count",
    "exit_code",
    "role",
)
_TOKENS = re.compile(
    r"gh[opsur]_[A-Za-z0-9_]{16,}"
    r"|github_pat_[A-Za-z0-9_]{16,}"
    r"|eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{5,}"
    r"|-----BEGIN[^-]*PRIVATE KEY-----[\s\S]*?(?:-----END[^-]*PRIVATE KEY-----|$)"
    r"|(?<=://)[^/\s:@]*:[^/\s@]+(?=@)"
    r"|(?i:\b(?:bearer|token|basic)\s+)[A-Za-z0-9._~+/=-]{16,}"
)
_HINTS = ("gh", "eyj", "-----begin", "://", "bearer", "token", "basic")
"""One of these is in every text that `_TOKENS` finds something in, in lower case."""
_print = json.JSONEncoder(ensure_ascii=False, default=str).encode
_NOTHING: Mapping[str, str] = MappingProxyType({})
_about: contextvars.ContextVar[Mapping[str, str]] = contextvars.ContextVar(
    "about", default=_NOTHING
)


@contextlib.contextmanager
def about(**names: str) -> Iterator[None]:
    """Puts `delivery`, `pull` … into every line that is logged inside."""
    token = _about.set({**_about.get(), **names})
    try:
        yield
    finally:
        _about.reset(token)


def set_up(secrets: Iterable[str] = (), stream: TextIO | None = None) -> None:
    """Sends everything that is logged, by us or by libraries, as JSON lines to `stream`."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(JsonLines(secrets))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.INFO)
    # What a line does not show need not be found out (logging's own documentation, Optimization).
    logging._srcfile = None  # noqa: SLF001
    logging.logThreads = logging.logProcesses = logging.logMultiprocessing = False
    for chatty in ("urllib3", "github", "sqlalchemy", "werkzeug"):
        logging.getLogger(chatty).setLevel(logging.WARNING)


class JsonLines(logging.Formatter):
    """Turns a log record into one line of JSON."""

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        super().__init__()
        long = (secret for secret in secrets if len(secret) >= 8)  # noqa: PLR2004
        self._secrets = tuple(_print(secret)[1:-1] for secret in long)

    def format(self, record: logging.LogRecord) -> str:
        """One line of JSON, secrets blacked out."""
        when = dt.datetime.fromtimestamp(record.created, dt.UTC)
        line: dict[str, object] = {
            "time": when.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage()[:LONGEST_TEXT],
            **_about.get(),
        }
        line |= {name: vars(record)[name] for name in _FIELDS if name in vars(record)}
        if record.exc_info and record.exc_info[1]:
            line["error"] = _error(record.exc_info[1], record.exc_info[2])
        return self._redacted(_print(line))

    def _redacted(self, text: str) -> str:
        for secret in self._secrets:
            text = text.replace(secret, REDACTED)
        lower = text.lower()
        if not any(hint in lower for hint in _HINTS):
            return text
        return _TOKENS.sub(REDACTED, text)


def _error(error: BaseException, trace: TracebackType | None) -> dict[str, object]:
    """Type, place and a short text; no source lines, no local values, no whole message."""
    frames = traceback.extract_tb(trace)[-12:]
    return {
        "type": f"{type(error).__module__}.{type(error).__qualname__}",
        "text": (str(error).splitlines() or [""])[0][:LONGEST_TEXT],
        "at": [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames],
    }
