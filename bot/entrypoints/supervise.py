"""Keeps the processes of one machine running: starts them again, and stops them in good order."""

import logging
import os
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

_LOG = logging.getLogger("backfill_bot.supervise")
_PR_SET_PDEATHSIG = 1
STEADY_SECONDS = 3.0
"""A process that lived this long is started again at once when it dies."""
LONGEST_WAIT = 5.0
"""Seconds between two starts of a process that dies again and again."""
MISCONFIGURED = 2
"""Exit code of a process that no new start will help."""


@dataclass(slots=True)
class Charge:
    """One process to keep running."""

    name: str
    command: Sequence[str]
    environment: Callable[[], Mapping[str, str]]
    """Asked anew for each start."""
    buried: Callable[[Mapping[str, str]], object] = lambda _: None
    """Called with the environment of a process that has ended, however it ended."""
    process: subprocess.Popen[bytes] | None = None
    born_with: Mapping[str, str] = field(default_factory=dict)
    born_at: float = 0.0
    not_before: float = 0.0
    wait: float = 0.0
    hopeless: bool = False

    def start(self) -> None:
        """Starts the process."""
        self.born_with = {**os.environ, **self.environment()}
        self.born_at = time.monotonic()
        self.process = subprocess.Popen(list(self.command), env=self.born_with)  # noqa: S603  # our own command

    def look_after(self) -> None:
        """Starts the process where it should be running and is not."""
        now = time.monotonic()
        if self.process is not None and self.process.poll() is not None:
            code = self.process.returncode
            _LOG.error("process ended", extra={"role": self.name, "exit_code": code})
            self.process = None
            self.hopeless = code == MISCONFIGURED
            steady = now - self.born_at > STEADY_SECONDS
            self.wait = 0.0 if steady else min(self.wait * 2 or 0.25, LONGEST_WAIT)
            self.not_before = now + self.wait
            self._bury()
        if self.process is None and not self.hopeless and now >= self.not_before:
            self.start()

    def end(self, patience: float) -> None:
        """Waits for the process to end, and kills it when `patience` seconds have passed."""
        if self.process is None:
            return
        try:
            self.process.wait(patience)
        except subprocess.TimeoutExpired:
            _LOG.exception("process killed", extra={"role": self.name})
            self.process.kill()
            self.process.wait()
        self._bury()

    def _bury(self) -> None:
        try:
            self.buried(self.born_with)
        except Exception:  # noqa: BLE001  # the process is started again whatever happens here
            _LOG.exception("could not free the work of a dead process")


def supervise(charges: Sequence[Charge], stop: threading.Event, patience: float) -> int:
    """Keeps `charges` running until `stop` is set; then all of them get SIGTERM and `patience`.

    The exit code is 0, or 2 where a process said that it cannot run as it was configured.
    """
    hopeless = False
    while not hopeless and not stop.wait(0.1):
        for charge in charges:
            charge.look_after()
        hopeless = any(charge.hopeless for charge in charges)
    for charge in charges:
        if charge.process is not None and charge.process.poll() is None:
            charge.process.send_signal(signal.SIGTERM)
    deadline = time.monotonic() + patience
    for charge in charges:
        charge.end(max(0.0, deadline - time.monotonic()))
    return MISCONFIGURED if hopeless else 0


def stop_on_signals() -> threading.Event:
    """An event that SIGTERM and SIGINT set."""
    stop = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stop.set())
    return stop


def die_with_parent() -> None:
    """Has the kernel send this process SIGTERM when its parent dies, where the kernel can."""
    try:
        import ctypes  # noqa: PLC0415  # not everywhere

        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM, 0, 0, 0)
    except (ImportError, OSError, AttributeError):
        return
