"""Mozilla's `backfill.yaml` (bigquery-etl) as a second dialect (SPEC 2)."""

import posixpath
from collections.abc import Mapping

from bot.domain.place import Mistake
from bot.domain.request import Request
from bot.settings import Settings


def is_bqetl(path: str, settings: Settings) -> bool:
    """True for the dialect's file name where the settings ask for the dialect."""
    return "bqetl" in settings.dialects and posixpath.basename(path) == "backfill.yaml"


def read_bqetl(
    path: str, data: bytes, siblings: Mapping[str, bytes]
) -> tuple[tuple[Request, ...], tuple[Mistake, ...]]:
    """The open entries of a file as requests, and what cannot be read."""
    return (), ()
