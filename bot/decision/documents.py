"""Which requests a set of changed files adds or changes, document by document (SPEC 2)."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from bot.domain.names import RequestName
from bot.domain.phrase import Phrase
from bot.domain.place import Mistake, Place
from bot.domain.pull_request import Absent, ChangedFile, Content
from bot.domain.request import Request
from bot.parsing.bqetl_names import told_apart
from bot.parsing.globs import matches, request_globs
from bot.parsing.request import RequestFile, read_request_file
from bot.settings import Settings


@dataclass(frozen=True, slots=True)
class Documents:
    """The requests of some changed files, sorted out."""

    planned: tuple[Request, ...]
    """Added or changed, and to be planned; sorted by name."""
    planless: tuple[Request, ...]
    """Changed, and in need of no plan: `complete`, `cancelled`, or by status alone."""
    named: frozenset[RequestName]
    """Every name on either side."""
    mistakes: tuple[Mistake, ...]
    notes: tuple[str, ...]


def changed_documents(
    files: Iterable[ChangedFile], settings: Settings, beside: Mapping[str, bytes]
) -> Documents:
    """The documents that differ from the base.

    A document that stands on the base with the same content, under whatever path and with
    whatever status, is not planned again, unless it comes back from `complete` or `cancelled`.
    A name that two documents bear is a mistake at both.
    """
    changed = tuple(files)
    before = [_read(f.previous_path or f.path, f.before, settings, {}) for f in changed]
    after = [_read(f.path, f.after, settings, beside) for f in changed]
    twice = _named_twice(after)
    planned, planless = _sorted_out(_requests(before), _requests(after))
    mistakes = [mistake for file in after for mistake in file.mistakes]
    mistakes += [mistake for found in twice.values() for mistake in found]
    return Documents(
        planned=_by_name(request for request in planned if request.name not in twice),
        planless=_by_name(planless),
        named=frozenset(request.name for side in (before, after) for request in _requests(side)),
        mistakes=tuple(mistakes),
        notes=tuple(sorted(file.note for file in after if file.note)),
    )


def requests_at(
    path: str, content: Content, settings: Settings, beside: Mapping[str, bytes]
) -> tuple[Request, ...]:
    """The requests of one file that are open: `requested` or `running`; mistakes pass."""
    found = _read(path, content, settings, beside).requests
    return tuple(request for request in found if request.wants_plan)


NOTHING = RequestFile((), (), None, is_request_file=False)


def _read(
    path: str, content: Content, settings: Settings, beside: Mapping[str, bytes]
) -> RequestFile:
    if isinstance(content, Absent) or not matches(request_globs(settings), path.lstrip("/")):
        return NOTHING
    return read_request_file(path, content, settings, beside)


def _sorted_out(
    before: Iterable[Request], after: Iterable[Request]
) -> tuple[list[Request], list[Request]]:
    known: dict[str, list[Request]] = {}
    for request in before:
        known.setdefault(request.fingerprint, []).append(request)
    planned: list[Request] = []
    planless: list[Request] = []
    for request in after:
        same = known.get(request.fingerprint, [])
        if any(old.status is request.status for old in same):
            continue
        stays = not request.wants_plan or any(old.wants_plan for old in same)
        (planless if stays else planned).append(request)
    return planned, planless


def _requests(files: Iterable[RequestFile]) -> Iterator[Request]:
    """The requests of all files; those of a dialect that share a name are told apart."""
    yield from told_apart([request for file in files for request in file.requests])


def _by_name(requests: Iterable[Request]) -> tuple[Request, ...]:
    return tuple(sorted(requests, key=lambda request: request.name))


def _named_twice(files: Iterable[RequestFile]) -> Mapping[RequestName, tuple[Mistake, ...]]:
    places: dict[RequestName, list[Place]] = {}
    for request in _requests(files):
        places.setdefault(request.name, []).append(request.place)
    return {
        name: tuple(
            Mistake(
                place,
                Phrase("the name `{name}`, which stands {count} times", name=name, count=len(all_)),
                Phrase("give each request of a pull request a name of its own"),
            )
            for place in all_
        )
        for name, all_ in places.items()
        if len(all_) > 1
    }
