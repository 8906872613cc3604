"""How is each dataset written: overwrite, append or merge?"""

from collections.abc import Iterator

from bot.domain.gate import Gate, GateKind
from bot.domain.phrase import Phrase
from bot.gates.asking import Question
from bot.gates.case import Case

SEMANTICS = Question(
    "unknown-write-semantics",
    GateKind.BLOCKING,
    lambda names: Phrase("Does a run overwrite, append to or merge into {names}?", names=names),
    Phrase(
        "state `semantics` under `write` in the request (`*` fills whatever the catalog leaves "
        "unsaid), or in the catalog"
    ),
)
TOPICS = (SEMANTICS.topic,)


def ask(case: Case) -> Iterator[Gate]:
    """Blocking: datasets of the scope whose write semantics nobody has stated."""
    unknown = [dataset.name for dataset in case.datasets if dataset.semantics is None]
    yield from SEMANTICS.of(unknown, [each.name for each in case.datasets])
