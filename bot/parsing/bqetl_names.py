"""Names of requests that come from bigquery-etl's entries."""

import datetime as dt
import hashlib
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.domain.names import DatasetName, RequestName
from bot.domain.request import Request
from bot.parsing.globs import BQETL

LONGEST: Final = 64
MARK: Final = 8


def entry_name(dataset: DatasetName, date: dt.date) -> RequestName:
    """The table in lower case with `-`, and the entry's date: `clients-daily-v6-2026-03-26`.

    Longer ones are cut and end, before the date, in a mark that keeps them apart.
    """
    return _name(dataset.rpartition(".")[2], dataset, date.isoformat())


def told_apart(requests: Sequence[Request]) -> tuple[Request, ...]:
    """The same requests, those of this dialect that share a name told apart by their dataset.

    A pull request may bring entries of one date for tables of one name in several datasets:
    `fenix_derived.attribution_clients_v1`, `focus_ios_derived.attribution_clients_v1`.
    """
    counts = Counter(request.name for request in requests)
    return tuple(
        replace(request, name=_longer(request))
        if counts[request.name] > 1 and request.dialect == BQETL and request.roots
        else request
        for request in requests
    )


def _longer(request: Request) -> RequestName:
    dataset = request.roots[0].dataset
    date = request.name[-len("2026-03-26") :]
    return _name("-".join(dataset.split(".")[-2:]), dataset, date)


def _name(words: str, dataset: str, date: str) -> RequestName:
    slug = re.sub(r"[^a-z0-9]+", "-", words.lower(), flags=re.ASCII).strip("-")
    room = LONGEST - len(date) - 1
    if not slug or len(slug) > room:
        mark = hashlib.sha256(dataset.encode()).hexdigest()[:MARK]
        slug = f"{slug[: room - MARK - 1].strip('-')}-{mark}".strip("-")
    return RequestName(f"{slug}-{date}")
