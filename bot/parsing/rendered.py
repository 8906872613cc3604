"""Where GitHub shows the lines of a comment: a second witness beside our own reading of the source.

comrak renders as GitHub's cmark-gfm does, and an HTML5 parser reads the outcome as a browser does.
A line counts as plainly shown only if it comes out as text of a paragraph at the top level of the
page: not in a comment, an attribute, an element that somebody opened before, a table or a footnote.
Whatever either of the two readers doubts is doubted.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from bot.parsing.inline import SILENCING, Heard, worse

if TYPE_CHECKING:
    from justhtml.dom import Node

_MOST_CELLS: Final = 20_000
"""Cells that a table in the comment could have; rendering takes time with them, typed or not."""
_LONGEST_PAGE: Final = 1_000_000
"""Characters of HTML that are read."""
_PRIVATE: Final = range(0xE000, 0xF8FF)
_PLAIN_COMMENT: Final = re.compile(r"<!--(?!-?>)(?:(?!--).)*-->", re.DOTALL)
_DISPUTED: Final = re.compile(r"<!|</?(?:source|search|textarea)\b", re.IGNORECASE)
"""What CommonMark reads as HTML, or as a block of it, in some versions and not in others, where it
is no plain comment."""
_SURROGATES: Final = re.compile(r"[\ud800-\udfff]")
_MARKABLE: Final = re.compile(r"[ \t]*(?=[A-Za-z/@])")
"""Before these characters a mark makes no difference to what a line is: no list, table or fence
begins with them."""
_BODY: Final = ["p", "body", "html", "#document"]


def heard_as_shown(lines: Sequence[str], wanted: Iterable[int]) -> Mapping[int, Heard] | None:
    """How plainly GitHub shows each of the wanted lines (indices), as far as they can be marked.

    None where the comment cannot be rendered with reasonable effort, or holds what cmark-gfm
    (CommonMark 0.29) and later versions of CommonMark read differently.
    """
    text = _SURROGATES.sub("\ufffd", "\n".join(lines))
    mark = next((chr(code) for code in _PRIVATE if chr(code) not in text), None)
    widest = max(line.count("|") for line in lines)
    if mark is None or (widest + 1) * len(lines) > _MOST_CELLS + len(lines):
        return None
    if _DISPUTED.search(_PLAIN_COMMENT.sub("", text)):
        return None
    source = text.split("\n")
    numbers = list(_marked(source, wanted, mark))
    shown = dict.fromkeys(numbers, Heard.PLAINLY)
    for places in (False, True):
        page = _rendered("\n".join(source), places=places)
        if len(page) > _LONGEST_PAGE:
            return None
        found = dict(_shown(page, re.compile(f"{mark}([0-9]+){mark}"), places=places))
        shown = {at: worse(shown[at], found.get(at, Heard.HIDDEN)) for at in numbers}
    return shown


def _marked(source: list[str], wanted: Iterable[int], mark: str) -> Iterator[int]:
    """The lines that have now got a mark with their number before their first word."""
    for at in wanted:
        found = _MARKABLE.match(source[at])
        if found is not None:
            indent, words = source[at][: found.end()], source[at][found.end() :]
            source[at] = f"{indent}{mark}{at}{mark}{words}"
            yield at


def _rendered(text: str, *, places: bool) -> str:
    """The page; with `places` it tells the paragraphs from those that are typed as HTML.

    The places are attributes, whose quotes may end an attribute that somebody left open: what
    GitHub shows is the page without.
    """
    import comrak  # noqa: PLC0415  (only who reads a command has to pay for it)

    extensions, options = comrak.ExtensionOptions(), comrak.RenderOptions()
    for name in ("autolink", "footnotes", "strikethrough", "table", "tagfilter", "tasklist"):
        setattr(extensions, name, True)
    options.unsafe_ = True  # what is raw is read below, and never shown
    options.sourcepos = places
    return comrak.render_markdown(text, extension_options=extensions, render_options=options)


def _shown(page: str, mark: re.Pattern[str], *, places: bool) -> Iterator[tuple[int, Heard]]:
    from justhtml import JustHTML  # noqa: PLC0415

    waiting: list[Any] = [JustHTML(page, sanitize=False).root]
    while waiting:
        node = waiting.pop()
        if node.name == "#text":
            for found in mark.finditer(node.data or ""):
                yield int(found[1]), _heard(node, places=places)
        else:
            waiting.extend(node.children or ())


def _heard(text: "Node", *, places: bool) -> Heard:
    above: list[Node] = []
    node = text.parent
    while node is not None:
        above.append(node)
        node = node.parent
    names = [each.name for each in above]
    if "p" not in names or SILENCING.intersection(names):
        return Heard.HIDDEN
    if names != _BODY or (places and "data-sourcepos" not in (above[0].attrs or {})):
        return Heard.DOUBTFULLY
    return Heard.PLAINLY
