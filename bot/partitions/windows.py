"""Windows around partitions, taken exactly: who reads an instant, and which instants are read.

Both ends of a window move with the partition, so that the readers of a run of instants are a run
of partitions. It is found by a guess at either end that is then tried, partition by partition, with
the very steps of the calendar that define the window. Two cases keep no such order and are tried
one partition at a time: hours near a clock that goes back by more than one of them, and windows
with a negative side, which may be empty.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Final

from bot.domain.dataset import Window
from bot.domain.spans import BEGINNING, FOREVER, Spans
from bot.partitions.civil import DAY
from bot.partitions.cuts import HOUR, Cuts, Hours, odd_days_between
from bot.partitions.periods import shifted

NEAR: Final = 3 * DAY
"""No jump of a clock is felt farther away."""
SURE: Final = 4_000 * DAY
"""Of an endless run with signed windows so much is tried one by one."""


@lru_cache(maxsize=1 << 14)
def reading(window: Window, stale: Spans, cuts: Cuts) -> Spans:
    """The partitions whose window meets a stale instant."""
    return Spans.of(run for start, end in stale.runs for run in _readers(window, start, end, cuts))


def read_by(window: Window, partitions: Spans, cuts: Cuts) -> Spans:
    """The instants in the windows of these whole partitions."""
    if not window.lookback and not window.lookahead:
        return partitions
    return Spans.of(
        run for start, end in partitions.runs for run in _windows(window, start, end, cuts)
    )


def _start(window: Window, start: int, cuts: Cuts) -> int:
    """Where the window of the partition that starts there starts."""
    return start if start <= BEGINNING else shifted(start, window.lookback, cuts.zone, -1)


def _end(window: Window, end: int, cuts: Cuts) -> int:
    """Where the window of the partition that ends there ends."""
    return end if end >= FOREVER else shifted(end, window.lookahead, cuts.zone, 1)


def _readers(window: Window, start: int, end: int, cuts: Cuts) -> Iterator[tuple[int, int]]:
    """Runs of partitions whose windows meet `[start, end)`."""
    first = start if start <= BEGINNING else _first_reader(window, start, cuts)
    stop = end if end >= FOREVER else _after_last_reader(window, end, cuts)
    if _is_orderly(window, first, stop, cuts):
        if first < stop:
            yield first, stop
        return
    low = first if first <= BEGINNING else cuts.start_of(first - NEAR)
    high = stop if stop >= FOREVER else cuts.end_of(stop + NEAR)
    for sure, at, until in _stretches(window, low, high, cuts):
        if sure:
            yield at, until
            continue
        yield from (
            (part, after)
            for part, after in _partitions(at, until, cuts)
            if max(_start(window, part, cuts), start) < min(_end(window, after, cuts), end)
        )


def _stretches(window: Window, low: int, high: int, cuts: Cuts) -> Iterator[tuple[bool, int, int]]:
    """`(sure, start, end)`: what follows the rule, and at either end what has to be tried."""
    is_finite = low > BEGINNING and high < FOREVER
    near = SURE if is_signed(window) else 3 * NEAR
    if is_finite and (is_signed(window) or high - low <= 2 * near):
        yield False, low, high
        return
    after = low if low <= BEGINNING else cuts.start_of(low + near)
    before = high if high >= FOREVER else cuts.start_of(high - near)
    yield False, low, after
    yield True, after, before
    yield False, before, high


def _partitions(start: int, end: int, cuts: Cuts) -> Iterator[tuple[int, int]]:
    while start < end:
        after = cuts.end_of(start)
        yield start, after
        start = after


def _first_reader(window: Window, start: int, cuts: Cuts) -> int:
    """The first partition whose window ends after an instant."""
    guess = shifted(start, window.lookahead, cuts.zone, -1)
    return _first(lambda at: _end(window, cuts.end_of(at), cuts) > start, guess, cuts)


def _after_last_reader(window: Window, end: int, cuts: Cuts) -> int:
    """The first partition whose window starts at or after an instant."""
    guess = shifted(end, window.lookback, cuts.zone, 1)
    return _first(lambda at: _start(window, at, cuts) >= end, guess, cuts)


def _first(holds: Callable[[int], bool], guess: int, cuts: Cuts) -> int:
    """The first partition for which something holds that holds for all later ones."""
    high = low = cuts.start_of(guess)
    step = 1
    while holds(low):
        high, low = low, cuts.start_of(low - step)
        step *= 2
    while not holds(high):
        low, high = high, cuts.start_of(cuts.end_of(high) + step)
        step *= 2
    while (after := cuts.end_of(low)) < high:
        middle = max(after, cuts.start_of((low + high) // 2))
        if holds(middle):
            high = middle
        else:
            low = middle
    return high


def _windows(window: Window, start: int, end: int, cuts: Cuts) -> Iterator[tuple[int, int]]:
    """The windows of the partitions in `[start, end)`, as few runs."""
    if _is_orderly(window, start, end, cuts):
        yield _start(window, start, cuts), _end(window, end, cuts)
        return
    for sure, low, high in _stretches(window, start, end, cuts):
        if sure:
            yield _start(window, low, cuts), _end(window, high, cuts)
            continue
        for part, after in _partitions(low, high, cuts):
            yield _start(window, part, cuts), _end(window, after, cuts)


def _is_orderly(window: Window, first: int, stop: int, cuts: Cuts) -> bool:
    """True where later partitions are sure to read later windows, none of them empty."""
    if is_signed(window):
        return False
    if not isinstance(cuts, Hours) or cuts.zone.fixed is not None or not _steps(window):
        return True
    return not any(
        length > DAY + HOUR
        for at in (first, stop)
        if BEGINNING < at < FOREVER
        for _, length in odd_days_between(cuts.zone, at - NEAR, at + NEAR)
    )


def is_signed(window: Window) -> bool:
    """True for windows with a negative side: they need not lie around their partition."""
    back, ahead = window.lookback, window.lookahead
    return min(back.months, back.days, back.seconds, ahead.months, ahead.days, ahead.seconds) < 0


def _steps(window: Window) -> bool:
    """True where the window is moved by the calendar, and not by elapsed time alone."""
    back, ahead = window.lookback, window.lookahead
    return bool(back.months or back.days or ahead.months or ahead.days)
