"""Facts as a person would write them in a catalog, to show in what two sources differ."""

from typing import Any

from bot.domain.dataset import (
    DataRetention,
    Deduplication,
    Keys,
    Partitioning,
    Reading,
    Reads,
    Window,
)
from bot.domain.facts import Fact, NotApplicable, Unknown
from bot.partitions.periods import print_period


def fact_words(fact: Fact[Any]) -> str:
    """A fact as it would stand in a catalog."""
    if isinstance(fact, Unknown):
        return "unknown"
    if isinstance(fact, NotApplicable):
        return f"not applicable ({fact.why})"
    return value_words(fact.value)


def value_words(value: Any) -> str:
    """A stated value as it would stand in a catalog."""
    match value:
        case bool():
            words = str(value).lower()
        case Partitioning():
            words = _partitioning(value)
        case DataRetention(days, since):
            words = f"{{from: {since}}}" if days is None else f"{{days: {days}}}"
        case Deduplication(by, columns):
            words = f"{{{by}: [{', '.join(columns)}]}}"
        case tuple():
            words = f"[{', '.join(str(item) for item in value)}]"
        case _:
            words = str(value)
    return words


def reading_words(reads: Reading) -> str:
    """A reading as it would stand under `reads`."""
    match reads:
        case Window(lookback, lookahead):
            parts = [
                f"{name}: {print_period(period)}"
                for name, period in (("lookback", lookback), ("lookahead", lookahead))
                if period
            ]
            return f"{{{', '.join(parts)}}}" if parts else "window"
        case Keys(mapping):
            keys = (f"{own}: [{', '.join(theirs)}]" for own, theirs in mapping)
            return f"{{keys: {{{', '.join(keys)}}}}}"
        case Reads():
            return str(reads)


def _partitioning(cut: Partitioning) -> str:
    parts = [f"by: {cut.by}"]
    if cut.key:
        parts += [f"time_zone: {cut.time_zone}", f'key: "{cut.key}"']
    if cut.week_start:
        parts.append(f"week_start: {cut.week_start}")
    if cut.first:
        parts.append(f"first: {cut.first}")
    if cut.values:
        parts.append(f"values: [{', '.join(cut.values)}]")
    return f"{{{', '.join(parts)}}}"
