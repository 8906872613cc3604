"""What has to be true when the fire has stopped."""

import json
import re
from collections import Counter
from collections.abc import Iterator

import sqlalchemy as sa

from bot.domain.pull_request import PullRef, Repository
from bot.github.credentials import Endpoint, Token
from bot.github.gateway import GitHub
from bot.service import look
from tests import fakes
from tests.soak.people import People, Tale

MARKER = re.compile(r"^<!-- backfill-bot (\{.*\}) -->$", re.MULTILINE)


def complaints(people: People, engine: sa.Engine, accepted: set[str], token: str) -> list[str]:
    """Everything that is not as it has to be; empty in the end, or the service loses work."""
    world = people.world
    github = GitHub(
        Endpoint.of(world.api, f"{world.api}/graphql"),
        Token(token),
        lambda: world.clock.now.timestamp(),  # noqa: PLW0108  (the clock goes on)
    )
    found = list(_lost(engine, accepted))
    for tale in people.tales:
        found += _doubled(tale, people.bot)
        found += _unanswered(tale, people.bot)
        found += _state(tale, people, github)
    return found


def _lost(engine: sa.Engine, accepted: set[str]) -> Iterator[str]:
    with engine.connect() as connection:
        kept = set(connection.execute(sa.text("SELECT id FROM backfill_deliveries")).scalars())
        open_ = connection.execute(
            sa.text(
                "SELECT subject, parked FROM backfill_pulls "
                "WHERE wanted > done AND (parked = 1 OR reason <> 'sweep')"
            )
        ).all()
    yield from (f"delivery {one} was accepted and is not there" for one in accepted - kept)
    yield from (f"{subject} was never finished (parked: {parked})" for subject, parked in open_)


def _doubled(tale: Tale, bot: fakes.Account) -> Iterator[str]:
    markers: Counter[str] = Counter()
    for comment in tale.pull.comments_by(bot):
        for text in MARKER.findall(comment.body):
            marker = json.loads(text)
            kept = {k: marker[k] for k in _IDENTITY[marker["kind"]] if k in marker}
            markers[json.dumps(kept)] += 1
    for marker, times in markers.items():
        if times > 1:
            yield f"{_name(tale)}: {times} comments with {marker}"


_IDENTITY = {
    "plan": ("kind", "request", "head", "part"),
    "reply": ("kind", "comment", "verdict"),
    "revoked": ("kind", "comment"),
    "note": ("kind", "topic", "head", "until"),
}


def _unanswered(tale: Tale, bot: fakes.Account) -> Iterator[str]:
    replied = {
        json.loads(text).get("comment")
        for comment in tale.pull.comments_by(bot)
        for text in MARKER.findall(comment.body)
    }
    for command in tale.commands:
        reacted = command.reactions_by(bot) & {"THUMBS_UP", "THUMBS_DOWN"}
        if command.id not in replied and not reacted:
            yield f"{_name(tale)}: no answer to {command.body.splitlines()[0]!r}"


def _state(tale: Tale, people: People, github: GitHub) -> Iterator[str]:
    if not tale.plans(people.bot):
        yield f"{_name(tale)}: no plan for its head"
    gate = tale.pull.gate()
    demanded = people.demanded(tale)
    if gate is None or gate.state != demanded:
        yield f"{_name(tale)}: {gate and gate.state}, but {demanded} is due\n{told(tale)}"
    owner, _, name = tale.pull.repository.full_name.partition("/")
    effects = look(github, PullRef(Repository(owner, name), tale.pull.number)).effects
    if effects:
        yield f"{_name(tale)}: left undone: {[type(effect).__name__ for effect in effects]}"


def told(tale: Tale) -> str:
    """All that was said on a pull request, a line each: what a complaint has to be traced with."""
    lines = [f"    {_name(tale)}, head {tale.pull.head_sha}"]
    for each in tale.pull.comments:
        marker = MARKER.search(each.body)
        first = marker[1] if marker else each.body.replace("\n", " | ")
        hidden = " hidden" if each.minimized else ""
        edited = f" edited {each.updated_at:%H:%M:%S}" if each.edits else ""
        when = f"{each.created_at:%H:%M:%S}{edited}{hidden}"
        lines.append(f"    {when} {each.id} {each.author.login}: {first[:400]}")
    return "\n".join(lines)


def _name(tale: Tale) -> str:
    return f"{tale.pull.repository.full_name}#{tale.pull.number}"
