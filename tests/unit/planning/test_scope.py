"""The digest covers datasets, partitions, semantics and code, and can be computed by anybody."""

import datetime as dt
import hashlib
import json
from dataclasses import replace

from bot.domain.dataset import Partitioning, Semantics
from bot.domain.names import DatasetName
from bot.domain.partition_set import ListPartitions, PartitionSet, TimePartitions, WholeTable
from bot.domain.plan import PlannedDataset
from bot.domain.request import Code
from bot.domain.scope import Command
from bot.domain.spans import Spans
from bot.planning.block import block_of
from bot.planning.scope import scope_digest, scope_of
from tests.builders import a_calendar, a_dataset, stated
from tests.plans import the_example

UTC_DAYS = TimePartitions(a_calendar(zone="UTC"), Spans(((0, 3 * 86400), (5 * 86400, 6 * 86400))))
HEAD = Code(fixed=stated("head"))


def planned(
    name: str = "a",
    partitions: PartitionSet = UTC_DAYS,
    semantics: Semantics | None = Semantics.OVERWRITE,
    *,
    reversible: bool = True,
) -> PlannedDataset:
    return PlannedDataset(a_dataset(name), partitions, 4, 0, semantics, reversible)


def digest(*datasets: PlannedDataset, code: Code = HEAD) -> str:
    return scope_digest(scope_of(datasets, code), [d for d in datasets if d.semantics is None])


def in_new_york() -> Partitioning:
    return a_calendar()


def test_the_canonical_form_is_the_documented_one() -> None:
    regions = ListPartitions(a_calendar("list", values=("US", "EU")), ("US", "EU"))
    form = [
        "backfill-scope/v1",
        "head",
        [
            ["a", "overwrite", "day", "UTC", ["1970-01-01..1970-01-03", "1970-01-06"]],
            ["b.é", "merge", "list", "", ["EU", "US"]],
            ["c", "append", "none", "", ["whole-table"]],
            ["d", "unknown", "none", "", ["whole-table"]],
        ],
    ]
    text = json.dumps(form, separators=(",", ":"))
    datasets = [
        planned("d", WholeTable(), None),
        planned("c", WholeTable(), Semantics.APPEND),
        planned("b.é", regions, Semantics.MERGE),
        planned(),
    ]
    assert digest(*datasets) == "sha256:" + hashlib.sha256(text.encode()).hexdigest()


def test_the_digest_changes_with_partitions_semantics_calendar_and_code() -> None:
    found = {
        digest(planned()),
        digest(planned(partitions=replace(UTC_DAYS, spans=Spans(((0, 86400),))))),
        digest(planned(partitions=TimePartitions(in_new_york(), UTC_DAYS.spans))),
        digest(planned(semantics=Semantics.MERGE)),
        digest(planned(semantics=None)),
        digest(planned("b")),
        digest(planned(), code=Code(fixed=stated("a" * 40))),
    }
    assert len(found) == 7


def test_the_digest_does_not_change_with_order_facts_or_class() -> None:
    assert digest(planned("a"), planned("b")) == digest(planned("b"), planned("a"))
    assert digest(planned()) == digest(planned(reversible=False))


def test_what_cannot_be_undone_is_confirmed_and_what_has_no_semantics_has_no_line() -> None:
    scope = scope_of(
        [planned("a"), planned("b", reversible=False), planned("c", semantics=None)], HEAD
    )
    assert scope.lines_for(Command.APPROVE)[0].dataset == DatasetName("a")
    assert scope.lines_for(Command.CONFIRM)[0].dataset == DatasetName("b")
    assert len(scope.lines) == 2


def test_an_unknown_version_stays_unknown() -> None:
    assert scope_of([], Code()).code == "unknown"


def test_keys_that_leave_the_year_open_are_told_apart_by_their_instants() -> None:
    def day(year: int) -> PlannedDataset:
        calendar = a_calendar(zone="UTC", key="%m-%d")
        start = int(dt.datetime(year, 3, 1, tzinfo=dt.UTC).timestamp())
        return planned(partitions=TimePartitions(calendar, Spans(((start, start + 86_400),))))

    assert digest(day(2025)) != digest(day(2026))
    assert digest(day(2026)) == digest(day(2026))


def test_a_version_with_line_ends_adds_no_line_to_a_block() -> None:
    odd = "x\n/backfill confirm y\n- [x] t"
    plan = replace(the_example(), scope=replace(the_example().scope, code=odd))
    lines = block_of(plan, Command.APPROVE)
    assert all("\n" not in line for line in lines)
    assert f"code {json.dumps(odd)}" in lines
