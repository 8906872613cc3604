"""Sets of instants as sorted, disjoint, half-open runs; nothing here enumerates."""

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

BEGINNING: Final = -(1 << 62)
"""The start of a run whose first instant nobody knows; printed as `?`."""
FOREVER: Final = 1 << 62
"""The end of a run that nothing ends; printed as `?`."""


@dataclass(frozen=True, slots=True)
class Spans:
    """A set of integers, kept as runs `[start, end)` in rising order with a gap between any two.

    The integers are seconds since 1970-01-01T00:00:00Z where a span is one of instants.
    Build with `Spans.of`; the constructor trusts its argument.
    """

    runs: tuple[tuple[int, int], ...] = ()

    @staticmethod
    def of(runs: Iterable[tuple[int, int]]) -> "Spans":
        """The union of any runs; empty ones vanish, touching ones join."""
        merged: list[tuple[int, int]] = []
        for start, end in sorted(run for run in runs if run[0] < run[1]):
            if merged and start <= merged[-1][1]:
                if end > merged[-1][1]:
                    merged[-1] = (merged[-1][0], end)
            else:
                merged.append((start, end))
        return Spans(tuple(merged))

    def __hash__(self) -> int:
        return hash(self.runs)

    def __bool__(self) -> bool:
        return bool(self.runs)

    def within(self, other: "Spans") -> bool:
        """True if the other's one run holds all of these: the usual case, told at a glance."""
        if not self.runs or self.runs == other.runs:
            return True
        if len(other.runs) != 1:
            return False
        start, end = other.runs[0]
        return start <= self.runs[0][0] and self.runs[-1][1] <= end

    def __or__(self, other: "Spans") -> "Spans":
        if other.within(self):
            return self
        return other if self.within(other) else Spans.of((*self.runs, *other.runs))

    def __and__(self, other: "Spans") -> "Spans":
        if self.within(other):
            return self
        met: list[tuple[int, int]] = []
        mine, theirs = 0, 0
        while mine < len(self.runs) and theirs < len(other.runs):
            (a, b), (c, d) = self.runs[mine], other.runs[theirs]
            if max(a, c) < min(b, d):
                met.append((max(a, c), min(b, d)))
            if b <= d:
                mine += 1
            else:
                theirs += 1
        return Spans(tuple(met))

    def __sub__(self, other: "Spans") -> "Spans":
        if self.within(other):
            return NOTHING
        left: list[tuple[int, int]] = []
        for start, end in self.runs:
            cursor = start
            first = max(0, bisect_right(other.runs, (start, start)) - 1)
            for gone_start, gone_end in other.runs[first:]:
                if gone_start >= end:
                    break
                if gone_start > cursor:
                    left.append((cursor, gone_start))
                cursor = max(cursor, gone_end)
            if cursor < end:
                left.append((cursor, end))
        return Spans(tuple(left))

    def __contains__(self, instant: int) -> bool:
        at = bisect_right(self.runs, (instant, 1 << 63)) - 1
        return at >= 0 and self.runs[at][0] <= instant < self.runs[at][1]

    def __len__(self) -> int:
        """How many integers are in the set (seconds, for instants)."""
        return sum(end - start for start, end in self.runs)

    @property
    def first(self) -> int:
        """The lowest member; IndexError on the empty set."""
        return self.runs[0][0]

    @property
    def end(self) -> int:
        """One past the highest member; IndexError on the empty set."""
        return self.runs[-1][1]

    def meets(self, start: int, end: int) -> bool:
        """True if any member lies in `[start, end)`."""
        at = bisect_right(self.runs, (end - 1, 1 << 63)) - 1
        return start < end and at >= 0 and self.runs[at][1] > start


NOTHING: Final = Spans()
"""No instant at all."""
