"""How is the result undone, and who does it?"""

from collections.abc import Iterator

from bot.domain.facts import NotApplicable, Unknown, known
from bot.domain.gate import Gate, GateKind
from bot.domain.phrase import Phrase
from bot.gates.asking import Question, about, gate_id, grouped, some
from bot.gates.case import Case

UNKNOWN = Question(
    "unknown-rollback",
    GateKind.WAIVABLE,
    lambda names: Phrase("If the result is wrong, from what can {names} be restored?", names=names),
    Phrase(
        "state `rollback.artifact` (a snapshot, a copy, a version to return to) in the request or "
        "for the dataset in the catalog; or `rollback.irreversible`, and it has to be confirmed as "
        "such"
    ),
)
OWNER = Question(
    "unknown-rollback-owner",
    GateKind.WAIVABLE,
    lambda names: Phrase("Who rolls {names} back, and may decide to?", names=names),
    Phrase("state `rollback.owner`"),
)
DETAILS = "unknown-rollback-details"
DECLINED = "rollback-not-applicable"
TOPICS = (UNKNOWN.topic, OWNER.topic, DETAILS, DECLINED)


def ask(case: Case) -> Iterator[Gate]:
    """Waivable: no artifact to go back to, nobody to do it, or declared not applicable."""
    facts = {each.name: each.facts.rollback for each in case.datasets}
    silent = [
        name
        for name, fact in facts.items()
        if isinstance(fact.artifact, Unknown) and known(fact.irreversible) is None
    ]
    yield from UNKNOWN.of(silent, [*facts])
    ownerless = [
        name
        for name, fact in facts.items()
        if known(fact.artifact) and isinstance(fact.owner, Unknown)
    ]
    yield from OWNER.of(ownerless, [*facts])
    yield from _details(case)
    yield from _declined(case)


def _details(case: Case) -> Iterator[Gate]:
    """Attest: when it is rolled back, how that is checked, and within which time."""
    kept = [each for each in case.datasets if known(each.facts.rollback.artifact)]
    silent = [
        f"rollback.{name}"
        for name in ("trigger", "check", "time_limit")
        if any(isinstance(getattr(each.facts.rollback, name), Unknown) for each in kept)
    ]
    if silent:
        yield Gate(
            gate_id(DETAILS),
            GateKind.ATTEST,
            open=True,
            about="rollback",
            question=Phrase(
                "When is the result rolled back, how is that checked, and within which time? Not "
                "stated: {fields}.",
                fields=some(silent),
            ),
            remedy=Phrase("state them in the request, or attest that the owner decides"),
            topic=DETAILS,
        )


def _declined(case: Case) -> Iterator[Gate]:
    reasons = {
        each.name: each.facts.rollback.artifact.why
        for each in case.datasets
        if isinstance(each.facts.rollback.artifact, NotApplicable)
    }
    for identity, names in grouped(DECLINED, [*reasons], [each.name for each in case.datasets]):
        yield Gate(
            identity,
            GateKind.WAIVABLE,
            open=True,
            about=about(names),
            question=Phrase(
                "Rolling {names} back is declared not applicable: {why}. Is that accepted?",
                names=some(names),
                why=tuple(dict.fromkeys(reasons[name] for name in names)),
            ),
            remedy=Phrase("state `rollback.artifact`, or `rollback.irreversible`"),
            topic=DECLINED,
            datasets=names,
        )
