"""Does a merge say what it matches on, and what becomes of two source rows for one key?"""

from collections.abc import Iterator

from bot.domain.dataset import Semantics
from bot.domain.facts import NotApplicable, Unknown, known
from bot.domain.gate import Gate, GateKind
from bot.domain.phrase import Phrase
from bot.gates.append import not_applicable
from bot.gates.asking import about, grouped, some
from bot.gates.case import Case

KEYS = "merge-keys"
DUPLICATES = "merge-duplicates"
TOPICS = (KEYS, DUPLICATES)


def ask(case: Case) -> Iterator[Gate]:
    """Blocking: merges without match keys, and without a rule for duplicate source rows."""
    merges = [each for each in case.datasets if each.semantics is Semantics.MERGE]
    names = [each.name for each in merges]
    keyless = [each.name for each in merges if not known(each.facts.write.match_keys)]
    for identity, concerned in grouped(KEYS, keyless, names):
        yield Gate(
            identity,
            GateKind.BLOCKING,
            open=True,
            about=about(concerned),
            question=Phrase("On which columns is {names} merged?", names=some(concerned)),
            remedy=Phrase("state `match_keys` under `write`"),
            topic=KEYS,
            datasets=concerned,
        )
    silent = [
        each.name for each in merges if isinstance(each.facts.write.duplicate_sources, Unknown)
    ]
    for identity, concerned in grouped(DUPLICATES, silent, names):
        keys = next(
            (known(each.facts.write.match_keys) for each in merges if each.name == concerned[0]),
            None,
        )
        yield Gate(
            identity,
            GateKind.BLOCKING,
            open=True,
            about=about(concerned),
            question=_question(concerned, keys if len(concerned) == 1 else None),
            remedy=Phrase(
                "state `duplicate_sources` under `write` (fail, the latest by a column, aggregated "
                "before, …)"
            ),
            topic=DUPLICATES,
            datasets=concerned,
        )
    for each in merges:
        if isinstance(each.facts.write.duplicate_sources, NotApplicable):
            yield from not_applicable(DUPLICATES, each, each.facts.write.duplicate_sources)


def _question(names: tuple[str, ...], keys: tuple[str, ...] | None) -> Phrase:
    if keys:
        return Phrase(
            "{names} is merged on `{keys}`, but what happens when one run brings two rows for "
            "a key?",
            names=some(names),
            keys=keys,
        )
    return Phrase(
        "What happens when one run brings two rows for the same key of {names}?", names=some(names)
    )
