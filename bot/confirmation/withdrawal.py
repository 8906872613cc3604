"""A refused `approve` or `confirm` takes back the earlier ones of the same person and verb."""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.domain.confirmation import Accepted, Reason, Refused, Verdict
from bot.domain.names import RequestName, UserId
from bot.domain.phrase import Phrase
from bot.domain.scope import Command


def withdrawn(verdicts: Mapping[int, Verdict]) -> Mapping[int, Verdict]:
    """The verdicts, oldest first, with what their authors' later, refused words take back.

    Whoever says something else about the same request no longer stands by what they said; nobody
    else's words are touched.
    """
    later: dict[_Voice, Refused] = {}
    found: dict[int, Verdict] = {}
    for comment_id, verdict in reversed(list(verdicts.items())):
        found[comment_id] = verdict
        voice = _voice(verdict)
        if isinstance(verdict, Refused) and voice is not None:
            later.setdefault(voice, verdict)
        elif isinstance(verdict, Accepted) and voice in later:
            found[comment_id] = _taken_back(verdict, later[voice])
    return dict(reversed(found.items()))


@dataclass(frozen=True, slots=True)
class _Voice:
    """Who says which verb about what."""

    person: UserId
    command: Command
    request: RequestName


def _voice(verdict: Verdict) -> _Voice | None:
    author = verdict.comment.author
    match verdict:
        case Accepted(command=command, request=request) if author is not None:
            return _Voice(author.id, command, request)
        case Refused(command=spoken, request=about) if author is not None:
            return _Voice(author.id, spoken, about) if spoken and about else None
        case _:
            return None


def _taken_back(accepted: Accepted, later: Refused) -> Refused:
    return Refused(
        comment=accepted.comment,
        reason=Reason.REVOKED,
        detail=Phrase(
            "a later `{command}` of the same person was refused: {url}",
            command=accepted.command.value,
            url=later.comment.url,
        ),
        command=accepted.command,
        request=accepted.request,
    )
