"""The keys of a request document, `version: backfill/v1` (SPEC 2)."""

from typing import Any, Final

from bot.domain.facts import UNKNOWN
from bot.domain.names import DatasetName
from bot.domain.phrase import Phrase
from bot.domain.request import (
    Code,
    Exclusion,
    Intent,
    Monitoring,
    Resources,
    RunRetention,
    Status,
)
from bot.parsing.dataset import DatasetsShape
from bot.parsing.forms import Field, Form
from bot.parsing.inputs import PerDataset, facts_input
from bot.parsing.invisible import first_unseen, named
from bot.parsing.nodes import Node
from bot.parsing.ranges import RANGE, ROOT
from bot.parsing.reads import MAX_NAME
from bot.parsing.safety import IDEMPOTENCY, ROLLBACK, VALIDATION
from bot.parsing.scalars import OneWord, Text, Whole, Word
from bot.parsing.shapes import (
    WRONG,
    JsonSchema,
    ListOf,
    MapOf,
    Optional,
    Shape,
    Source,
    Stated,
    Wrong,
    unstated,
)
from bot.parsing.times import Date, Duration
from bot.parsing.write import WRITE

VERSION: Final = "backfill/v1"
KNOWN: Final = "known"
LONGEST_VERSION: Final = 500
"""Characters; the longest names of images, and a digest after them."""
NAME: Final = Text(
    Phrase("a name"),
    pattern="[a-z0-9]+(-[a-z0-9]+)*",
    right=Phrase("write lower-case letters and digits in groups joined by single `-`, at most 64"),
    most=64,
)


class DurationText:
    """A duration that is kept as typed."""

    def read(self, node: Node, at: Source) -> str | Wrong:
        """The text of a duration that can be read."""
        if Duration().read(node, at) is WRONG:
            return WRONG
        return Text(Phrase("a duration")).read(node, at)

    def schema(self) -> JsonSchema:
        """A duration."""
        return Duration().schema()


class RootCause:
    """`known`, or the cause in a sentence."""

    def read(self, node: Node, at: Source) -> str | Wrong:
        """The word or the sentence."""
        text = Text(Phrase("`known`, or the cause in a sentence")).read(node, at)
        if isinstance(text, str) and text != KNOWN and text.strip().lower() == KNOWN:
            return at.wrong(node, Phrase("write it in lower case"), nearest=KNOWN)
        return text

    def schema(self) -> JsonSchema:
        """A text."""
        return Text().schema()


class VersionText:
    """A version of the code that people can name: on one line, with nothing in it unseen."""

    text: Final = Text(Phrase("a version"), most=LONGEST_VERSION)

    def read(self, node: Node, at: Source) -> str | Wrong:
        """The version as typed."""
        text = self.text.read(node, at)
        if text is WRONG:
            return WRONG
        unseen = first_unseen(text.strip())
        if unseen is None:
            return text
        character = named(text.strip()[unseen])
        return at.wrong(
            node,
            Phrase("write it on one line, without characters that nobody can see"),
            found=Phrase("`{character}` in a version", character=character),
        )

    def schema(self) -> JsonSchema:
        """A short text."""
        return self.text.schema()


CODE: Final = facts_input(
    Code,
    "{bad: 6f1c0d2, fixed: head}",
    repository=(
        Text(Phrase("a repository")),
        "Where the code is kept; this repository by default.",
    ),
    bad=(Text(Phrase("a version")), "The version that produced the bad data."),
    fixed=(
        VersionText(),
        "The version that repairs it: `head`, a full commit SHA, or a `sha256:` digest.",
    ),
    config=(
        MapOf(Text(Phrase("a version")), "{fx_rates: 2026-03-14}"),
        "Versions of configuration.",
    ),
    schema=(MapOf(Text(Phrase("a version")), "{orders: v7}"), "Versions of schemas."),
)

RETENTION: Final = facts_input(
    RunRetention,
    "{run_by: 2026-04-10}",
    run_by=(Date(), "The last day on which the backfill runs."),
    latest_safe_completion=(Date(), "When it has to be finished at the latest."),
    late_arrival=(DurationText(), "How long rows still arrive after their day."),
    metadata=(Text(Phrase("how long metadata is kept")), "How long metadata of the run is kept."),
    logs=(Text(Phrase("how long logs are kept")), "How long logs are kept."),
    snapshots=(Text(Phrase("how long snapshots are kept")), "How long snapshots are kept."),
)

RESOURCES: Final = facts_input(
    Resources,
    "{batch_size: 7, max_parallelism: 2}",
    batch_size=(Whole(1, 1_000_000), "Partitions in one batch."),
    max_parallelism=(Whole(1, 1_000_000), "Steps that run at once."),
    rate_limit=(Text(Phrase("a rate limit")), "How fast it may go."),
    overlapping_work=(Text(Phrase("what else runs then")), "What else runs at the same time."),
    cost=(Text(Phrase("a cost")), "What it may cost."),
)

MONITORING: Final = facts_input(
    Monitoring,
    '{owner: "@acme/data-oncall", every: 15m}',
    owner=(Text(Phrase("who watches")), "Who watches."),
    every=(Text(Phrase("how often")), "How often."),
    evidence=(Text(Phrase("where the evidence goes")), "Where the evidence goes."),
)

EXCLUSION: Final[Form[Exclusion]] = Form(
    fields=(
        Field(
            "dataset",
            Text(Phrase("the dataset's name"), most=MAX_NAME),
            "The dataset that is left out.",
            required=True,
        ),
        Field("reason", Stated(Text(Phrase("a reason"))), "Why."),
    ),
    build=lambda values, node, at: Exclusion(
        DatasetName(values["dataset"]), values.get("reason", UNKNOWN), at.place(node)
    ),
    example="{dataset: marts.legacy_report, reason: retired}",
)


class Absentable:
    """Something that may be unknown or not applicable as a whole; the fact is kept."""

    def __init__(self, shape: Shape[Any]) -> None:
        self.shape = shape

    def read(self, node: Node, at: Source) -> Any:
        """What the shape reads, or the reason why there is nothing."""
        absent = unstated(node, at)
        return self.shape.read(node, at) if absent is None else absent

    def schema(self) -> JsonSchema:
        """The shape, or one of the ways to say that there is nothing."""
        return {"anyOf": [{"$ref": "#/$defs/unstated"}, self.shape.schema()]}


FIELDS: Final = (
    Field("version", OneWord((VERSION,)), "The format of this document.", required=True),
    Field("name", NAME, "The request's name, unique within a pull request.", required=True),
    Field(
        "intent",
        Optional(Word(Intent), Intent.PLAN),
        "`plan` asks for a plan; `execute` asks for confirmations as well. Nothing is ever run.",
        default="plan",
    ),
    Field("reason", Stated(Text(Phrase("a reason"))), "Why the data has to be rewritten."),
    Field(
        "root_cause",
        Stated(RootCause()),
        "`known`, `unknown`, or the cause in a sentence.",
    ),
    Field(
        "status",
        Optional(Word(Status), Status.REQUESTED),
        "Where the backfill stands; only `requested` and `running` are planned.",
        default="requested",
    ),
    Field("root", Absentable(ROOT), "The dataset whose partitions are wrong by themselves."),
    Field("roots", ListOf(ROOT, "[{dataset: …, range: …}]", 1), "Several roots with one cause."),
    Field(
        "range",
        RANGE,
        "Which partitions are wrong: start and end (both inclusive), `{values: […]}` for a list, "
        "`whole` for an unpartitioned table.",
    ),
    Field("code", Absentable(CODE), "Versions of the code."),
    Field(
        "write",
        Absentable(MapOf(WRITE, "{warehouse.orders: {semantics: overwrite}}")),
        "How each dataset is written, by name; `*` fills what the catalog leaves unsaid.",
    ),
    Field("datasets", Absentable(DatasetsShape()), "Lineage that the request brings along."),
    Field(
        "exclude",
        Absentable(ListOf(EXCLUSION, "[{dataset: …, reason: …}]")),
        "Datasets that are left out of the cascade.",
    ),
    Field("idempotency", PerDataset(IDEMPOTENCY), "What happens when a step runs twice."),
    Field("retention", Absentable(RETENTION), "When it runs, and what has to be kept until then."),
    Field("resources", Absentable(RESOURCES), "What the backfill may use."),
    Field("validation", PerDataset(VALIDATION), "How the result is checked."),
    Field("monitoring", Absentable(MONITORING), "Who watches."),
    Field(
        "stop_conditions",
        Stated(ListOf(Text(Phrase("a condition")), "[error rate above 1 %]")),
        "When the backfill has to stop.",
    ),
    Field("rollback", PerDataset(ROLLBACK), "How the result is undone."),
    Field(
        "staging", Stated(Text(Phrase("a place"))), "Where batches are written before publication."
    ),
)
