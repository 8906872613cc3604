"""Do the files of this pull request describe known data otherwise than the target branch does?"""

from collections.abc import Iterator

from bot.domain.gate import Gate, GateKind
from bot.domain.phrase import Phrase
from bot.gates.asking import gate_id
from bot.gates.case import Case

CHANGED = "changed-facts"
TOPICS = (CHANGED,)


def ask(case: Case) -> Iterator[Gate]:
    """Waivable: each difference between base and head or request; the stricter fact holds."""
    for difference in case.plan.lineage.differences:
        yield Gate(
            gate_id("changed", difference.dataset, difference.what),
            GateKind.WAIVABLE,
            open=True,
            about=difference.dataset,
            question=Phrase(
                "`{what}` of `{dataset}` is {base} on the target branch and {head} here. Is the "
                "change right? Until then the stricter of the two holds.",
                what=difference.what,
                dataset=difference.dataset,
                base=difference.base,
                head=difference.head,
            ),
            remedy=Phrase("merge the changed fact by itself first, or take it back here"),
            topic=CHANGED,
            datasets=(difference.dataset,),
        )
