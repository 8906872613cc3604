"""What happens when a step runs twice, or stops half way?"""

from collections.abc import Iterator

from bot.domain.facts import Known, Unknown, known
from bot.domain.gate import Gate, GateKind
from bot.domain.phrase import Phrase
from bot.gates.asking import Question, gate_id, some
from bot.gates.case import Case

UNKNOWN = Question(
    "unknown-idempotency",
    GateKind.WAIVABLE,
    lambda names: Phrase(
        "Does a second run of the same partition of {names} give the same result?", names=names
    ),
    Phrase(
        "state `idempotency.repeatable` (and `retries`, `partial_completion`) in the request, or "
        "for the dataset in the catalog"
    ),
)
UNREPEATABLE = Question(
    "unrepeatable",
    GateKind.WAIVABLE,
    lambda names: Phrase(
        "A step of {names} cannot be repeated. What is done when one stops half way?", names=names
    ),
    Phrase("state `idempotency.partial_completion`"),
)
DETAILS = "unknown-idempotency-details"
TOPICS = (UNKNOWN.topic, UNREPEATABLE.topic, DETAILS)


def ask(case: Case) -> Iterator[Gate]:
    """Waivable: datasets of which nobody has said whether a step can be repeated, or it cannot."""
    if "idempotency" in case.request.not_applicable:
        return
    facts = {each.name: each.facts.idempotency for each in case.datasets}
    silent = [name for name, fact in facts.items() if isinstance(fact.repeatable, Unknown)]
    yield from UNKNOWN.of(silent, [*facts])
    once = [
        name
        for name, fact in facts.items()
        if known(fact.repeatable) is False and not isinstance(fact.partial_completion, Known)
    ]
    yield from UNREPEATABLE.of(once, [*facts])
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
