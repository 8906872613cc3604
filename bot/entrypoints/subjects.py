"""What a piece of work is about, as it is kept in the database: ids and names, nothing else."""

import json
from dataclasses import dataclass
from typing import TypeAlias, assert_never

from bot.domain.names import CommitSha
from bot.domain.pull_request import PullRef, Repository


@dataclass(frozen=True, slots=True)
class GroupRef:
    """A merge group: the commit to judge, the base it stands on, the pull request it came from."""

    pull: PullRef
    head: CommitSha
    base: CommitSha


@dataclass(frozen=True, slots=True)
class CommitRef:
    """A commit whose gate somebody else wrote, or asked for again; who has it is not known."""

    repository: Repository
    sha: CommitSha


Subject: TypeAlias = PullRef | GroupRef | CommitRef

_print = json.JSONEncoder(separators=(",", ":")).encode


def key_of(subject: Subject) -> str:
    """What one look at a time is counted by: `owner/name#12`, or with the group's head after it."""
    match subject:
        case PullRef():
            return str(subject).lower()
        case GroupRef():
            return f"{str(subject.pull).lower()}@{subject.head}"
        case CommitRef():
            return f"{str(subject.repository).lower()}@{subject.sha}"
        case _:
            assert_never(subject)


def repository_of(subject: Subject) -> Repository:
    """The repository that a subject belongs to."""
    return subject.pull.repository if isinstance(subject, GroupRef) else subject.repository


def account_of(subject: Subject) -> str:
    """Whose rate limit a look at it is counted against, as far as we can know."""
    return repository_of(subject).owner.lower()


def print_subject(subject: Subject) -> str:
    """One line of JSON that `read_subject` turns back into the subject."""
    return _print(_fields(subject))


def _fields(subject: Subject) -> dict[str, object]:
    match subject:
        case PullRef(repository=repository, number=number):
            return {"repository": _names(repository), "number": number}
        case GroupRef(pull=pull, head=head, base=base):
            return {"pull": _fields(pull), "head": head, "base": base}
        case CommitRef(repository=repository, sha=sha):
            return {"repository": _names(repository), "sha": sha}
        case _:
            assert_never(subject)


def _names(repository: Repository) -> dict[str, str]:
    return {"owner": repository.owner, "name": repository.name}


def read_subject(text: str) -> Subject:
    """The subject that `print_subject` wrote; ValueError for anything else."""
    match json.loads(text):
        case {"pull": dict(pull), "head": str(head), "base": str(base)}:
            return GroupRef(_pull(pull), CommitSha(head), CommitSha(base))
        case {"repository": dict(repository), "sha": str(sha)}:
            return CommitRef(_repository(repository), CommitSha(sha))
        case dict(found):
            return _pull(found)
        case _:
            raise ValueError(UNREADABLE)


UNREADABLE = "not a subject that this version has written"


def _pull(found: dict[str, object]) -> PullRef:
    match found:
        case {"repository": dict(repository), "number": int(number)}:
            return PullRef(_repository(repository), number)
        case _:
            raise ValueError(UNREADABLE)


def _repository(found: dict[str, object]) -> Repository:
    match found:
        case {"owner": str(owner), "name": str(name)}:
            return Repository(owner, name)
        case _:
            raise ValueError(UNREADABLE)
