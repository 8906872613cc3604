"""Can an append be repeated without writing a row twice?"""

from collections.abc import Iterator

from bot.domain.dataset import Semantics
from bot.domain.facts import NotApplicable, Unknown
from bot.domain.gate import Gate, GateKind
from bot.domain.phrase import Phrase
from bot.gates.asking import Question, not_applicable
from bot.gates.case import Case

DEDUPLICATION = Question(
    "append-deduplication",
    GateKind.BLOCKING,
    lambda names: Phrase(
        "What keeps rows that {names} already holds from being appended a second time?",
        names=names,
    ),
    Phrase(
        "state `deduplicate` under `write`: `{{anti_join: [columns]}}` or `{{key: [columns]}}`; or "
        "write the partitions by overwrite"
    ),
)
COMMIT = Question(
    "append-commit",
    GateKind.BLOCKING,
    lambda names: Phrase(
        "If a batch of {names} fails half way and is tried again, how is what it had written not "
        "written twice?",
        names=names,
    ),
    Phrase(
        "state `commit` under `write` (one transaction a batch, a batch id that is committed "
        "once, …)"
    ),
)
TOPICS = (DEDUPLICATION.topic, COMMIT.topic)


def ask(case: Case) -> Iterator[Gate]:
    """Blocking: appends without deduplication, and without a commit that a retry cannot repeat."""
    appends = [each for each in case.datasets if each.semantics is Semantics.APPEND]
    for question, field in ((DEDUPLICATION, "deduplicate"), (COMMIT, "commit")):
        facts = {each.name: getattr(each.facts.write, field) for each in appends}
        unsaid = [name for name, fact in facts.items() if isinstance(fact, Unknown)]
        yield from question.of(unsaid, [*facts])
        for name, fact in facts.items():
            if isinstance(fact, NotApplicable):
                yield not_applicable(question.topic, name, fact)
