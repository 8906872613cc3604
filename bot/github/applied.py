"""What became of effects, each with its reason where it was not done."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from bot.decision.effects import Effect, React
from bot.errors import GitHubError, GitHubUnreachable, RateLimited


@dataclass(frozen=True, slots=True)
class Done:
    """GitHub says so now."""

    effect: Effect
    url: str | None = None
    """Of a comment that was posted."""


@dataclass(frozen=True, slots=True)
class Failed:
    """GitHub did not do it, or nobody can tell."""

    effect: Effect
    why: str
    seconds: float | None = None
    """How long GitHub asks to wait, where it does."""
    lost: bool = False
    """True where no answer came, so that it may have been done."""

    @staticmethod
    def of(effect: Effect, error: GitHubError) -> "Failed":
        """The effect that this error stood in the way of."""
        seconds = error.seconds if isinstance(error, RateLimited) else None
        return Failed(effect, str(error), seconds, isinstance(error, GitHubUnreachable))


Result: TypeAlias = Done | Failed


@dataclass(frozen=True, slots=True)
class Applied:
    """The results, in the order of the effects."""

    results: tuple[Result, ...] = ()

    @property
    def failed(self) -> tuple[Failed, ...]:
        """What was not done and has to be; reactions are best effort and never in it."""
        return tuple(
            result
            for result in self.results
            if isinstance(result, Failed) and not isinstance(result.effect, React)
        )

    @property
    def failures(self) -> Sequence[str]:
        """One sentence for each effect that GitHub refused."""
        return tuple(f"{type(each.effect).__name__}: {each.why}" for each in self.failed)

    @property
    def seconds(self) -> float | None:
        """The longest time that GitHub asks to wait; None where it does not."""
        return max((each.seconds for each in self.failed if each.seconds), default=None)

    @property
    def lost(self) -> bool:
        """True where no answer came to something that has to be done: it is worth another try."""
        return any(each.lost for each in self.failed)
