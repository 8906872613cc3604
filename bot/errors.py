"""Errors, sorted by who has to read them.

BotError
├── OperatorError       whoever installed the bot: one sentence, exit 2
│   └── ConfigurationError  a missing or impossible environment value, found at start
├── UsageError          whoever typed the command: one sentence, exit 2
├── GitHubError         GitHub did not do what was asked: exit 3, tried again later
│   ├── GitHubUnreachable   no answer, or an answer that is none (5xx, broken JSON)
│   ├── RateLimited         with the seconds until it may be tried again
│   ├── Forbidden           a right that the token does not have
│   └── NotFound            gone, or not there yet
└── (bugs are ordinary exceptions: logged whole, shown on the pull request as a reference)

Mistakes of a request's author are no exceptions: they are `Mistake` values with a place.
"""


class BotError(Exception):
    """Any error that the bot foresees; its text is one sentence for its reader."""


class OperatorError(BotError):
    """Something that whoever runs the bot has to change."""


class ConfigurationError(OperatorError):
    """A missing or impossible setting of the environment."""


class UsageError(BotError):
    """Something that whoever typed the command has to type otherwise."""


class GitHubError(BotError):
    """GitHub did not do what was asked."""


class GitHubUnreachable(GitHubError):
    """No answer from GitHub, or one that is none."""


class RateLimited(GitHubError):
    """GitHub asks to wait; `seconds` says how long at least."""

    def __init__(self, message: str, seconds: float) -> None:
        super().__init__(message)
        self.seconds = seconds


class Forbidden(GitHubError):
    """The token lacks a right that the call needs."""


class NotFound(GitHubError):
    """What was asked for is not there."""
