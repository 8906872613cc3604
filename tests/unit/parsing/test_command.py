"""What a comment says to the bot, and how it is told what it got wrong."""

import json
from pathlib import Path

import pytest

from bot.domain.names import CommitSha, GateId, RequestName
from bot.domain.scope import Command
from bot.domain.spoken import (
    Asking,
    Attest,
    Attesting,
    Confirming,
    Conflicting,
    Fenced,
    Misspoken,
    Nothing,
    Said,
    Spoken,
    SpokenLine,
    Verb,
    Waive,
    Waiving,
)
from bot.parsing.command import spoken

HEAD = "4f0c1b7de9a2467c8d1f0e5a3b9c6d2e8f7a1b40"
OK = f"""/backfill confirm orders-tax-fix
commit {HEAD}
overwrite warehouse.orders_daily 2026-03-01..2026-03-14
merge marts.customer_ltv 2026-03-01..2026-03-31"""
INDENTED = OK.replace("\n", "\n  ")
SAID = Confirming(
    command=Command.CONFIRM,
    request=RequestName("orders-tax-fix"),
    commit=CommitSha(HEAD),
    code=None,
    lines=(
        SpokenLine("overwrite", "warehouse.orders_daily", ("2026-03-01..2026-03-14",), 3),
        SpokenLine("merge", "marts.customer_ltv", ("2026-03-01..2026-03-31",), 4),
    ),
)
REQUEST = RequestName("orders-tax-fix")


def problem(body: str) -> str:
    """The sentence that a comment is answered with, and where its caret stands."""
    said = spoken(body)
    assert isinstance(said, Misspoken), said
    return f"{said.line}:{said.column} {said.problem}"


def test_a_block_is_read_whole() -> None:
    assert spoken(OK) == SAID


ALIKE = {
    "spaces, tabs and blank lines around": "\n\n  " + OK.replace(" ", " \t ") + "  \n\n\n",
    "lines from the web editor": OK.replace("\n", "\r\n") + "\r\n",
    "lines of an old editor": OK.replace("\n", "\r"),
    "a remark that a tool hides": OK + "\r\n\r\n<!-- linear:isThreadRoot -->",
    "the same right below": OK + "\n<!-- linear:isThreadRoot -->",
    "the same on the last line": OK + " <!-- linear:isThreadRoot -->",
    "two of them over several lines": OK + " <!-- a\nb --> <!--\n c -->\n",
    "the same above": "<!-- linear:isThreadRoot -->\n" + OK,
    "verbs in any case": OK.replace("/backfill confirm", "/BackFill CONFIRM"),
    "key words in any case": OK.replace("commit", "Commit").replace("merge", "MERGE"),
    "a SHA in any case": OK.replace(HEAD, HEAD.upper()),
    "the same twice": f"{OK}\n{OK}",
    "the same twice, apart": f"{OK}\n\nas I said:\n\n{OK}",
    "talk before": "Looks good to me.\n\n" + OK,
    "talk right above": "Looks good to me.\n" + OK,
    "talk after": OK + "\n\nThanks, everybody!",
    "a quotation before": "> please confirm\n\n" + OK,
    "a list, a table, a picture": f"- [x] read\n\n|a|b|\n|-|-|\n\n![x](y)\n\n{OK}\n\n# done",
    "names in quotes that need none": OK.replace(
        "warehouse.orders_daily", '"warehouse.orders_daily"'
    ),
    "letters by code point": OK.replace("marts", '"m\\u0061rts').replace("_ltv", '_ltv"'),
    "a line twice": OK + "\nmerge marts.customer_ltv 2026-03-01..2026-03-31",
    "a closed detail above": "<details><summary>x</summary>\n\ny\n\n</details>\n\n" + OK,
    "a tag in code above": "`<details>` and <br> are fine\n\n" + OK,
    "emphasis that ends above": "**Checked** and ~~not~~ done [x](y):\n" + OK,
}


@pytest.mark.parametrize("body", ALIKE.values(), ids=ALIKE.keys())
def test_what_does_not_change_the_meaning_is_not_seen(body: str) -> None:
    said = spoken(body)
    assert isinstance(said, Confirming)
    assert [(line.semantics, line.dataset, line.partitions) for line in said.lines] == [
        (line.semantics, line.dataset, line.partitions) for line in SAID.lines
    ]
    assert (said.command, said.request, said.commit) == (SAID.command, SAID.request, SAID.commit)


NOT_SPOKEN = {
    "a fence in a list": f"- item\n  ```\n  {OK}\n  ```",
    "indented code": "text\n\n" + "".join(f"    {line}\n" for line in OK.split("\n")),
    "a tab": "\t" + OK.replace("\n", "\n\t"),
    "inline code": f"`{OK}`",
    "inline code from the line above": f"see `this\n{OK}`",
    "a quotation": "> " + OK.replace("\n", "\n> "),
    "a quotation that runs on": "> " + OK,
    "a quotation without a blank": ">" + OK,
    "lines lazily below a quotation": "> as he said\n" + OK,
    "an alert": "> [!NOTE]\n" + OK,
    "an HTML comment": f"<!-- {OK} -->",
    "an HTML comment in lines": f"<!--\n{OK}\n-->",
    "an open HTML comment": f"<!-- x\n{OK}",
    "an HTML comment in a paragraph": f"text <!--\n{OK}\n-->",
    "an HTML block": f"<details>\n{OK}\n</details>",
    "an HTML block of a tag of one's own": f"<custom-tag>\n{OK}",
    "a heading": f"# {OK}",
    "an underlined heading": f"{OK}\n---",
    "a heading underlined twice": f"{OK}\n===",
    "a list item": f"- {OK}",
    "a numbered one": f"1. {OK}",
    "lines lazily below a list item": f"- item\n{OK}",
    "a task": f"- [x] {OK}",
    "a tick in a paragraph": f"[x] {OK}",
    "a table": f"/backfill status | x\n--- | ---\n{OK.splitlines()[0]} | y",
    "struck through": f"~~{OK}~~",
    "struck through from the line above": f"~~no:\n{OK}~~",
    "bold": f"**{OK}**",
    "a link's title": f'[a](b "\n{OK}\n")',
    "a link definition's title": f'[a]: b "\n{OK}\n"',
    "a picture's text": f"![\n{OK}\n](b)",
    "an attribute": f'text <a title="\n{OK}\n">',
    "a footnote": f"[^1]: see\n{OK}",
    "a footnote in a paragraph": f"text\n[^1]: see\n{OK}",
    "a quotation in HTML": f"<blockquote>\n\n{OK}\n\n</blockquote>",
    "struck through in HTML": f"<del>\n\n{OK}\n\n</del>",
    "struck through by a tag left open": f"text <s>\n\n{OK}",
    "a list in HTML": f"<ul><li>\n\n{OK}\n\n</li></ul>",
    "struck through by single tildes": f"~no:\n{OK}\nno~",
    "a comment that an HTML block opens": f"<div></div><!--\n\n{OK}\n\n-->",
    "a comment after a rule": f"<hr><!--\n\n{OK}\n\n-->",
    "a comment that a quotation opens": f"> <!--\n{OK}\n-->",
    "an attribute of an HTML block": f'<hr title="\n\n{OK}\n\n">',
    "a quotation whose end is in an attribute": f'<blockquote><img alt="</blockquote>">\n\n{OK}',
    "a quotation that a wrong tag does not end": f"<b><blockquote></b>\n\n{OK}",
    "a comment that is one in some versions": f"<!-- a -- b\n\n{OK}\n\n-->",
    "a fence below a footnote": f"[^1]: note\n```\n\n{OK}\n```",
    "a fence of tildes below a footnote": f"[^1]: note\n~~~\n\n{OK}\n~~~",
    "a script below a footnote": f"[^1]: note\n<script>\n\n{OK}\n</script>",
    "a list below a footnote": f"[^1]: note\n- a\n\n  {INDENTED}",
    "a quotation that goes on below a definition": f"> [plan]: https://x\n{OK}",
    "a list item that goes on below a definition": f"- [a]: /x\n{OK}",
    "a quoted footnote that goes on": f"> a\n> [^1]: x\n{OK}",
    "a table of one column": f"Reviewed\n:-:\n{OK}",
    "a table of one column without a pipe above": f"x\n|-|\n{OK}",
    "another such table": f"x\n-|\n{OK}",
    "a negation before it": f"do not {OK}",
    "a wish": f"I would {OK.splitlines()[0]} if it were right",
    "a word before the address": "the /backfill thing looks odd",
    "talk": "the backfill for March looks odd",
    "a path": "/backfills/orders.backfill.yaml has a typo",
    "another path": "/backfill/orders.yaml has a typo",
    "another bot": "/backfill-bot is a nice name",
    "an entity": f"&#47;{OK[1:]}",
    "an escape": f"\\{OK}",
    "nothing": "",
    "blanks": " \n\t\r\n",
    "length": "x" * 200_000,
}


@pytest.mark.parametrize("body", NOT_SPOKEN.values(), ids=NOT_SPOKEN.keys())
def test_what_is_quoted_shown_or_hidden_is_not_spoken(body: str) -> None:
    assert spoken(body) == Nothing()


FENCES = {
    "backticks": f"```\n{OK}\n```",
    "with CRLF": f"```\r\n{OK}\r\n```\r\n",
    "four backticks": f"````\n{OK}\n````",
    "tildes": f"~~~text\n{OK}\n~~~",
    "indented": f"   ```\n{OK}\n   ```",
    "a trailing blank": f"``` \n{OK}\n``` ",
    "never closed": f"```\n{OK}",
    "a remark that a tool hides": f"```\n{OK}\n```\n\n<!-- linear:isThreadRoot -->",
    "an empty line first": f"```\n\n{OK}\n```",
}


@pytest.mark.parametrize("body", FENCES.values(), ids=FENCES.keys())
def test_a_block_still_in_its_fence_is_seen_as_that(body: str) -> None:
    assert spoken(body) == Fenced()


def test_a_fence_beside_talk_or_with_something_else_in_it_is_nothing() -> None:
    assert spoken(f"Please write:\n\n```\n{OK}\n```") == Nothing()
    assert spoken("```\nselect 1\n/backfill help\n```") == Nothing()


DOUBTFUL = {
    "emphasis around it": f"**really:\n{OK}\n**",
    "a link's text": f"[so:\n{OK}\n](b)",
    "an element that is open": f"<details>\n\n{OK}\n\n</details>",
    "an element in its paragraph": f"text <sub>\n{OK}",
    "an odd comment": f"<p><?\n\n{OK}\n\n?>",
    "a declaration in small letters": f"- <!x\n{OK}",
    "a tag that begins a block in some versions": f"<source\n{OK}\n>",
    "a comment's beginning in an attribute": f'<p><img alt="<!--"><blockquote>\n\n{OK}',
    "another odd comment": f"<p><!x\n\n{OK}\n\n>",
    "the indentation of code": "text\n    " + OK,
}


@pytest.mark.parametrize("body", DOUBTFUL.values(), ids=DOUBTFUL.keys())
def test_what_is_visible_and_not_plainly_said_gets_help(body: str) -> None:
    assert isinstance(spoken(body), Misspoken)


def changed(old: str, new: str) -> str:
    assert old in OK
    return OK.replace(old, new)


HELP = {
    "an unknown verb": ("/backfill frobnicate", "1:11 `frobnicate` is no verb of `/backfill`"),
    "no verb": ("/backfill", "1:10 the verb is missing"),
    "a longer verb": (
        "/backfill confirmation-please",
        "1:11 `confirmation-please` is no verb of `/backfill`",
    ),
    "no blank": (
        changed("/backfill confirm", "/backfillconfirm"),
        "1:1 a command begins with `/backfill` and a blank",
    ),
    "a colon": (
        changed("/backfill", "/backfill:"),
        "1:1 a command begins with `/backfill` and a blank",
    ),
    "no request": ("/backfill approve", "1:18 the request's name is missing"),
    "no request's name": (
        changed("orders-tax-fix", "Orders_Tax"),
        "1:19 a request's name is small letters and digits in words joined by `-`",
    ),
    "a name too long": (
        changed("orders-tax-fix", "a" * 65),
        "1:19 a request's name is small letters and digits in words joined by `-`",
    ),
    "more on the first line": (
        changed("orders-tax-fix", "orders-tax-fix now"),
        "1:34 `now` is left over after the request's name",
    ),
    "no commit": (
        changed(f"commit {HEAD}\n", ""),
        "1:33 the line `commit <sha>` is missing",
    ),
    "an empty commit": (changed(f"commit {HEAD}", "commit"), "2:7 the commit is missing"),
    "a short commit": (
        changed(HEAD, HEAD[:7]),
        "2:8 a commit is named by its full SHA, 40 or 64 hexadecimal digits",
    ),
    "a commit by another name": (
        changed(HEAD, "head"),
        "2:8 a commit is named by its full SHA, 40 or 64 hexadecimal digits",
    ),
    "two commits": (
        changed("commit", f"commit {'a' * 40}\ncommit"),
        "3:1 `commit` stands here for the second time",
    ),
    "the same commit twice": (
        changed("commit", f"commit {HEAD}\ncommit"),
        "3:1 `commit` stands here for the second time",
    ),
    "two versions": (
        f"{OK}\ncode head\ncode head",
        "6:1 `code` stands here for the second time",
    ),
    "no lines": (
        OK[: OK.index("\noverwrite")],
        "1:33 the lines that name datasets and partitions are missing",
    ),
    "no semantics": (
        changed("overwrite ", ""),
        (
            "3:1 a line of a block begins with one of `commit`, `code`, `overwrite`, `append`,"
            " `merge`, `attest`, `waive`"
        ),
    ),
    "no partitions": (
        changed(" 2026-03-01..2026-03-14", ""),
        "3:33 the list of partitions is missing",
    ),
    "a comma at the end": (changed("03-14", "03-14,"), "3:57 the list of partitions is missing"),
    "two commas": (
        changed("..2026-03-14", ",,2026-03-14"),
        "3:45 the list of partitions is missing before the comma",
    ),
    "text after": (f"{OK} NOT", "4:49 `NOT` is left over after the list of partitions"),
    "thanks after": (
        f"{OK}\nthanks!",
        (
            "5:1 a line of a block begins with one of `commit`, `code`, `overwrite`, `append`,"
            " `merge`, `attest`, `waive`"
        ),
    ),
    "a dataset twice": (
        f"{OK}\nmerge marts.customer_ltv 2026-03-01",
        "5:7 this dataset stands here for the second time, with something else",
    ),
    "a wildcard": (
        changed("warehouse.orders_daily", "*"),
        "3:11 `*` is no wildcard: name all of it, in the dataset's name",
    ),
    "a wildcard in a name": (
        changed("orders_daily", "*"),
        "3:21 `*` is no wildcard: name all of it, in the dataset's name",
    ),
    "a wildcard for partitions": (
        changed("2026-03-01..2026-03-14", "*"),
        "3:34 `*` is no wildcard: name all of it, in the list of partitions",
    ),
    "a shell word": (
        changed("warehouse", "$(id)"),
        "3:11 `$` stands bare; write it as a JSON string, in the dataset's name",
    ),
    "words after a string": (
        changed("warehouse.orders_daily", '"a; curl x|sh" $GITHUB_TOKEN'),
        "3:26 `$` stands bare; write it as a JSON string, in the list of partitions",
    ),
    "an open string": (
        changed("warehouse.orders_daily", '"warehouse'),
        "3:11 the JSON string is not closed, or not JSON, in the dataset's name",
    ),
    "an empty string": (
        changed("warehouse.orders_daily", '""'),
        "3:11 the JSON string holds no text, in the dataset's name",
    ),
    "half a letter": (
        changed("warehouse.orders_daily", '"\\ud800"'),
        "3:11 the JSON string holds no text, in the dataset's name",
    ),
    "a string that goes on": (
        changed("warehouse.orders_daily", '"a"b'),
        "3:14 `b 2026-03-01..2026-03-14` is left over after the dataset's name",
    ),
    "no reason": (
        f"{OK}\nwaive unknown-rollback",
        "5:23 a waiver needs a reason: `because …`",
    ),
    "an empty reason": (
        f"{OK}\nwaive unknown-rollback because  ",
        "5:33 the reason after `because` is missing",
    ),
    "no gate": (f"{OK}\nattest", "5:7 the gate's id is missing"),
    "a gate in capitals": (
        f"{OK}\nattest Dry-Run",
        "5:8 a gate's id is small letters and digits in words joined by `-`",
    ),
    "a line below a line": (
        "/backfill status orders-tax-fix\nthanks",
        "2:1 `thanks` is left over after `/backfill status`, which is one line long",
    ),
    "two words after help": (
        "/backfill help me please",
        "1:19 `please` is left over after `/backfill help`",
    ),
}


@pytest.mark.parametrize(("body", "right"), HELP.values(), ids=HELP.keys())
def test_what_cannot_be_read_is_told_with_its_place(body: str, right: str) -> None:
    assert problem(body) == right


SEEN = {
    "a word joiner in front": (f"\u2060{OK}", "1:1", "U+2060 WORD JOINER"),
    "a byte order mark": (f"\ufeff{OK}", "1:1", "U+FEFF ZERO WIDTH NO-BREAK SPACE"),
    "a no-break space in front": (f"\u00a0{OK}", "1:1", "U+00A0 NO-BREAK SPACE"),
    "a zero width space at the end": (f"{OK}\u200b", "4:48", "U+200B ZERO WIDTH SPACE"),
    "no-break spaces": (OK.replace(" ", "\u00a0"), "1:10", "U+00A0 NO-BREAK SPACE"),
    "a Cyrillic letter": (
        changed("warehouse", "w\u0430rehouse"),
        "3:12",
        "U+0430 CYRILLIC SMALL LETTER A",
    ),
    "a Cyrillic address": (
        changed("/backfill", "/b\u0430ckfill"),
        "1:3",
        "U+0430 CYRILLIC SMALL LETTER A",
    ),
    "a Kelvin sign": (changed("/backfill", "/bac\u212afill"), "1:5", "U+212A KELVIN SIGN"),
    "a wide slash": (changed("/backfill", "\uff0fbackfill"), "1:1", "U+FF0F FULLWIDTH SOLIDUS"),
    "a hyphenated address": (changed("/backfill", "/back\u00adfill"), "1:6", "U+00AD SOFT HYPHEN"),
    "a turned name": (
        changed("warehouse", "ware\u202ehouse"),
        "3:15",
        "U+202E RIGHT-TO-LEFT OVERRIDE",
    ),
    "an ellipsis": (
        changed("..2026-03-14", "\u20262026-03-14"),
        "3:44",
        "U+2026 HORIZONTAL ELLIPSIS",
    ),
    "an en dash": (changed("2026-03-14", "2026\u201303-14"), "3:50", "U+2013 EN DASH"),
    "curly quotes": (
        changed("warehouse.orders_daily", "\u201cwarehouse.orders_daily\u201d"),
        "3:11",
        "U+201C LEFT DOUBLE QUOTATION MARK",
    ),
    "Arabic digits": (changed("03-14", "03-1\u0664"), "3:55", "U+0664 ARABIC-INDIC DIGIT FOUR"),
    "a hidden character in a reason": (
        f"{OK}\nwaive unknown-rollback because we\u202e can",
        "5:34",
        "U+202E RIGHT-TO-LEFT OVERRIDE",
    ),
    "a separator that is no line end": (f"{OK}\u2028thanks", "4:48", "U+2028 LINE SEPARATOR"),
    "a form feed": (f"{OK}\x0cthanks", "4:48", "U+000C"),
}


@pytest.mark.parametrize(("body", "place", "character"), SEEN.values(), ids=SEEN.keys())
def test_characters_that_mislead_the_eye_are_named(body: str, place: str, character: str) -> None:
    found = problem(body)
    assert found.startswith(f"{place} `{character}` stands in")


def test_a_mistake_says_what_was_meant_as_far_as_it_was_understood() -> None:
    assert spoken("/backfill aprove orders-tax-fix") == Misspoken(
        problem="`aprove` is no verb of `/backfill`",
        line=1,
        column=11,
        excerpt="/backfill aprove orders-tax-fix",
        nearest="approve",
    )
    assert spoken(f"Well:\n\n{changed('overwrite', 'overwite')}") == Misspoken(
        problem="a line of a block begins with one of `commit`, `code`, `overwrite`, `append`,"
        " `merge`, `attest`, `waive`",
        line=5,
        column=1,
        excerpt="overwite warehouse.orders_daily 2026-03-01..2026-03-14",
        verb=Verb.CONFIRM,
        request="orders-tax-fix",
        nearest="overwrite",
    )


GATE = GateId("unknown-rollback")
LINES: dict[str, Spoken] = {
    "/backfill plan": Asking(Verb.PLAN, None),
    "/backfill plan orders-tax-fix": Asking(Verb.PLAN, REQUEST),
    "/backfill STATUS": Asking(Verb.STATUS, None),
    "/backfill help": Asking(Verb.HELP, None),
    "/backfill execute orders-tax-fix": Asking(Verb.EXECUTE, REQUEST),
    "/backfill revoke orders-tax-fix": Asking(Verb.REVOKE, REQUEST),
    "/backfill revoke orders-tax-fix the numbers are wrong\nsee #12": Asking(Verb.REVOKE, REQUEST),
    "/backfill attest orders-tax-fix unknown-rollback": Attest(REQUEST, Attesting((GATE,))),
    "/backfill attest orders-tax-fix unknown-rollback dry-run-reviewed: done, см. тикет": Attest(
        REQUEST, Attesting((GATE,), "dry-run-reviewed: done, см. тикет")
    ),
    "/backfill attest orders-tax-fix unknown-rollback looks fine 👩‍🚀️!": Attest(
        REQUEST, Attesting((GATE, GateId("looks"), GateId("fine")), "👩‍🚀️!")
    ),
    "/backfill waive orders-tax-fix unknown-rollback b BECAUSE it is because of this": Waive(
        REQUEST, Waiving((GATE, GateId("b")), "it is because of this")
    ),
}


@pytest.mark.parametrize(("body", "right"), LINES.items(), ids=LINES.keys())
def test_the_commands_of_one_line(body: str, right: Said) -> None:
    assert spoken(body) == right


def test_a_block_may_attest_and_waive_and_name_a_version() -> None:
    said = spoken(f"{OK}\ncode {'a' * 40}\nattest dry-run-reviewed by eye!\nwaive b because c")
    assert isinstance(said, Confirming)
    assert said.code == "a" * 40
    assert said.attests == (Attesting((GateId("dry-run-reviewed"), GateId("by")), "eye!"),)
    assert said.waives == (Waiving((GateId("b"),), "c"),)


def test_names_and_keys_that_need_it_are_json_strings() -> None:
    body = changed(
        "warehouse.orders_daily 2026-03-01..2026-03-14", '"a \\"*\\" é" "x,y" , "1 a".."2 b", ?..c'
    )
    said = spoken(body)
    assert isinstance(said, Confirming)
    assert said.lines[0] == SpokenLine("overwrite", 'a "*" é', ("x,y", "1 a..2 b", "?..c"), 3)


@pytest.mark.parametrize(
    "body",
    [
        f"{OK}\n/backfill reject",
        f"{OK}\n/backfill status",
        f"{OK}\n\n{OK.replace('confirm', 'approve')}",
        f"{OK}\n\n{OK.replace('orders-tax-fix', 'other')}",
        f"{OK}\n\n{OK.replace('03-14', '03-15')}",
        "/backfill plan\n/backfill help",
    ],
)
def test_different_commands_in_one_comment_refuse_each_other(body: str) -> None:
    said = spoken(body)
    assert isinstance(said, Conflicting)
    assert len(said.said) == 2


def test_several_mistakes_are_one_answer() -> None:
    said = spoken("/backfill frob\n\n/backfill nicate")
    assert isinstance(said, Misspoken)
    assert (said.line, said.column) == (1, 11)


SHARED = Path(__file__).parents[4] / "shared" / "facts" / "comment_vectors.jsonl"
CHANGES = {
    "nbsp": OK.replace(" ", "\u00a0"),
    "dataset_cyrillic_a": changed("warehouse", "w\u0430rehouse"),
    "rtl_override": changed("warehouse", "ware\u202ehouse"),
    "sha_short7": changed(HEAD, HEAD[:7]),
    "sha_old": changed(HEAD, "a" * 40),
    "dataset_superset": f"{OK}\noverwrite other.table 2026-03-01",
    "dataset_order": "\n".join(OK.split("\n")[at] for at in (0, 1, 3, 2)),
    "dataset_case": changed("warehouse", "Warehouse"),
    "partition_shift": changed("03-14", "03-15"),
    "semantics_missing": changed("overwrite ", ""),
    "dup_sha": changed("commit", f"commit {HEAD}\ncommit"),
    "shell": changed("warehouse.orders_daily", '"a; curl x|sh" $GITHUB_TOKEN'),
    "other_pr": changed("warehouse", "lake"),
}
KINDS = {"IGNORE": (Nothing, Fenced), "HELP": (Misspoken, Asking)}


@pytest.mark.skipif(not SHARED.exists(), reason="the shared comment vectors are not here")
def test_the_shared_vectors_are_understood() -> None:
    wrong = []
    for line in SHARED.read_text(encoding="utf-8").splitlines():
        vector = json.loads(line)
        body = vector["body"]
        if body is None:
            text, count = vector.get("repeat", ["", 0])
            body = text * count
        for name, change in CHANGES.items():
            body = body.replace(f"{{{{OK:{name}}}}}", change)
        said = spoken(body.replace("{{OK}}", OK))
        on_a_pull_request = vector.get("is_pr", True)
        if on_a_pull_request and not isinstance(said, KINDS.get(vector["expect"], Confirming)):
            wrong.append((vector["id"], said))
    assert wrong == []
