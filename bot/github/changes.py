"""Which files a pull request changes: every page of the list, held to GitHub's own count."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import parse_qs, urlsplit

from bot.domain.names import CommitSha
from bot.domain.pull_request import (
    Absent,
    ChangedFile,
    Content,
    FileStatus,
    Incomplete,
    PullRef,
)
from bot.errors import GitHubUnreachable
from bot.github.client import Client
from bot.github.contents import Spot

MOST_FILES: Final = 3_000
"""GitHub lists no more."""
_PAGE: Final = 100


@dataclass(frozen=True, slots=True)
class Change:
    """One entry of the list, before anything has been read."""

    path: str
    status: str
    previous_path: str | None = None


@dataclass(frozen=True, slots=True)
class Listing:
    """All changes that GitHub lists, and what it left out."""

    changes: tuple[Change, ...]
    incomplete: tuple[Incomplete, ...] = ()


@dataclass(frozen=True, slots=True)
class Sides:
    """The two commits that a change is read between."""

    base: CommitSha
    head: CommitSha


def listing(client: Client, ref: PullRef, head: CommitSha, count: int) -> Listing:
    """The files that the pull request changes, `count` of them by GitHub's own word.

    One request for every hundred. GitHubUnreachable where the list turns out to belong to
    another head than `head`, because somebody pushed meanwhile.
    """
    rows: list[Mapping[str, Any]] = []
    for page in range(1, MOST_FILES // _PAGE + 1):
        path = f"/repos/{ref.repository}/pulls/{ref.number}/files"
        batch = client.get(path, per_page=_PAGE, page=page).body or []
        rows += batch
        if len(batch) < _PAGE or len(rows) == count:
            break
    for row in rows:
        _same_head(row, head)
    missing: tuple[Incomplete, ...] = ()
    if len(rows) < count:
        missing = (Incomplete(f"{len(rows):,} of {count:,} changed files"),)
    return Listing(tuple(sorted(map(_change, rows), key=lambda each: each.path)), missing)


def spots(changes: Iterable[Change], sides: Sides, wanted: Callable[[str], bool]) -> set[Spot]:
    """Where to read both sides of the changes, as far as their paths may hold requests."""
    found = set()
    for change in changes:
        before, after = _paths(change, wanted)
        found |= {Spot(sides.base, before)} if before else set()
        found |= {Spot(sides.head, after)} if after else set()
    return found


def changed_file(
    change: Change, sides: Sides, wanted: Callable[[str], bool], read: Mapping[Spot, Content]
) -> ChangedFile | Incomplete:
    """The change with what stands on either side, or why it cannot be told."""
    before, after = _paths(change, wanted)
    try:
        status = FileStatus(change.status)
    except ValueError:
        return Incomplete(f"what happened to {change.path}: GitHub says {change.status!r}")
    head = read[Spot(sides.head, after)] if after else Absent()
    if after and isinstance(head, Absent):
        return Incomplete(f"{change.path} at {sides.head}")
    base = read[Spot(sides.base, before)] if before else Absent()
    return ChangedFile(change.path, status, change.previous_path, base, head)


def touches(change: Change, wanted: Callable[[str], bool]) -> bool:
    """True if either path of the change is one that may hold requests."""
    return wanted(change.path) or (
        change.status == FileStatus.RENAMED
        and change.previous_path is not None
        and wanted(change.previous_path)
    )


def _paths(change: Change, wanted: Callable[[str], bool]) -> tuple[str | None, str | None]:
    renamed = change.status == FileStatus.RENAMED and change.previous_path
    before = change.previous_path if renamed else change.path
    after = None if change.status == FileStatus.REMOVED else change.path
    return (
        before if before and wanted(before) else None,
        after if after and wanted(after) else None,
    )


def _change(row: Mapping[str, Any]) -> Change:
    return Change(
        path=str(row["filename"]),
        status=str(row.get("status")),
        previous_path=row.get("previous_filename"),
    )


def _same_head(row: Mapping[str, Any], head: CommitSha) -> None:
    if row.get("status") == FileStatus.REMOVED:
        return
    ref = parse_qs(urlsplit(str(row.get("contents_url") or "")).query).get("ref")
    if ref and ref[0] != head:
        raise GitHubUnreachable("somebody pushed while the pull request was read")
