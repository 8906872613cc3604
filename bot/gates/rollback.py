"""How is the result undone, and who does it?"""

from collections.abc import Iterator

from bot.domain.facts import NotApplicable, Unknown, known
from bot.domain.gate import Gate, GateKind
from bot.domain.phrase import Phrase
from bot.domain.plan import PlannedDataset
from bot.gates.asking import about, gate_id, grouped, some
from bot.gates.case import Case

UNKNOWN = "unknown-rollback"
OWNER = "unknown-rollback-owner"
DETAILS = "unknown-rollback-details"
DECLINED = "rollback-not-applicable"
TOPICS = (UNKNOWN, OWNER, DETAILS, DECLINED)


def ask(case: Case) -> Iterator[Gate]:
    """Waivable: no artifact to go back to, nobody to do it, or declared not applicable."""
    everything = [each.name for each in case.datasets]
    silent = [each.name for each in case.datasets if _is_silent(each)]
    for identity, names in grouped(UNKNOWN, silent, everything):
        yield Gate(
            identity,
            GateKind.WAIVABLE,
            open=True,
            about=about(names),
            question=Phrase(
                "If the result is wrong, from what can {names} be restored?", names=some(names)
            ),
            remedy=Phrase(
                "state `rollback.artifact` (a snapshot, a copy, a version to return to) in the "
                "request or for the dataset in the catalog; or `rollback.irreversible`, and it has "
                "to be confirmed as such"
            ),
            topic=UNKNOWN,
            datasets=names,
        )
    ownerless = [
        each.name
        for each in case.datasets
        if known(each.facts.rollback.artifact) and isinstance(each.facts.rollback.owner, Unknown)
    ]
    for identity, names in grouped(OWNER, ownerless, everything):
        yield Gate(
            identity,
            GateKind.WAIVABLE,
            open=True,
            about=about(names),
            question=Phrase("Who rolls {names} back, and may decide to?", names=some(names)),
            remedy=Phrase("state `rollback.owner`"),
            topic=OWNER,
            datasets=names,
        )
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


def _is_silent(dataset: PlannedDataset) -> bool:
    """Neither an artifact nor that there can be none."""
    rollback = dataset.facts.rollback
    return isinstance(rollback.artifact, Unknown) and known(rollback.irreversible) is None


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
