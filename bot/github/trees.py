"""Which request files stand at a commit, whoever put them there."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from bot.domain.names import CommitSha
from bot.domain.pull_request import FileAt, Incomplete, Repository
from bot.github.cache import Cache, remembered
from bot.github.client import Client
from bot.github.contents import MEBIBYTE, Contents

MOST_TREES: Final = 50
"""Requests that a repository too large for one listing may take; each subtree is kept by its id."""
MOST_BYTES: Final = 50 * MEBIBYTE
"""Of request files together."""
_REGULAR: Final = {"100644", "100755", "100664"}


@dataclass(frozen=True, slots=True)
class Leaf:
    """A regular file of a tree, by its path below that tree."""

    path: str
    oid: str
    size: int


@dataclass(frozen=True, slots=True)
class Standing:
    """The request files of a commit, and what could not be seen."""

    files: tuple[FileAt, ...]
    incomplete: tuple[Incomplete, ...] = ()


class Trees:
    """Lists the files of commits; keeps only those that a caller wants, by tree and wish."""

    def __init__(self, client: Client, repository: Repository, cache: Cache) -> None:
        self._client = client
        self._repository = repository
        self._cache = cache

    def leaves(self, commit: CommitSha, key: object, wanted: Callable[[str], bool]) -> "Leaves":
        """All wanted regular files at a commit; `key` stands for `wanted` in the cache."""
        return remembered(
            self._cache,
            ("leaves", self._repository, commit, key),
            Leaves,
            lambda: _weighed(self._walk(commit, wanted)),
        )

    def _walk(self, commit: CommitSha, wanted: Callable[[str], bool]) -> "Leaves":
        whole = self._listed(commit, recursive=True)
        if not whole.get("truncated"):
            return Leaves(tuple(_wanted(whole["tree"], "", wanted)))
        return self._piecewise(commit, wanted)

    def _piecewise(self, commit: CommitSha, wanted: Callable[[str], bool]) -> "Leaves":
        found: list[Leaf] = []
        waiting, asked = [("", str(commit))], 0
        while waiting and asked < MOST_TREES:
            prefix, oid = waiting.pop()
            asked += 1
            rows = self._listed(oid, recursive=bool(prefix))
            if prefix and rows.get("truncated"):
                asked += 1
                rows = self._listed(oid, recursive=False)
            found += _wanted(rows["tree"], prefix, wanted)
            if not prefix or not rows.get("recursive"):
                waiting += [
                    (f"{prefix}{row['path']}/", row["sha"])
                    for row in rows["tree"]
                    if row["type"] == "tree"
                ]
        left = (Incomplete(f"{len(waiting)} folders at {commit}"),) if waiting else ()
        return Leaves(tuple(found), left)

    def _listed(self, oid: str, *, recursive: bool) -> dict[str, Any]:
        path = f"/repos/{self._repository}/git/trees/{oid}"
        answer = self._client.get(path, recursive=1) if recursive else self._client.get(path)
        return {**answer.body, "recursive": recursive}


@dataclass(frozen=True, slots=True)
class Leaves:
    """The wanted files of a tree, and the parts of it that could not be listed."""

    files: tuple[Leaf, ...]
    incomplete: tuple[Incomplete, ...] = ()


def request_files(leaves: Leaves, commit: CommitSha, contents: Contents) -> Standing:
    """The request files of a commit with their contents, by path; too large ones are left out.

    No request file is larger than 1 MiB, so what is left out is none.
    """
    fit = [leaf for leaf in sorted(leaves.files, key=_path) if leaf.size <= MEBIBYTE]
    total, taken = 0, []
    for leaf in fit:
        total += leaf.size
        if total > MOST_BYTES:
            break
        taken.append(leaf)
    read = contents.of_blobs(leaf.oid for leaf in taken)
    incomplete = leaves.incomplete
    if len(taken) < len(fit):
        incomplete += (Incomplete(f"{len(taken):,} of {len(fit):,} request files at {commit}"),)
    return Standing(tuple(FileAt(leaf.path, commit, read[leaf.oid]) for leaf in taken), incomplete)


def _wanted(
    rows: Iterable[Mapping[str, Any]], prefix: str, wanted: Callable[[str], bool]
) -> Iterable[Leaf]:
    for row in rows:
        path = f"{prefix}{row['path']}"
        if row["type"] == "blob" and row["mode"] in _REGULAR and wanted(path):
            yield Leaf(path, row["sha"], int(row.get("size") or 0))


def _weighed(leaves: Leaves) -> tuple[Leaves, int]:
    return leaves, sum(len(leaf.path) + 150 for leaf in leaves.files) + 100


def _path(leaf: Leaf) -> str:
    return leaf.path
