"""The approval checklist: what is still needed, who has said what, and the blocks to copy."""

from collections.abc import Iterator
from dataclasses import dataclass

from bot.domain.confirmation import Accepted
from bot.domain.phrase import Phrase
from bot.domain.scope import Command
from bot.planning.block import LONGEST, block_of, length_of
from bot.rendering import quantities
from bot.rendering.escape import Markdown, escape, link
from bot.rendering.views.people import purpose, who_may
from bot.rendering.views.situation import Situation


@dataclass(frozen=True, slots=True)
class Item:
    """One line of the checklist."""

    tick: Markdown
    words: Phrase


@dataclass(frozen=True, slots=True)
class Block:
    """What somebody may paste as a comment of theirs, and what it does."""

    purpose: Phrase
    who: Phrase
    text: str
    """Empty where it would be longer than a comment can be."""


@dataclass(frozen=True, slots=True)
class Approval:
    """The checklist that ends the comment."""

    items: tuple[Item, ...]
    blocks: tuple[Block, ...]
    note: Phrase
    revoke: str


def approval(situation: Situation) -> Approval:
    """What a plan needs before anybody may run it."""
    return Approval(
        items=tuple(_items(situation)),
        blocks=tuple(_blocks(situation)),
        note=_note(situation),
        revoke=f"/backfill revoke {situation.plan.name}" if _given(situation) else "",
    )


def _items(situation: Situation) -> Iterator[Item]:
    gates, waiting = situation.plan.gates, situation.open_gates
    yield Item(
        _tick(not waiting),
        Phrase(
            "gates cleared: {cleared} of {total}",
            cleared=len(gates) - len(waiting),
            total=len(gates),
        ),
    )
    if not situation.executing:
        return
    for command in situation.plan.scope.commands:
        needed = situation.settings.rule(command).needed
        given = [one for one in _given(situation) if one.command is command]
        yield Item(
            _tick(len(given) >= needed),
            Phrase(
                "`{command}`: {given} of {needed}{who}",
                command=command.value,
                given=len(given),
                needed=needed,
                who=_by(given),
            ),
        )


def _given(situation: Situation) -> tuple[Accepted, ...]:
    return () if situation.standing is None else situation.standing.accepted


def _by(given: list[Accepted]) -> str:
    if not given:
        return ""
    return Phrase(
        ", {people}",
        people=tuple(
            Phrase(
                "{who} until {until}",
                who=link(escape(one.by.login), one.comment.url),
                until=quantities.moment(one.valid_until),
            )
            for one in given
        ),
    )


def _blocks(situation: Situation) -> Iterator[Block]:
    plan = situation.plan
    if not situation.executing:
        yield Block(
            purpose=Phrase("Ask for confirmations"),
            who=Phrase("the author, or whoever may approve or confirm"),
            text=f"/backfill execute {plan.name}",
        )
        return
    for command in _left(situation):
        block = block_of(plan, command)
        yield Block(
            purpose=purpose(command),
            who=Phrase(
                "{people}; holds for {time}",
                people=who_may(situation.settings.rule(command)),
                time=quantities.span(situation.settings.ttl.of(command)),
            ),
            text="\n".join(block) if length_of(block) <= LONGEST else "",
        )


def _left(situation: Situation) -> tuple[Command, ...]:
    """The commands that not enough people have given yet."""
    if situation.standing is None:
        return situation.plan.scope.commands
    return tuple(need.command for need in situation.standing.missing)


def _note(situation: Situation) -> Phrase:
    if not situation.executing:
        return Phrase("This is a plan only: nothing is confirmed, and nothing may run on it.")
    if not _left(situation):
        return Phrase(
            "Everything that was needed has been said. It holds until the first of these times, as "
            "long as nothing changes."
        )
    if situation.open_gates:
        return Phrase(
            "Counts once every gate is cleared. Paste as it is, without the fence, as a new "
            "comment."
        )
    return Phrase(
        "Paste as it is, without the fence, as a new comment; a tick or an edit does not count."
    )


def _tick(done: bool) -> Markdown:  # noqa: FBT001 - what a tick says
    return Markdown("[x]" if done else "[ ]")
