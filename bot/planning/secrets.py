"""Credential-like strings taken out of what people wrote, before anything shows it.

The patterns are those of detect-secrets (Yelp), which is kept up; nothing here adds any. The
library is imported when the first text is looked at: it costs a tenth of a second.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from types import ModuleType
from typing import Any, TypeVar, cast

from bot.domain.facts import Origin
from bot.domain.place import Place

REDACTED = "[redacted]"
LONGEST_SCANNED = 100_000

NAMES = frozenset(
    {"name", "dataset", "upstream", "time_zone", "start", "end", "excluded", "values",
     "fingerprint", "dialect", "by", "cron", "columns"}
)  # fmt: skip
"""Fields that name or cut things: they are compared exactly, and hold no prose."""

T = TypeVar("T")


def redacted(value: T) -> tuple[T, tuple[str, ...]]:
    """The same frozen value with every credential-like string replaced, and where they stood.

    Places are field paths (`rollback.artifact`), sorted. Names, keys and calendars are left as
    they are. A value without any comes back as the very same object.
    """
    places: set[str] = set()
    clean = cast("T", _clean(value, "", places))
    return clean, tuple(sorted(places))


def redacted_text(text: str) -> str:
    """The text with every credential-like string replaced by `[redacted]`; often itself."""
    spans = sorted(_spans(text[:LONGEST_SCANNED]))
    if not spans:
        return text
    parts, cursor = [], 0
    for start, end in spans:
        if start >= cursor:
            parts += [text[cursor:start], REDACTED]
        cursor = max(cursor, end)
    return "".join((*parts, text[cursor:]))


def _clean(value: Any, path: str, places: set[str]) -> Any:  # noqa: PLR0911  one return a shape
    match value:
        case str():
            clean = redacted_text(value)
            if clean == value:
                return value
            places.add(path)
            return clean
        case tuple():
            members = tuple(_clean(member, path, places) for member in value)
            return value if _same(members, value) else members
        case Mapping():
            entries = {key: _clean(entry, _join(path, key), places) for key, entry in value.items()}
            return value if _same(entries.values(), value.values()) else entries
        case Place() | Origin():
            return value
        case _ if is_dataclass(value) and not isinstance(value, type):
            return _clean_fields(value, path, places)
        case _:
            return value


def _clean_fields(value: Any, path: str, places: set[str]) -> Any:
    changed = {}
    for field in fields(value):
        if field.name in NAMES:
            continue
        inner = path if field.name in {"value", "why"} else _join(path, field.name)
        before = getattr(value, field.name)
        after = _clean(before, inner, places)
        if after is not before:
            changed[field.name] = after
    return replace(value, **changed) if changed else value


def _join(path: str, name: object) -> str:
    return f"{path}.{name}" if path else str(name)


def _same(members: Any, before: Any) -> bool:
    return all(a is b for a, b in zip(members, before, strict=True))


NPM = "_authToken"
DOUBLED = re.compile(r"/(?=/)")
NAME_END = 60
LONG_NAME = re.compile(rf"[\w-]{{{2 * NAME_END},}}")
WORD = re.compile(r"\S+")
SEGMENT = re.compile(r"[A-Za-z0-9+=_-]{20,}")
TOKEN = re.compile(r"[A-Za-z0-9+/=_-]{20,}")
DIGEST = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}|[0-9A-F]{40}|[0-9A-F]{64}")
"""Commit ids and SHA-256 digests: versions, not credentials."""


def _spans(text: str) -> Iterator[tuple[int, int]]:
    scanner = _scanner()
    for pattern in scanner.PATTERNS:
        where = _with_one_start_a_line(text) if NPM in pattern.pattern else text
        yield from (found.span() for found in pattern.finditer(where))
    eased = LONG_NAME.sub(_with_its_end, text)
    for pattern, group in scanner.KEYWORDS:
        for found in pattern.finditer(eased):
            yield from _assigned(text, *found.span(group))
    yield from _random(text)
    if any(pattern.search(text) for pattern in scanner.PRIVATE_KEYS):
        yield 0, len(text)


def _with_one_start_a_line(text: str) -> str:
    """As long, each line with its first `//` alone: a match from a later one is within one from it.

    The pattern of npm's tokens looks to the end of the line from each.
    """
    if NPM not in text:
        return ""
    lines = (line.partition("//") for line in text.split("\n"))
    return "\n".join(before + first + DOUBLED.sub("x", after) for before, first, after in lines)


def _with_its_end(name: re.Match[str]) -> str:
    """As long, only its end the same: a keyword counts that stands before what is assigned.

    The patterns look to the end of a word from every keyword in it.
    """
    return "x" * (len(name[0]) - NAME_END) + name[0][-NAME_END:]


def _random(text: str) -> Iterator[tuple[int, int]]:
    """Long random words; of paths and addresses the segments are looked at one by one."""
    for word in WORD.finditer(text):
        whole = TOKEN.fullmatch(word.group().strip("\"'`,;()[]{}<>"))
        for token in (TOKEN if whole else SEGMENT).finditer(word.group()):
            if not DIGEST.fullmatch(token.group()) and _is_random(token.group()):
                yield word.start() + token.start(), word.start() + token.end()


def _assigned(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The word after `password:`, unless a sentence simply goes on there."""
    word = re.match(r"\S+", text[start:end])
    if word and not (word.group().isalpha() and word.end() < end - start):
        yield start, start + word.end()


def _is_random(token: str) -> bool:
    """True for what has more entropy than words have; letters without any digit are words."""
    return any(letter.isdigit() for letter in token) and any(
        set(token) <= set(detector.charset)
        and detector.calculate_shannon_entropy(token) > detector.entropy_limit
        for detector in _scanner().ENTROPY
    )


def _scanner() -> ModuleType:
    from bot.planning import credential_patterns  # noqa: PLC0415  costs a tenth of a second

    return credential_patterns
