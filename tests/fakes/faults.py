"""What can go wrong on the way: each fault a value, put at a call or at whatever matches."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

from tests.fakes.calls import Call


@dataclass(frozen=True, slots=True)
class ServerError:
    """5xx, before anything happened or (`after`) although it happened."""

    status: int = 502
    after: bool = False


@dataclass(frozen=True, slots=True)
class Timeout:
    """No answer in time."""

    after: bool = False


@dataclass(frozen=True, slots=True)
class Reset:
    """The connection is reset."""

    after: bool = False


@dataclass(frozen=True, slots=True)
class PrimaryLimit:
    """403 with `x-ratelimit-remaining: 0`."""

    reset_in: int = 600


@dataclass(frozen=True, slots=True)
class SecondaryLimit:
    """403 (or 429) for being too fast, with or without `retry-after`."""

    retry_after: int | None = 60
    status: int = 403


@dataclass(frozen=True, slots=True)
class NotYet:
    """404, as just after an event whose object has not reached every replica."""


@dataclass(frozen=True, slots=True)
class TruncatedJson:
    """200 and half of the body; whatever the call does was done."""


@dataclass(frozen=True, slots=True)
class PartialGraphQL:
    """200 with `errors`, and null at `drop` (a dotted path under `data`; whole when empty)."""

    message: str = "Something went wrong while executing your query."
    drop: str = ""
    kind: str | None = None
    """GitHub's `type` of the error, such as `NOT_FOUND`, `FORBIDDEN` or `RATE_LIMITED`."""


Fault: TypeAlias = (
    ServerError
    | Timeout
    | Reset
    | PrimaryLimit
    | SecondaryLimit
    | NotYet
    | TruncatedJson
    | PartialGraphQL
)

EVERY: tuple[Fault, ...] = (
    ServerError(502),
    ServerError(502, after=True),
    ServerError(500),
    Timeout(),
    Timeout(after=True),
    Reset(),
    Reset(after=True),
    PrimaryLimit(),
    SecondaryLimit(60),
    SecondaryLimit(None),
    NotYet(),
    TruncatedJson(),
    PartialGraphQL(),
)
"""One of each, for "every call failing in turn"; `PartialGraphQL` leaves REST calls alone."""


class Dropped(Exception):  # noqa: N818
    """No answer comes: `how` is `timeout` or `reset`."""

    def __init__(self, how: str) -> None:
        super().__init__(how)
        self.how = how


@dataclass(slots=True)
class Faults:
    """Which calls go wrong."""

    planned: dict[int, Fault] = field(default_factory=dict)
    rules: list[tuple[Callable[[Call], bool], Fault, int]] = field(default_factory=list)
    calls_seen: int = 0
    struck: list[tuple[Call, Fault]] = field(default_factory=list)
    """What really went wrong so far."""

    def at(self, number: int, fault: Fault) -> None:
        """Let the `number`th call from now go wrong (1 = the next)."""
        self.planned[self.calls_seen + number] = fault

    def on(
        self, fault: Fault, matching: Callable[[Call], bool] | str, times: int = 1_000_000
    ) -> None:
        """Let the next calls that match (a predicate, or a part of `METHOD path`) go wrong."""
        if isinstance(matching, str):
            text = matching
            self.rules.append((lambda call: text in f"{call.method} {call.path}", fault, times))
        else:
            self.rules.append((matching, fault, times))

    def clear(self) -> None:
        """Nothing goes wrong any more."""
        self.planned.clear()
        self.rules.clear()

    def due(self, call: Call) -> Fault | None:
        """The fault of this call, if any."""
        self.calls_seen += 1
        fault = self.planned.pop(self.calls_seen, None)
        if fault is None:
            fault = self._by_rule(call)
        if fault is not None:
            self.struck.append((call, fault))
        return fault

    def _by_rule(self, call: Call) -> Fault | None:
        for index, (matches, fault, times) in enumerate(self.rules):
            if times > 0 and matches(call):
                self.rules[index] = (matches, fault, times - 1)
                return fault
        return None
