r"""Globs over paths of a repository, as `.gitignore` and workflow filters read them.

    glob    = part *("/" part)
    part    = "**" / *( "*" / "?" / "[" ["!"] class "]" / "\\" any / any-but-"/" )

`*` and `?` stay within one part; a part `**` stands for any number of parts, also none; a leading
`/` changes nothing. Letters match in their own case only. A glob that ends in `/` takes everything
below it. What is no class (`[` without its `]`) stands for itself.
"""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from bot.settings import Settings

BQETL: Final = "bqetl"
BQETL_GLOB: Final = "**/backfill.yaml"


def matches(globs: Iterable[str], path: str) -> bool:
    """True if any of the globs takes the whole path; a glob that begins with `!` takes it back."""
    taken = False
    for glob in globs:
        if glob.startswith("!"):
            taken = taken and not _compiled(glob[1:]).fullmatch(path)
        else:
            taken = taken or _compiled(glob).fullmatch(path) is not None
    return taken


def request_globs(settings: Settings) -> tuple[str, ...]:
    """The globs of request files, those of the dialects in use among them."""
    dialects = (BQETL_GLOB,) if BQETL in settings.dialects else ()
    return (*settings.requests, *dialects)


@lru_cache(maxsize=1024)
def _compiled(glob: str) -> re.Pattern[str]:
    glob = glob.removeprefix("/")
    if glob.endswith("/"):
        glob += "**"
    parts = glob.split("/")
    pattern = []
    for number, part in enumerate(parts):
        last = number == len(parts) - 1
        if part == "**":
            pattern.append(r"[^/]+(?:/[^/]+)*" if last else r"(?:[^/]+/)*")
        else:
            pattern.append(_part(part) + ("" if last else "/"))
    return re.compile("".join(pattern), re.DOTALL)


def _part(part: str) -> str:
    """One part of a glob as a regular expression.

    What stands between two stars is best found as early as possible, and never looked for again;
    trying all its places takes time that grows with their number to the power of the stars.
    """
    first, *between = _between_stars(part)
    if not between:
        return f"(?=[^/]){first}"
    found = "".join(f"(?>[^/]*?{chunk})" for chunk in between[:-1])
    return f"(?=[^/]){first}{found}[^/]*{between[-1]}(?=/|\\Z)"


def _between_stars(part: str) -> list[str]:
    """What stands before, between and after the stars, each of a fixed length."""
    chunks: list[list[str]] = [[]]
    at = 0
    while at < len(part):
        char, pattern = part[at], chunks[-1]
        at += 1
        if char == "*":
            chunks.append([])
            while at < len(part) and part[at] == "*":
                at += 1
        elif char == "?":
            pattern.append("[^/]")
        elif char == "[" and (closed := _class_end(part, at)) is not None:
            pattern.append(_class(part[at:closed]))
            at = closed + 1
        elif char == "\\" and at < len(part):
            pattern.append(re.escape(part[at]))
            at += 1
        else:
            pattern.append(re.escape(char))
    return ["".join(chunk) for chunk in chunks]


def _class_end(part: str, start: int) -> int | None:
    """Where the class that begins at `start` is closed; a `]` at its very beginning is a member."""
    first = start + 1 if part[start : start + 1] in ("!", "^") else start
    end = part.find("]", first + 1)
    return None if end < 0 else end


def _class(members: str) -> str:
    """A class as a regular expression; a reversed range has no members."""
    negated = members[:1] in ("!", "^")
    rest = members[1:] if negated else members
    ranges: list[str] = []
    at = 0
    while at < len(rest):
        if rest[at + 1 : at + 2] == "-" and at + 2 < len(rest):
            low, high = rest[at], rest[at + 2]
            if low <= high:
                ranges.append(f"{re.escape(low)}-{re.escape(high)}")
            at += 3
        else:
            ranges.append(re.escape(rest[at]))
            at += 1
    inside = "".join(ranges)
    if not inside:
        return "[^/]" if negated else r"(?!)"
    return f"(?!/)[{'^' if negated else ''}{inside}]"
