"""The other open pull requests: which share the head, and which touch request files."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from bot.domain.names import CommitSha
from bot.domain.pull_request import (
    Absent,
    Actor,
    ChangedFile,
    FileStatus,
    OtherPull,
    PullRef,
    Repository,
    Unreadable,
)
from bot.github import seen
from bot.github.cache import Cache
from bot.github.client import Client
from bot.github.contents import Contents, Spot, chunks
from bot.github.counted_queries import others_query
from bot.github.queries import MORE_OPEN
from bot.github.roles import RecentRoles

MOST_OPEN: Final = 1_000
"""Open pull requests that are looked through, the most recently touched first."""
MOST_LOOKED: Final = 40
"""Of those that touch request files, how many are looked at along with a first look."""
_AT_ONCE: Final = 40
_STATUSES: Final = {
    "ADDED": FileStatus.ADDED,
    "DELETED": FileStatus.REMOVED,
    "RENAMED": FileStatus.RENAMED,
    "COPIED": FileStatus.COPIED,
}


@dataclass(frozen=True, slots=True)
class Glance:
    """Another open pull request as the list shows it, then as far as it has been looked at."""

    number: int
    head: CommitSha
    paths: tuple[tuple[str, FileStatus], ...] = ()
    """Of paths that may hold requests."""
    node: Mapping[str, Any] | None = None
    """What GitHub says of it now; None until asked."""


@dataclass(frozen=True, slots=True)
class Listed:
    """The open pull requests as they were last listed, and when the newest was touched."""

    glances: Mapping[int, Glance] = field(default_factory=dict)
    newest: str = ""


@dataclass(frozen=True, slots=True)
class Wish:
    """Which paths may hold requests; `key` stands for the rule in caches."""

    key: object
    holds: Callable[[str], bool]


def touching_key(repository: Repository) -> tuple[object, ...]:
    """Where the cache keeps which pull requests touched request files last; only ever a hint."""
    return ("touching", repository)


class Others:
    """Looks through the open pull requests of a repository."""

    def __init__(
        self, client: Client, repository: Repository, cache: Cache, flags: Mapping[str, bool]
    ) -> None:
        self._client = client
        self._repository = repository
        self._cache = cache
        self._flags = flags

    def listed(self, first: Mapping[str, Any]) -> tuple[Glance, ...]:
        """All open pull requests, given the first page of the list, the latest touched first.

        Whoever was touched since the last look comes before all that were not, so that the list
        is followed only as far as something is new; some of the rest may have been closed since.
        """
        known = self._cache.get(("open", self._repository))
        before = known if isinstance(known, Listed) else Listed()
        found, page = _glances(first), first
        while page["pageInfo"]["hasNextPage"] and len(found) < MOST_OPEN:
            if _oldest(page) < before.newest:
                found |= {n: each for n, each in before.glances.items() if n not in found}
                break
            variables = self._place() | {"after": page["pageInfo"]["endCursor"]}
            page = self._client.query(MORE_OPEN, variables).body["repository"]["pullRequests"]
            found |= _glances(page)
        self._cache.put(("open", self._repository), Listed(found, _newest(first)), 100 * len(found))
        return tuple(found.values())

    def touching(
        self, glances: Sequence[Glance], wish: Wish, looked: Mapping[int, Any]
    ) -> tuple[Glance, ...]:
        """Those of them that change a path which may hold requests, with what GitHub says now.

        One request for every forty new heads; none where all of them are known, and what GitHub
        says now of those that touch request files is in `looked` already (by number).
        """
        known = {each: self._kept(each, wish) for each in glances}
        new = [each for each, paths in known.items() if paths is None]
        old = [replace(each, paths=paths) for each, paths in known.items() if paths]
        found = [
            replace(each, node=looked[each.number])
            for each in old
            if _is_still(looked.get(each.number), each.head)
        ]
        again = [each for each in old if looked.get(each.number) is None]
        batches = list(chunks(new, _AT_ONCE)) or [[]]
        for at, batch in enumerate(batches):
            asked = again if at == 0 else []
            if batch or asked:
                found += self._asked(batch, asked, wish)
        numbers = tuple(sorted(each.number for each in found))[:MOST_LOOKED]
        self._cache.put(touching_key(self._repository), numbers, 100)
        return tuple(sorted(found, key=lambda each: each.number))

    def _asked(self, new: Sequence[Glance], again: Sequence[Glance], wish: Wish) -> list[Glance]:
        found: list[Glance] = []
        nodes = self._query([(each.number, None) for each in new], [each.number for each in again])
        for at, glance in enumerate(again):
            node = nodes.get(f"g{at}")
            if _is_still(node, glance.head):
                found.append(replace(glance, node=node))
        for at in range(len(new)):
            node = nodes.get(f"q{at}")
            if isinstance(node, Mapping) and node["state"] == "OPEN":
                glance = self._read(node, wish)
                found += [glance] if glance.paths else []
        return found

    def _read(self, node: Mapping[str, Any], wish: Wish) -> Glance:
        rows, page = list(node["files"]["nodes"] or ()), node["files"]
        while page["pageInfo"]["hasNextPage"]:
            after = page["pageInfo"]["endCursor"]
            page = self._query([(node["number"], after)], [])["q0"]["files"]
            rows += page["nodes"] or ()
        paths = tuple(
            (row["path"], _STATUSES.get(row["changeType"], FileStatus.MODIFIED))
            for row in rows
            if wish.holds(row["path"])
        )
        glance = Glance(node["number"], CommitSha(node["headRefOid"]))
        self._cache.put(self._key(glance, wish), paths, 200 + 100 * len(paths))
        return replace(glance, paths=paths, node=node)

    def _query(
        self, listed: Sequence[tuple[int, str | None]], looked: Sequence[int]
    ) -> Mapping[str, Any]:
        numbers = [number for number, _ in listed] + list(looked)
        variables: dict[str, Any] = self._place() | dict(self._flags)
        variables |= {f"n{at}": number for at, number in enumerate(numbers)}
        variables |= {f"a{at}": after for at, (_, after) in enumerate(listed)}
        document = others_query(len(listed), len(looked))
        answer = self._client.query(document, variables, spare=seen.GATE_FIELDS)
        repository: Mapping[str, Any] = answer.body["repository"]
        return repository

    def _kept(self, glance: Glance, wish: Wish) -> tuple[tuple[str, FileStatus], ...] | None:
        found = self._cache.get(self._key(glance, wish))
        return found if isinstance(found, tuple) else None

    def _key(self, glance: Glance, wish: Wish) -> tuple[object, ...]:
        return ("touched", self._repository, glance.number, glance.head, wish.key)

    def _place(self) -> dict[str, Any]:
        return {"owner": self._repository.owner, "name": self._repository.name}


@dataclass(frozen=True, slots=True)
class Reading:
    """What turns glances into other pull requests."""

    client: Client
    contents: Contents
    roles: RecentRoles
    me: Actor
    base: CommitSha


def other_pulls(ref: PullRef, glances: Sequence[Glance], by: Reading) -> tuple[OtherPull, ...]:
    """The glances with contents of both sides, roles of their authors, and their gates."""
    spots = {Spot(by.base, path) for each in glances for path, _ in each.paths}
    spots |= {Spot(each.head, path) for each in glances for path, _ in each.paths}
    read = by.contents.at(spots)
    authors = {each.number: seen.account((each.node or {}).get("author")) for each in glances}
    asking = [
        author
        for each in glances
        if (author := authors[each.number]) and not (each.node or {}).get("isDraft")
    ]
    roles = by.roles.of(by.client, ref.repository, asking)

    def file(each: Glance, path: str, status: FileStatus) -> ChangedFile:
        gone = status is FileStatus.REMOVED
        after = Absent() if gone else read[Spot(each.head, path)]
        return ChangedFile(path, status, None, read[Spot(by.base, path)], after)

    return tuple(
        OtherPull(
            number=each.number,
            author=author,
            author_role=roles.get(author.id, _NOT_ASKED) if author else _GONE,
            is_draft=bool((each.node or {}).get("isDraft")),
            head=each.head,
            files=tuple(file(each, path, status) for path, status in each.paths),
            confirmed=_confirmed(each, by.me),
        )
        for each in glances
        for author in (authors[each.number],)
    )


_NOT_ASKED: Final = Unreadable("not asked, since it is a draft")
_GONE: Final = Unreadable("the account is deleted")


def _confirmed(glance: Glance, me: Actor) -> bool:
    gate = seen.gate(seen.newest_commit(glance.node or {}), me)
    return gate is not None and gate.mine and gate.conclusion == "success"


def _glances(page: Mapping[str, Any]) -> dict[int, Glance]:
    rows = page["nodes"] or ()
    return {row["number"]: Glance(row["number"], CommitSha(row["headRefOid"])) for row in rows}


def _newest(page: Mapping[str, Any]) -> str:
    return max((str(row["updatedAt"]) for row in page["nodes"] or ()), default="")


def _oldest(page: Mapping[str, Any]) -> str:
    return min((str(row["updatedAt"]) for row in page["nodes"] or ()), default="")


def _is_still(node: Any, head: CommitSha) -> bool:
    return isinstance(node, Mapping) and node["state"] == "OPEN" and node["headRefOid"] == head
