"""The world's own time: whole seconds of UTC that only ever move forward."""

import datetime as dt
import time
from collections.abc import Iterator
from contextlib import contextmanager
from email.utils import format_datetime

START = dt.datetime(2026, 4, 2, 12, 0, 0, tzinfo=dt.UTC)


class Clock:
    """A clock that tests set; `running` makes it follow real time from where it stands."""

    def __init__(self, start: dt.datetime = START, *, running: bool = False) -> None:
        self._now = start.replace(microsecond=0)
        self._ran_from = time.monotonic() if running else None
        self._held = False

    @property
    def now(self) -> dt.datetime:
        """The second that it is."""
        if self._ran_from is not None:
            whole = int(time.monotonic() - self._ran_from)
            self._ran_from += whole
            self._now += dt.timedelta(seconds=whole)
        return self._now

    def forward(self, by: dt.timedelta | None = None, **units: float) -> dt.datetime:
        """The time after waiting: `clock.forward(hours=25)`."""
        step = dt.timedelta(**units) if by is None else by
        if step < dt.timedelta(0):
            raise ValueError("time does not run backwards")
        self._now = (self.now + step).replace(microsecond=0)
        return self._now

    def set(self, moment: dt.datetime) -> dt.datetime:
        """The time set to `moment`, which may not lie in the past of this world."""
        return self.forward(moment.astimezone(dt.UTC) - self.now)

    def breathe(self) -> None:
        """One second passes, as it does between two things that people do, unless held."""
        if not self._held:
            self.forward(seconds=1)

    @contextmanager
    def held(self) -> Iterator[None]:
        """Everything inside happens in the same second."""
        before, self._held = self._held, True
        try:
            yield
        finally:
            self._held = before


def iso(moment: dt.datetime) -> str:
    """`2026-04-02T12:00:00Z`."""
    return moment.astimezone(dt.UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def iso_or_none(moment: dt.datetime | None) -> str | None:
    """`iso`, or None where there is no moment."""
    return None if moment is None else iso(moment)


def http_date(moment: dt.datetime) -> str:
    """`Thu, 02 Apr 2026 12:00:00 GMT`."""
    return format_datetime(moment.astimezone(dt.UTC), usegmt=True)
