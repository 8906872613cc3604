"""The lines of a confirmation's block, as they are typed (the grammar is `bot.parsing.command`)."""

import json
import re
from collections.abc import Iterator, Sequence

from bot.domain.plan import Plan
from bot.domain.scope import Command, ScopeLine
from bot.partitions import sets
from bot.planning.scope import HEAD

BARE = re.compile(r"[A-Za-z0-9._/-]+")
VERSION = re.compile(r"[A-Za-z0-9:._/+@-]+")
"""A version that stands bare in a block, as each immutable one does (`registry:5000/job@sha256:…`).
Any other is shown as a string on one line, under a blocking gate, and cannot be confirmed."""

LONGEST = 60_000
"""Characters of a block; a comment on GitHub holds 65,536, with what stands around it."""


def typed(word: str) -> str:
    """A name, key or run as it is typed: bare where the grammar allows it, else a JSON string."""
    return word if BARE.fullmatch(word) else _string(word)


def scope_line(line: ScopeLine) -> str:
    """`overwrite warehouse.orders_daily 2026-03-01..2026-03-14`."""
    runs = ",".join(typed(run) for run in sets.runs(line.partitions))
    return f"{line.semantics.value} {typed(line.dataset)} {runs}"


def block_of(plan: Plan, command: Command) -> tuple[str, ...]:
    """The lines that a comment has to hold to give this command for this plan, the first first."""
    return tuple(_lines(plan, command))


def length_of(block: Sequence[str]) -> int:
    """How many characters a comment takes that holds a block and nothing else."""
    return sum(map(len, block)) + max(len(block) - 1, 0)


def _lines(plan: Plan, command: Command) -> Iterator[str]:
    yield f"/backfill {command.value} {plan.name}"
    yield f"commit {plan.commit}"
    if plan.scope.code != HEAD:
        code = plan.scope.code
        yield f"code {code if VERSION.fullmatch(code) else _string(code)}"
    for line in plan.lines_for(command):
        yield scope_line(line)


def _string(word: str) -> str:
    r"""A JSON string in printable ASCII without `<`.

    With `<!` in it, Markdown would take what follows for a comment or a declaration that hides it.
    """
    return json.dumps(word).replace("<", "\\u003c").replace("\x7f", "\\u007f")
