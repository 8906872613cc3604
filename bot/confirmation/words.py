"""A verdict's word, as the contract spells it, and the request that it is about."""

from typing import assert_never

from bot.domain.confirmation import Accepted, Asked, Helped, Ignored, Noted, Refused, Verdict
from bot.domain.names import RequestName
from bot.domain.spoken import Asking, Fenced, Verb


def word_of(verdict: Verdict) -> str:
    """`ACCEPTED`, `IGNORED`, `HELP`, or the reason of a refusal.

    What stands in a fence is not a command, whether or not a hint is given: `IGNORED`.
    """
    match verdict:
        case Asked(asking=Asking(verb=Verb.HELP)):
            return "HELP"
        case Accepted() | Noted() | Asked():
            return "ACCEPTED"
        case Refused(reason=reason):
            return reason.value
        case Helped(misspoken=Fenced()) | Ignored():
            return "IGNORED"
        case Helped():
            return "HELP"
    assert_never(verdict)


def about(verdict: Verdict) -> RequestName | None:
    """The request that a verdict is about; None where it is about none."""
    match verdict:
        case Accepted(request=request) | Noted(request=request):
            return request
        case Refused(request=named):
            return named
        case Asked(asking=asking):
            return asking.request
        case Helped() | Ignored():
            return None
    assert_never(verdict)
