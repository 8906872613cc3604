"""Mistakes as a person meets them: `line:column found → right (nearest?)`."""

from collections.abc import Iterable

from bot.domain.place import Mistake
from bot.domain.pull_request import Text
from bot.parsing.request import RequestFile, read_request_file
from bot.settings import Settings

HEAD = "version: backfill/v1\nname: orders\n"
WHOLE = HEAD + "root: {dataset: warehouse.orders}\nrange: whole\n"


def said(mistakes: Iterable[Mistake]) -> list[str]:
    """One line a mistake."""
    return [
        f"{mistake.place.line}:{mistake.place.column} {mistake.found} → {mistake.right}"
        + (f" ({mistake.nearest}?)" if mistake.nearest else "")
        for mistake in mistakes
    ]


def read(text: str | bytes, path: str = "a.backfill.yaml", *dialects: str) -> RequestFile:
    """The request file of this text."""
    data = text.encode() if isinstance(text, str) else text
    settings = Settings(dialects=dialects) if dialects else Settings()
    return read_request_file(path, Text(data, "oid"), settings)
