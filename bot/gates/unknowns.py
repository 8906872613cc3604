"""Unknowns that change nothing about safety, and that somebody has to have accepted."""

from collections.abc import Iterator, Sequence
from typing import Final

from bot.domain.facts import Fact, Unknown
from bot.domain.gate import Gate, GateKind
from bot.domain.names import DatasetName
from bot.domain.phrase import Phrase
from bot.gates.asking import about, gate_id, some
from bot.gates.case import Case

BAD_VERSION = "unknown-bad-version"
GRAIN = "unknown-grain"
KEY = "unknown-key"
RESOURCES = "unknown-resources"
ESTIMATES = "unknown-estimates"
VALIDATION = "unknown-validation"
MONITORING = "unknown-monitoring"
CONFIGURATION = "unknown-configuration"
RETENTION = "unknown-retention-details"
TOPICS = (
    BAD_VERSION, CONFIGURATION, GRAIN, KEY, RETENTION, RESOURCES, ESTIMATES, VALIDATION, MONITORING,
)  # fmt: skip


def ask(case: Case) -> Iterator[Gate]:
    """Attest, one gate a topic: what is unknown, of which datasets or fields."""
    yield from _bad_version(case)
    yield from _facts_of_datasets(case)
    yield from _fields_of_request(case)


def _accepted(
    topic: str, question: Phrase, remedy: Phrase, datasets: Sequence[DatasetName] = ()
) -> Gate:
    return Gate(
        gate_id(topic),
        GateKind.ATTEST,
        open=True,
        about=about(datasets),
        question=question,
        remedy=remedy,
        topic=topic,
        datasets=tuple(datasets),
    )


def _bad_version(case: Case) -> Iterator[Gate]:
    if isinstance(case.request.code.bad, Unknown):
        yield _accepted(
            BAD_VERSION,
            Phrase(
                "Which version of the code produced the bad data? Without it nobody can tell "
                "whether other partitions are wrong as well."
            ),
            Phrase("state `code.bad`, or attest that the range is right without it"),
        )


def _facts_of_datasets(case: Case) -> Iterator[Gate]:
    grainless = [each.name for each in case.datasets if isinstance(each.facts.grain, Unknown)]
    if grainless:
        yield _accepted(
            GRAIN,
            Phrase("What is one row of {names}?", names=some(grainless)),
            Phrase("state `grain` in the catalog, or attest that it is known"),
            grainless,
        )
    keyless = [each.name for each in case.datasets if isinstance(each.facts.key, Unknown)]
    if keyless:
        yield _accepted(
            KEY,
            Phrase(
                "Which columns are unique in {names}? Without them duplicates cannot be counted.",
                names=some(keyless),
            ),
            Phrase("state `key` in the catalog, or attest that uniqueness is checked otherwise"),
            keyless,
        )
    missing = [each.name for each in case.datasets if isinstance(each.facts.estimate, Unknown)]
    if missing:
        yield _accepted(
            ESTIMATES,
            Phrase(
                "How many rows, bytes and minutes does a partition of {names} take? {missing} of "
                "{all} datasets have no estimate.",
                names=some(missing),
                missing=len(missing),
                all=case.plan.estimates.datasets,
            ),
            Phrase("state `estimate` in the catalog, or attest that the cost is acceptable"),
            missing,
        )


def _fields_of_request(case: Case) -> Iterator[Gate]:
    for topic, fields, question, remedy in _FIELDS:
        silent = [field for field in fields if _is_unsaid(case, field)]
        if silent:
            yield _accepted(
                topic,
                Phrase("{question} Not stated: {fields}.", question=question, fields=some(silent)),
                remedy,
            )


def _is_unsaid(case: Case, field: str) -> bool:
    """True if the request leaves it unsaid, and so does any dataset that could say it itself."""
    group, name = field.split(".")
    fact: Fact[object] = getattr(getattr(case.request, group), name)
    if not isinstance(fact, Unknown) or group != "validation" or not case.datasets:
        return isinstance(fact, Unknown)
    if name == "control_partitions":
        return not case.plan.controls
    return any(isinstance(getattr(each.facts.validation, name), Unknown) for each in case.datasets)


_FIELDS: Final = (
    (
        CONFIGURATION,
        ("code.config", "code.schema"),
        Phrase("With which configuration, and against which schema, does the fixed code run?"),
        Phrase("state them in the request, or attest that they are those of the fixed version"),
    ),
    (
        RETENTION,
        (
            "retention.latest_safe_completion",
            "retention.late_arrival",
            "retention.metadata",
            "retention.logs",
            "retention.snapshots",
        ),
        Phrase("How late may rows come, when is it too late, and how long is evidence kept?"),
        Phrase("state them in the request, or attest that they do not matter here"),
    ),
    (
        RESOURCES,
        (
            "resources.batch_size",
            "resources.max_parallelism",
            "resources.rate_limit",
            "resources.overlapping_work",
            "resources.cost",
        ),
        Phrase("What may the backfill use, and what else runs meanwhile?"),
        Phrase("state them in the request, or attest that the defaults of the platform will do"),
    ),
    (
        VALIDATION,
        (
            "validation.control_partitions",
            "validation.checks",
            "validation.tolerance",
            "validation.decided_by",
            "validation.acceptance",
        ),
        Phrase("How will somebody know that the result is right, and who decides?"),
        Phrase("state them in the request, or attest how it is decided"),
    ),
    (
        MONITORING,
        ("monitoring.owner", "monitoring.every", "monitoring.evidence"),
        Phrase("Who watches the backfill, how often, and where does the evidence go?"),
        Phrase("state them in the request, or attest who watches"),
    ),
)
"""Topic, fields, question and remedy of what the request itself leaves unsaid."""
