"""Attestations and waivers: which gates the words of a comment clear, and until when."""

import datetime as dt
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import Final

from bot.confirmation.case import Case, PlanShown, Refusal, held_until, seconds
from bot.confirmation.places import misspoken_at
from bot.confirmation.table import CLEARING_IN_A_BLOCK, first_refusal
from bot.domain.confirmation import ClearedGate, Reason
from bot.domain.gate import Gate, GateKind
from bot.domain.names import GateId
from bot.domain.phrase import Phrase
from bot.domain.pull_request import Actor
from bot.domain.spoken import Attest, Attesting, Confirming, Misspoken, Said, Waive, Waiving
from bot.parsing.cursor import nearest
from bot.settings import Settings

_ANSWERED_BY_CONFIRMERS: Final = ("writers-paused", "snapshot-restorable")
"""Gates whose attestations hold no longer than a `confirm` does (SPEC 9, `ttl`)."""


class Fate(Enum):
    """What becomes of a gate that somebody names."""

    CLEARED = auto()
    """Expired or not: what has expired still tells what was clear when somebody confirmed."""
    LAPSED = auto()
    """It was said of an older commit, and this gate is one of the commit."""
    BLOCKING = auto()
    """Only a change of files clears it."""
    OTHER_VERB = auto()
    """It is cleared by the other one of `attest` and `waive`."""
    UNKNOWN = auto()
    """The plan has no such gate."""


@dataclass(frozen=True, slots=True)
class NamedGate:
    """A gate as named in a comment."""

    name: GateId
    fate: Fate
    clearing: ClearedGate | None = None
    """Where its fate is to be cleared."""


def named_gates(case: Case) -> tuple[NamedGate, ...]:
    """The gates that a comment's own words name, with what becomes of them in the plan as it is.

    In an attestation, the first word after the gates that is none, and does not look like a
    mistyped one (that has a hyphen), begins the note.
    """
    return tuple(one for words in _words(case.said) for one in _named(words, case))


def cleared_by(named: Iterable[NamedGate]) -> tuple[ClearedGate, ...]:
    """What of it clears a gate, expired clearings included."""
    return tuple(one.clearing for one in named if one.clearing is not None)


def cleared_in_block(case: Case) -> tuple[ClearedGate, ...]:
    """The gates that a block's own lines clear; none where the block is not one for this plan."""
    if not isinstance(case.said, Confirming) or not (case.said.attests or case.said.waives):
        return ()
    return () if first_refusal(case, CLEARING_IN_A_BLOCK) else cleared_by(named_gates(case))


def clears_nothing(case: Case, named: Sequence[NamedGate]) -> Refusal | Misspoken | None:
    """What to say where none of the named gates is cleared now; None where one is."""
    names = {fate: tuple(one.name for one in named if one.fate is fate) for fate in Fate}
    until = [one.valid_until for one in cleared_by(named)]
    if until and max(until) > case.pull.seen_at:
        return None
    if until:
        return Refusal(Reason.EXPIRED, held_until(max(until)))
    if names[Fate.LAPSED]:
        detail = Phrase("`{gates}` was said of an older commit", gates=names[Fate.LAPSED])
        return Refusal(Reason.PREDATES_PLAN, detail)
    if names[Fate.BLOCKING]:
        blocking = names[Fate.BLOCKING]
        detail = Phrase("only a change of files clears `{gates}`", gates=blocking)
        return Refusal(Reason.GATES_OPEN, detail, gates=blocking)
    return _misspoken(case, names)


def still_clear(cleared: Iterable[ClearedGate], gates: Sequence[Gate]) -> Iterator[ClearedGate]:
    """For each of the gates, the clearing of it that holds longest, where there is one."""
    longest: dict[GateId, ClearedGate] = {}
    for one in cleared:
        before = longest.get(one.gate)
        if before is None or one.valid_until > before.valid_until:
            longest[one.gate] = one
    yield from (longest[gate.id] for gate in gates if gate.id in longest)


def _words(said: Said) -> tuple[Attesting | Waiving, ...]:
    match said:
        case Attest(attesting=attesting):
            return (attesting,)
        case Waive(waiving=waiving):
            return (waiving,)
        case Confirming(attests=attests, waives=waives):
            return (*attests, *waives)
        case _:
            return ()


def _named(words: Attesting | Waiving, case: Case) -> Iterator[NamedGate]:
    shown, author = case.shown, case.author
    if shown is None or author is None:
        return
    known = {gate.id: gate for gate in shown.plan.gates}
    names, note = _without_note(words, known)
    for name in names:
        fate = _fate(known.get(name), words, case, shown)
        clears = fate is Fate.CLEARED
        clearing = _cleared(case, author, known[name], words, note) if clears else None
        yield NamedGate(name, fate, clearing)


def _without_note(
    words: Attesting | Waiving, known: Mapping[GateId, Gate]
) -> tuple[Sequence[GateId], str]:
    """The words that are, or should be, gates; and the note with those that only began it."""
    if isinstance(words, Waiving):
        return words.gates, ""
    later = range(1, len(words.gates))
    begins = (at for at in later if words.gates[at] not in known and "-" not in words.gates[at])
    at = next(begins, len(words.gates))
    return words.gates[:at], " ".join((*words.gates[at:], words.note)).strip()


def _fate(gate: Gate | None, words: Attesting | Waiving, case: Case, shown: PlanShown) -> Fate:
    wanted = GateKind.ATTEST if isinstance(words, Attesting) else GateKind.WAIVABLE
    if gate is None:
        return Fate.UNKNOWN
    if gate.kind is GateKind.BLOCKING:
        return Fate.BLOCKING
    if gate.kind is not wanted:
        return Fate.OTHER_VERB
    since = shown.shown_at
    of_this_commit = since is not None and seconds(case.comment.created_at) > seconds(since)
    if isinstance(case.said, Confirming):
        of_this_commit = of_this_commit and case.said.commit == shown.plan.commit
    return Fate.LAPSED if gate.lapses_with_head and not of_this_commit else Fate.CLEARED


def _cleared(
    case: Case, author: Actor, gate: Gate, words: Attesting | Waiving, note: str
) -> ClearedGate:
    return ClearedGate(
        gate=gate.id,
        by=author,
        comment=case.comment,
        waived_because=words.reason if isinstance(words, Waiving) else None,
        note=note,
        valid_until=case.comment.created_at + _time_to_live(gate, case.settings),
    )


def _time_to_live(gate: Gate, settings: Settings) -> dt.timedelta:
    by_confirmers = {gate.topic, gate.id} & set(_ANSWERED_BY_CONFIRMERS)
    return settings.ttl.confirm if by_confirmers else settings.ttl.attest


def _misspoken(case: Case, names: Mapping[Fate, Sequence[GateId]]) -> Misspoken:
    if names[Fate.OTHER_VERB]:
        word = names[Fate.OTHER_VERB][0]
        verb = "waive … because …" if isinstance(case.said, Attest) else "attest"
        problem = Phrase("the gate `{gate}` is cleared by `{verb}`", gate=word, verb=verb)
        return misspoken_at(case.comment.body, problem, word, case.said.request)
    word = next(iter(names[Fate.UNKNOWN]), GateId(""))
    known = [gate.id for gate in case.shown.plan.gates] if case.shown else []
    problem = Phrase("`{gate}` is no gate of this plan", gate=word)
    found = misspoken_at(case.comment.body, problem, word, case.said.request)
    return replace(found, nearest=nearest(word, known))
