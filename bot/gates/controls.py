"""Do the known-good control partitions lie outside what is rewritten?"""

from collections.abc import Iterator

from bot.domain.gate import Gate, GateKind
from bot.domain.phrase import Phrase
from bot.gates.asking import gate_id
from bot.gates.case import Case

CONTROL = "control-partition"
TOPICS = (CONTROL,)


def ask(case: Case) -> Iterator[Gate]:
    """Waivable: each stated control that the plan itself rewrites, or that nobody can find."""
    for control in case.plan.controls:
        if control.outside:
            continue
        yield Gate(
            gate_id(CONTROL, control.key),
            GateKind.WAIVABLE,
            open=True,
            about=control.dataset,
            question=Phrase(
                "Which partition of `{dataset}` is known to be good and stays as it is? `{key}` is "
                "itself rewritten, and so controls nothing.",
                dataset=control.dataset,
                key=control.key,
            )
            if control.readable
            else Phrase(
                "Which partition is the control `{key}`? It is no key of `{dataset}`.",
                dataset=control.dataset,
                key=control.key,
            ),
            remedy=Phrase("name one outside the plan under `validation.control_partitions`"),
            topic=CONTROL,
            datasets=(control.dataset,),
        )
