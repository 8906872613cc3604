"""Unknowns that change nothing about safety, and that somebody has to have accepted."""

from collections.abc import Iterator, Sequence

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
TOPICS = (BAD_VERSION, GRAIN, KEY, RESOURCES, ESTIMATES, VALIDATION, MONITORING)


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
    missing = case.plan.estimates.missing
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
    request = case.request
    resources, validation, monitoring = request.resources, request.validation, request.monitoring
    silent = _unsaid(
        "resources",
        batch_size=resources.batch_size,
        max_parallelism=resources.max_parallelism,
        rate_limit=resources.rate_limit,
        overlapping_work=resources.overlapping_work,
        cost=resources.cost,
    )
    if silent:
        yield _accepted(
            RESOURCES,
            Phrase("What may the backfill use? Not stated: {fields}.", fields=some(silent)),
            Phrase("state them in the request, or attest that the default of the platform will do"),
        )
    silent = _unsaid(
        "validation",
        control_partitions=validation.control_partitions,
        checks=validation.checks,
        tolerance=validation.tolerance,
        decided_by=validation.decided_by,
        acceptance=validation.acceptance,
    )
    if silent:
        yield _accepted(
            VALIDATION,
            Phrase(
                "How will somebody know that the result is right, and who decides? Not stated: "
                "{fields}.",
                fields=some(silent),
            ),
            Phrase("state them in the request, or attest how it is decided"),
        )
    silent = _unsaid(
        "monitoring", owner=monitoring.owner, every=monitoring.every, evidence=monitoring.evidence
    )
    if silent:
        yield _accepted(
            MONITORING,
            Phrase(
                "Who watches the backfill, and how often? Not stated: {fields}.",
                fields=some(silent),
            ),
            Phrase("state them in the request, or attest who watches"),
        )


def _unsaid(input_name: str, **facts: Fact[object]) -> list[str]:
    return [f"{input_name}.{name}" for name, fact in facts.items() if isinstance(fact, Unknown)]
