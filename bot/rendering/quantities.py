"""Numbers, sizes, durations and times as a person reads them, in phrases that can be translated."""

import datetime as dt

from bot.domain.phrase import Phrase, counted

_THOUSAND = 1000
_SIZES = ("B", "kB", "MB", "GB", "TB", "PB", "EB")
_HOUR = 60


def number(count: int | None) -> Phrase:
    """`12,345`; `unknown` for None."""
    return Phrase("unknown") if count is None else Phrase("{count:,}", count=count)


def rows(count: int | None) -> Phrase:
    """About so many rows, with three significant figures at most: `41.2 M`."""
    if count is None:
        return Phrase("unknown")
    if count < 10 * _THOUSAND:
        return Phrase("{count:,}", count=count)
    value, unit = float(count), ""
    for unit in ("", "k", "M", "G", "T"):
        if value < _THOUSAND or unit == "T":
            break
        value /= _THOUSAND
    return Phrase("{amount} {unit}", amount=_three(value), unit=unit)


def size(count: int | None) -> Phrase:
    """Bytes in decimal units: `139 GB`."""
    if count is None:
        return Phrase("unknown")
    value, unit = float(count), "B"
    for unit in _SIZES:
        if value < _THOUSAND or unit == _SIZES[-1]:
            break
        value /= _THOUSAND
    return Phrase("{amount} {unit}", amount=_three(value), unit=unit)


def duration(minutes: float | None) -> Phrase:
    """`45 min`, `5 h 20 min`, `3 d 4 h`; `unknown` for None."""
    if minutes is None:
        return Phrase("unknown")
    whole = round(minutes)
    if whole < _HOUR:
        return Phrase("{minutes} min", minutes=whole if whole or not minutes else "<1")
    hours, left = divmod(whole, _HOUR)
    if hours < 2 * 24:
        return (
            Phrase("{hours} h {minutes} min", hours=hours, minutes=left)
            if left
            else Phrase("{hours} h", hours=hours)
        )
    days, hours = divmod(round(minutes / _HOUR), 24)
    return (
        Phrase("{days} d {hours} h", days=days, hours=hours)
        if hours
        else Phrase("{days} d", days=days)
    )


def span(length: dt.timedelta) -> Phrase:
    """A time to live: `24 hours`, `7 days`."""
    hours = round(length.total_seconds() / 3600)
    if hours % 24 == 0 and hours > 24:  # noqa: PLR2004 - one day is better said in hours
        return counted("{number} day", "{number} days", hours // 24)
    return counted("{number} hour", "{number} hours", hours)


def moment(when: dt.datetime) -> str:
    """`2026-04-10 06:00 UTC`."""
    return when.astimezone(dt.UTC).strftime("%Y-%m-%d %H:%M UTC")


def _three(value: float) -> str:
    return f"{value:.0f}" if value >= 100 or value == int(value) else f"{value:.3g}"  # noqa: PLR2004
