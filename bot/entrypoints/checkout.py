"""A working tree seen as if it were a pull request, so that the same code plans it."""

import datetime as dt
import hashlib
import os
import subprocess
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from bot.domain.names import CommitSha, UserId
from bot.domain.pull_request import (
    Actor,
    ActorKind,
    ChangedFile,
    Content,
    FileAt,
    FileStatus,
    PullRef,
    PullRequest,
    Repository,
    Text,
    Unfit,
)
from bot.errors import UsageError
from bot.parsing.settings import SettingsFile, read_settings
from bot.settings import DEFAULT_CATALOGS, SETTINGS_PATH, CatalogSource

ALL_DIALECTS = ("backfill/v1", "bqetl")
NO_COMMIT = CommitSha("0" * 40)
KINDS = {".json": "dbt", ".ndjson": "openlineage", ".jsonl": "openlineage"}


def settings_above(paths: Sequence[Path]) -> tuple[Path, SettingsFile]:
    """The root that the named files lie under, and its settings.

    The root is the nearest folder above the first file that holds settings or a catalog, else the
    working directory. Without a settings file every dialect is read: whoever names a file on the
    command line has asked for it.
    """
    start = paths[0].resolve().parent
    for folder in (start, *start.parents):
        if any((folder / mark).exists() for mark in (SETTINGS_PATH, *DEFAULT_CATALOGS)):
            break
    else:
        folder = Path.cwd()
    settings = folder / SETTINGS_PATH
    if settings.is_file():
        return folder, read_settings(FileAt(SETTINGS_PATH, "", content_of(settings)))
    nothing = read_settings(None)
    return folder, replace(nothing, settings=replace(nothing.settings, dialects=ALL_DIALECTS))


def sources_named(files: Sequence[str]) -> tuple[CatalogSource, ...]:
    """The lineage sources that the command line names, their kind told by their suffix."""
    return tuple(
        CatalogSource(KINDS.get(Path(name).suffix, "catalog"), name, workspace=True)
        for name in files
    )


def catalogs_at(root: Path, sources: Sequence[CatalogSource]) -> tuple[FileAt, ...]:
    """The lineage files that exist; UsageError for one that was named and does not."""
    found = []
    for source in sources:
        path = Path(source.path) if source.workspace else root / source.path
        if path.is_file():
            content = content_of(path, limit=100_000_000)
            found.append(FileAt(source.path, _digest(content), content))
        elif source.workspace:
            raise UsageError(f"no file {source.path}")
    return tuple(found)


def as_pull_request(
    paths: Sequence[str],
    catalogs: tuple[FileAt, ...],
    commit: CommitSha,
    as_of: dt.datetime,
) -> PullRequest:
    """The named files as a pull request that adds them all, with the same lineage on both sides."""
    nobody = Actor(UserId(0), "nobody", ActorKind.OTHER)
    return PullRequest(
        ref=PullRef(Repository("local", "checkout"), 0),
        url="",
        title="",
        is_open=True,
        is_draft=False,
        is_merged=False,
        is_locked=False,
        author=None,
        head=commit,
        head_repository=None,
        base_ref="",
        base_sha=commit,
        default_branch="",
        authors=frozenset(),
        authors_complete=True,
        files=tuple(
            ChangedFile(name, FileStatus.ADDED, after=content_of(Path(name))) for name in paths
        ),
        comments=(),
        settings=None,
        catalogs_base=catalogs,
        catalogs_head=catalogs,
        base_requests=(),
        others=(),
        me=nobody,
        standing={},
        seen_at=as_of,
        beside=_beside(paths),
    )


def content_of(path: Path, limit: int = 1 << 20) -> Content:
    """The bytes of a file, or what is unfit about it; UsageError where there is none."""
    if path.is_symlink():
        return Unfit("a symbolic link")
    try:
        size = path.stat().st_size
        data = path.read_bytes() if size <= limit else b""
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror}") from None
    return Text(data, "") if size <= limit else Unfit(f"more than {limit >> 20} MiB")


def git_head(folder: Path) -> CommitSha:
    """The commit that is checked out there; forty zeros where there is none."""
    try:
        found = subprocess.run(
            ["git", "rev-parse", "--verify", "-q", "HEAD"],  # noqa: S607
            cwd=folder,
            env={"PATH": os.environ.get("PATH", os.defpath)},
            capture_output=True,
            text=True,
            check=False,
        )
    except OSError:
        return NO_COMMIT
    return CommitSha(found.stdout.strip()) if found.returncode == 0 else NO_COMMIT


def _beside(paths: Sequence[str]) -> dict[str, bytes]:
    found = {}
    for name in paths:
        beside = Path(name).parent / "metadata.yaml"
        if Path(name).name == "backfill.yaml" and beside.is_file():
            content = content_of(beside)
            if isinstance(content, Text):
                found[(Path(name).parent / "metadata.yaml").as_posix()] = content.data
    return found


def _digest(content: Content) -> str:
    data = content.data if isinstance(content, Text) else b""
    return f"sha256:{hashlib.sha256(data).hexdigest()}"
