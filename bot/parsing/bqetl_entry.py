"""One entry of a bigquery-etl `backfill.yaml`."""

import datetime as dt
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from bot.domain.facts import UNKNOWN, Fact
from bot.domain.phrase import Phrase
from bot.domain.request import DialectFinding, Status
from bot.parsing.forms import Field, Form
from bot.parsing.nodes import Pairs, cut
from bot.parsing.scalars import Text, Truth
from bot.parsing.shapes import ListOf, Optional, Source, Stated, nearest_of
from bot.parsing.times import Date

STATUSES: Final = {
    "Initiate": Status.REQUESTED,
    "Complete": Status.COMPLETE,
    "Cancelled": Status.CANCELLED,
}
FORMER: Final = frozenset({"Drafting", "Validating", "Validated"})
"""Statuses that bigquery-etl knew before; no request for anything."""
FLAGS: Final = (
    "shredder_mitigation",
    "override_retention_limit",
    "override_depends_on_past_end_date",
    "override_depends_on_past_null_partition",
    "ignore_date_partition_offset",
)


@dataclass(frozen=True, slots=True)
class Entry:
    """What an entry says."""

    start: dt.date
    end: dt.date
    status: str
    excluded: tuple[dt.date, ...]
    reason: Fact[str]
    watchers: Fact[str]
    flags: frozenset[str]
    """The flags that are set."""
    custom_query: str | None
    arguments: tuple[str, ...]
    """Of a query script, in which a staging table may be named."""


def _entry(values: dict[str, Any], _node: Pairs, _at: Source) -> Entry:
    watchers = values.get("watchers", UNKNOWN)
    return Entry(
        start=values["start_date"],
        end=values["end_date"],
        status=values["status"],
        excluded=values.get("excluded_dates", ()),
        reason=values.get("reason", UNKNOWN),
        watchers=watchers,
        flags=frozenset(flag for flag in FLAGS if values.get(flag)),
        custom_query=values.get("custom_query_path"),
        arguments=values.get("query_script_args", ()),
    )


def _in_order(values: Any, node: Pairs, at: Source) -> None:
    start, end = values.get("start_date"), values.get("end_date")
    if start is not None and end is not None and end < start:
        right = Phrase("write an end that is not before the start, {start}", start=start)
        at.wrong(node.get("end_date") or node, right)


class Watchers:
    """Who watches, as one text."""

    people: Final = ListOf(Text(Phrase("an address")), "[somebody@example.com]")

    def read(self, node: Any, at: Source) -> Any:
        """The addresses, with commas."""
        found = self.people.read(node, at)
        return ", ".join(found) if isinstance(found, tuple) else found

    def schema(self) -> dict[str, Any]:
        """An array of texts."""
        return self.people.schema()


TEXT: Final = Optional(Text(Phrase("a text")), None)
ENTRY: Final[Form[Entry]] = Form(
    fields=(
        Field("start_date", Date(), "the first date, inclusive", required=True),
        Field("end_date", Date(), "the last date, inclusive", required=True),
        Field(
            "status",
            Text(Phrase("a status")),
            "`Initiate`, `Complete` or `Cancelled`",
            required=True,
        ),
        Field("excluded_dates", Optional(ListOf(Date(), "[2026-03-07]"), ()), "dates left out"),
        Field("reason", Stated(Text(Phrase("a reason"))), "why"),
        Field("watchers", Stated(Watchers()), "who watches"),
        *(Field(flag, Optional(Truth(), default=False), "a flag") for flag in FLAGS),
        Field("custom_query_path", TEXT, "another query than the table's own"),
        Field("billing_project", TEXT, "who pays"),
        Field("query_script_entrypoint", TEXT, "the script's function"),
        Field("query_script_date_arg", TEXT, "the script's argument for the date"),
        Field("query_script_dry_run_arg", TEXT, "the script's argument for a dry run"),
        Field(
            "query_script_args",
            Optional(ListOf(Text(Phrase("an argument")), "[--project=x]"), ()),
            "the script's arguments",
        ),
    ),
    build=_entry,
    example="{start_date: 2026-03-01, end_date: 2026-03-14, status: Initiate}",
    check=_in_order,
)


def status_of(word: str) -> Status | None:
    """The status; a word that is none counts as `Initiate` and gives a finding."""
    return None if word in FORMER else STATUSES.get(word, Status.REQUESTED)


def entry_findings(node: Pairs, at: Source) -> Iterator[DialectFinding]:
    """What bigquery-etl would pass over: keys that it does not know, a status in another case."""
    for key, value in node.pairs:
        word = getattr(value, "text", "")
        if key.text == "status" and word not in STATUSES:
            yield DialectFinding(
                code="entry-status",
                kind="blocking",
                question=Phrase(
                    "`{word}` is no status of bigquery-etl: the entry would never run. What is "
                    "meant?",
                    word=cut(word),
                ),
                remedy=Phrase("write `{known}`", known=nearest_of(word, STATUSES) or "Initiate"),
                place=at.place(value),
            )
        elif key.text not in ENTRY.by_name:
            nearest = nearest_of(key.text, ENTRY.by_name)
            yield DialectFinding(
                code=f"entry-key-{_slug(key.text)}",
                kind="waivable",
                question=Phrase(
                    "bigquery-etl passes over the unknown key `{key}`. What was it to do?",
                    key=cut(key.text),
                ),
                remedy=Phrase("write `{known}`, or remove it", known=nearest)
                if nearest
                else Phrase("remove it"),
                place=at.place(key),
            )


def _slug(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", text.lower(), flags=re.ASCII).strip("-")[:40] or "odd"
