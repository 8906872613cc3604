"""A root's range on the root's calendar: its partitions, those that it cuts, or what is wrong."""

import datetime as dt
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from difflib import get_close_matches
from typing import Final

from bot.domain.dataset import Grain, Partitioning
from bot.domain.facts import known
from bot.domain.partition_set import ListPartitions, PartitionSet, TimePartitions, WholeTable
from bot.domain.phrase import Phrase
from bot.domain.place import Mistake, Place
from bot.domain.request import ListRange, Root, TimeRange, WholeRange
from bot.domain.spans import Spans
from bot.partitions.calendar import TimeCalendar, calendar_of, is_time
from bot.partitions.zones import is_zone

_DATE: Final = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Resolved:
    """What a range amounts to on its root's calendar."""

    partitions: PartitionSet | None = None
    """None where the range has no bounds or there are mistakes."""
    cut: tuple[str, ...] = ()
    """Keys of partitions that the range covers only in part."""
    mistakes: tuple[Mistake, ...] = ()


def resolved(  # noqa: PLR0911  (one for each way in which a range can fit or not)
    root: Root, partitioning: Partitioning
) -> Resolved:
    """The root's partitions that meet the instants of its range, less the excepted ones.

    Dates are those of the range's zone, or else the root's; keys are the root's own. Where start
    and end both are keys of the root and no other zone is stated, they name partitions, also where
    the keys look like dates (weeks and quarters). Partitions before the root's first are left out.
    """
    match root.range:
        case WholeRange(place):
            if partitioning.by is Grain.NONE:
                return Resolved(WholeTable())
            return _wrong(place, "whole", _bounds_wanted(root, partitioning))
        case ListRange(values, place):
            if partitioning.by is not Grain.LIST:
                return _wrong(place, ", ".join(values), _bounds_wanted(root, partitioning))
            return _of_list(values, place, partitioning)
        case TimeRange():
            if not is_time(partitioning):
                text = f"{root.range.start} … {root.range.end}"
                return _wrong(root.range.place, text, _bounds_wanted(root, partitioning))
            if not root.range.start or not root.range.end:
                return Resolved()
            return _TimeRange(root.range, calendar_of(partitioning), root.dataset).resolved()


def zone_of_range(root: Root, partitioning: Partitioning | None) -> str:
    """The zone of the dates of a range: its own, else the root's, else UTC."""
    own = partitioning.time_zone if partitioning and is_time(partitioning) else "UTC"
    stated = known(root.range.time_zone) if isinstance(root.range, TimeRange) else None
    return stated if stated is not None and is_zone(stated) else own


def _wrong(place: Place, found: str, right: str) -> Resolved:
    return Resolved(mistakes=(Mistake(place, found, right),))


def _bounds_wanted(root: Root, partitioning: Partitioning) -> Phrase:
    name = root.dataset
    if partitioning.by is Grain.NONE:
        return Phrase("write `range: whole`; `{dataset}` is unpartitioned", dataset=name)
    if partitioning.by is Grain.LIST:
        return Phrase("write `values: […]`; `{dataset}` is cut by a list", dataset=name)
    return Phrase(
        "write `start` and `end`; `{dataset}` is cut by {unit}", dataset=name, unit=partitioning.by
    )


def _of_list(values: tuple[str, ...], place: Place, partitioning: Partitioning) -> Resolved:
    odd = [value for value in values if value not in partitioning.values]
    if odd:
        right = Phrase("write values of the list: {values}", values=partitioning.values[:20])
        return Resolved(
            mistakes=tuple(
                Mistake(
                    place,
                    value,
                    right,
                    next(iter(get_close_matches(value, partitioning.values, 1)), None),
                )
                for value in odd
            )
        )
    keys = tuple(value for value in partitioning.values if value in values)
    return Resolved(ListPartitions(partitioning, keys))


@dataclass(frozen=True, slots=True)
class _TimeRange:
    range: TimeRange
    calendar: TimeCalendar
    dataset: str

    def resolved(self) -> Resolved:
        mistakes = tuple(self._mistakes())
        if mistakes:
            return Resolved(mistakes=mistakes)
        asked = self._asked()
        whole = self.calendar.existing(self.calendar.cover(asked))
        spared = Spans.of(run for key, _ in self.range.excluded for run in self._key(key).runs)
        left = whole - spared
        if not left:
            return _wrong(self.range.place, self._as_typed(), self._nothing_left(whole))
        return Resolved(
            TimePartitions(self.calendar.partitioning, left), tuple(self._cut(left, asked))
        )

    def _mistakes(self) -> Iterator[Mistake]:
        zone = known(self.range.time_zone)
        if zone is not None and not is_zone(zone):
            yield Mistake(
                self.range.place, zone, "write a name of the tz database, such as America/New_York"
            )
            return
        bounds = (
            (self.range.start, self.range.start_place),
            (self.range.end, self.range.end_place),
        )
        bad = [bound for bound in bounds if not self._bound(bound[0])]
        for text, place in dict.fromkeys(bad):
            yield Mistake(place, text, self._key_wanted())
        if not bad and not self._asked():
            right = Phrase(
                "write an end that is not before the start, {start}", start=self.range.start
            )
            yield Mistake(self.range.end_place, self.range.end, right)
        elif not bad:
            yield from self._excepted()

    def _excepted(self) -> Iterator[Mistake]:
        whole = self.calendar.cover(self._asked())
        for key, place in self.range.excluded:
            spared = self._key(key)
            if not spared:
                yield Mistake(place, key, self._key_wanted())
            elif not spared & whole:
                yield Mistake(place, key, "write a key that lies in the range, or leave it out")

    def _key_wanted(self) -> Phrase:
        start = self.calendar.start_of(self.calendar.zone.day_start(20_513))
        zone = self.calendar.zone.name
        return Phrase(
            "write a date that exists in {zone}, or a key of `{dataset}` such as `{key}`",
            zone=zone,
            dataset=self.dataset,
            key=self.calendar.key_at(start),
        )

    def _asked(self) -> Spans:
        """The instants of the range; empty where it runs backwards."""
        if self._are_keys():
            first, last = self._key(self.range.start), self._key(self.range.end)
        else:
            first, last = self._bound(self.range.start), self._bound(self.range.end)
        return Spans.of([(first.first, last.end)])

    def _are_keys(self) -> bool:
        zone = known(self.range.time_zone)
        if zone is not None and zone != self.calendar.zone.name:
            return False
        return bool(self._own_key(self.range.start) and self._own_key(self.range.end))

    def _bound(self, text: str) -> Spans:
        """The instants that a bound names, a date before a key; empty where it is neither."""
        date = _date(text)
        return self._date_span(date) if date else self._own_key(text)

    def _date_span(self, date: dt.date) -> Spans:
        name = known(self.range.time_zone) or self.calendar.zone.name
        daily = calendar_of(Partitioning(Grain.DAY, name))
        return Spans.of([daily.span_of_date(date)])

    def _own_key(self, text: str) -> Spans:
        return self.calendar.spans_of_key(text)

    def _key(self, text: str) -> Spans:
        """A key of the root, or a date that is made of whole partitions of it."""
        found = self.calendar.spans_of_key(text, self._near())
        date = _date(text)
        if found or date is None:
            return found
        day = Spans.of([self.calendar.span_of_date(date)])
        return day if day == self.calendar.cover(day) else Spans()

    def _near(self) -> Spans | None:
        """Where keys without a year are looked for."""
        first, last = _date(self.range.start), _date(self.range.end)
        if first is None or last is None:
            return None
        return Spans.of([(self._date_span(first).first, self._date_span(last).end)])

    def _cut(self, left: Spans, asked: Spans) -> Iterator[str]:
        """Keys of the partitions at the ends of the range that it does not cover whole."""
        inside = self.calendar.cover(asked) & left
        for at in dict.fromkeys((asked.first, asked.end - 1)):
            start, end = self.calendar.start_of(at), self.calendar.end_of(at)
            if start in inside and not (asked.first <= start and end <= asked.end):
                yield self.calendar.key_at(start)

    def _as_typed(self) -> str:
        return f"{self.range.start} … {self.range.end}"

    def _nothing_left(self, whole: Spans) -> str:
        if whole:
            return "leave at least one partition in the range"
        first = self.calendar.partitioning.first
        return Phrase(
            "write a range that reaches `{dataset}`, which begins on {first}",
            dataset=self.dataset,
            first=str(first),
        )


def _date(text: str) -> dt.date | None:
    if not _DATE.fullmatch(text):
        return None
    try:
        return dt.date.fromisoformat(text)
    except ValueError:
        return None


__all__ = ["Resolved", "replace", "resolved", "zone_of_range"]
