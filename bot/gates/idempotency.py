"""What happens when a step runs twice, or stops half way?"""

from collections.abc import Iterator

from bot.domain.facts import NotApplicable, Unknown, known
from bot.domain.gate import Gate, GateKind
from bot.domain.phrase import Phrase
from bot.gates.asking import about, gate_id, grouped, some
from bot.gates.case import Case

UNKNOWN = "unknown-idempotency"
UNREPEATABLE = "unrepeatable"
DETAILS = "unknown-idempotency-details"
TOPICS = (UNKNOWN, UNREPEATABLE, DETAILS)


def ask(case: Case) -> Iterator[Gate]:
    """Waivable: datasets of which nobody has said whether a step can be repeated, or it cannot."""
    if "idempotency" in case.request.not_applicable:
        return
    everything = [each.name for each in case.datasets]
    silent = [
        each.name
        for each in case.datasets
        if isinstance(each.facts.idempotency.repeatable, Unknown)
    ]
    for identity, names in grouped(UNKNOWN, silent, everything):
        yield Gate(
            identity,
            GateKind.WAIVABLE,
            open=True,
            about=about(names),
            question=Phrase(
                "Does a second run of the same partition of {names} give the same result?",
                names=some(names),
            ),
            remedy=Phrase(
                "state `idempotency.repeatable` (and `retries`, `partial_completion`) in the "
                "request, or for the dataset in the catalog"
            ),
            topic=UNKNOWN,
            datasets=names,
        )
    once = [
        each.name
        for each in case.datasets
        if known(each.facts.idempotency.repeatable) is False
        and isinstance(each.facts.idempotency.partial_completion, Unknown | NotApplicable)
    ]
    for identity, names in grouped(UNREPEATABLE, once, everything):
        yield Gate(
            identity,
            GateKind.WAIVABLE,
            open=True,
            about=about(names),
            question=Phrase(
                "A step of {names} cannot be repeated. What is done when one stops half way?",
                names=some(names),
            ),
            remedy=Phrase("state `idempotency.partial_completion`"),
            topic=UNREPEATABLE,
            datasets=names,
        )
    yield from _details(case)


def _details(case: Case) -> Iterator[Gate]:
    """Attest: how a step is retried and what is left when one stops half way."""
    silent = [
        f"idempotency.{name}"
        for name in ("retries", "partial_completion")
        if any(isinstance(getattr(each.facts.idempotency, name), Unknown) for each in case.datasets)
    ]
    if silent:
        yield Gate(
            gate_id(DETAILS),
            GateKind.ATTEST,
            open=True,
            about="idempotency",
            question=Phrase(
                "How often is a step retried, and what does one leave behind that stops half way? "
                "Not stated: {fields}.",
                fields=some(silent),
            ),
            remedy=Phrase(
                "state them in the request, or attest that a step can simply be repeated"
            ),
            topic=DETAILS,
        )
