"""The JSON Schema of `backfill-plan/v1`."""

from typing import Any

from bot.domain.request import Intent, Status
from bot.rendering.plan_schema_parts import NAME, definitions
from bot.rendering.schema_words import count, list_of, names, object_of, text, word

Json = dict[str, Any]

COMMIT = "^([0-9a-f]{40}|[0-9a-f]{64})$"


def plan_schema() -> Json:
    """A JSON Schema (2020-12) of what `plan --format json` prints for one request."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "backfill-plan/v1",
        "description": "What one backfill request amounts to, at one commit, over one lineage.",
        "$defs": definitions(),
        **object_of(
            "A plan.",
            schema={"const": "backfill-plan/v1"},
            name={"type": "string", "pattern": NAME, "description": "The request's name."},
            path=text("The file that holds the request."),
            line=count("The line at which the request begins."),
            commit={
                "type": "string",
                "pattern": COMMIT,
                "description": "The head commit that the plan was made at.",
            },
            intent=word("What is asked for.", Intent),
            status=word("Where the backfill stands, as its author says.", Status),
            as_of=text("The moment that the gates were asked about.", null=True),
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
            datasets=list_of("#/$defs/dataset", "What is rewritten, by wave, then by name."),
            waves={
                "type": "array",
                "items": names("Written together."),
                "description": "Waves in order; each next one after the validation of the last.",
            },
            unresolved=list_of("#/$defs/unresolved", "Entry points into what cannot be followed."),
            left_stale=list_of("#/$defs/left_stale", "What exclusions leave stale."),
            not_yet={
                "type": "object",
                "additionalProperties": {"$ref": "#/$defs/partitions"},
                "description": "Stale partitions that are not closed yet, by dataset.",
            },
            views=names("Views that pass staleness on; never written."),
            consumers=names("Consumers that have to be told."),
            cycles={
                "type": "array",
                "items": names("Members."),
                "description": "Cycles that the cascade reaches.",
            },
            references=list_of("#/$defs/reference", "What is looked up as of the run."),
            mappings=list_of("#/$defs/mapping", "How partitions map where they are cut otherwise."),
            batches=list_of("#/$defs/batch", "What is written together, in order."),
            controls=list_of("#/$defs/control", "Known-good partitions that must not change."),
            retention=list_of("#/$defs/retention", "Sources against what they still have."),
            estimates={"$ref": "#/$defs/estimates"},
            clashes=list_of("#/$defs/clash", "Schedules that would write planned partitions."),
            gates=list_of("#/$defs/gate", "Questions; blocking, then waivable, then attest."),
            confirmations=list_of("#/$defs/confirmation", "What people have to say, and how many."),
            procedures=list_of("#/$defs/procedure", "Procedures to go through first."),
            assumptions=names("Taken for granted without anybody having said it."),
            redactions=names("Where credential-like strings stood."),
            lineage=list_of("#/$defs/lineage", "Lineage files, and exactly which bytes were read."),
            differences=list_of("#/$defs/difference", "Facts stated otherwise than on the base."),
        ),
    }
