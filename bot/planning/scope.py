"""What a confirmation has to name, and the digest that stands for it."""

import hashlib
import json
from collections.abc import Iterable
from typing import Protocol

from bot.domain.dataset import Semantics
from bot.domain.facts import NotApplicable, known
from bot.domain.names import DatasetName, ScopeDigest
from bot.domain.partition_set import ListPartitions, PartitionSet, TimePartitions
from bot.domain.plan import PlannedDataset
from bot.domain.request import Code
from bot.domain.scope import Scope, ScopeLine
from bot.partitions import sets
from bot.partitions.calendar import calendar_of

HEAD = "head"
UNKNOWN_VERSION = "unknown"
FORM = "backfill-scope/v1"


def scope_of(datasets: Iterable[PlannedDataset], code: Code) -> Scope:
    """The scope of a plan, one line a dataset, in plan order.

    A dataset whose write semantics nobody has stated has no line: it cannot be confirmed, and a
    blocking gate says so. The code is `head` literally, the fixed version as stated, or `unknown`.
    """
    lines = tuple(
        ScopeLine(dataset.semantics, dataset.name, dataset.partitions, dataset.command)
        for dataset in datasets
        if dataset.semantics is not None
    )
    return Scope(lines, code_version(code))


def code_version(code: Code) -> str:
    """The version that is to run. Where none applies, what runs is what the head commit holds."""
    if isinstance(code.fixed, NotApplicable):
        return HEAD
    fixed = known(code.fixed)
    return UNKNOWN_VERSION if fixed is None else fixed.strip()


class Named(Protocol):
    """A dataset by name, and the partitions of it that a plan is about."""

    @property
    def name(self) -> DatasetName:
        """The dataset's name."""

    @property
    def partitions(self) -> PartitionSet:
        """Which of its partitions."""


def scope_digest(scope: Scope, undecided: Iterable[Named] = ()) -> ScopeDigest:
    r"""`sha256:` and the SHA-256 of a scope's canonical form, which anybody can compute again.

    The canonical form is one JSON array, printed without spaces and in ASCII (`\uXXXX`):

        ["backfill-scope/v1", code, [[dataset, semantics, by, time zone, partitions], …]]

    - *code*: `head`, or the immutable version.
    - *dataset*: its exact name. The entries are sorted by it, by code point.
    - *semantics*: `overwrite`, `append` or `merge`; `unknown` for `undecided` datasets, which have
      no line in the scope and yet belong to what the plan is about.
    - *by*: the calendar's unit, `list` or `none`; *time zone*: its IANA name, `""` for those two.
      (The same key means another partition in another calendar.)
    - *partitions*: for time, the runs `first..last` and single keys in the calendar's order, as
      the plan prints them, each as long as possible; for lists, the keys sorted by code point;
      else `["whole-table"]`. Where the keys do not tell which partition it is (`%m-%d` leaves the
      year open), followed by the spans of instants, `start..end`, in seconds since 1970, the end
      exclusive.

    In `plan --format json` these are `code.version` and, of `datasets[]`: `dataset`, `write`,
    `partition.by`, `partition.time_zone`, `partitions`. Prose, dates of running, estimates, facts
    that change no partition, and the order of anything have no part in it.
    """
    entries = [
        *(_entry(line.dataset, line.semantics, line.partitions) for line in scope.lines),
        *(_entry(dataset.name, None, dataset.partitions) for dataset in undecided),
    ]
    form = json.dumps([FORM, scope.code, sorted(entries)], separators=(",", ":"))
    return ScopeDigest("sha256:" + hashlib.sha256(form.encode("ascii")).hexdigest())


def _entry(
    name: str, semantics: Semantics | None, partitions: PartitionSet
) -> tuple[str, str, str, str, list[str]]:
    word = semantics.value if semantics else "unknown"
    match partitions:
        case TimePartitions(calendar):
            runs = [*sets.runs(partitions)]
            if not calendar_of(calendar).keys_tell_apart:
                runs += [f"{start}..{end}" for start, end in partitions.spans.runs]
            return name, word, calendar.by.value, calendar.time_zone, runs
        case ListPartitions(_, keys):
            return name, word, "list", "", sorted(keys)
        case _:
            return name, word, "none", "", ["whole-table"]
