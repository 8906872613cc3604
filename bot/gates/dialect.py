"""What another tool's format would lose in silence, and a root that is unknown."""

from collections.abc import Iterator

from bot.domain.gate import Gate, GateKind
from bot.domain.phrase import Phrase
from bot.gates.asking import gate_id
from bot.gates.case import Case

DIALECT = "dialect-finding"
ROOT = "unknown-root"
TOPICS = (DIALECT, ROOT)


def ask(case: Case) -> Iterator[Gate]:
    """A gate for each finding that holds on the day, of the kind that the dialect gives it."""
    for finding in case.request.findings:
        if not finding.holds_on(case.circumstances.today):
            continue
        yield Gate(
            gate_id(finding.code),
            GateKind(finding.kind),
            open=True,
            about=Phrase("{path}:{line}", path=finding.place.path, line=finding.place.line),
            question=finding.question,
            remedy=finding.remedy,
            topic=ROOT if finding.code == ROOT else DIALECT,
        )
