"""What changed between two lists of files, as GitHub's list of a pull request's files says it."""

from collections import Counter
from dataclasses import dataclass

from tests.fakes.git import Commit, Entry, Files, ObjectStore

RENAME_LIMIT = 1000
"""Beyond so many candidates git stops looking for renames that are not exact."""


@dataclass(frozen=True, slots=True)
class FileChange:
    """One line of the list; `entry` is the new side, or the old one of a removed file."""

    path: str
    status: str
    entry: Entry
    previous_path: str | None = None
    additions: int = 0
    deletions: int = 0


def changes(store: ObjectStore, base: Commit | None, head: Commit) -> list[FileChange]:
    """Every changed file, sorted by path; `base` None is the empty tree."""
    key = (None if base is None else base.sha, head.sha)
    if key not in store.diffs:
        store.diffs[key] = _changes(store, base, head)
    return list(store.diffs[key])


def _changes(store: ObjectStore, base: Commit | None, head: Commit) -> list[FileChange]:
    before: Files = {} if base is None else base.files
    after = head.files
    added = {path: entry for path, entry in after.items() if path not in before}
    removed = {path: entry for path, entry in before.items() if path not in after}
    found = [
        _same_path(store, path, before[path], entry)
        for path, entry in after.items()
        if path in before and before[path] != entry
    ]
    moved = _moves(store, removed, added)
    copied = _copies({change.path: before[change.path] for change in found}, added, moved)
    for path, entry in added.items():
        source = moved.get(path) or copied.get(path)
        if source is None:
            found.append(FileChange(path, "added", entry, additions=_lines(store, entry)))
        else:
            status = "renamed" if path in moved else "copied"
            plus, minus = _counted(store, before[source], entry)
            found.append(FileChange(path, status, entry, source, plus, minus))
    gone = set(removed) - set(moved.values())
    found.extend(
        FileChange(path, "removed", removed[path], deletions=_lines(store, removed[path]))
        for path in gone
    )
    return sorted(found, key=lambda change: change.path)


def merged(files: Files, found: list[FileChange]) -> dict[str, Entry]:
    """`files` after a pull request's changes, whatever else stands in them."""
    result = dict(files)
    for change in found:
        if change.status in {"removed", "renamed"}:
            result.pop(change.previous_path or change.path, None)
        if change.status != "removed":
            result[change.path] = change.entry
    return result


def patch(store: ObjectStore, change: FileChange) -> str | None:
    """A short patch of an added text file; None where GitHub leaves it out."""
    content = store.blobs.get(change.entry.oid)
    if change.status != "added" or content is None or b"\0" in content or len(content) > 20_000:
        return None
    lines = content.decode(errors="replace").splitlines()
    return "\n".join([f"@@ -0,0 +1,{len(lines)} @@", *("+" + line for line in lines)])


def _same_path(store: ObjectStore, path: str, old: Entry, new: Entry) -> FileChange:
    if old.oid == new.oid or old.kind != new.kind or old.mode != new.mode:
        return FileChange(path, "changed", new)
    return FileChange(path, "modified", new, None, *_counted(store, old, new))


def _moves(store: ObjectStore, removed: Files, added: Files) -> dict[str, str]:
    """New path to old path, exact content first, then at least half alike."""
    moved: dict[str, str] = {}
    left = dict(removed)
    by_oid: dict[str, list[str]] = {}
    for path, entry in removed.items():
        by_oid.setdefault(entry.oid, []).append(path)
    for path, entry in added.items():
        if by_oid.get(entry.oid):
            moved[path] = by_oid[entry.oid].pop(0)
            left.pop(moved[path])
    if len(left) * (len(added) - len(moved)) > RENAME_LIMIT:
        return moved
    for path, entry in added.items():
        if path not in moved and left:
            likeness, best = max((_alike(store, left[old], entry), old) for old in left)
            if likeness >= 0.5:
                moved[path] = best
                left.pop(best)
    return moved


def _copies(modified: Files, added: Files, moved: dict[str, str]) -> dict[str, str]:
    """New path to the path of a modified file that held the same before, as `git diff -C`."""
    by_oid = {entry.oid: path for path, entry in modified.items()}
    return {
        path: by_oid[entry.oid]
        for path, entry in added.items()
        if path not in moved and entry.oid in by_oid
    }


def _alike(store: ObjectStore, old: Entry, new: Entry) -> float:
    if old.mode != new.mode or old.kind != "blob":
        return 0.0
    one, other = store.blobs[old.oid], store.blobs[new.oid]
    common = Counter(one.splitlines(keepends=True)) & Counter(other.splitlines(keepends=True))
    shared = sum(len(line) * count for line, count in common.items())
    return shared / max(len(one), len(other), 1)


def _counted(store: ObjectStore, old: Entry, new: Entry) -> tuple[int, int]:
    if old.kind != "blob" or new.kind != "blob":
        return 1, 1
    one = Counter(store.blobs[old.oid].splitlines())
    other = Counter(store.blobs[new.oid].splitlines())
    return sum((other - one).values()), sum((one - other).values())


def _lines(store: ObjectStore, entry: Entry) -> int:
    return len(store.blobs[entry.oid].splitlines()) if entry.kind == "blob" else 1
