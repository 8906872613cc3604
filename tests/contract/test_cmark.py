"""A command is one only where GitHub's own renderer shows it in a plain paragraph."""

import random
from typing import Any

import pytest
from justhtml import JustHTML

from bot.domain.spoken import Confirming
from bot.parsing.command import spoken

cmark = pytest.importorskip("pycmarkgfm", reason="cmark-gfm is not here; make contract")
pytestmark = pytest.mark.contract

COMMAND = f"/backfill confirm o-f\ncommit {'a' * 40}\noverwrite w.o 2026-03-01"
BITS = [
    *(
        "a",
        "b c",
        "\n",
        "\n",
        "\n\n",
        "\n\n",
        " ",
        "  ",
        "    ",
        "\t",
        "\r",
        "\r\n",
        "\x0b",
        "\x0c",
    ),
    *("> ", ">", "- ", "* ", "1. ", "2) ", "+", "# ", "```", "~~~", "`", "``", "~~", "~", "*", "_"),
    *("|", "-", "=", "===", "---", "***", ":-", "|-|", "a|b", ":-:", "\\", "&#10;", "\u00a0", "$$"),
    *("[", "]", "(", ")", "![", "](x)", "[a]: /x", "[^1]", "[^1]: ", "<!--", "-->", "<!-- c -->"),
    *("<div>", "</div>", "<p>", "</p>", "<b>", "</b>", "<hr>", "<details>", "</details>", "<x>"),
    *(
        "<blockquote>",
        "</blockquote>",
        "<pre>",
        "</pre>",
        "<del>",
        "</del>",
        '<img alt="',
        '"',
        "'",
    ),
    *(
        "<a href='",
        "<!x",
        "<!X",
        "<?",
        "</%",
        "<ul><li>",
        "</ul>",
        "<table>",
        "<td>",
        "<br>",
        "<br/>",
    ),
    *(
        "<script>",
        "</script>",
        "<style>",
        "<![CDATA[",
        "]]>",
        "<code>",
        "</code>",
        "<svg>",
        "<math>",
    ),
    *(
        "<source",
        "<search>",
        "<!-->",
        "<!--->",
        "--",
        "</s>",
        "<s>",
        "</div x='",
        '<details title="</details>">',
        '[x]: javascript:1 "',
        "[^\u00a0]: ",
        "<title>",
        "<textarea>",
        "<select>",
        "<option>",
        "<template>",
        "<frameset>",
        "<form>",
        "<body>",
    ),
]


@pytest.mark.parametrize(
    "seed", [*range(4), *(pytest.param(n, marks=pytest.mark.long) for n in range(4, 60))]
)
def test_whatever_stands_around_it_what_counts_is_shown_plainly(seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311  (has to be repeatable)
    accepted = 0
    for _ in range(4_000):
        body = a_comment(chance)
        if isinstance(spoken(body), Confirming):
            accepted += 1
            assert ["p", "body", "html", "#document"] in places(body), body
    assert accepted > 500


def a_comment(chance: random.Random) -> str:
    before = "".join(chance.choices(BITS, k=chance.randint(1, 7)))
    if not before.endswith("\n") and chance.random() < 0.8:
        before += chance.choice(["\n", "\n", "\n\n"])
    after = "".join(chance.choices(BITS, k=chance.randint(1, 3)))
    after = "" if chance.random() < 0.6 else chance.choice(["\n", "\n\n"]) + after
    indent = chance.choice(["", "", "", "", " ", "   "])
    return before + "\n".join(indent + line for line in COMMAND.split("\n")) + after


def places(body: str) -> list[list[str]]:
    """The elements around each text that begins a line with the command, innermost first."""
    options = cmark.options.unsafe | cmark.options.footnotes
    page = JustHTML(cmark.gfm_to_html(body, options=options), sanitize=False)
    found: list[list[str]] = []
    waiting: list[Any] = [page.root]
    while waiting:
        node = waiting.pop()
        waiting.extend(node.children or ())
        lines = str(node.data or "").split("\n") if node.name == "#text" else []
        if any(line.strip(" \t").startswith("/backfill confirm") for line in lines):
            above: list[str] = []
            while node.parent is not None:
                node = node.parent
                above.append(node.name)
            found.append(above)
    return found
