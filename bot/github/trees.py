"""Which request files stand at a commit, whoever put them there."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from bot.domain.names import CommitSha
from bot.domain.pull_request import FileAt, Incomplete, Repository
from bot.github.cache import Cache, remembered
from bot.github.client import Client
from bot.github.contents import MEBIBYTE, Contents

MOST_FOLDERS: Final = 200
"""Of a repository too large for one listing; what was listed once is kept by its tree's id."""
MOST_BYTES: Final = 50 * MEBIBYTE
"""Of request files together."""
_TOO_LARGE: Final = "too large"
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
        """All wanted regular files at a commit; `key` stands for `wanted` in the cache.

        One request where GitHub lists the repository in one. Else one for each folder, as far as
        it has not been listed before.
        """
        found = self._below(commit, "", key, wanted)
        if found is not None:
            return found
        return remembered(
            self._cache,
            ("pieces", self._repository, commit, key),
            Leaves,
            lambda: _weighed(self._piecewise(commit, key, wanted)),
        )

    def _below(
        self, oid: str, prefix: str, key: object, wanted: Callable[[str], bool]
    ) -> "Leaves | None":
        """The wanted files anywhere below a tree; None where there are too many to list."""
        asked = ("below", self._repository, oid, prefix, key)
        kept = self._cache.get(asked)
        if kept is None:
            rows = self._listed(oid, recursive=True)
            whole = Leaves(tuple(_wanted(rows["tree"], prefix, wanted)))
            kept = _TOO_LARGE if rows.get("truncated") else whole
            self._cache.put(asked, kept, _weighed(whole)[1])
        return kept if isinstance(kept, Leaves) else None

    def _piecewise(self, commit: CommitSha, key: object, wanted: Callable[[str], bool]) -> "Leaves":
        found: list[Leaf] = []
        waiting, folders = [("", str(commit))], 0
        while waiting and folders < MOST_FOLDERS:
            prefix, oid = waiting.pop()
            folders += 1
            whole = self._below(oid, prefix, key, wanted) if prefix else None
            if whole is not None:
                found += whole.files
                continue
            rows = self._listed(oid, recursive=False)["tree"]
            found += _wanted(rows, prefix, wanted)
            waiting += [
                (f"{prefix}{row['path']}/", row["sha"]) for row in rows if row["type"] == "tree"
            ]
        left = (Incomplete(f"{len(waiting)} folders at {commit}"),) if waiting else ()
        return Leaves(tuple(found), left)

    def _listed(self, oid: str, *, recursive: bool) -> Mapping[str, Any]:
        path = f"/repos/{self._repository}/git/trees/{oid}"
        answer = self._client.get(path, recursive=1) if recursive else self._client.get(path)
        found: Mapping[str, Any] = answer.body
        return found


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
