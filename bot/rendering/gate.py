"""What the gate says: a title of at most 140 characters, and a summary that names times."""

from collections.abc import Iterator
from typing import Final, assert_never

from bot.decision.decision import (
    Authority,
    Cleared,
    Decision,
    GateState,
    Green,
    NoRequest,
    PlanOnly,
    Red,
    RequestDecision,
    Waiting,
)
from bot.decision.pages import GateText
from bot.domain.phrase import Phrase, counted
from bot.rendering import quantities
from bot.rendering.facts import names
from bot.rendering.language import language

LONGEST_TITLE: Final = 140
"""A commit status holds no longer description."""
MISTAKES: Final = 20


def gate_text(decision: Decision, state: GateState) -> GateText:
    """Title and summary for a state, which may be that of another pull request with this head."""
    speech = language(decision.prepared.settings.language)
    title = speech.tell(_title(state, decision))
    lines = [speech.say(line) for line in _summary(state, decision)]
    return GateText(_cut(title), "\n".join(f"- {line}" for line in lines if line))


def _title(state: GateState, decision: Decision) -> str:
    match state:
        case Green(authority=authority):
            return _green(authority)
        case Waiting(why=why):
            waited = _waited(decision)
            return Phrase("waiting: {for_}", for_=waited) if waited else why
        case Red(why=why):
            return why
    assert_never(state)


def _green(authority: Authority) -> Phrase:
    match authority:
        case Cleared(valid_until=until):
            return Phrase("confirmed, valid until {until}", until=quantities.moment(until))
        case PlanOnly():
            return Phrase("plan only, nothing confirmed")
        case NoRequest():
            return Phrase("no backfill is asked for")
    assert_never(authority)


def _waited(decision: Decision) -> tuple[Phrase, ...]:
    """What all requests together wait for."""
    executing = [one for one in decision.requests if one.executing]
    gates = sum(len(one.standing.open_gates) for one in executing)
    missing = sum(need.left for one in executing for need in one.standing.missing)
    found = []
    if gates:
        found.append(counted("{number} gate is open", "{number} gates are open", gates))
    if missing:
        found.append(
            counted(
                "{number} confirmation is missing", "{number} confirmations are missing", missing
            )
        )
    return tuple(found)


def _summary(state: GateState, decision: Decision) -> Iterator[Phrase]:
    if isinstance(state, Green) and isinstance(state.authority, Cleared):
        yield Phrase(
            "Valid until {until}; anything that changes before ends it at once.",
            until=quantities.moment(state.authority.valid_until),
        )
    if isinstance(state, Waiting | Red):
        yield Phrase("{why}.", why=state.why)
    for mistake in (*decision.prepared.broken, *decision.mistakes)[:MISTAKES]:
        yield Phrase(
            "`{path}` line {line}, column {column}: found {found}; {right}",
            path=mistake.place.path,
            line=mistake.place.line,
            column=mistake.place.column,
            found=mistake.found,
            right=mistake.right,
        )
    for one in decision.requests:
        yield _request(one)
    yield Phrase("The check informs; `backfill-bot verify` is the authority.")


def _request(one: RequestDecision) -> Phrase:
    words = {"request": one.plan.name, "digest": one.plan.digest}
    standing = one.standing
    if not one.executing:
        return Phrase("`{request}`: plan only, nothing confirmed; scope `{digest}`", **words)
    if standing.clearance is not None:
        return Phrase(
            "`{request}`: confirmed by {people}, valid until {until}; scope `{digest}`",
            people=tuple(dict.fromkeys(one.by.login for one in standing.clearance.accepted)),
            until=quantities.moment(standing.clearance.valid_until),
            **words,
        )
    return Phrase(
        "`{request}`: open gates: {gates}; missing: {missing}; scope `{digest}`",
        gates=names([gate.id for gate in standing.open_gates], 10),
        missing=names([need.command.value for need in standing.missing]),
        **words,
    )


def _cut(title: str) -> str:
    return title if len(title) <= LONGEST_TITLE else f"{title[: LONGEST_TITLE - 1]}…"
