"""The real service as processes that can be killed, and the postman who brings deliveries."""

import json
import os
import random
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

from tests import fakes


class Service:
    """`backfill-bot serve` on a free port; started again whenever it has been killed whole."""

    def __init__(self, environment: Mapping[str, str], log: Path) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = int(probe.getsockname()[1])
        self.url = f"http://127.0.0.1:{self.port}"
        self._environment = {**os.environ, **environment}
        self._log = log.open("ab")
        self.start()

    def start(self) -> None:
        """Starts web and worker under their supervisor."""
        command = [sys.executable, "-m", "bot", "serve", "--port", str(self.port)]
        self._top = subprocess.Popen(
            command, env=self._environment, stdout=self._log, stderr=self._log
        )

    def kill(self, chance: random.Random) -> str | None:
        """Kills one of the processes that are alive with -9, and says which; None if none was."""
        web = [(pid, "web") for pid in _children(self._top.pid, "--role web")]
        handlers = [(pid, "web child") for parent, _ in web for pid in _children(parent)]
        workers = [(pid, "worker") for pid in _children(self._top.pid, "--role worker")]
        alive = [*web, *handlers, *workers, *workers, *workers]
        if not alive:
            return None
        if chance.random() < 0.05:
            self.kill_all()
            self.start()
            return "everything"
        pid, name = chance.choice(alive)
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
            return name
        return None

    def kill_all(self) -> None:
        """Kills the supervisor and everything below it at one stroke."""
        everybody = [self._top.pid]
        for pid in everybody:
            everybody += _children(pid)
        for pid in everybody:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self._top.wait()

    def stop(self) -> int:
        """Stops it in good order; gives the exit code."""
        self._top.terminate()
        code = self._top.wait(60)
        self._log.close()
        return code

    def ready(self) -> dict[str, Any] | None:
        """What /readyz says; None where nobody answers."""
        try:
            with urllib.request.urlopen(f"{self.url}/readyz", timeout=5) as answer:  # noqa: S310
                found = json.load(answer)
        except (OSError, ValueError):
            return None
        return found if isinstance(found, dict) else None


def _children(pid: int, having: str = "") -> list[int]:
    try:
        found = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        return [
            int(child)
            for child in found
            if having in Path(f"/proc/{child}/cmdline").read_bytes().replace(b"\0", b" ").decode()
        ]
    except OSError:
        return []


class Postman:
    """Brings deliveries late, twice, in any order; some never, when nobody is at home."""

    def __init__(self, url: str, chance: random.Random) -> None:
        self._url = url
        self._chance = chance
        self._bag: SimpleQueue[tuple[float, fakes.Delivery]] = SimpleQueue()
        self._lock = threading.Lock()
        self.count: Counter[str] = Counter()
        self.accepted: set[str] = set()
        self.pending = 0
        for _ in range(4):
            threading.Thread(target=self._walk, daemon=True).start()

    def take(self, delivery: fakes.Delivery) -> None:
        """A delivery to bring: one in ten twice, one in a hundred never."""
        self.count["made"] += 1
        if self._chance.random() < 0.01:
            self.count["lost"] += 1
            return
        for _ in range(2 if self._chance.random() < 0.1 else 1):
            self._post(delivery, self._chance.random())

    def _post(self, delivery: fakes.Delivery, delay: float) -> None:
        with self._lock:
            self.pending += 1
        self._bag.put((time.monotonic() + delay, delivery))

    def _walk(self) -> None:
        while True:
            try:
                due, delivery = self._bag.get(timeout=1)
            except Empty:
                continue
            if due > time.monotonic():
                time.sleep(0.005)
                self._bag.put((due, delivery))
                continue
            self._bring(delivery)
            with self._lock:
                self.pending -= 1

    def _bring(self, delivery: fakes.Delivery) -> None:
        try:
            status = delivery.send(f"{self._url}/webhook")
        except (OSError, ValueError, urllib.error.URLError):
            status = 0
        with self._lock:
            self.count["sent"] += 1
            self.count[str(status) if status else "no answer"] += 1
            if status == 202:
                self.accepted.add(delivery.id)
        if status not in (202, 204):
            if self._chance.random() < 0.5:  # GitHub itself sends nothing again; people do
                self._post(delivery, 1.0)
            else:
                with self._lock:
                    self.count["lost"] += 1
