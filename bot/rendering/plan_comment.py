"""The comment that shows a plan: three lines that matter, then everything else in its place."""

from typing import Any, Final

from bot.confirmation.standing import RequestStanding
from bot.domain.phrase import Phrase
from bot.domain.plan import Plan
from bot.domain.request import Intent
from bot.parsing.marker import Field, Marker, print_marker
from bot.rendering.escape import Markdown
from bot.rendering.language import Language, language
from bot.rendering.mermaid import picture
from bot.rendering.page import Page
from bot.rendering.single import CONTINUED, TOO_LONG
from bot.rendering.split import BYTES, CHARACTERS, Limit, split
from bot.rendering.templates import rendered
from bot.rendering.views.approval import approval
from bot.rendering.views.batches import batches
from bot.rendering.views.datasets import datasets
from bot.rendering.views.dry_run import dry_run
from bot.rendering.views.gates import gates
from bot.rendering.views.headline import headline
from bot.rendering.views.monitoring import monitoring
from bot.rendering.views.order import order
from bot.rendering.views.rollback import rollback
from bot.rendering.views.scope import scope
from bot.rendering.views.situation import Situation
from bot.rendering.views.stopping import stopping
from bot.rendering.views.validation import validation
from bot.settings import Settings

MARKER_ROOM: Final = 1000
"""Characters of a part that its marker, and the line that counts the parts, may take."""


def plan_comment(
    plan: Plan,
    standing: RequestStanding | None = None,
    settings: Settings | None = None,
    page: Page | None = None,
    *,
    executing: bool | None = None,
) -> tuple[str, ...]:
    """The parts of the comment, each with its marker line first and short enough for GitHub.

    Args:
        plan: with its gates asked.
        standing: what people have said so far; None where nobody can have.
        settings: language, rules and times to live.
        page: where the comment will stand; without it there are no links.
        executing: whether confirmations are asked for; by default as the request intends.
    """
    situation = Situation(
        plan=plan,
        standing=standing,
        settings=settings or Settings(),
        page=page or Page(),
        executing=plan.request.intent is Intent.EXECUTE if executing is None else executing,
    )
    speech = language(situation.settings.language)
    text = rendered("plan/comment.md.j2", speech, **_views(situation, speech))
    limit = Limit(CHARACTERS - MARKER_ROOM, BYTES - MARKER_ROOM)
    parts = split(text, limit, speech.html(CONTINUED), speech.html(TOO_LONG))
    return tuple(
        f"{_marker(plan, at, len(parts))}\n{_counted(part, at, len(parts), speech)}\n"
        for at, part in enumerate(parts, 1)
    )


def _views(situation: Situation, speech: Language) -> dict[str, Any]:
    return {
        "name": situation.plan.name,
        "headline": headline(situation),
        "datasets": datasets(situation.plan),
        "gates": gates(situation),
        "picture": picture(situation.plan, speech),
        "scope": scope(situation),
        "order": order(situation),
        "dry_run": dry_run(situation),
        "batches": batches(situation),
        "validation": validation(situation),
        "monitoring": monitoring(situation),
        "stopping": stopping(situation),
        "rollback": rollback(situation),
        "approval": approval(situation),
    }


def _marker(plan: Plan, part: int, parts: int) -> str:
    fields: dict[str, Field] = {
        "request": plan.name,
        "head": plan.commit,
        "digest": plan.digest,
        "part": part,
        "parts": parts,
    }
    return print_marker(Marker("plan", fields))


def _counted(part: Markdown, at: int, parts: int, speech: Language) -> str:
    """The part, with a line that says so where it is one of several."""
    if parts == 1:
        return part
    if at == 1:
        more = Phrase("This plan goes on in {more} further comments.", more=parts - 1)
        return f"{part}\n\n{speech.say(more)}"
    here = Phrase("Part {at} of {parts} of the plan.", at=at, parts=parts)
    return f"{speech.say(here)}\n\n{part}"
