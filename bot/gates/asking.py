"""How gates get their ids and name what they are about; no gate of its own.

A waiver or attestation names an id and holds while the scope does. So an id must not change what
it stands for under the same scope: a bare id (`unknown-rollback`) means *every* dataset of the
plan that the question can be asked of; where only some are concerned, the id names which, or how
many of how many.
"""

import hashlib
import re
import unicodedata
from collections.abc import Iterator, Sequence

from bot.domain.names import DatasetName, GateId
from bot.domain.phrase import Phrase

LONGEST_SLUG = 40
NAMED = 3
"""Up to so many datasets are asked about one by one."""
LISTED = 6


def slug(name: str) -> str:
    """The name in lower-case letters, digits and single hyphens; never empty, always the same.

    `ml.churn_features` becomes `ml-churn-features`. Of what is too long the last words are kept;
    it, and what has no such letters, ends in the first digits of its SHA-256.
    """
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    words = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")
    if words and len(words) <= LONGEST_SLUG:
        return words
    mark = hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:6]
    last = words[-LONGEST_SLUG:]
    return f"{last.partition('-')[2] or last or 'dataset'}-{mark}"


def gate_id(topic: str, *about: str) -> GateId:
    """`topic`, or `topic-name` with each name as a slug."""
    return GateId("-".join([topic, *map(slug, about)]))


def grouped(
    topic: str, concerned: Sequence[DatasetName], all_of_them: Sequence[DatasetName]
) -> Iterator[tuple[GateId, tuple[DatasetName, ...]]]:
    """One gate for all, one for each of a few, or one for many: ids with what they are about."""
    if not concerned:
        return
    if set(concerned) == set(all_of_them):
        yield GateId(topic), tuple(concerned)
    elif len(concerned) <= NAMED:
        for name in concerned:
            yield gate_id(topic, name), (name,)
    else:
        yield GateId(f"{topic}-{len(concerned)}-of-{len(all_of_them)}"), tuple(concerned)


def some(names: Sequence[str]) -> Phrase:
    """The names as a sentence lists them; after a handful only how many more there are."""
    if len(names) <= LISTED:
        return Phrase("`{names}`", names=tuple(names))
    return Phrase(
        "`{names}` and {more} more", names=tuple(names[: LISTED - 1]), more=len(names) - LISTED + 1
    )


def about(names: Sequence[DatasetName]) -> str:
    """What a gate is about: the one dataset's name, or nothing where it concerns several."""
    return names[0] if len(names) == 1 else ""
