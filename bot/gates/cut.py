"""Does the range name whole partitions, each by a key of its own?"""

from collections.abc import Iterator

from bot.domain.gate import Gate, GateKind
from bot.domain.phrase import Phrase
from bot.gates.asking import LISTED, gate_id
from bot.gates.case import Case

CUT = "cut-root-partition"
KEYS = "ambiguous-keys"
TOPICS = (CUT, KEYS)


def ask(case: Case) -> Iterator[Gate]:
    """Blocking: root partitions that the range cuts, and keys that mean two partitions."""
    yield from _cut(case)
    yield from _ambiguous(case)


def _cut(case: Case) -> Iterator[Gate]:
    several = len({cut.dataset for cut in case.plan.cascade.cut}) > 1
    for cut in case.plan.cascade.cut:
        yield Gate(
            gate_id(CUT, *([cut.dataset] if several else [])),
            GateKind.BLOCKING,
            open=not cut.allowed,
            about=cut.dataset,
            question=Phrase(
                "The range covers only a part of `{keys}` of `{dataset}`. May those partitions be "
                "rewritten whole?",
                keys=cut.keys,
                dataset=cut.dataset,
            ),
            remedy=Phrase(
                "where their sources are complete, say `range.cut: whole`; else move `range.start` "
                "and `range.end` to the borders of partitions"
            ),
            topic=CUT,
            answer=Phrase("they are rewritten whole, from complete sources: `range.cut: whole`")
            if cut.allowed
            else "",
            datasets=(cut.dataset,),
        )


def _ambiguous(case: Case) -> Iterator[Gate]:
    found = case.plan.cascade.ambiguous_keys
    for name, keys in sorted(found.items()):
        yield Gate(
            gate_id(KEYS, *([name] if len(found) > 1 else [])),
            GateKind.BLOCKING,
            open=True,
            about=name,
            question=Phrase(
                "Which partitions of `{dataset}` are meant by `{keys}`? More than one of the plan "
                "is printed like that.",
                dataset=name,
                keys=tuple(keys[:LISTED]),
            ),
            remedy=Phrase(
                "give `partition.key` in the catalog a format that tells them apart (with `%z` "
                "for an hour that clocks repeat, with `%Y` for several years)"
            ),
            topic=KEYS,
            datasets=(name,),
        )
