"""The facts of one dataset, as they stand in a catalog or under a request's own `datasets`."""

import datetime as dt
from collections.abc import Mapping
from typing import Any, Final

from bot.domain.dataset import DataRetention, Dataset, Edge, Estimate, Kind, Schedule
from bot.domain.facts import UNKNOWN, Known
from bot.domain.names import DatasetName
from bot.domain.phrase import Phrase
from bot.parsing.forms import Field, Form
from bot.parsing.nodes import Node, Pairs, Scalar, cut, is_null
from bot.parsing.partition import PARTITION
from bot.parsing.reads import MAX_NAME, Upstream, upstream_name
from bot.parsing.safety import IDEMPOTENCY, ROLLBACK, VALIDATION
from bot.parsing.scalars import Decimal, Text, Whole, Word
from bot.parsing.shapes import WRONG, JsonSchema, ListOf, Optional, Source, Stated, Wrong
from bot.parsing.times import Date, TimeZone
from bot.parsing.write import WRITE


def _retention(values: dict[str, Any], node: Pairs, at: Source) -> DataRetention | Wrong:
    days, since = values.get("days"), values.get("from")
    if (days is None) == (since is None):
        return at.wrong(
            node,
            Phrase(
                "write either `{one}` or `{other}`", one="{days: 400}", other="{from: 2025-01-01}"
            ),
        )
    return DataRetention(days, since)


RETENTION: Final = Form(
    fields=(
        Field("days", Whole(1, 100_000), "Data is kept for so many days before the day asked."),
        Field("from", Date(), "Data is there from this date on."),
    ),
    build=_retention,
    example="{days: 400}",
)

ESTIMATE: Final = Form(
    fields=(
        Field("rows", Optional(Whole(), None), "Rows of one partition."),
        Field("bytes", Optional(Whole(), None), "Bytes of one partition."),
        Field("minutes", Optional(Decimal(), None), "Minutes that one partition takes."),
    ),
    build=lambda values, _node, _at: Estimate(**values),
    example="{rows: 1200000, bytes: 4100000000, minutes: 6}",
)


class Cron:
    """A cron expression of five fields."""

    def read(self, node: Node, at: Source) -> str | Wrong:
        """The expression as typed."""
        from cronsim import CronSim, CronSimError  # noqa: PLC0415  # only where a schedule stands

        text = node.text if isinstance(node, Scalar) else ""
        try:
            CronSim(text, dt.datetime(2026, 1, 1, tzinfo=dt.UTC))
        except CronSimError as error:
            return at.wrong(
                node,
                Phrase(
                    "write a cron expression such as `0 6 * * *` ({said})", said=cut(str(error))
                ),
            )
        return text

    def schema(self) -> JsonSchema:
        """Five fields."""
        return {"type": "string", "examples": ["0 6 * * *"]}


SCHEDULE: Final = Form(
    fields=(
        Field("cron", Cron(), "When the dataset's own runs start.", required=True),
        Field("time_zone", Optional(TimeZone(), None), "Of the cron expression.", default="UTC"),
    ),
    build=lambda values, _node, _at: Schedule(values["cron"], values.get("time_zone") or "UTC"),
    example='{cron: "0 6 * * *", time_zone: UTC}',
)

DATASET: Final[Form[dict[str, Any]]] = Form(
    fields=(
        Field(
            "kind",
            Optional(Word(Kind), None),
            "A table is written; a view never is; a consumer (dashboard, export) is told.",
            default="table",
        ),
        Field("grain", Stated(Text(Phrase("what one row is"))), "What one row is."),
        Field(
            "key",
            Stated(ListOf(Text(Phrase("a column")), "[order_id, order_date]", 1)),
            "The columns that identify a row.",
        ),
        Field("owner", Stated(Text(Phrase("who owns the dataset"))), "Who owns the dataset."),
        Field("partition", Stated(PARTITION), "How the dataset is cut into partitions."),
        Field("write", Optional(WRITE, None), "How a run writes the dataset."),
        Field("upstream", Upstream(), "What the dataset reads, and which part of it."),
        Field("retention", Stated(RETENTION), "How far back the dataset still has data."),
        Field("estimate", Stated(ESTIMATE), "Figures of one partition."),
        Field("schedule", Stated(SCHEDULE), "When the dataset's own runs start."),
        Field("idempotency", Optional(IDEMPOTENCY, None), "What happens if a step runs twice."),
        Field("validation", Optional(VALIDATION, None), "How the result is checked."),
        Field("rollback", Optional(ROLLBACK, None), "How the result is undone."),
    ),
    build=lambda values, _node, _at: values,
    example="{partition: {by: day}, upstream: {raw.orders: {reads: window}}}",
)


class DatasetsShape:
    """Datasets by name."""

    def read(self, node: Node, at: Source) -> Mapping[DatasetName, Dataset] | Wrong:
        """The datasets, or `WRONG` where any of them holds a mistake."""
        before = len(at.mistakes)
        datasets = read_datasets(node, at)
        return datasets if len(at.mistakes) == before else WRONG

    def schema(self) -> JsonSchema:
        """Facts by the dataset's name."""
        return {
            "type": "object",
            "additionalProperties": {"anyOf": [{"$ref": "#/$defs/dataset"}, {"type": "null"}]},
        }


def read_datasets(node: Node, at: Source) -> dict[DatasetName, Dataset]:
    """Every dataset without a mistake, by name; the mistakes of the others are noted."""
    found: dict[DatasetName, Dataset] = {}
    if not isinstance(node, Pairs):
        at.wrong(node, Phrase("write a mapping from dataset names to facts"))
        return found
    for key, child in node.pairs:
        name = DatasetName(key.text)
        if not key.text.strip() or len(key.text) > MAX_NAME:
            at.wrong(key, Phrase("write the dataset's name as the key"))
        elif is_null(child):
            found[name] = Dataset(name, upstream_stated=False, place=at.place(key))
        else:
            values = DATASET.read(child, at)
            if values is not WRONG:
                found[name] = _dataset(name, values, key, at)
    return found


def _dataset(name: DatasetName, values: dict[str, Any], key: Scalar, at: Source) -> Dataset:
    edges = values.pop("upstream", None)
    partition = values.pop("partition", UNKNOWN)
    if isinstance(partition, Known) and partition.value is None:
        partition = UNKNOWN
    return Dataset(
        name,
        partitioning=partition,
        upstream=tuple(
            Edge(upstream_name(upstream, name), reads, f"{at.path}:{line}")
            for upstream, reads, line in edges or ()
        ),
        upstream_stated=edges is not None,
        place=at.place(key),
        **{field: value for field, value in values.items() if value is not None},
    )
