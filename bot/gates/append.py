"""Can an append be repeated without writing a row twice?"""

from collections.abc import Iterator

from bot.domain.dataset import Semantics
from bot.domain.facts import NotApplicable, Unknown
from bot.domain.gate import Gate, GateKind
from bot.domain.phrase import Phrase
from bot.domain.plan import PlannedDataset
from bot.gates.asking import about, grouped, some
from bot.gates.case import Case

DEDUPLICATION = "append-deduplication"
COMMIT = "append-commit"
TOPICS = (DEDUPLICATION, COMMIT)


def ask(case: Case) -> Iterator[Gate]:
    """Blocking: appends without deduplication, and without a commit that a retry cannot repeat."""
    appends = [each for each in case.datasets if each.semantics is Semantics.APPEND]
    names = [each.name for each in appends]
    open_ones = [each.name for each in appends if isinstance(each.facts.write.deduplicate, Unknown)]
    for identity, concerned in grouped(DEDUPLICATION, open_ones, names):
        yield Gate(
            identity,
            GateKind.BLOCKING,
            open=True,
            about=about(concerned),
            question=Phrase(
                "What keeps rows that {names} already holds from being appended a second time?",
                names=some(concerned),
            ),
            remedy=Phrase(
                "state `deduplicate` under `write`: `{{anti_join: [columns]}}` or "
                "`{{key: [columns]}}`; or write the partitions by overwrite"
            ),
            topic=DEDUPLICATION,
            datasets=concerned,
        )
    unsafe = [each.name for each in appends if isinstance(each.facts.write.commit, Unknown)]
    for identity, concerned in grouped(COMMIT, unsafe, names):
        yield Gate(
            identity,
            GateKind.BLOCKING,
            open=True,
            about=about(concerned),
            question=Phrase(
                "If a batch of {names} fails half way and is tried again, how is what it had "
                "written not written twice?",
                names=some(concerned),
            ),
            remedy=Phrase(
                "state `commit` under `write` (one transaction a batch, a batch id that is "
                "committed once, …)"
            ),
            topic=COMMIT,
            datasets=concerned,
        )
    for each in appends:
        yield from _declined(each)


def _declined(dataset: PlannedDataset) -> Iterator[Gate]:
    """Ticked: the author says that the question does not arise, and why."""
    write = dataset.facts.write
    for topic, fact in ((DEDUPLICATION, write.deduplicate), (COMMIT, write.commit)):
        if isinstance(fact, NotApplicable):
            yield from not_applicable(topic, dataset, fact)


def not_applicable(topic: str, dataset: PlannedDataset, fact: NotApplicable) -> Iterator[Gate]:
    """A ticked gate with the stated reason for which its question does not arise."""
    for identity, names in grouped(topic, [dataset.name], []):
        yield Gate(
            identity,
            GateKind.BLOCKING,
            open=False,
            about=dataset.name,
            question=Phrase("Stated as not applicable for `{dataset}`.", dataset=dataset.name),
            remedy="",
            topic=topic,
            answer=fact.why,
            datasets=names,
        )
