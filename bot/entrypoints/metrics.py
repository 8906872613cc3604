"""What Prometheus may know: counts and durations, never a name that a payload brought along.

Several processes of one machine (web and worker) count into one folder of memory-mapped files
when `PROMETHEUS_MULTIPROC_DIR` names it; the queue's own figures are read from the database when
they are asked for, so that every process of every host tells the same.
"""

import os
from collections.abc import Callable, Iterator

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    generate_latest,
)
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from bot.entrypoints.queue import Backlog

CONTENT_TYPE = CONTENT_TYPE_LATEST
FOLDER = "PROMETHEUS_MULTIPROC_DIR"

KNOWN_EVENTS = frozenset(
    {
        "check_run",
        "check_suite",
        "issue_comment",
        "merge_group",
        "ping",
        "pull_request",
        "push",
        "status",
    }
)
_SHORT = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10)
_LONG = (0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800)


class Metrics:
    """The service's own counters; one of these a process."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._deliveries = Counter(
            "backfill_bot_deliveries",
            "Webhook deliveries by event and by what became of them",
            ["event", "outcome"],
            registry=self.registry,
        )
        self._answer = Histogram(
            "backfill_bot_webhook_seconds",
            "Time until a delivery was answered",
            buckets=_SHORT,
            registry=self.registry,
        )
        self._looks = Counter(
            "backfill_bot_looks",
            "Evaluations of pull requests by result",
            ["result"],
            registry=self.registry,
        )
        self._look = Histogram(
            "backfill_bot_look_seconds",
            "Time that an evaluation took",
            buckets=_LONG,
            registry=self.registry,
        )
        self._wait = Histogram(
            "backfill_bot_look_wait_seconds",
            "Time between an event and the evaluation that answers it",
            buckets=_LONG,
            registry=self.registry,
        )
        self._verdicts = Counter(
            "backfill_bot_verdicts",
            "Verdicts on comments by reason",
            ["verdict"],
            registry=self.registry,
        )
        self._requests = Counter(
            "backfill_bot_github_requests",
            "Requests to GitHub by kind and answer",
            ["kind", "status"],
            registry=self.registry,
        )
        self._remaining = Gauge(
            "backfill_bot_github_remaining",
            "Requests that GitHub still allows in this hour, as it last said",
            ["kind"],
            multiprocess_mode="mostrecent",
            registry=self.registry,
        )

    def delivery(self, event: str, outcome: str) -> None:
        """Counts a delivery; events that the bot does not know share one label."""
        self._deliveries.labels(event if event in KNOWN_EVENTS else "other", outcome).inc()

    def answered(self, seconds: float) -> None:
        """How long a delivery's sender waited."""
        self._answer.observe(seconds)

    def look(self, result: str, seconds: float, waited: float) -> None:
        """An evaluation that ended: `done`, `failed`, `parked`, `rested` or `overtaken`."""
        self._looks.labels(result).inc()
        self._look.observe(seconds)
        self._wait.observe(waited)

    def verdict(self, reason: str) -> None:
        """A comment was judged."""
        self._verdicts.labels(reason).inc()

    def github_request(self, kind: str, status: int) -> None:
        """A request was answered by GitHub: `rest` or `graphql`, and the status."""
        self._requests.labels(kind, str(status)).inc()

    def github_remaining(self, kind: str, requests: int) -> None:
        """What GitHub said is left of the hourly limit."""
        self._remaining.labels(kind).set(requests)

    def page(self, backlog: Callable[[], Backlog]) -> bytes:
        """Everything in Prometheus' text format, of all processes of this machine."""
        registry = self.registry
        if os.environ.get(FOLDER):
            registry = CollectorRegistry()
            MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        return generate_latest(registry) + generate_latest(_queue_registry(backlog))


def _queue_registry(backlog: Callable[[], Backlog]) -> CollectorRegistry:
    registry = CollectorRegistry()
    registry.register(_QueueFigures(backlog))
    return registry


class _QueueFigures(Collector):
    def __init__(self, backlog: Callable[[], Backlog]) -> None:
        self._backlog = backlog

    def collect(self) -> Iterator[Metric]:
        found = self._backlog()
        for name, about, value in (
            ("waiting", "Pull requests that wait for an evaluation", found.waiting),
            ("running", "Pull requests that are being evaluated", found.running),
            ("parked", "Pull requests given up on after failed evaluations", found.parked),
            ("oldest_seconds", "Age of the oldest unanswered event", found.oldest_seconds),
            ("workers", "Worker processes that are alive", found.workers),
        ):
            yield GaugeMetricFamily(f"backfill_bot_queue_{name}", about, value=value)
