"""The gate written on a commit: a check run or a commit status, by the kind of token alone."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeGuard

from bot.decision.effects import Annotation, Conclusion, SetGate
from bot.domain.pull_request import SeenGate
from bot.errors import GitHubUnreachable, NotFound
from bot.github.client import Answer
from bot.github.contents import chunks
from bot.github.noticed import Noticed
from bot.github.vantage import Vantage

NAME: Final = "backfill"
MOST_DESCRIPTION: Final = 140
MOST_SUMMARY: Final = 65_000
"""GitHub takes 65,535 characters; the rest is for what is added below."""
_MOST_TITLE: Final = 255
_ANNOTATIONS: Final = 50
_LAST_PLAIN: Final = 0xFFFF
_STATES: Final = {
    Conclusion.SUCCESS: "success",
    Conclusion.ACTION_REQUIRED: "pending",
    Conclusion.FAILURE: "failure",
}


@dataclass(frozen=True, slots=True)
class GateWriter:
    """Writes gates of one repository."""

    at: Vantage
    noticed: Noticed
    check_runs: bool

    def write(self, gate: SetGate) -> None:
        """Make the commit's gate say this; nothing is sent where it does already.

        What it says is the same however often it is said, so it is sent once more where no answer
        came. Raises GitHubError where that did not help either.
        """
        before = self.noticed.gate(self.at.repository, gate.sha)
        after = self._check_run(gate, before) if self.check_runs else self._status(gate, before)
        self.noticed.saw_gate(self.at.repository, gate.sha, after)

    def _status(self, gate: SetGate, before: SeenGate | None) -> SeenGate:
        after = SeenGate(
            None, gate.conclusion.value, description(gate.title), "", mine=True, has_summary=False
        )
        if before == after:
            return after
        body = {"state": _STATES[gate.conclusion], "context": NAME, "description": after.title}
        if gate.details_url:
            body["target_url"] = gate.details_url
        self._sent("POST", f"statuses/{gate.sha}", body)
        return after

    def _check_run(self, gate: SetGate, before: SeenGate | None) -> SeenGate:
        if _says_so(before, gate):
            return before
        pages = list(chunks(gate.annotations, _ANNOTATIONS)) or [()]
        body = _run(gate, pages[0])
        number = self._updated(body, gate, before)
        if number is None:
            answer = self._sent("POST", "check-runs", body | {"name": NAME, "head_sha": gate.sha})
            number = int(answer.body["id"])
        for page in pages[1:]:
            more = {"output": _output(gate, page)}
            self._sent("PATCH", f"check-runs/{number}", more)
        output = body["output"]
        return SeenGate(
            number,
            gate.conclusion.value,
            output["title"],
            output["summary"],
            mine=True,
            annotations=len(gate.annotations),
        )

    def _updated(
        self, body: Mapping[str, Any], gate: SetGate, before: SeenGate | None
    ) -> int | None:
        # GitHub adds annotations to those of a run and never takes one away: then a new run.
        if before is None or before.id is None or not before.mine:
            return None
        if before.annotations or gate.annotations:
            return None
        try:
            self._sent("PATCH", f"check-runs/{before.id}", body)
        except NotFound:
            return None
        return before.id

    def _sent(self, verb: str, what: str, body: Mapping[str, Any]) -> Answer:
        path = f"/repos/{self.at.repository}/{what}"
        try:
            return self.at.client.write(verb, path, body)
        except GitHubUnreachable:
            return self.at.client.write(verb, path, body)


def _says_so(before: SeenGate | None, gate: SetGate) -> TypeGuard[SeenGate]:
    """True for an own check run that says all of this already, as far as GitHub keeps it."""
    if before is None or not before.mine or before.id is None:
        return False
    output = _output(gate, ())
    said = (before.conclusion, before.title, before.summary)
    wanted = (gate.conclusion.value, output["title"], output["summary"])
    return said == wanted and not before.annotations and not gate.annotations


def description(title: str) -> str:
    """The title as a commit status can hold it: one line, at most 140 characters.

    GitHub refuses characters outside the Basic Multilingual Plane there.
    """
    line = " ".join(
        "".join(c if ord(c) <= _LAST_PLAIN else "\N{REPLACEMENT CHARACTER}" for c in title).split()
    )
    return line if len(line) <= MOST_DESCRIPTION else line[: MOST_DESCRIPTION - 1] + "…"


def _run(gate: SetGate, annotations: Sequence[Annotation]) -> dict[str, Any]:
    body: dict[str, Any] = {
        "status": "completed",
        "conclusion": gate.conclusion.value,
        "output": _output(gate, annotations),
    }
    if gate.details_url:
        body["details_url"] = gate.details_url
    return body


def _output(gate: SetGate, annotations: Sequence[Annotation]) -> dict[str, Any]:
    output: dict[str, Any] = {
        "title": gate.title[:_MOST_TITLE],
        "summary": gate.summary[:MOST_SUMMARY],
    }
    if annotations:
        output["annotations"] = [_annotation(each) for each in annotations]
    return output


def _annotation(annotation: Annotation) -> dict[str, Any]:
    place = annotation.place
    return {
        "path": place.path,
        "start_line": place.line,
        "end_line": place.line,
        "start_column": place.column,
        "end_column": place.column,
        "annotation_level": "failure",
        "message": annotation.message,
    }
