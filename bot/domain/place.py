"""Places in files, and mistakes that are found there."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A character of a file; lines and columns count from 1."""

    path: str
    line: int
    column: int = 1


@dataclass(frozen=True, slots=True, order=True)
class Mistake:
    """One thing that is wrong in a file, in its author's words."""

    place: Place
    found: str
    """What stands there (already cut to a readable length, never escaped for Markdown)."""
    right: str
    """What would be right, as an instruction: `write one of overwrite, append, merge`."""
    nearest: str | None = None
    """The known word nearest to an unknown one."""
    excerpt: str = ""
    """The source line, for a caret under `place.column`; empty where it must not be shown."""
