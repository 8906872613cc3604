"""Dates as plain integers: days since 1970-01-01 in the proleptic Gregorian calendar.

Integers have no first and last year, so that the step before year 1 or after year 9999 is a number
like any other and never an error.
"""

from typing import Final

DAY: Final = 86_400
"""Seconds of a day of 24 hours."""
CYCLE_YEARS: Final = 400
CYCLE_DAYS: Final = 146_097
"""After so many years, and days, the Gregorian calendar repeats itself, weekdays included."""
_EPOCH: Final = 719_468
"""Days from 0000-03-01 to 1970-01-01; years that begin in March end with the leap day."""
_MONTHS: Final = (0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365)


def days_of(year: int, month: int, day: int) -> int:
    """The day number of a date; a day past the end of its month runs on into the next."""
    march_year = year - (month <= 2)
    cycle, year_of_cycle = divmod(march_year, CYCLE_YEARS)
    day_of_year = (153 * ((month + 9) % 12) + 2) // 5 + day - 1
    day_of_cycle = year_of_cycle * 365 + year_of_cycle // 4 - year_of_cycle // 100 + day_of_year
    return cycle * CYCLE_DAYS + day_of_cycle - _EPOCH


def date_of(days: int) -> tuple[int, int, int]:
    """Year, month and day of a day number."""
    cycle, day_of_cycle = divmod(days + _EPOCH, CYCLE_DAYS)
    year_of_cycle = (
        day_of_cycle - day_of_cycle // 1460 + day_of_cycle // 36_524 - day_of_cycle // 146_096
    ) // 365
    day_of_year = day_of_cycle - (365 * year_of_cycle + year_of_cycle // 4 - year_of_cycle // 100)
    march_month = (5 * day_of_year + 2) // 153
    month = march_month + 3 if march_month < 10 else march_month - 9
    year = year_of_cycle + cycle * CYCLE_YEARS + (month <= 2)
    return year, month, day_of_year - (153 * march_month + 2) // 5 + 1


def is_leap(year: int) -> bool:
    """True for years of 366 days."""
    return year % 4 == 0 and (year % 100 != 0 or year % CYCLE_YEARS == 0)


def days_in_month(year: int, month: int) -> int:
    """28 to 31."""
    return _MONTHS[month] - _MONTHS[month - 1] + (month == 2 and is_leap(year))


def add_months(days: int, months: int) -> int:
    """The same day of another month; the last of that month where it has no such day."""
    year, month, day = date_of(days)
    year, month = divmod(year * 12 + month - 1 + months, 12)
    return days_of(year, month + 1, min(day, days_in_month(year, month + 1)))


def weekday(days: int) -> int:
    """0 = Monday … 6 = Sunday."""
    return (days + 3) % 7
