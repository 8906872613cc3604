"""Files at commits: many in one query, exact to the byte, never more than was asked for."""

import base64
import binascii
import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from bot.domain.names import CommitSha
from bot.domain.pull_request import Absent, Content, Repository, Text, Unfit
from bot.errors import GitHubUnreachable, NotFound
from bot.github.cache import Cache
from bot.github.client import Client
from bot.github.counted_queries import blobs_query, contents_query

ONE_QUERY: Final = 50
"""Files asked for in one query."""
MEBIBYTE: Final = 1024 * 1024
_SYMLINK: Final = 0o120000

T = TypeVar("T")


@dataclass(frozen=True, slots=True, order=True)
class Spot:
    """A path at a commit, and how many bytes of it are still readable."""

    commit: CommitSha
    path: str
    most: int = MEBIBYTE


class Contents:
    """Reads what stands at spots; remembers it, since a commit never changes."""

    def __init__(self, client: Client, repository: Repository, cache: Cache) -> None:
        self._client = client
        self._repository = repository
        self._cache = cache

    def at(self, spots: Iterable[Spot]) -> dict[Spot, Content]:
        """What stands at each spot.

        One request for every fifty unknown ones, and one for every file that GraphQL would cut
        (over 512,000 bytes) or not render exactly. NotFound where a commit is not there (yet).
        """
        wanted = sorted(set(spots))
        known = {spot: found for spot in wanted if (found := self._kept(spot)) is not None}
        unknown = [spot for spot in wanted if spot not in known]
        for batch in chunks(unknown, ONE_QUERY):
            for spot, entry in self._asked(batch).items():
                known[spot] = self._content(entry, spot.most)
                self._keep(spot, known[spot])
        return known

    def of_blobs(self, oids: Iterable[str]) -> dict[str, Content]:
        """What these blobs hold, by object id; the caller has seen their sizes."""
        wanted = sorted(set(oids))
        known = {oid: found for oid in wanted if (found := self._blob_kept(oid)) is not None}
        unknown = [oid for oid in wanted if oid not in known]
        for batch in chunks(unknown, 2 * ONE_QUERY):
            variables = {f"o{at}": oid for at, oid in enumerate(batch)}
            answer = self._query(blobs_query(len(batch)), variables)
            for at, oid in enumerate(batch):
                known[oid] = self._exact(answer.get(f"b{at}"), oid)
        return known

    def of_entry(self, entry: Any, most: int = MEBIBYTE) -> Content:
        """What a GraphQL tree entry that has been read already holds; Absent for None."""
        return self._content(entry, most)

    def _asked(self, spots: Sequence[Spot]) -> dict[Spot, Any]:
        by_commit: dict[CommitSha, list[Spot]] = {}
        for spot in spots:
            by_commit.setdefault(spot.commit, []).append(spot)
        groups = list(by_commit.items())
        ordered = [spot for _, group in groups for spot in group]
        variables = {f"c{at}": str(commit) for at, (commit, _) in enumerate(groups)}
        variables |= {f"p{at}": spot.path for at, spot in enumerate(ordered)}
        answer = self._query(contents_query([len(group) for _, group in groups]), variables)
        found, at = {}, 0
        for number, (commit, group) in enumerate(groups):
            files = answer.get(f"c{number}")
            if not files:
                raise NotFound(f"commit {commit} is not there (yet)")
            for spot in group:
                found[spot] = files.get(f"f{at}")
                at += 1
        return found

    def _query(self, document: str, variables: Mapping[str, Any]) -> Mapping[str, Any]:
        place = {"owner": self._repository.owner, "name": self._repository.name}
        answer = self._client.query(document, place | dict(variables)).body.get("repository")
        if not isinstance(answer, Mapping):
            raise NotFound(f"{self._repository} is not there")
        return answer

    def _content(self, entry: Any, most: int) -> Content:
        if entry is None:
            return Absent()
        if entry["type"] != "blob":
            return Unfit("a submodule" if entry["type"] == "commit" else "a directory")
        if entry["mode"] == _SYMLINK:
            return Unfit("a symbolic link")
        blob = entry["object"] or {}
        if blob.get("byteSize", 0) > most:
            return Unfit(f"more than {in_words(most)}")
        return self._exact(blob, entry["oid"])

    def _exact(self, blob: Any, oid: str) -> Content:
        if blob and blob.get("isBinary"):
            return Unfit("binary")
        kept = self._blob_kept(oid)
        if kept is not None:
            return kept
        text = (blob or {}).get("text")
        data = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else b""
        if blob is None or blob.get("isTruncated") or blob_oid(data, oid) != oid:
            data = self._whole(oid)
        self._cache.put(("blob", oid), data, len(data))
        return Text(data, oid)

    def _whole(self, oid: str) -> bytes:
        answer = self._client.get(f"/repos/{self._repository}/git/blobs/{oid}").body
        try:
            data = base64.b64decode(answer["content"])
        except (KeyError, TypeError, ValueError, binascii.Error):
            raise GitHubUnreachable(f"GitHub's answer for blob {oid} is none") from None
        if blob_oid(data, oid) != oid:
            raise GitHubUnreachable(f"GitHub's answer for blob {oid} is another one's")
        return data

    def _key(self, spot: Spot) -> tuple[object, ...]:
        return ("content", self._repository, spot)

    def _kept(self, spot: Spot) -> Content | None:
        found = self._cache.get(self._key(spot))
        if isinstance(found, str):
            return self._blob_kept(found)
        return found if isinstance(found, Unfit | Absent) else None

    def _keep(self, spot: Spot, content: Content) -> None:
        kept = content.oid if isinstance(content, Text) else content
        self._cache.put(self._key(spot), kept, len(spot.path) + 200)

    def _blob_kept(self, oid: str) -> Content | None:
        found = self._cache.get(("blob", oid))
        return Text(found, oid) if isinstance(found, bytes) else None


def chunks(items: Sequence[T], size: int) -> Iterator[Sequence[T]]:
    """The items in order, at most `size` at a time."""
    for start in range(0, len(items), size):
        yield items[start : start + size]


def blob_oid(data: bytes, like: str) -> str:
    """Git's object id of a blob with these bytes, in the hash that `like` is written in."""
    digest = hashlib.sha1 if len(like) == 40 else hashlib.sha256  # noqa: PLR2004
    return digest(b"blob %d\0" % len(data) + data).hexdigest()


def in_words(size: int) -> str:
    """A limit as people write it: `1 MiB`, `100 MB`, `700 bytes`."""
    if size % MEBIBYTE == 0:
        return f"{size // MEBIBYTE} MiB"
    return f"{size // 1_000_000} MB" if size % 1_000_000 == 0 else f"{size:,} bytes"
