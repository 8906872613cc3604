"""Which version repairs the data, and can it still change after people have looked at it?"""

import re
from collections.abc import Iterator

from bot.domain.facts import NotApplicable, known
from bot.domain.gate import Gate, GateKind
from bot.domain.phrase import Phrase
from bot.gates.asking import gate_id
from bot.gates.case import Case

UNKNOWN = "unknown-fixed-version"
MOVABLE = "movable-fixed-version"
TOPICS = (UNKNOWN, MOVABLE)

IMMUTABLE = re.compile(
    r"[0-9a-f]{40}|[0-9a-f]{64}|(?:[a-z0-9:._/+-]+@)?sha256:[0-9a-f]{64}", re.IGNORECASE | re.ASCII
)
"""A whole commit id, or a SHA-256 digest, alone or after an image's name; each of them can be typed
in a block (`bot.planning.block.VERSION`)."""


def is_immutable(version: str) -> bool:
    """True for `head`, a commit id of 40 or 64 digits, and a `sha256:` digest; nothing shorter.

    A branch, a tag, `latest` or an abbreviated commit id can come to mean something else.
    """
    return version == "head" or IMMUTABLE.fullmatch(version) is not None


def ask(case: Case) -> Iterator[Gate]:
    """Blocking: a fixed version that is unknown, or that can be moved."""
    fixed = case.request.code.fixed
    if isinstance(fixed, NotApplicable):
        return
    version = known(fixed)
    if version is None:
        yield _gate(
            UNKNOWN,
            Phrase("Which version of the code repairs the data?"),
            Phrase(
                "state `code.fixed`: `head` for this pull request's own code, a commit id of 40 "
                "digits, or a `sha256:` digest"
            ),
        )
    elif not is_immutable(version.strip()):
        yield _gate(
            MOVABLE,
            Phrase(
                "Which code exactly is `{version}`? A branch, a tag or a short id can mean another "
                "version by the time the backfill runs.",
                version=version,
            ),
            Phrase(
                "state the commit id of 40 digits (or a `sha256:` digest) that it stands for now"
            ),
        )


def _gate(topic: str, question: Phrase, remedy: Phrase) -> Gate:
    return Gate(
        gate_id(topic),
        GateKind.BLOCKING,
        open=True,
        about="code.fixed",
        question=question,
        remedy=remedy,
        topic=topic,
    )
