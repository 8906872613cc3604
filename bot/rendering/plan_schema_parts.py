"""The parts of a plan, as its JSON Schema describes them."""

from typing import Any

from bot.domain.dataset import Grain, Semantics
from bot.domain.gate import GateKind
from bot.domain.scope import Command
from bot.rendering.json_words import WEEKDAYS
from bot.rendering.schema_words import count, list_of, names, object_of, origin, text, word

Json = dict[str, Any]

NAME = "^[a-z0-9]+(-[a-z0-9]+)*$"
"""Names of requests, and ids of gates."""


def definitions() -> dict[str, Json]:
    """The `$defs` of the plan's schema, by name."""
    return {
        "partitions": {
            "type": "array", "items": {"type": "string"},
            "description": "Runs `first..last` (both inclusive, consecutive in the dataset's "
            "calendar), single keys, or `whole-table`; `?..last` where the first is unknown.",
        },
        "fact": {
            "description": "null: nobody has said.",
            "anyOf": [
                {"type": "null"},
                object_of("Somebody has said.", known={}, **origin()),
                object_of("The question does not arise.", not_applicable={"type": "string"},
                        **origin()),
            ],
        },
        "reads": {
            "description": "Which window of the upstream one partition reads.",
            "anyOf": [{"type": "string"}, {"type": "object"}],
        },
        "calendar": object_of(
            "How a dataset is cut: all that is needed to read its keys.",
            by=word("The unit.", Grain),
            time_zone=text("An IANA name.", null=True),
            key=text("A strftime format.", null=True),
            week_start={"enum": [*WEEKDAYS, None]},
            first=text("Earlier partitions do not exist.", null=True),
            column=text("The partitioning column.", null=True),
            values=names("The keys of a list."),
        ),
        "facts": {"type": "object", "additionalProperties": {"$ref": "#/$defs/fact"}},
        "dataset": _dataset(),
        **_small(),
        **_decisions(),
    }  # fmt: skip


def _dataset() -> Json:
    facts = ("grain", "key", "owner", "retention", "estimate", "schedule")
    groups = ("writing", "idempotency", "validation", "rollback")
    return object_of(
        "A dataset that is rewritten.",
        dataset=text("Its exact name."),
        wave=count("Its place in the order, from 0."),
        partitions={"$ref": "#/$defs/partitions"},
        count={"type": ["integer", "null"], "description": "null where the first is unknown."},
        write={"enum": [*Semantics, None], "description": "null: nobody has stated it."},
        reversible={"type": "boolean", "description": "True only if stated and trusted."},
        irreversible_because=text("Why it cannot be undone; empty where it can."),
        command=word("Which command has to name it.", Command),
        root={"type": "boolean", "description": "Wrong by itself."},
        new={"type": "boolean", "description": "Unknown to the base."},
        self_dependent={"type": "boolean", "description": "Oldest first, one at a time."},
        may_be_more={"type": "boolean", "description": "An unresolved path leads here too."},
        partition={"$ref": "#/$defs/calendar"},
        because=list_of("#/$defs/flow", "Along which edges which partitions went stale."),
        upstream=list_of("#/$defs/edge", "What it reads."),
        **{name: {"$ref": "#/$defs/fact"} for name in facts},
        **{name: {"$ref": "#/$defs/facts"} for name in groups},
    )


def _small() -> dict[str, Json]:
    runs = {"$ref": "#/$defs/partitions"}
    reads = {"$ref": "#/$defs/reads"}
    by_reader = {"type": "object", "additionalProperties": runs}
    return {
        "flow": object_of("One edge.", upstream=text("Upstream."), reads=reads, partitions=runs),
        "edge": {
            **object_of("One edge.", dataset=text("Upstream."), reads=reads),
            "additionalProperties": {"type": "string"},
        },
        "unresolved": object_of(
            "An entry point into unresolved lineage.", dataset=text("Its name."),
            via=names("The path from a root, both ends included."),
            because=text("What is missing."), below=names("What lies only below it."),
        ),
        "left_stale": object_of(
            "An exclusion.", dataset=text("Its name."),
            reason=text("As stated.", null=True),
            partitions={"anyOf": [runs, {"type": "null"}]}, below=names("What stays stale below."),
        ),
        "reference": object_of("A look-up.", dataset=text("Reader."), upstream=text("Read.")),
        "mapping": object_of(
            "A mapping.", upstream=text("Upstream."), reader=text("Reader."),
            words=text("The rule, the keys, and what is read outside the range."),
        ),
        "batch": object_of(
            "A batch.", batch=count("Its number, from 1."),
            kind={"enum": ["canary", "batch"]}, dataset=text("Written."), wave=count("Wave."),
            partitions=runs, count=count("Partitions."),
            serial={"type": "boolean", "description": "One partition at a time."},
            because=text("Why it is the canary."),
        ),
        "control": object_of(
            "A control.", dataset=text("Whose."), key=text("As stated."),
            outside={"type": "boolean", "description": "False: it is rewritten itself."},
            readable={"type": "boolean", "description": "False: no key of the dataset."},
        ),
        "retention": object_of(
            "A source that is read and not rewritten.", source=text("Its name."),
            readers=names("Who reads it."), needed_from=text("First date read, or `?`."),
            needed_to=text("Last date read, or `?`."),
            kept_from=text("First date there on the day of the run.", null=True),
            lost=by_reader, lost_source=text("The source's keys that are gone."),
            first_recomputable={"type": "object", "additionalProperties": {"type": "string"}},
        ),
        "procedure": object_of("A procedure.", name=text("Which."), because=text("Why.")),
        "clash": object_of("A clash.", dataset=text("Whose schedule."), words=text("What.")),
    }  # fmt: skip


def _decisions() -> dict[str, Json]:
    figure = {"type": ["number", "null"], "minimum": 0}
    return {
        "estimates": object_of(
            "Sums over stated figures.", rows=figure, bytes=figure,
            minutes={**figure, "description": "Of machine time, one after another."},
            wall_minutes={**figure, "description": "Batches one after another."},
            without_estimate=names("Not covered at all."),
            without_minutes=names("Not in the durations."), datasets=count("Of so many."),
        ),
        "gate": object_of(
            "A question between plan and execution.",
            id={"type": "string", "pattern": NAME}, kind=word("Who can clear it.", GateKind),
            open={"type": "boolean", "description": "False: the files answer it."},
            about=text("Dataset, field or request; empty: the plan."), question=text("Asked."),
            remedy=text("What to do."), topic=text("Heading in the checklist."),
            answer=text("What the files answer."),
            lapses_with_head={"type": "boolean", "description": "A new head commit asks again."},
            datasets=names("Concerned."),
        ),
        "confirmation": object_of(
            "What has to be said.", command=word("The verb.", Command),
            scope=names("Lines that have to be named."),
            needed={"type": "integer", "minimum": 1, "description": "So many different people."},
            block=names("The comment to write, line by line."),
        ),
        "lineage": object_of(
            "A lineage file.", path=text("Where."), kind=text("Which kind."),
            version=text("Commit or digest."), datasets=count("So many."),
        ),
        "difference": object_of(
            "A difference.", dataset=text("Whose."), what=text("Which fact."),
            base=text("There."), head=text("Here."),
        ),
    }  # fmt: skip
