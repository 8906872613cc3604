"""How many commands a pull request may bring in an hour.

SPEC 7: at most 30 evaluations a pull request and hour, then one note, "paused until". What is
counted are the commands that others wrote within the hour before the observation, since it is
they that wake an evaluation; a pause answers nobody and lets nothing new turn green, but still
lets what people said lapse.
"""

import datetime as dt

from bot.domain.pull_request import PullRequest
from bot.domain.spoken import Nothing
from bot.parsing.command import spoken

HOUR = dt.timedelta(hours=1)
EVALUATIONS_AN_HOUR = 30


def paused_until(pull: PullRequest) -> dt.datetime | None:
    """When the pull request will be answered again; None while it is not paused."""
    recent = sorted(
        comment.created_at
        for comment in pull.comments
        if not comment.mine
        and pull.seen_at - comment.created_at < HOUR
        and not isinstance(spoken(comment.body), Nothing)
    )
    if len(recent) <= EVALUATIONS_AN_HOUR:
        return None
    return recent[-EVALUATIONS_AN_HOUR - 1] + HOUR
