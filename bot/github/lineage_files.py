"""The lineage files that settings name, on both sides, and files that request files lean on."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

from bot.domain.names import CommitSha
from bot.domain.pull_request import Absent, Content, FileAt, Text, Unfit
from bot.errors import GitHubUnreachable
from bot.github.changes import Sides
from bot.github.contents import Spot, blob_oid, in_words
from bot.github.counted_queries import refs_query
from bot.github.vantage import Vantage
from bot.parsing.globs import BQETL, BQETL_GLOB, matches
from bot.settings import CatalogSource, Settings


@dataclass(frozen=True, slots=True)
class Sources:
    """The lineage files of the base and of the head, one a source, in the settings' order."""

    base: tuple[FileAt, ...] = ()
    head: tuple[FileAt, ...] = ()


@dataclass(frozen=True, slots=True)
class Placed:
    """Where a source is to be read: spots on either side, or a file that is there already."""

    source: CatalogSource
    base: Spot | FileAt
    head: Spot | FileAt

    @property
    def spots(self) -> frozenset[Spot]:
        """What has to be read of the repository."""
        return frozenset(side for side in (self.base, self.head) if isinstance(side, Spot))


def placed(at: Vantage, settings: Settings, sides: Sides) -> tuple[Placed, ...]:
    """Where each source stands; one request where any of them names a ref."""
    names = sorted({source.ref for source in settings.catalogs if source.ref is not None})
    refs = _resolved(at, names) if names else {}
    return tuple(_place(at, source, settings, sides, refs) for source in settings.catalogs)


def lineage_files(places: Sequence[Placed], read: Mapping[Spot, Content]) -> Sources:
    """The sources with what was read at their spots."""
    return Sources(
        tuple(_file(place.source, place.base, read) for place in places),
        tuple(_file(place.source, place.head, read) for place in places),
    )


def beside(settings: Settings, paths: Iterable[str], head: CommitSha) -> dict[str, Spot]:
    """By path, the files that the bqetl dialect reads beside its request files."""
    if BQETL not in settings.dialects:
        return {}
    found = {
        str(PurePosixPath(path).with_name("metadata.yaml"))
        for path in paths
        if matches((BQETL_GLOB,), path)
    }
    return {path: Spot(head, path) for path in sorted(found)}


def _place(
    at: Vantage,
    source: CatalogSource,
    settings: Settings,
    sides: Sides,
    refs: Mapping[str, CommitSha | None],
) -> Placed:
    most = settings.lineage_bytes
    if source.workspace:
        file = _from_workspace(at.told.workspace, source.path, most)
        return Placed(source, file, file)
    if source.ref is not None:
        commit = refs.get(source.ref)
        if commit is None:
            gone = FileAt(source.path, f"({source.ref})", Unfit(f"on no branch {source.ref}"))
            return Placed(source, gone, gone)
        spot = Spot(commit, source.path, most)
        return Placed(source, spot, spot)
    return Placed(source, Spot(sides.base, source.path, most), Spot(sides.head, source.path, most))


def _resolved(at: Vantage, names: Sequence[str]) -> dict[str, CommitSha | None]:
    variables = {**at.place, **{f"r{n}": name for n, name in enumerate(names)}}
    repository = at.client.query(refs_query(len(names)), variables).body.get("repository")
    if not isinstance(repository, Mapping):
        raise GitHubUnreachable(f"GitHub does not show {at.repository}")
    found = {name: repository.get(f"r{n}") for n, name in enumerate(names)}
    return {name: _commit(node) for name, node in found.items()}


def _commit(node: Any) -> CommitSha | None:
    """The commit of a branch; None for what is none, such as `branch:path` or a signed tag."""
    if not isinstance(node, Mapping) or node["__typename"] != "Commit":
        return None
    return CommitSha(node["oid"])


def _file(source: CatalogSource, side: Spot | FileAt, read: Mapping[Spot, Content]) -> FileAt:
    if isinstance(side, FileAt):
        return side
    version = f"{side.commit} ({source.ref})" if source.ref else str(side.commit)
    return FileAt(source.path, version, read[side])


def _from_workspace(workspace: Path | None, path: str, most: int) -> FileAt:
    """The workspace's file; its version is the digest of its bytes."""
    if workspace is None:
        return FileAt(path, "workspace", Unfit("a workspace file, which only the Action can read"))
    root = workspace.resolve()
    file = (root / path).resolve()
    if not file.is_relative_to(root):
        return FileAt(path, "workspace", Unfit("a path that leads out of the workspace"))
    if not file.is_file():
        return FileAt(path, "workspace", Absent())
    if file.stat().st_size > most:
        return FileAt(path, "workspace", Unfit(f"more than {in_words(most)}"))
    data = file.read_bytes()
    version = f"sha256:{hashlib.sha256(data).hexdigest()}"
    return FileAt(path, version, Text(data, blob_oid(data, "0" * 40)))
