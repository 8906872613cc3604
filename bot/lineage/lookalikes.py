"""Names that a person would take for the same and that are not."""

import unicodedata
from functools import lru_cache
from typing import Final

from bot.domain.lineage import Lineage
from bot.domain.names import DatasetName

QUOTES: Final = "\"'`[]\u2018\u2019\u201c\u201d\u00ab\u00bb"
STRIPPED: Final = str.maketrans("", "", QUOTES)


def look_alikes(name: DatasetName, lineage: Lineage) -> tuple[DatasetName, ...]:
    """Other names of the lineage that equal this one after folding; sorted.

    Folding drops case, compatibility forms (NFKC), quotes, and blanks around the name. A name
    that the base knows exactly as it is typed has no look-alikes: it says what it means.
    """
    if name in lineage.on_base:
        return ()
    folded = fold(name)
    return tuple(
        sorted(other for other in lineage.datasets if other != name and fold(other) == folded)
    )


@lru_cache(maxsize=1 << 16)
def fold(name: str) -> str:
    """The name as far as a hurried reader tells names apart."""
    text = unicodedata.normalize("NFKC", name).casefold()
    return unicodedata.normalize("NFKC", text).translate(STRIPPED).strip()
