"""Partition keys: a strftime format printed from a moment, and read back as a range of dates."""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Final

from bot.domain.dataset import Grain
from bot.partitions.civil import days_in_month, days_of, weekday
from bot.partitions.moments import MONTHS, PATTERNS, PRINTERS, SHORT, Moment

DEFAULT_KEYS: Final[Mapping[Grain, str]] = {
    Grain.HOUR: "%Y-%m-%d-%H",
    Grain.DAY: "%Y-%m-%d",
    Grain.WEEK: "%Y-%m-%d",
    Grain.MONTH: "%Y-%m",
    Grain.QUARTER: "%Y-%m-%d",
    Grain.YEAR: "%Y",
}
"""The format of a calendar whose dataset states none."""
DIRECTIVES: Final = frozenset(PRINTERS) | {"%"}
"""The letters that may follow a percent sign; each prints the same on every platform."""
FULL_YEARS: Final = frozenset("YG")
_MONTH: Final = ("m", "b", "B")
_WEEKDAY: Final = ("u", "w", "a", "A")
_WEEKS: Final = ("V", "U", "W")
_DECIDED: Final = {"m": "mbB", "u": "uwaA"}


def key_problem(text: str) -> str | None:
    """Why a text is no key format, as a short English sentence; None where it is one."""
    odd = [part for part in re.findall(r"%(.?)", text, re.DOTALL) if part not in DIRECTIVES]
    if odd:
        return f"%{odd[0]} is no directive of a key" if odd[0] else "a single % ends it"
    if all(part == "%" for part in re.findall(r"%(.)", text)):
        return "every partition would have the same key"
    return None


class KeyFormat:
    """One strftime format, both ways; get it with `key_format`."""

    def __init__(self, text: str) -> None:
        self.text = text
        parts = re.split(r"%(.)", text, flags=re.DOTALL)
        self._literals = list(parts[::2])
        self._letters = parts[1::2]
        self.letters = frozenset(self._letters) - {"%"}
        self._pattern = re.compile("".join(self._patterns()), re.ASCII)

    def _patterns(self) -> Iterator[str]:
        """What is printed twice is the same text twice; so it is read, in no more time."""
        yield re.escape(self._literals[0])
        seen = {"%"}
        for letter, literal in zip(self._letters, self._literals[1:], strict=True):
            if letter in seen:
                yield "%" if letter == "%" else f"(?P={letter})"
            else:
                yield f"(?P<{letter}>{PATTERNS[letter]})"
            seen.add(letter)
            yield re.escape(literal)

    def print(self, at: Moment) -> str:
        """The key of the partition that starts at a moment."""
        text = self._literals[0]
        for letter, literal in zip(self._letters, self._literals[1:], strict=True):
            text += ("%" if letter == "%" else PRINTERS[letter](at)) + literal
        return text

    @property
    def has_year(self) -> bool:
        """True where a key tells its year by itself."""
        return bool(self.letters & FULL_YEARS)

    def tells_apart(self, grain: Grain) -> bool:
        """True only if two units of that grain that differ by their dates never share a key.

        Hours that a clock shows twice are not looked at. False means that it has to be tried.
        """
        has = {name: any(each in self.letters for each in group) for name, group in _groups()}
        year, month = "Y" in self.letters, has["month"]
        day = (year and month and has["d"]) or (year and has["j"])
        day = day or (year and has["week"] and has["weekday"])
        iso = "G" in self.letters and has["V"]
        match grain:
            case Grain.YEAR:
                return year
            case Grain.QUARTER | Grain.MONTH:
                return (year and month) or day
            case Grain.WEEK:
                return day or iso or (year and has["week"])
            case Grain.DAY:
                return day or (iso and has["weekday"])
            case _:
                hour = "H" in self.letters or {"I", "p"} <= self.letters
                return hour and (day or (iso and has["weekday"]))

    def dates(self, key: str, years: Iterable[int]) -> Iterator[tuple[int, int]]:
        """Runs of day numbers `(first, last)` in which a partition of that key may start.

        `years` are tried where the format does not tell the year.
        """
        match = self._pattern.fullmatch(key)
        if match is None:
            return
        said = match.groupdict()
        if "G" in said:
            yield from _iso_dates(said)
            return
        for year in [int(said["Y"])] if "Y" in said else years:
            yield from _dates_of(year, said)


def _groups() -> Iterator[tuple[str, tuple[str, ...]]]:
    yield from (("month", _MONTH), ("weekday", _WEEKDAY), ("week", ("U", "W")))
    yield from (("d", ("d",)), ("j", ("j",)), ("V", ("V",)))


def _iso_dates(said: Mapping[str, str]) -> Iterator[tuple[int, int]]:
    fourth = days_of(int(said["G"]), 1, 4)
    first = fourth - weekday(fourth)
    if "V" in said:
        monday = first + 7 * (int(said["V"]) - 1)
        yield monday, monday + 6
    else:
        yield first, first + 7 * 53


def _dates_of(year: int, said: Mapping[str, str]) -> Iterator[tuple[int, int]]:
    month = _month(said)
    if "j" in said:
        day = days_of(year, 1, 1) + int(said["j"]) - 1
        yield day, day
    elif month is None:
        yield days_of(year, 1, 1), days_of(year, 12, 31)
    elif 1 <= month <= len(MONTHS):
        last = days_in_month(year, month)
        if "d" not in said:
            yield days_of(year, month, 1), days_of(year, month, last)
        elif 1 <= int(said["d"]) <= last:
            yield days_of(year, month, int(said["d"])), days_of(year, month, int(said["d"]))


def _month(said: Mapping[str, str]) -> int | None:
    if "m" in said:
        return int(said["m"])
    name = said.get("B", said.get("b"))
    return None if name is None else [each[:SHORT] for each in MONTHS].index(name[:SHORT]) + 1


@lru_cache(maxsize=1024)
def key_format(text: str) -> KeyFormat:
    """The format of that text; ValueError with the reason where it is none."""
    problem = key_problem(text)
    if problem:
        raise ValueError(problem)
    return KeyFormat(text)
