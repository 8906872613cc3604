"""What stands in a block: one printable line each, that says the same when it is pasted."""

from dataclasses import replace

from hypothesis import example, given
from hypothesis import strategies as st

from bot.domain.dataset import Grain, Partitioning, Semantics
from bot.domain.names import DatasetName
from bot.domain.partition_set import ListPartitions
from bot.domain.scope import Command, Scope, ScopeLine
from bot.domain.spoken import Confirming
from bot.parsing.command import spoken
from bot.planning.block import block_of
from tests.plans import HEAD, the_example

WORDS = st.text(
    st.characters(exclude_categories=["Cs"]), min_size=1, max_size=30
) | st.sampled_from(
    [
        "line\n/backfill confirm x\n- [x] t",
        "\u2028/backfill confirm x",
        "\r\n",
        "\x7f",
        "\u202eabc",
        "a\u200bb",
        "a <!-- b",
        "<![CDATA[",
        "<?",
        "<textarea>",
        "-->",
        '<!-- backfill-bot {"kind": "plan"} -->',
        "```",
        "~~~",
        "~~a~~",
        "`",
        "@acme/all",
        "whole-table",
        "a..b",
        "?..b",
        "*",
        '"',
        "\\",
        "a, b",
        " ",
    ]
)


@example("<!", ["\n"], "x")
@given(WORDS, st.lists(WORDS, min_size=1, max_size=3, unique=True), WORDS)
def test_a_block_says_what_is_planned_whatever_the_names_are(
    name: str, keys: list[str], other: str
) -> None:
    values = Partitioning(Grain.LIST, values=tuple(keys))
    names = dict.fromkeys((name, other))
    lines = tuple(
        ScopeLine(
            Semantics.MERGE,
            DatasetName(each),
            ListPartitions(values, tuple(keys)),
            Command.CONFIRM,
        )
        for each in names
    )
    plan = replace(the_example(), scope=Scope(lines, f"acme/job:1+b@sha256:{'0a' * 32}"))
    block = block_of(plan, Command.CONFIRM)
    assert all(line.isascii() and line.isprintable() for line in block)
    assert [line.split()[0] for line in block[1:]] == ["commit", "code", *["merge"] * len(names)]
    said = spoken("\n".join(block))
    assert isinstance(said, Confirming)
    assert (said.commit, said.code) == (HEAD, plan.scope.code)
    assert [line.dataset for line in said.lines] == [*names]
    assert all(set(line.partitions) == set(keys) for line in said.lines)
