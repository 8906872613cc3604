"""Does something in the files look like a credential?"""

from collections.abc import Iterator

from bot.domain.gate import Gate, GateKind
from bot.domain.phrase import Phrase
from bot.gates.asking import gate_id
from bot.gates.case import Case

CREDENTIAL = "credential"
TOPICS = (CREDENTIAL,)


def ask(case: Case) -> Iterator[Gate]:
    """Waivable (as not a secret): each place where a credential-like string stood."""
    for place in case.plan.redactions:
        yield Gate(
            gate_id(CREDENTIAL, place),
            GateKind.WAIVABLE,
            open=True,
            about=place,
            question=Phrase(
                "What stands in `{place}` of `{path}` looks like a credential; it is shown "
                "nowhere here. Is it one?",
                place=place,
                path=case.request.path,
            ),
            remedy=Phrase(
                "if so, revoke it (it stays in the repository's history) and take it out of the "
                "file; if not, waive this as not a secret"
            ),
            topic=CREDENTIAL,
        )
