"""What an entry of bigquery-etl asks for and would not get, or would get unseen.

Some findings depend on the day that is asked about; they carry the days on which they hold.
"""

import datetime as dt
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from bot.domain.phrase import Phrase
from bot.domain.place import Place
from bot.domain.request import DialectFinding
from bot.parsing.bqetl_entry import Entry
from bot.parsing.bqetl_metadata import Table

RETAINED_DAYS: Final = 775
"""bigquery-etl refuses partitions that are so many days old on the day of the run."""
DAY: Final = dt.timedelta(days=1)
STAGED: Final = re.compile(r"(?<!\d)(\d{4})_(\d{2})_(\d{2})(?!\d)", re.ASCII)


@dataclass(frozen=True, slots=True)
class Asked:
    """An entry with the table that it is for."""

    date: dt.date
    entry: Entry
    table: Table
    place: Place

    @property
    def shift(self) -> int:
        """How many days after a run's date the partition lies that it writes."""
        ignored = "ignore_date_partition_offset" in self.entry.flags
        return 0 if ignored else self.table.offset


def findings(asked: Asked) -> Iterator[DialectFinding]:
    """Everything that can be seen from the entry and the table's metadata."""
    yield from _dates(asked)
    yield from _retention(asked)
    yield from _shift(asked)
    yield from _past(asked)
    yield from _flags(asked)
    yield from _query(asked)


def _dates(asked: Asked) -> Iterator[DialectFinding]:
    if asked.entry.end > asked.date:
        yield DialectFinding(
            code="end-after-entry",
            kind="blocking",
            question=Phrase(
                "The entry of {date} ends later, on {end}. Which of the two dates is wrong?",
                date=asked.date,
                end=asked.entry.end,
            ),
            remedy=Phrase(
                "write `end_date: {date}` or an earlier one, or date the entry {end}",
                date=asked.date,
                end=asked.entry.end,
            ),
            place=asked.place,
        )
    yield DialectFinding(
        code="entry-in-future",
        kind="blocking",
        question=Phrase("The entry's date, {date}, is still to come.", date=asked.date),
        remedy=Phrase("date the entry with the day on which it is added"),
        place=asked.place,
        before=asked.date,
    )


def _retention(asked: Asked) -> Iterator[DialectFinding]:
    """Dates that the run, one day after the day asked about, finds too old.

    A start that is only just recent enough on the day of the request is refused on the day of the
    run (bigquery-etl 7440), so that a day of slack is asked for.
    """
    start = asked.entry.start
    too_old = start + dt.timedelta(days=RETAINED_DAYS - 1)
    if "override_retention_limit" in asked.entry.flags:
        yield DialectFinding(
            code="retention-override",
            kind="waivable",
            question=Phrase(
                "`override_retention_limit` is set, and {start} is {days} days back or more: do "
                "all sources still hold what these partitions are computed from, or will good "
                "history be replaced by what is left?",
                start=start,
                days=RETAINED_DAYS,
            ),
            remedy=Phrase("start later, or say what the sources still hold"),
            place=asked.place,
            since=too_old,
        )
    else:
        yield from _refused(asked, too_old)
    kept = asked.table.expiration_days
    if kept is not None:
        first = start + dt.timedelta(days=asked.shift)
        yield DialectFinding(
            code="table-expiration",
            kind="waivable",
            question=Phrase(
                "Partitions of `{table}` expire after {days} days: what is written for {start} "
                "vanishes at once. Is that meant?",
                table=asked.table.name,
                days=kept,
                start=first,
            ),
            remedy=Phrase("start later"),
            place=asked.place,
            since=first + dt.timedelta(days=kept),
        )


def _refused(asked: Asked, last: dt.date) -> Iterator[DialectFinding]:
    """Waivable on the last days on which the start may be recent enough, blocking afterwards."""
    refused = last + 2 * DAY
    always = asked.date >= refused
    day = max(asked.date, last) + DAY
    remedy = Phrase(
        "count from the day of the run, with a day to spare: for a run on {day} start on {first} "
        "or later",
        day=day,
        first=day - dt.timedelta(days=RETAINED_DAYS - 1),
    )
    words = Phrase(
        "`start_date: {start}` is more than {days} days back when the entry runs, and bigquery-etl "
        "refuses it. Which start is meant?",
        start=asked.entry.start,
        days=RETAINED_DAYS,
    )
    since = None if always else refused
    yield DialectFinding("retention-limit", "blocking", words, remedy, asked.place, since=since)
    if not always:
        slack = Phrase(
            "`start_date: {start}` is so close to {days} days back that bigquery-etl refuses it "
            "when the entry runs a day later. Does it run at once?",
            start=asked.entry.start,
            days=RETAINED_DAYS,
        )
        yield DialectFinding(
            "retention-slack", "waivable", slack, remedy, asked.place, since=last, before=refused
        )


def _shift(asked: Asked) -> Iterator[DialectFinding]:
    if not asked.shift:
        return
    step = dt.timedelta(days=asked.shift)
    start, end = asked.entry.start, asked.entry.end
    if (asked.table.unit or "day") != "day":
        yield DialectFinding(
            code="partition-shift",
            kind="blocking",
            question=Phrase(
                "`{table}` has a `date_partition_offset` and is not cut by day; bigquery-etl "
                "cannot run that.",
                table=asked.table.name,
            ),
            remedy=Phrase("set `ignore_date_partition_offset: true`"),
            place=asked.place,
        )
        return
    yield DialectFinding(
        code="partition-shift",
        kind="waivable",
        question=Phrase(
            "`{table}` has `date_partition_offset: {offset}`, so that {start} to {end} write the "
            "partitions {first} to {last}. Are those meant?",
            table=asked.table.name,
            offset=asked.shift,
            start=start,
            end=end,
            first=start + step,
            last=end + step,
        ),
        remedy=Phrase(
            "for the partitions {start} to {end} write `start_date: {first}` and `end_date: "
            "{last}`, or set `ignore_date_partition_offset: true`",
            start=start,
            end=end,
            first=start - step,
            last=end - step,
        ),
        place=asked.place,
    )


def _past(asked: Asked) -> Iterator[DialectFinding]:
    overridden = "override_depends_on_past_end_date" in asked.entry.flags
    if asked.table.depends_on_past and asked.entry.end != asked.date and not overridden:
        yield DialectFinding(
            code="depends-on-past",
            kind="waivable",
            question=Phrase(
                "Each partition of `{table}` is computed from the one before, and the entry ends "
                "on {end}: do the later ones stay as they are, computed from the old values?",
                table=asked.table.name,
                end=asked.entry.end,
            ),
            remedy=Phrase("write `end_date: {date}`", date=asked.date),
            place=asked.place,
        )


def _flags(asked: Asked) -> Iterator[DialectFinding]:
    """Checks that the entry switches off; a person has to have looked instead."""
    switches = ("override_depends_on_past_end_date", "override_depends_on_past_null_partition")
    for flag in switches:
        if flag in asked.entry.flags:
            yield DialectFinding(
                code=flag.replace("_", "-"),
                kind="attest",
                question=Phrase("`{flag}` switches a check off. Has it been made?", flag=flag),
                remedy=Phrase("remove it, or say what was looked at"),
                place=asked.place,
            )


def _query(asked: Asked) -> Iterator[DialectFinding]:
    if asked.entry.custom_query:
        yield DialectFinding(
            code="custom-query",
            kind="attest",
            question=Phrase(
                "The entry runs `{path}`, not the table's own query. Has it been reviewed?",
                path=asked.entry.custom_query,
            ),
            remedy=Phrase("have it reviewed, and say so"),
            place=asked.place,
        )
    own = asked.date.strftime("%Y_%m_%d")
    staged = (found[0] for text in asked.entry.arguments for found in STAGED.finditer(text))
    other = next((name for name in staged if name != own), None)
    if other is not None:
        yield DialectFinding(
            code="staging-date",
            kind="blocking",
            question=Phrase(
                "The entry of {date} writes to a staging table of another entry, `{other}`.",
                date=asked.date,
                other=other,
            ),
            remedy=Phrase("name the staging table `…_{own}`", own=own),
            place=asked.place,
        )
