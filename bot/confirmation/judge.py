"""A whole thread judged at once: a verdict for every comment, and where every request stands."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.confirmation.case import PlanShown
from bot.confirmation.clearing import still_clear
from bot.confirmation.revocation import Heard
from bot.confirmation.standing import RequestStanding, standing_of
from bot.confirmation.thread import Thread
from bot.confirmation.verdict import verdict
from bot.confirmation.withdrawal import withdrawn
from bot.confirmation.words import about
from bot.domain.confirmation import Accepted, Verdict
from bot.domain.names import RequestName
from bot.domain.pull_request import Comment, PullRequest
from bot.domain.spoken import Nothing
from bot.parsing.command import spoken
from bot.settings import Settings

__all__ = ["Judgement", "PlanShown", "judged"]


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a thread is worth at the moment of its observation."""

    verdicts: Mapping[int, Verdict]
    """By comment id, oldest comment first; one for every comment."""
    states: Mapping[RequestName, RequestStanding]
    """One for every plan."""
    executed: Mapping[RequestName, Comment] = field(default_factory=dict)
    """Requests that somebody asked to be executed, with the first comment that counts."""


def judged(
    pull: PullRequest,
    plans: Mapping[RequestName, PlanShown],
    settings: Settings,
    in_doubt: str | None = None,
) -> Judgement:
    """The verdicts on all comments of one observation, and how every plan stands.

    Args:
        pull: what was seen; `pull.seen_at` is the only clock.
        plans: every plan of the pull request, and since when it is shown.
        settings: who may speak, how many of them are needed, how long what they say holds.
        in_doubt: why nothing can be accepted at all, where that is so.
    """
    heard = [
        Heard(one, Nothing() if _own(pull, one) else spoken(one.body)) for one in pull.comments
    ]
    thread = Thread.of(pull, plans, settings, heard, in_doubt)
    verdicts = withdrawn({one.comment.id: verdict(one, thread) for one in heard})
    states = {name: _standing(shown, thread, verdicts) for name, shown in plans.items()}
    return Judgement(verdicts, states, thread.executed)


def _own(pull: PullRequest, comment: Comment) -> bool:
    return comment.mine or (comment.author is not None and comment.author.id == pull.me.id)


def _standing(shown: PlanShown, thread: Thread, verdicts: Mapping[int, Verdict]) -> RequestStanding:
    plan, now = shown.plan, thread.pull.seen_at
    cleared = [one for one in thread.cleared.get(plan.name, ()) if one.valid_until > now]
    own = [one for one in verdicts.values() if about(one) == plan.name]
    return standing_of(
        plan=plan,
        settings=thread.settings,
        accepted=tuple(one for one in own if isinstance(one, Accepted)),
        cleared=tuple(still_clear(cleared, plan.open_gates)),
        revoked=tuple(one.comment.id for one in own if one.comment.id in thread.taken_back.doubts),
    )
