"""The worker: takes looks that are due, has them evaluated, and settles what became of each.

Several looks run side by side, each of another pull request. The process says every few seconds
that it lives; when it cannot, for longer than others would believe it, it ends itself: by then
somebody else may have taken its work.
"""

import datetime as dt
import logging
import os
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from typing import TypeAlias

from sqlalchemy.exc import SQLAlchemyError

from bot.entrypoints.logs import about
from bot.entrypoints.metrics import Metrics
from bot.entrypoints.queue import Deliveries, Job
from bot.entrypoints.subjects import Subject, key_of
from bot.errors import RateLimited

_LOG = logging.getLogger("backfill_bot.worker")
PAUSE = 0.2
"""Seconds between two looks into the queue while there is nothing to do."""
LOST_TOUCH = 75
"""Exit code of a process that could not say in time that it lives."""


@dataclass(frozen=True, slots=True)
class Looked:
    """What the service needs to know of an evaluation that succeeded."""

    verdicts: tuple[str, ...] = ()
    """Reasons of the verdicts that were given in it, for the metrics."""
    audit: tuple[Mapping[str, object], ...] = ()
    """Everything worth keeping for good; what was reported before is kept once."""
    again_at: dt.datetime | None = None
    """When the answer changes by itself (a confirmation expires)."""


Evaluate: TypeAlias = Callable[[Subject, str], Looked]
"""From a subject and the reason to look at it, to what came of the look.

Raises whatever went wrong; `RateLimited` says how long to leave GitHub alone.
"""


@dataclass(frozen=True, slots=True)
class Crew:
    """How a worker is manned."""

    name: str
    looks_at_once: int = 4
    grace_seconds: float = 25.0
    chores: Sequence[Callable[[], None]] = field(default=())
    """Called about once a second: what has to be done whether or not events come in."""


class Worker:
    """One worker process."""

    def __init__(
        self, deliveries: Deliveries, evaluate: Evaluate, metrics: Metrics, crew: Crew
    ) -> None:
        self._deliveries = deliveries
        self._evaluate = evaluate
        self._metrics = metrics
        self._crew = crew
        self._running: dict[Future[None], Job] = {}

    def run(self, stop: threading.Event) -> bool:
        """Works until `stop` is set; then finishes what has begun, or hands it back.

        True where everything was finished; otherwise looks that nobody counts on may still run.
        """
        self._deliveries.renew(self._crew.name)
        ended = threading.Event()
        threading.Thread(target=self._say_alive, args=(ended,), name="alive", daemon=True).start()
        threading.Thread(target=self._do_chores, args=(ended,), name="chores", daemon=True).start()
        looks = ThreadPoolExecutor(self._crew.looks_at_once, thread_name_prefix="look")
        _LOG.info("worker started", extra={"worker": self._crew.name})
        while not stop.is_set():
            if not self._take(looks):
                stop.wait(PAUSE)
        finished = self._wind_up(looks)
        ended.set()
        self._deliveries.bury(self._crew.name)
        _LOG.info("worker stopped", extra={"worker": self._crew.name})
        return finished

    def _take(self, looks: ThreadPoolExecutor) -> bool:
        """Whether there was anything to take, with a hand free to take it."""
        self._running = {look: job for look, job in self._running.items() if not look.done()}
        free = self._crew.looks_at_once - len(self._running)
        if free <= 0:
            wait(self._running, timeout=PAUSE, return_when="FIRST_COMPLETED")
            return True
        try:
            jobs = self._deliveries.claim(self._crew.name, free)
        except SQLAlchemyError:
            _LOG.exception("the queue cannot be read")
            return False
        for job in jobs:
            before = [look for look, one in self._running.items() if one.subject == job.subject]
            self._running[looks.submit(self._look_after, before, job)] = job
        return bool(jobs)

    def _look_after(self, before: Sequence[Future[None]], job: Job) -> None:
        """One look, when this process has done with the same pull request.

        It has not where the other look is settled and about to end, or the clock has jumped.
        """
        wait(before)
        self._look(job)

    def _look(self, job: Job) -> None:
        with about(delivery=job.delivery, pull=key_of(job.subject)):
            began = time.perf_counter()
            try:
                result = self._settle(job)
            except SQLAlchemyError:
                result = "unsettled"  # the lease runs out, and the look is due again
                _LOG.exception("the look could not be settled")
            seconds = time.perf_counter() - began
            self._metrics.look(result, seconds, job.waited)
            _LOG.info(
                "look %s",
                result,
                extra={
                    "reason": job.reason,
                    "result": result,
                    "tries": job.tries,
                    "seconds": round(seconds, 3),
                    "waited": round(job.waited, 3),
                },
            )

    def _settle(self, job: Job) -> str:
        try:
            looked = self._evaluate(job.subject, job.reason)
        except RateLimited as limited:
            self._deliveries.rest(job, limited.seconds, str(limited))
            _LOG.warning("GitHub asks to wait", extra={"retry_seconds": limited.seconds})
            return "rested"
        except Exception as error:  # noqa: BLE001  # whatever it was, the look is tried again
            _LOG.exception("the look failed")
            return "parked" if self._deliveries.fail(job, type(error).__name__) else "failed"
        for verdict in looked.verdicts:
            self._metrics.verdict(verdict)
        for record in looked.audit:
            _LOG.info("audit", extra={"audit": record})
        again = looked.again_at.timestamp() if looked.again_at else None
        counted = self._deliveries.finish(job, again_at=again, audit=looked.audit)
        return "done" if counted else "overtaken"

    def _wind_up(self, looks: ThreadPoolExecutor) -> bool:
        if self._running:
            wait(self._running, timeout=self._crew.grace_seconds)
        looks.shutdown(wait=False, cancel_futures=True)
        unfinished = [job for look, job in self._running.items() if not look.done()]
        for job in unfinished:
            self._deliveries.hand_back(job)
            _LOG.warning("look handed back", extra={"reason": job.reason})
        return not unfinished

    def _say_alive(self, ended: threading.Event) -> None:
        lease = self._deliveries.lease
        said = time.monotonic()
        while not ended.wait(lease / 5):
            if time.monotonic() - said > lease * 0.8:
                _LOG.critical("lost touch with the database; ending before doing harm")
                os._exit(LOST_TOUCH)
            try:
                began = time.monotonic()
                self._deliveries.renew(self._crew.name)
                said = began
            except SQLAlchemyError:
                _LOG.exception("could not say that the worker lives")

    def _do_chores(self, ended: threading.Event) -> None:
        while not ended.wait(1.0):
            for chore in self._crew.chores:
                try:
                    chore()
                except Exception:  # noqa: BLE001  # the next round may go better
                    _LOG.exception("a chore failed")
