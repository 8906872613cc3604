"""What a piece of work is about, as it is kept in the database: ids and names, nothing else."""

import json
from dataclasses import asdict, dataclass
from typing import TypeAlias, assert_never

from bot.domain.names import CommitSha
from bot.domain.pull_request import PullRef, Repository


@dataclass(frozen=True, slots=True)
class GroupRef:
    """A merge group: the commit to judge, the base it stands on, the pull request it came from."""

    pull: PullRef
    head: CommitSha
    base: CommitSha


Subject: TypeAlias = PullRef | GroupRef


def key_of(subject: Subject) -> str:
    """What one look at a time is counted by: `owner/name#12`, or with the group's head after it."""
    match subject:
        case PullRef():
            return str(subject).lower()
        case GroupRef():
            return f"{str(subject.pull).lower()}@{subject.head}"
        case _:
            assert_never(subject)


def pull_of(subject: Subject) -> PullRef:
    """The pull request that a subject belongs to."""
    return subject if isinstance(subject, PullRef) else subject.pull


def account_of(subject: Subject) -> str:
    """Whose rate limit a look at it is counted against, as far as we can know."""
    return pull_of(subject).repository.owner.lower()


def print_subject(subject: Subject) -> str:
    """One line of JSON that `read_subject` turns back into the subject."""
    return json.dumps(asdict(subject), separators=(",", ":"))


def read_subject(text: str) -> Subject:
    """The subject that `print_subject` wrote."""
    found = json.loads(text)
    if "pull" not in found:
        return _pull(found)
    return GroupRef(_pull(found["pull"]), CommitSha(found["head"]), CommitSha(found["base"]))


def _pull(found: dict[str, object]) -> PullRef:
    match found:
        case {"repository": {"owner": str(owner), "name": str(name)}, "number": int(number)}:
            return PullRef(Repository(owner, name), number)
        case _:
            raise ValueError("not a subject that this version has written")
