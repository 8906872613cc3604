"""What a strftime directive shows of a moment, and what it says when it is read back.

Own code instead of the platform's `strftime`: that one depends on the C library (years before
1000, `%y` before 1969) and on the locale, and a key has to be the same bytes everywhere.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from bot.partitions.civil import DAY, date_of, days_of, weekday

MONTHS: Final = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip
WEEKDAYS: Final = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
SHORT: Final = 3
"""Letters of an abbreviated name."""


@dataclass(frozen=True, slots=True)
class Moment:
    """What a local clock and calendar show; `day` counts from 1970-01-01, `clock` in seconds."""

    day: int
    clock: int
    offset: int
    year: int
    month: int
    day_of_month: int

    @staticmethod
    def of(local: int, offset: int) -> "Moment":
        """The moment that a local clock shows which is `offset` seconds ahead of UTC."""
        day, clock = divmod(local, DAY)
        return Moment(day, clock, offset, *date_of(day))

    @property
    def day_of_year(self) -> int:
        """From 1."""
        return self.day - days_of(self.year, 1, 1) + 1

    @property
    def iso_week(self) -> tuple[int, int]:
        """The year and the number of the ISO 8601 week."""
        thursday = self.day - weekday(self.day) + 3
        year = date_of(thursday)[0]
        return year, (thursday - days_of(year, 1, 1)) // 7 + 1

    @property
    def hour12(self) -> int:
        """12, 1 … 11."""
        return (self.clock // 3600 - 1) % 12 + 1


def _offset(offset: int) -> str:
    minutes, seconds = divmod(abs(offset), 60)
    text = f"{'-' if offset < 0 else '+'}{minutes // 60:02}{minutes % 60:02}"
    return f"{text}{seconds:02}" if seconds else text


PRINTERS: Final[Mapping[str, Callable[[Moment], str]]] = {
    "Y": lambda at: f"{at.year:04}",
    "y": lambda at: f"{at.year % 100:02}",
    "G": lambda at: f"{at.iso_week[0]:04}",
    "m": lambda at: f"{at.month:02}",
    "B": lambda at: MONTHS[at.month - 1],
    "b": lambda at: MONTHS[at.month - 1][:SHORT],
    "d": lambda at: f"{at.day_of_month:02}",
    "j": lambda at: f"{at.day_of_year:03}",
    "V": lambda at: f"{at.iso_week[1]:02}",
    "U": lambda at: f"{(at.day_of_year + 6 - (weekday(at.day) + 1) % 7) // 7:02}",
    "W": lambda at: f"{(at.day_of_year + 6 - weekday(at.day)) // 7:02}",
    "u": lambda at: str(weekday(at.day) + 1),
    "w": lambda at: str((weekday(at.day) + 1) % 7),
    "A": lambda at: WEEKDAYS[weekday(at.day)],
    "a": lambda at: WEEKDAYS[weekday(at.day)][:SHORT],
    "H": lambda at: f"{at.clock // 3600:02}",
    "I": lambda at: f"{at.hour12:02}",
    "p": lambda at: "AM" if at.clock < DAY // 2 else "PM",
    "M": lambda at: f"{at.clock // 60 % 60:02}",
    "S": lambda at: f"{at.clock % 60:02}",
    "z": lambda at: _offset(at.offset),
}
"""How each directive is printed."""


def _names(names: tuple[str, ...]) -> str:
    return "|".join(names)


def _short(names: tuple[str, ...]) -> str:
    return "|".join(name[:SHORT] for name in names)


TWO_DIGITS: Final = r"\d{2}"
PATTERNS: Final[Mapping[str, str]] = {
    **dict.fromkeys("ymdVUWHIMS", TWO_DIGITS),
    **dict.fromkeys("YG", r"-?\d{4,6}"),
    **dict.fromkeys("uw", r"\d"),
    "j": r"\d{3}",
    "B": _names(MONTHS),
    "b": _short(MONTHS),
    "A": _names(WEEKDAYS),
    "a": _short(WEEKDAYS),
    "p": "AM|PM",
    "z": r"[+-]\d{4}(?:\d{2})?",
}
"""What each directive's text looks like, as a regular expression."""
