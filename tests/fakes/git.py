"""Commits, trees and blobs by their real ids, shared by all forks of one repository."""

import datetime as dt
import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias

from tests.fakes.accounts import Account

FILE, EXECUTABLE, SYMLINK, SUBMODULE, FOLDER = "100644", "100755", "120000", "160000", "040000"


class Entry(NamedTuple):
    """What stands at a path: git's mode and the id of a blob, tree or foreign commit."""

    mode: str
    oid: str

    @property
    def kind(self) -> str:
        """`blob`, `tree` or `commit`."""
        return {SUBMODULE: "commit", FOLDER: "tree"}.get(self.mode, "blob")


class Symlink(NamedTuple):
    """A symbolic link, for `files={"a": Symlink("b")}`."""

    target: str


class Submodule(NamedTuple):
    """A commit of another repository, for `files={"vendored": Submodule("<sha>")}`."""

    sha: str


class Executable(NamedTuple):
    """A file with the executable bit."""

    text: str | bytes


class Moved(NamedTuple):
    """What another path held, which goes away: `files={"new": Moved("old")}`."""

    source: str


class Copied(NamedTuple):
    """What another path held, which stays."""

    source: str


Written: TypeAlias = str | bytes | Symlink | Submodule | Executable | Moved | Copied | None
"""What a push does to one path; None removes it."""

Files: TypeAlias = Mapping[str, Entry]
"""Every file of a commit by its whole path."""


@dataclass(frozen=True, slots=True)
class Signature:
    """Free text of whoever pushed; `account` is whom GitHub links it to."""

    name: str
    email: str
    date: dt.datetime
    account: Account | None = None


@dataclass(frozen=True, slots=True)
class Commit:
    """A commit with its whole list of files."""

    sha: str
    tree: str
    parents: tuple[str, ...]
    message: str
    author: Signature
    committer: Signature
    files: Files = field(repr=False)


@dataclass(slots=True)
class ObjectStore:
    """Every object of a fork network."""

    blobs: dict[str, bytes] = field(default_factory=dict)
    trees: dict[str, dict[str, Entry]] = field(default_factory=dict)
    commits: dict[str, Commit] = field(default_factory=dict)
    diffs: dict[tuple[str | None, str], list[Any]] = field(default_factory=dict)
    """What `diff` found between two commits, which never changes."""

    def write_blob(self, content: bytes) -> str:
        """The id of `content`."""
        oid = object_id("blob", content)
        self.blobs[oid] = content
        return oid

    def write_commit(
        self, files: Files, parents: tuple[str, ...], message: str, by: tuple[Signature, Signature]
    ) -> Commit:
        """A commit of `files`; `by` is its author and its committer."""
        tree = self._write_tree(files)
        lines = [f"tree {tree}", *(f"parent {sha}" for sha in parents)]
        for role, who in zip(("author", "committer"), by, strict=True):
            lines.append(f"{role} {who.name} <{who.email}> {int(who.date.timestamp())} +0000")
        sha = object_id("commit", "\n".join([*lines, "", message]).encode())
        commit = Commit(sha, tree, parents, message, *by, files=dict(files))
        self.commits[sha] = commit
        return commit

    def _write_tree(self, files: Files) -> str:
        folders: dict[str, dict[str, Entry]] = {}
        entries: dict[str, Entry] = {}
        for path, entry in files.items():
            head, slash, rest = path.partition("/")
            if slash:
                folders.setdefault(head, {})[rest] = entry
            else:
                entries[head] = entry
        for name, inside in folders.items():
            entries[name] = Entry(FOLDER, self._write_tree(inside))
        entries = dict(sorted(entries.items(), key=_git_order))
        content = b"".join(
            f"{entry.mode.lstrip('0')} {name}\0".encode() + bytes.fromhex(entry.oid)
            for name, entry in entries.items()
        )
        oid = object_id("tree", content)
        self.trees[oid] = entries
        return oid

    def applied(self, files: Files, changes: Mapping[str, Written]) -> dict[str, Entry]:
        """`files` after `changes`."""
        result = dict(files)
        for path, written in changes.items():
            if written is None or isinstance(written, Moved):
                result.pop(path if written is None else written.source, None)
        for path, written in changes.items():
            if written is not None:
                result[path] = self._entry(written, files)
        return result

    def _entry(self, written: Written, before: Files) -> Entry:
        match written:
            case Symlink(target):
                return Entry(SYMLINK, self.write_blob(target.encode()))
            case Submodule(sha):
                return Entry(SUBMODULE, sha)
            case Executable(text):
                return Entry(EXECUTABLE, self.write_blob(_bytes(text)))
            case Moved(source) | Copied(source):
                return before[source]
            case str() | bytes():
                return Entry(FILE, self.write_blob(_bytes(written)))
            case None:
                raise ValueError("nothing is written by a removal")

    def walk(self, tree: str, prefix: str = "") -> Iterator[tuple[str, Entry]]:
        """Every path under a tree, folders included, in git's order."""
        for name, entry in self.trees[tree].items():
            yield prefix + name, entry
            if entry.kind == "tree":
                yield from self.walk(entry.oid, f"{prefix}{name}/")

    def ancestors(self, sha: str) -> list[str]:
        """`sha` and everything before it, nearest first."""
        seen: dict[str, None] = {}
        queue = [sha]
        while queue:
            one = queue.pop(0)
            if one not in seen and one in self.commits:
                seen[one] = None
                queue.extend(self.commits[one].parents)
        return list(seen)

    def merge_base(self, one: str, other: str) -> str | None:
        """The nearest commit that both sides have, or None for unrelated histories."""
        known = set(self.ancestors(one))
        return next((sha for sha in self.ancestors(other) if sha in known), None)

    def between(self, base: str, head: str) -> list[Commit]:
        """The commits that `head` has and `base` has not, oldest first."""
        known = set(self.ancestors(base))
        return [self.commits[sha] for sha in self.ancestors(head) if sha not in known][::-1]


def object_id(kind: str, content: bytes) -> str:
    """Git's own SHA-1 of an object."""
    return hashlib.sha1(f"{kind} {len(content)}\0".encode() + content).hexdigest()  # noqa: S324


def _bytes(text: str | bytes) -> bytes:
    return text.encode() if isinstance(text, str) else text


def _git_order(item: tuple[str, Entry]) -> str:
    name, entry = item
    return name + ("/" if entry.kind == "tree" else "")
