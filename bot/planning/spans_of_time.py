"""Durations in words."""

from bot.domain.dataset import Period
from bot.domain.phrase import Phrase, counted

MONTHS = 12
MINUTE = 60
HOUR = 3600


def period_words(period: Period) -> tuple[Phrase, ...]:
    """`6 days`, or its parts from the largest on: `1 year`, `2 hours`; empty for none."""
    years, months = divmod(period.months, MONTHS)
    hours, rest = divmod(period.seconds, HOUR)
    minutes, seconds = divmod(rest, MINUTE)
    parts = (
        (years, counted("{number} year", "{number} years", years)),
        (months, counted("{number} month", "{number} months", months)),
        (period.days, counted("{number} day", "{number} days", period.days)),
        (hours, counted("{number} hour", "{number} hours", hours)),
        (minutes, counted("{number} minute", "{number} minutes", minutes)),
        (seconds, counted("{number} second", "{number} seconds", seconds)),
    )
    return tuple(words for number, words in parts if number)
