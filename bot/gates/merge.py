"""Does a merge say what it matches on, and what becomes of two source rows for one key?"""

from collections.abc import Iterator
from dataclasses import replace

from bot.domain.dataset import Semantics
from bot.domain.facts import NotApplicable, Unknown, known
from bot.domain.gate import Gate, GateKind
from bot.domain.names import DatasetName
from bot.domain.phrase import Phrase
from bot.gates.asking import Question, not_applicable
from bot.gates.case import Case

KEYS = Question(
    "merge-keys",
    GateKind.BLOCKING,
    lambda names: Phrase("On which columns is {names} merged?", names=names),
    Phrase("state `match_keys` under `write`"),
)
DUPLICATES = Question(
    "merge-duplicates",
    GateKind.BLOCKING,
    lambda names: Phrase(
        "What happens when one run brings two rows for the same key of {names}?", names=names
    ),
    Phrase(
        "state `duplicate_sources` under `write` (fail, the latest by a column, aggregated "
        "before, …)"
    ),
)
TOPICS = (KEYS.topic, DUPLICATES.topic)


def ask(case: Case) -> Iterator[Gate]:
    """Blocking: merges without match keys, and without a rule for duplicate source rows."""
    merges = {
        each.name: each.facts.write for each in case.datasets if each.semantics is Semantics.MERGE
    }
    keyless = [name for name, write in merges.items() if not known(write.match_keys)]
    yield from KEYS.of(keyless, [*merges])
    silent = [
        name for name, write in merges.items() if isinstance(write.duplicate_sources, Unknown)
    ]
    for gate in DUPLICATES.of(silent, [*merges]):
        name = DatasetName(gate.about)
        keys = known(merges[name].match_keys) if name in merges else None
        yield replace(gate, question=_with_keys(name, keys)) if keys else gate
    for name, write in merges.items():
        if isinstance(write.duplicate_sources, NotApplicable):
            yield not_applicable(DUPLICATES.topic, name, write.duplicate_sources)


def _with_keys(name: DatasetName, keys: tuple[str, ...]) -> Phrase:
    return Phrase(
        "`{dataset}` is merged on `{keys}`, but what happens when one run brings two rows for a "
        "key?",
        dataset=name,
        keys=keys,
    )
