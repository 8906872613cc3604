"""What an answer may need of the pull request that it is given on."""

from dataclasses import dataclass
from typing import TypeAlias

from bot.decision.decision import Decision, RequestDecision
from bot.domain.names import RequestName
from bot.domain.pull_request import Comment, PullRequest
from bot.parsing.marker import Field
from bot.rendering.language import Language, language
from bot.rendering.page import Page
from bot.settings import Settings

Reply: TypeAlias = tuple[str, dict[str, Field]]
"""The Markdown of an answer, and what its marker says besides the comment and the verdict."""


@dataclass(frozen=True, slots=True)
class Thread:
    """What an answer may need of the pull request that it is given on."""

    pull: PullRequest
    decision: Decision
    page: Page

    @property
    def settings(self) -> Settings:
        """The repository's settings."""
        return self.decision.prepared.settings

    @property
    def speech(self) -> Language:
        """The repository's language."""
        return language(self.settings.language)

    def request(self, name: RequestName | str | None) -> RequestDecision | None:
        """The request of that name; the only one where nobody named any."""
        found = [one for one in self.decision.requests if name in (one.plan.name, None)]
        return found[0] if len(found) == 1 else None

    @property
    def names(self) -> tuple[RequestName, ...]:
        """The requests whose plans stand here."""
        return tuple(one.plan.name for one in self.decision.requests)


def named(request: RequestName | None) -> dict[str, Field]:
    """The marker field that names a request; none where nobody named any."""
    return {} if request is None else {"request": request}


def login(comment: Comment) -> str:
    """The login of a comment's author; `?` for a deleted account."""
    return comment.author.login if comment.author else "?"
