"""Where GitHub shows the lines of a comment: a second witness beside our own reading of the source.

comrak renders as GitHub's cmark-gfm does, and an HTML5 parser reads the outcome as a browser does.
A line counts as plainly shown only if it comes out as text of a paragraph at the top level of the
page: not in a comment, an attribute, an element that somebody opened before, a table or a footnote.
Whatever either of the two readers doubts is doubted.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from bot.parsing.inline import SILENCING, Heard

if TYPE_CHECKING:
    from justhtml.dom import Node

_MOST_CELLS: Final = 20_000
"""Cells that a table in the comment could have; rendering takes time with them, typed or not."""
_LONGEST_PAGE: Final = 1_000_000
"""Characters of HTML that are read."""
_PRIVATE: Final = range(0xE000, 0xF8FF)
_SURROGATES: Final = re.compile(r"[\ud800-\udfff]")
_MARKABLE: Final = re.compile(r"[ \t]*(?=[A-Za-z/@])")
"""Before these characters a mark makes no difference to what a line is: no list, table or fence
begins with them."""
_BODY: Final = ["p", "body", "html", "#document"]


def heard_as_shown(lines: Sequence[str], wanted: Iterable[int]) -> Mapping[int, Heard] | None:
    """How plainly GitHub shows each of the wanted lines (indices), as far as they can be marked.

    None where the comment cannot be rendered with reasonable effort.
    """
    text = _SURROGATES.sub("\ufffd", "\n".join(lines))
    mark = next((chr(code) for code in _PRIVATE if chr(code) not in text), None)
    widest = max(line.count("|") for line in lines)
    if mark is None or (widest + 1) * len(lines) > _MOST_CELLS + len(lines):
        return None
    marked, numbers = text.split("\n"), []
    for at in wanted:
        found = _MARKABLE.match(marked[at])
        if found is not None:
            numbers.append(at)
            end = found.end()
            marked[at] = f"{marked[at][:end]}{mark}{at}{mark}{marked[at][end:]}"
    page = _rendered("\n".join(marked))
    if len(page) > _LONGEST_PAGE:
        return None
    shown = dict(_shown(page, re.compile(f"{mark}([0-9]+){mark}")))
    return {at: shown.get(at, Heard.HIDDEN) for at in numbers}


def _rendered(text: str) -> str:
    import comrak  # noqa: PLC0415  (only who reads a command has to pay for it)

    extensions, options = comrak.ExtensionOptions(), comrak.RenderOptions()
    for name in ("autolink", "footnotes", "strikethrough", "table", "tagfilter", "tasklist"):
        setattr(extensions, name, True)
    options.unsafe_ = True  # what is raw is read below, and never shown
    options.sourcepos = True  # tells paragraphs from those that are typed as HTML
    return comrak.render_markdown(text, extension_options=extensions, render_options=options)


def _shown(page: str, mark: re.Pattern[str]) -> Iterator[tuple[int, Heard]]:
    from justhtml import JustHTML  # noqa: PLC0415

    waiting: list[Any] = [JustHTML(page, sanitize=False).root]
    while waiting:
        node = waiting.pop()
        if node.name == "#text":
            for found in mark.finditer(node.data or ""):
                yield int(found[1]), _heard(node)
        else:
            waiting.extend(node.children or ())


def _heard(text: "Node") -> Heard:
    above: list[Node] = []
    node = text.parent
    while node is not None:
        above.append(node)
        node = node.parent
    names = [each.name for each in above]
    if "p" not in names or SILENCING.intersection(names):
        return Heard.HIDDEN
    is_typed_as_html = "data-sourcepos" not in (above[0].attrs or {})
    return Heard.DOUBTFULLY if names != _BODY or is_typed_as_html else Heard.PLAINLY
