"""What lies downstream that nobody can follow partition by partition?"""

from collections.abc import Iterator

from bot.domain.cascade import Unresolved
from bot.domain.gate import Gate, GateKind
from bot.domain.phrase import Phrase, counted
from bot.gates.asking import about as about_all
from bot.gates.asking import gate_id, grouped, some
from bot.gates.case import Case

UNRESOLVED = "unresolved-lineage"
CASCADE = "unknown-cascade"
TOPICS = (UNRESOLVED, CASCADE)


def ask(case: Case) -> Iterator[Gate]:
    """Waivable: each entry point into unresolved lineage; roots that no lineage describes."""
    for entry in case.plan.cascade.unresolved:
        if entry.dataset not in case.plan.cascade.uncalendared_roots:
            yield _unresolved(case, entry)
    roots = tuple(dict.fromkeys(root.dataset for root in case.request.roots))
    for identity, names in grouped(CASCADE, case.plan.cascade.unknown_roots, roots):
        yield Gate(
            identity,
            GateKind.WAIVABLE,
            open=True,
            about=about_all(names),
            question=Phrase(
                "What reads {names}? No lineage describes it, so whatever lies downstream would "
                "stay stale.",
                names=some(names),
            ),
            remedy=Phrase(
                "describe it, and what reads it, in the catalog or under `datasets` in the request"
            ),
            topic=CASCADE,
            datasets=names,
        )


def _unresolved(case: Case, entry: Unresolved) -> Gate:
    planned = any(each.name == entry.dataset for each in case.datasets)
    return Gate(
        gate_id("unresolved", entry.dataset),
        GateKind.WAIVABLE,
        open=True,
        about=entry.dataset,
        question=_question(entry, planned=planned),
        remedy=Phrase(
            "state the missing fact (`reads`, or `partition`) in the catalog, or under `datasets` "
            "in the request; a waiver leaves it stale knowingly"
        ),
        topic=UNRESOLVED,
        datasets=(entry.dataset, *entry.below),
    )


def _question(entry: Unresolved, *, planned: bool) -> Phrase:
    if planned:
        return Phrase(
            "`{dataset}` {because}. The partitions known to be stale are in the plan; are there "
            "more?",
            dataset=entry.dataset,
            because=entry.because,
        )
    if not entry.below:
        return Phrase(
            "`{dataset}` {because}. Which of its partitions go stale?",
            dataset=entry.dataset,
            because=entry.because,
        )
    return counted(
        "`{dataset}` {because}. Which of its partitions go stale? It and {number} dataset below "
        "it are in no plan until then.",
        "`{dataset}` {because}. Which of its partitions go stale? It and {number} datasets below "
        "it are in no plan until then.",
        len(entry.below),
        dataset=entry.dataset,
        because=entry.because,
    )
