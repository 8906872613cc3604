"""Whether a line is addressed to the bot, or would be but for a character nobody can see."""

import re
from typing import Final

from bot.parsing.invisible import first_foreign, is_unseen, looks

ADDRESS: Final = "/backfill"
_BLANK: Final = " \t"
_AFTER: Final = frozenset(" ,:;!?.")
_VERBS: Final = re.compile(
    r"/backfill-?(?:approve|confirm|attest|waive|revoke|execute|plan|status|help)"
)


def addressed(line: str) -> bool:
    """True if a line begins with `/backfill`, or with something that is meant to be that.

    Meant: hidden or look-alike characters in it or before it, a missing blank before the verb, a
    punctuation mark after it. A path such as `/backfills/orders.yaml` is not meant.
    """
    start = line.strip(_BLANK)[:_LOOKED_AT]
    if not start or not (start[0] == "/" or is_unseen(start[0]) or start[0] > "~"):
        return False
    seen = looks(start).lstrip().lower()
    if not seen.startswith(ADDRESS):
        return False
    after = seen[len(ADDRESS) : len(ADDRESS) + 1]
    return not after or _punctuated(seen) or bool(_VERBS.match(seen))


def foreign_in_address(line: str) -> int | None:
    """Where the first character of a line's address that is not plainly typed stands, from 0."""
    indent = len(line) - len(line.lstrip(_BLANK))
    first_word = re.split(r"[ \t]", line[indent:], maxsplit=1)[0]
    foreign = first_foreign(first_word)
    return None if foreign is None else indent + foreign


def _punctuated(seen: str) -> bool:
    after = seen[len(ADDRESS) :]
    return after[0] in _AFTER and (len(after) == 1 or after[0] == " " or after[1] == " ")


_LOOKED_AT: Final = 64
