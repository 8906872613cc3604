"""Calendars, windows and spans as Hypothesis draws them."""

import datetime as dt

from hypothesis import strategies as st

from bot.domain.dataset import TIME_GRAINS, Grain, Partitioning, Period, Window
from bot.domain.spans import Spans
from tests.unit.partitions.oracle import NASTY

zones = st.sampled_from(sorted(NASTY))
grains = st.sampled_from(sorted(TIME_GRAINS))


@st.composite
def calendars(draw: st.DrawFn, by: st.SearchStrategy[Grain] = grains) -> Partitioning:
    grain = draw(by)
    start = draw(st.integers(0, 6)) if grain is Grain.WEEK else 0
    return Partitioning(grain, draw(zones), "", week_start=start)


@st.composite
def dates(draw: st.DrawFn) -> dt.date:
    """A date at which some zone does something odd, or near it."""
    day = dt.date.fromisoformat(NASTY[draw(zones)])
    return day + dt.timedelta(days=draw(st.integers(-4, 4)))


def periods(most_days: int = 9, low: int = 0) -> st.SearchStrategy[Period]:
    days = st.builds(Period, days=st.integers(low, most_days))
    hours = st.builds(Period, seconds=st.integers(low * 6, 60).map(lambda n: n * 1800))
    mixed = st.builds(
        Period,
        months=st.integers(0, 1),
        days=st.integers(low, 3),
        seconds=st.sampled_from([0, 1, 3600, 5400]),
    )
    return st.one_of(st.just(Period()), days, hours, mixed)


windows = st.builds(Window, periods(), periods(2))
signed_windows = st.builds(Window, periods(9, -3), periods(2, -9))

spans = st.lists(
    st.tuples(st.integers(-40, 40), st.integers(0, 12)).map(lambda run: (run[0], run[0] + run[1])),
    max_size=6,
).map(Spans.of)
