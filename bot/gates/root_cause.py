"""Is it known why the data is wrong?"""

from collections.abc import Iterator

from bot.domain.facts import Unknown
from bot.domain.gate import Gate, GateKind
from bot.domain.phrase import Phrase
from bot.gates.asking import gate_id
from bot.gates.case import Case
from bot.planning.procedures import INVESTIGATE

ROOT_CAUSE = "unknown-root-cause"
TOPICS = (ROOT_CAUSE,)


def ask(case: Case) -> Iterator[Gate]:
    """Attest: an unknown root cause is looked into first, or knowingly not."""
    if not isinstance(case.request.root_cause, Unknown):
        return
    link = case.circumstances.procedures.get(INVESTIGATE)
    yield Gate(
        gate_id(ROOT_CAUSE),
        GateKind.ATTEST,
        open=True,
        about="root_cause",
        question=Phrase(
            "Why is the data wrong? As long as nobody knows, the range may be too small, and the "
            "fixed version may repeat the fault."
        ),
        remedy=Phrase(
            "go through {procedure} first and state `root_cause`; or attest that the cause is "
            "understood well enough",
            procedure=Phrase("{name} ({link})", name=INVESTIGATE, link=link)
            if link
            else INVESTIGATE,
        ),
        topic=ROOT_CAUSE,
    )
