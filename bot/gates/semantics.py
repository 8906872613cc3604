"""How is each dataset written: overwrite, append or merge?"""

from collections.abc import Iterator

from bot.domain.gate import Gate, GateKind
from bot.domain.phrase import Phrase
from bot.gates.asking import about, grouped, some
from bot.gates.case import Case

SEMANTICS = "unknown-write-semantics"
TOPICS = (SEMANTICS,)


def ask(case: Case) -> Iterator[Gate]:
    """Blocking: datasets of the scope whose write semantics nobody has stated."""
    unknown = [dataset.name for dataset in case.datasets if dataset.semantics is None]
    for identity, names in grouped(SEMANTICS, unknown, [each.name for each in case.datasets]):
        yield Gate(
            identity,
            GateKind.BLOCKING,
            open=True,
            about=about(names),
            question=Phrase(
                "Does a run overwrite, append to or merge into {names}?", names=some(names)
            ),
            remedy=Phrase(
                "state `semantics` under `write` in the request (`*` fills whatever the catalog "
                "leaves unsaid), or in the catalog"
            ),
            topic=SEMANTICS,
            datasets=names,
        )
