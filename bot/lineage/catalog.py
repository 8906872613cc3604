"""The catalog as a lineage source."""

from bot.lineage.source import Facts
from bot.parsing.catalog import read_catalog


def read_catalog_source(path: str, data: bytes) -> Facts:
    """The datasets of a `backfill-catalog/v1` file."""
    catalog = read_catalog(path, data)
    return Facts(catalog.datasets, catalog.mistakes)
