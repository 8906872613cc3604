"""The JSON Schema of `backfill-plan/v1`."""

from typing import Any

from bot.domain.dataset import Grain, Semantics
from bot.domain.gate import GateKind
from bot.domain.request import Intent, Status
from bot.domain.scope import Command
from bot.rendering.json_words import WEEKDAYS

Json = dict[str, Any]

COMMIT = "^([0-9a-f]{40}|[0-9a-f]{64})$"
NAME = "^[a-z0-9]+(-[a-z0-9]+)*$"


def plan_schema() -> Json:
    """A JSON Schema (2020-12) of what `plan --format json` prints for one request."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "backfill-plan/v1",
        "description": "What one backfill request amounts to, at one commit, over one lineage.",
        "$defs": _definitions(),
        **_object(
            "A plan.",
            schema={"const": "backfill-plan/v1"},
            name={"type": "string", "pattern": NAME, "description": "The request's name."},
            path=_text("The file that holds the request."),
            line=_count("The line at which the request begins."),
            commit={
                "type": "string",
                "pattern": COMMIT,
                "description": "The head commit that the plan was made at.",
            },
            intent=_word("What is asked for.", Intent),
            status=_word("Where the backfill stands, as its author says.", Status),
            as_of=_text("The moment that the gates were asked about.", null=True),
            scope_digest={
                "type": "string",
                "pattern": "^sha256:[0-9a-f]{64}$",
                "description": "SHA-256 over the scope's canonical form: the ASCII JSON "
                'array ["backfill-scope/v1", code.version, [[dataset, write (or '
                "unknown), partition.by, partition.time_zone (or empty), partitions], "
                "...]] without blanks, entries sorted; partitions as runs, list keys "
                "sorted.",
            },
            code={
                "type": "object",
                "required": ["version"],
                "description": "Versions: `version` is what runs, `head` literally or immutable; "
                "the rest are facts.",
            },
            request={
                "type": "object",
                "required": ["roots"],
                "description": "What the author stated, as facts.",
            },
            datasets=_list("#/$defs/dataset", "What is rewritten, by wave, then by name."),
            waves={
                "type": "array",
                "items": _names("Written together."),
                "description": "Waves in order; each next one after the validation of the last.",
            },
            unresolved=_list("#/$defs/unresolved", "Entry points into what cannot be followed."),
            left_stale=_list("#/$defs/left_stale", "What exclusions leave stale."),
            not_yet={
                "type": "object",
                "additionalProperties": {"$ref": "#/$defs/partitions"},
                "description": "Stale partitions that are not closed yet, by dataset.",
            },
            views=_names("Views that pass staleness on; never written."),
            consumers=_names("Consumers that have to be told."),
            cycles={
                "type": "array",
                "items": _names("Members."),
                "description": "Cycles that the cascade reaches.",
            },
            references=_list("#/$defs/reference", "What is looked up as of the run."),
            mappings=_list("#/$defs/mapping", "How partitions map where they are cut otherwise."),
            batches=_list("#/$defs/batch", "What is written together, in order."),
            controls=_list("#/$defs/control", "Known-good partitions that must not change."),
            retention=_list("#/$defs/retention", "Sources against what they still have."),
            estimates={"$ref": "#/$defs/estimates"},
            clashes=_list("#/$defs/clash", "Schedules that would write planned partitions."),
            gates=_list("#/$defs/gate", "Questions; blocking, then waivable, then attest."),
            confirmations=_list("#/$defs/confirmation", "What people have to say, and how many."),
            procedures=_list("#/$defs/procedure", "Procedures to go through first."),
            assumptions=_names("Taken for granted without anybody having said it."),
            redactions=_names("Where credential-like strings stood."),
            lineage=_list("#/$defs/lineage", "Lineage files, and exactly which bytes were read."),
            differences=_list("#/$defs/difference", "Facts stated otherwise than on the base."),
        ),
    }


def _definitions() -> dict[str, Json]:
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
                _object("Somebody has said.", known={}, **_origin()),
                _object("The question does not arise.", not_applicable={"type": "string"},
                        **_origin()),
            ],
        },
        "reads": {
            "description": "Which window of the upstream one partition reads.",
            "anyOf": [{"type": "string"}, {"type": "object"}],
        },
        "calendar": _object(
            "How a dataset is cut: all that is needed to read its keys.",
            by=_word("The unit.", Grain),
            time_zone=_text("An IANA name.", null=True),
            key=_text("A strftime format.", null=True),
            week_start={"enum": [*WEEKDAYS, None]},
            first=_text("Earlier partitions do not exist.", null=True),
            column=_text("The partitioning column.", null=True),
            values=_names("The keys of a list."),
        ),
        "facts": {"type": "object", "additionalProperties": {"$ref": "#/$defs/fact"}},
        "dataset": _dataset(),
        **_small(),
        **_decisions(),
    }  # fmt: skip


def _dataset() -> Json:
    facts = ("grain", "key", "owner", "retention", "estimate", "schedule")
    groups = ("writing", "idempotency", "validation", "rollback")
    return _object(
        "A dataset that is rewritten.",
        dataset=_text("Its exact name."),
        wave=_count("Its place in the order, from 0."),
        partitions={"$ref": "#/$defs/partitions"},
        count={"type": ["integer", "null"], "description": "null where the first is unknown."},
        write={"enum": [*Semantics, None], "description": "null: nobody has stated it."},
        reversible={"type": "boolean", "description": "True only if stated and trusted."},
        irreversible_because=_text("Why it cannot be undone; empty where it can."),
        command=_word("Which command has to name it.", Command),
        root={"type": "boolean", "description": "Wrong by itself."},
        new={"type": "boolean", "description": "Unknown to the base."},
        self_dependent={"type": "boolean", "description": "Oldest first, one at a time."},
        may_be_more={"type": "boolean", "description": "An unresolved path leads here too."},
        partition={"$ref": "#/$defs/calendar"},
        because=_list("#/$defs/flow", "Along which edges which partitions went stale."),
        upstream=_list("#/$defs/edge", "What it reads."),
        **{name: {"$ref": "#/$defs/fact"} for name in facts},
        **{name: {"$ref": "#/$defs/facts"} for name in groups},
    )


def _small() -> dict[str, Json]:
    runs = {"$ref": "#/$defs/partitions"}
    reads = {"$ref": "#/$defs/reads"}
    by_reader = {"type": "object", "additionalProperties": runs}
    return {
        "flow": _object("One edge.", upstream=_text("Upstream."), reads=reads, partitions=runs),
        "edge": {
            **_object("One edge.", dataset=_text("Upstream."), reads=reads),
            "additionalProperties": {"type": "string"},
        },
        "unresolved": _object(
            "An entry point into unresolved lineage.", dataset=_text("Its name."),
            via=_names("The path from a root, both ends included."),
            because=_text("What is missing."), below=_names("What lies only below it."),
        ),
        "left_stale": _object(
            "An exclusion.", dataset=_text("Its name."),
            reason=_text("As stated.", null=True),
            partitions={"anyOf": [runs, {"type": "null"}]}, below=_names("What stays stale below."),
        ),
        "reference": _object("A look-up.", dataset=_text("Reader."), upstream=_text("Read.")),
        "mapping": _object(
            "A mapping.", upstream=_text("Upstream."), reader=_text("Reader."),
            words=_text("The rule, the keys, and what is read outside the range."),
        ),
        "batch": _object(
            "A batch.", batch=_count("Its number, from 1."),
            kind={"enum": ["canary", "batch"]}, dataset=_text("Written."), wave=_count("Wave."),
            partitions=runs, count=_count("Partitions."),
            serial={"type": "boolean", "description": "One partition at a time."},
            because=_text("Why it is the canary."),
        ),
        "control": _object(
            "A control.", dataset=_text("Whose."), key=_text("As stated."),
            outside={"type": "boolean", "description": "False: it is rewritten itself."},
            readable={"type": "boolean", "description": "False: no key of the dataset."},
        ),
        "retention": _object(
            "A source that is read and not rewritten.", source=_text("Its name."),
            readers=_names("Who reads it."), needed_from=_text("First date read, or `?`."),
            needed_to=_text("Last date read, or `?`."),
            kept_from=_text("First date there on the day of the run.", null=True),
            lost=by_reader, lost_source=_text("The source's keys that are gone."),
            first_recomputable={"type": "object", "additionalProperties": {"type": "string"}},
        ),
        "procedure": _object("A procedure.", name=_text("Which."), because=_text("Why.")),
        "clash": _object("A clash.", dataset=_text("Whose schedule."), words=_text("What.")),
    }  # fmt: skip


def _decisions() -> dict[str, Json]:
    figure = {"type": ["number", "null"], "minimum": 0}
    return {
        "estimates": _object(
            "Sums over stated figures.", rows=figure, bytes=figure,
            minutes={**figure, "description": "Of machine time, one after another."},
            wall_minutes={**figure, "description": "Batches one after another."},
            without_estimate=_names("Not covered at all."),
            without_minutes=_names("Not in the durations."), datasets=_count("Of so many."),
        ),
        "gate": _object(
            "A question between plan and execution.",
            id={"type": "string", "pattern": NAME}, kind=_word("Who can clear it.", GateKind),
            open={"type": "boolean", "description": "False: the files answer it."},
            about=_text("Dataset, field or request; empty: the plan."), question=_text("Asked."),
            remedy=_text("What to do."), topic=_text("Heading in the checklist."),
            answer=_text("What the files answer."),
            lapses_with_head={"type": "boolean", "description": "A new head commit asks again."},
            datasets=_names("Concerned."),
        ),
        "confirmation": _object(
            "What has to be said.", command=_word("The verb.", Command),
            scope=_names("Lines that have to be named."),
            needed={"type": "integer", "minimum": 1, "description": "So many different people."},
            block=_names("The comment to write, line by line."),
        ),
        "lineage": _object(
            "A lineage file.", path=_text("Where."), kind=_text("Which kind."),
            version=_text("Commit or digest."), datasets=_count("So many."),
        ),
        "difference": _object(
            "A difference.", dataset=_text("Whose."), what=_text("Which fact."),
            base=_text("There."), head=_text("Here."),
        ),
    }  # fmt: skip


def _object(description: str, /, **properties: Json) -> Json:
    return {
        "type": "object",
        "description": description,
        "properties": properties,
        "required": sorted(properties),
        "additionalProperties": False,
    }


def _origin() -> dict[str, Json]:
    return {"from": _text("request, catalog, lineage, dialect, default or derived."),
            "place": _text("File and line.")}  # fmt: skip


def _text(description: str, *, null: bool = False) -> Json:
    return {"type": ["string", "null"] if null else "string", "description": description}


def _count(description: str) -> Json:
    return {"type": "integer", "minimum": 0, "description": description}


def _word(description: str, words: Any) -> Json:
    return {"enum": [word.value for word in words], "description": description}


def _names(description: str) -> Json:
    return {"type": "array", "items": {"type": "string"}, "description": description}


def _list(reference: str, description: str) -> Json:
    return {"type": "array", "items": {"$ref": reference}, "description": description}
