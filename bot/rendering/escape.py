"""Text of people, made harmless for GitHub's Markdown: the one door that every such word passes.

`escape` gives plain text, `code` a code span, `prose` plain text in which balanced backticks
become code spans, `fence` a block. What comes out is `Markdown`, and nothing else is trusted
by the templates: a word that did not come through here is put through here.
"""

import html
import re
from collections.abc import Iterable
from typing import Any, Final

LONGEST: Final = 1500
"""Characters of one text of a person's that are shown; the rest is counted."""

_MARKS = str.maketrans(
    {mark: f"\\{mark}" for mark in "\\`*_[]~"}
    | {"&": "&amp;", "<": "&lt;", ">": "&gt;", "|": "&#124;", "$": "&#36;"}
)
_INVISIBLE = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f"
    r"\ufeff\ufff9-\ufffb\U000e0000-\U000e007f\ud800-\udfff]"
)
_SPLIT = "&#8288;"
"""A word joiner: what GitHub turns into links after Markdown does not survive it."""
_LINKED = re.compile(
    r"(?P<mark>@|#)(?=\S)"
    r"|(?P<scheme>:)(?=//)"
    r"|(?P<www>[Ww][Ww][Ww])(?=\.)"
    r"|(?P<issue>[Gg][Hh]-)(?=\d)"
    r"|(?P<emoji>(?<!\d):)(?=[a-z0-9_+-]+:)"
    r"|(?P<commit>\b(?=\d*[a-f])(?=[a-f]*\d)[0-9a-f])(?=[0-9a-f]{6,63}\b)"
)
_LINE_START = re.compile(r"^(?:[-+=/#]|\d{1,9}(?=[.)](?:\s|$)))")
_BACKTICKED = re.compile(r"`([^`\n]+)`")


class Markdown(str):
    """Text that is safe to stand in a comment as it is; `join` keeps it so."""

    __slots__ = ()

    def join(self, parts: Iterable[Any], /) -> "Markdown":
        """The parts, each made safe first, with this text between them."""
        return Markdown(str.join(self, [trusted(part) for part in parts]))


def trusted(word: Any) -> Markdown:
    """The word itself where it is Markdown of ours, else what `prose` makes of it."""
    return word if isinstance(word, Markdown) else prose(str(word))


def escape(text: str) -> Markdown:
    """Plain text on one line that no reader of Markdown takes for anything else.

    Mentions, references, HTML, links, images, emphasis, math, emoji codes, table pipes, markers
    and beginnings of lists or headings are neutralised; invisible and direction-changing
    characters are shown by their code point; more than `LONGEST` characters are cut and counted.
    """
    flat = _cut(_one_line(text))
    pieces, at = [], 0
    for found in _LINKED.finditer(flat):
        pieces.append(flat[at : found.end()].translate(_MARKS) + _SPLIT)
        at = found.end()
    pieces.append(flat[at:].translate(_MARKS))
    return Markdown(_LINE_START.sub(_guarded, "".join(pieces)))


def code(text: str) -> Markdown:
    """A code span that holds exactly this text, whatever backticks or pipes are in it."""
    flat = _cut(_one_line(text, squeeze=False)) or " "
    if "|" in flat:
        return Markdown(f"<code>{''.join(map(_entity, flat))}</code>")
    mark = "`" * (_longest_run(flat, "`") + 1)
    pad = " " if flat.startswith(("`", " ")) or flat.endswith(("`", " ")) else ""
    return Markdown(f"{mark}{pad}{flat}{pad}{mark}" if flat.strip() else f"{mark}{flat}{mark}")


def prose(text: str) -> Markdown:
    """Plain text, but what stands between single backticks becomes a code span."""
    pieces = _BACKTICKED.split(_cut(_one_line(text)))
    made = [code(piece) if at % 2 else _between(piece) for at, piece in enumerate(pieces) if piece]
    return Markdown("".join(made))


def code_html(text: str) -> Markdown:
    """A code span as inline HTML."""
    return Markdown(f"<code>{''.join(map(_entity, _cut(_one_line(text))))}</code>")


def prose_html(text: str) -> Markdown:
    """What `prose` gives, as inline HTML for the places where Markdown is not read."""
    pieces = _BACKTICKED.split(_cut(_one_line(text)))
    return Markdown(
        "".join(
            code_html(piece) if at % 2 else _LINKED.sub(_apart, html.escape(piece, quote=False))
            for at, piece in enumerate(pieces)
        )
    )


def fence(text: str, language: str = "") -> Markdown:
    """A fenced block of exactly this text; its fence is longer than any run within."""
    mark = "`" * max(3, _longest_run(text, "`") + 1)
    return Markdown(f"{mark}{language}\n{text}\n{mark}")


def link(label: Markdown, url: str) -> Markdown:
    """A link with a label of ours; the label alone where there is no address."""
    safe = re.sub(r"[\s<>()\\|`\"*_\[\]~]", lambda m: f"%{ord(m[0]):02X}", url)
    return Markdown(f"[{label}]({safe})") if url else label


def _between(piece: str) -> str:
    kept = escape(piece)
    left = " " if piece[0] == " " and kept else ""
    right = " " if piece[-1] == " " and piece.strip() else ""
    return f"{left}{kept}{right}"


def _apart(found: re.Match[str]) -> str:
    return f"{found[0]}{_SPLIT}"


def _guarded(found: re.Match[str]) -> str:
    return f"{found[0]}\\" if found[0].isdigit() else f"\\{found[0]}"


def _one_line(text: str, *, squeeze: bool = True) -> str:
    flat = re.sub(r"\s+", " ", text).strip() if squeeze else re.sub(r"\s", " ", text)
    return _INVISIBLE.sub(lambda found: f"⟨U+{ord(found[0]):04X}⟩", flat)


def _cut(text: str) -> str:
    more = len(text) - LONGEST
    return text if more <= 0 else f"{text[:LONGEST]}… (+{more:,})"


def _entity(letter: str) -> str:
    return letter if letter.isalnum() or letter in " -" else f"&#{ord(letter)};"


def _longest_run(text: str, mark: str) -> int:
    return max((len(run) for run in re.findall(f"{re.escape(mark)}+", text)), default=0)
