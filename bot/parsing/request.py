"""Request files: text in; requests, located mistakes, or a note out."""

import posixpath
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from bot.domain.phrase import Phrase
from bot.domain.place import Mistake, Place
from bot.domain.pull_request import Absent, Content, Text, Unfit
from bot.domain.request import Request
from bot.parsing.bqetl import is_bqetl, read_bqetl
from bot.parsing.nodes import Node, Pairs, Scalar, cut
from bot.parsing.request_document import read_document
from bot.parsing.request_form import VERSION
from bot.parsing.shapes import WRONG, Source
from bot.parsing.yaml import Documents, read_documents
from bot.settings import Settings

OURS: Final = re.compile(r"\.backfill\.ya?ml\Z")
SAYS_OURS: Final = re.compile(rb"^\s*[\"']?version[\"']?\s*:\s*[\"']?backfill/", re.MULTILINE)
FAMILY: Final = "backfill/"


@dataclass(frozen=True, slots=True)
class RequestFile:
    """What one file at one commit holds."""

    requests: tuple[Request, ...]
    """Documents without a mistake, in the order of the file."""
    mistakes: tuple[Mistake, ...]
    """Of all other documents; sorted by place."""
    note: str | None
    """Why the file is no request file, though it stands where one could."""
    is_request_file: bool


def read_request_file(
    path: str, content: Content, settings: Settings, siblings: Mapping[str, bytes] | None = None
) -> RequestFile:
    """The requests of a file, and every mistake in it; never raises for what it holds.

    `siblings` are files of the same folder by path, for dialects whose facts stand beside the
    request. A YAML file without our `version:` is no request file unless it is named
    `*.backfill.yaml` (SPEC 2); of a file that cannot be read at all the name decides, or a line
    that begins `version: backfill/`.
    """
    if isinstance(content, Absent):
        return _none(None)
    if isinstance(content, Unfit):
        right = Phrase("write the request in an ordinary text file")
        return _invalid(Mistake(Place(path, 1), content.what, right))
    if is_bqetl(path, settings) and not SAYS_OURS.search(content.data):
        requests, mistakes = read_bqetl(path, content.data, siblings or {})
        return RequestFile(requests, mistakes, None, is_request_file=True)
    return _own(path, content)


def _own(path: str, content: Text) -> RequestFile:
    read = read_documents(path, content.data)
    named = bool(OURS.search(path))
    claimed = named or any(_is_ours(document) for document in read.documents)
    if not claimed and not (read.mistakes and SAYS_OURS.search(content.data)):
        return _none(_note(path, read))
    at = Source(path, "request", read.lines, list(read.mistakes))
    if not read.documents and not read.mistakes:
        right = Phrase("begin with `version: {version}`", version=VERSION)
        return _invalid(Mistake(Place(path, 1), Phrase("an empty file"), right))
    requests = tuple(_requests(read, at))
    twice = _named_twice(requests, at)
    return RequestFile(
        tuple(request for request in requests if request.name not in twice),
        tuple(sorted(at.mistakes)),
        None,
        is_request_file=True,
    )


def _requests(read: Documents, at: Source) -> Iterator[Request]:
    for document in read.documents:
        request = read_document(document, at)
        if request is not WRONG:
            yield request


def _named_twice(requests: tuple[Request, ...], at: Source) -> frozenset[str]:
    counts = Counter(request.name for request in requests)
    for request in requests:
        if counts[request.name] > 1:
            at.mistakes.append(
                Mistake(
                    request.place,
                    Phrase(
                        "the name `{name}`, which stands {count} times",
                        name=request.name,
                        count=counts[request.name],
                    ),
                    Phrase("give each request of a pull request a name of its own"),
                )
            )
    return frozenset(name for name, count in counts.items() if count > 1)


def _is_ours(document: Node) -> bool:
    version = document.get("version") if isinstance(document, Pairs) else None
    if not isinstance(version, Scalar):
        return False
    return version.text.strip().lower().startswith(FAMILY)


def _note(path: str, read: Documents) -> str:
    name = posixpath.basename(path)
    for document in read.documents:
        version = document.get("version") if isinstance(document, Pairs) else None
        if isinstance(version, Scalar) and version.text:
            return Phrase(
                "`{path}` is left alone: its version is `{version}`, not `{ours}`",
                path=path,
                version=cut(version.text),
                ours=VERSION,
            )
    if read.mistakes:
        return Phrase(
            "`{path}` is left alone: `{name}` cannot be read as a request", path=path, name=name
        )
    return Phrase("`{path}` is left alone: it has no `version: {ours}`", path=path, ours=VERSION)


def _none(note: str | None) -> RequestFile:
    return RequestFile((), (), note, is_request_file=False)


def _invalid(mistake: Mistake) -> RequestFile:
    return RequestFile((), (mistake,), None, is_request_file=True)
