# ruff: noqa: RUF001, S311 (look-alikes and made-up chances are what this file is about)
"""No comment is accepted unless somebody else who can only count days says it names the plan.

The oracle here shares no code with the bot: it reads blocks with regular expressions, knows days,
weeks, months and lists by stepping through them one by one, and compares expanded sets.
"""

import datetime as dt
import json
import random
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias
from zoneinfo import ZoneInfo

from hypothesis import given
from hypothesis import strategies as st

from bot.domain.dataset import Grain, Partitioning, Semantics
from bot.domain.names import DatasetName
from bot.domain.partition_set import ListPartitions, PartitionSet, TimePartitions, WholeTable
from bot.domain.plan import Plan
from bot.domain.scope import Command, Scope, ScopeLine
from bot.domain.spans import Spans
from tests.conversations import OLD, a_comment, judge, reversible_plan, word
from tests.plans import HEAD

ZONE = "America/New_York"
DAYS = [dt.date(2026, 2, 20) + dt.timedelta(days=n) for n in range(40)]
"""Over the spring change of clocks and two ends of months."""
WEEKS = [dt.date(2026, 2, 2) + dt.timedelta(days=7 * n) for n in range(10)]
MONTHS = [dt.date(2025 + n // 12, n % 12 + 1, 1) for n in range(8, 20)]
VALUES = ("EU", "US", "APAC", "north west", "a,b", "x..y", "é", "*")
NAMES = (
    "warehouse.orders",
    "marts/revenue",
    "a b",
    'quo"te',
    "täble",
    "x-y_z.1",
    "*",
    "raw.ордера",
)
KINDS = ("day", "week", "month", "list", "whole")
FORMATS = {"day": "%Y-%m-%d", "week": "%Y-%m-%d", "month": "%Y-%m"}
STEPS = {"day": DAYS, "week": WEEKS, "month": MONTHS}
BARE = re.compile(r"[A-Za-z0-9._/-]+")

Line: TypeAlias = tuple[str, frozenset[str]]
"""Semantics and every key."""


@dataclass(frozen=True)
class World:
    """A plan as the oracle sees it: what each command has to name."""

    kinds: Mapping[str, str]
    approve: Mapping[str, Line]
    confirm: Mapping[str, Line]

    def named_by(self, command: Command) -> Mapping[str, Line]:
        return self.approve if command is Command.APPROVE else self.confirm

    @property
    def plan(self) -> Plan:
        lines = [
            ScopeLine(
                Semantics(semantics), DatasetName(name), partitions(self.kinds[name], keys), command
            )
            for command in Command
            for name, (semantics, keys) in self.named_by(command).items()
        ]
        return reversible_plan(scope=Scope(tuple(lines), "head"))


def keys_of(kind: str) -> list[str]:
    if kind == "list":
        return list(VALUES)
    if kind == "whole":
        return ["whole-table"]
    return [day.strftime(FORMATS[kind]) for day in STEPS[kind]]


def partitions(kind: str, keys: frozenset[str]) -> PartitionSet:
    if kind == "whole":
        return WholeTable()
    if kind == "list":
        calendar = Partitioning(Grain.LIST, values=VALUES)
        return ListPartitions(calendar, tuple(value for value in VALUES if value in keys))
    steps = STEPS[kind]
    ends = [*steps[1:], {"day": DAYS[-1] + dt.timedelta(1), "week": WEEKS[-1] + dt.timedelta(7),
                         "month": dt.date(2026, 9, 1)}[kind]]  # fmt: skip
    spans = [
        (midnight(start), midnight(end))
        for start, end in zip(steps, ends, strict=True)
        if start.strftime(FORMATS[kind]) in keys
    ]
    return TimePartitions(Partitioning(Grain(kind), ZONE, FORMATS[kind]), Spans.of(spans))


def midnight(day: dt.date) -> int:
    return int(dt.datetime.combine(day, dt.time(), ZoneInfo(ZONE)).timestamp())


CHANCES = st.integers(0, 2**32).map(random.Random)


@st.composite
def worlds(draw: st.DrawFn) -> World:
    names = draw(st.lists(st.sampled_from(NAMES), min_size=1, max_size=4, unique=True))
    kinds = {name: draw(st.sampled_from(KINDS)) for name in names}
    lines = {
        name: (
            draw(st.sampled_from(list(Semantics))).value,
            frozenset(
                draw(st.lists(st.sampled_from(keys_of(kind)), min_size=1, max_size=12, unique=True))
            ),
        )
        for name, kind in kinds.items()
    }
    reversible = draw(st.sets(st.sampled_from(names)))
    return World(
        kinds,
        {name: line for name, line in lines.items() if name in reversible},
        {name: line for name, line in lines.items() if name not in reversible},
    )


# --- writing a comment -------------------------------------------------------------------------


def written(
    world: World,
    lines: Mapping[str, Line],
    command: Command,
    chance: random.Random,
    sha: str = HEAD,
) -> str:
    """A block for these lines in one of its many spellings; no spelling changes the meaning."""
    parts = [f"commit {spelled(sha, chance)}"]
    parts += [
        f"{chance.choice((semantics, semantics.upper(), semantics.title()))}"
        f" {quoted(name, chance)} {listed(world.kinds[name], keys, chance)}"
        for name, (semantics, keys) in lines.items()
    ]
    parts += chance.sample(parts[1:], min(1, len(parts) - 1)) if chance.random() < 0.2 else []
    chance.shuffle(parts)
    verb = chance.choice((command.value, command.value.upper()))
    rows = [f"/backfill {verb} orders-tax-fix", *parts]
    rows = [
        f"{chance.choice(('', ' ', '  '))}{row}{chance.choice(('', ' ', chr(9)))}" for row in rows
    ]
    end = chance.choice(("\n", "\r\n", "\r"))
    before = chance.choice(
        ("", "Fine.\n\n", "> quoted\n\n", "\n\n", "<!-- tool -->\n", "# Title\n\n")
    )
    after = chance.choice(("", "\n", "\n\nThanks!", "\n\n<!-- tool -->", " <!-- tool -->"))
    return f"{before}{chr(10).join(rows)}{after}".replace("\n", end)


def spelled(sha: str, chance: random.Random) -> str:
    return chance.choice((sha, sha.upper()))


def quoted(name: str, chance: random.Random) -> str:
    bare = BARE.fullmatch(name) and chance.random() < 0.7
    return name if bare else json.dumps(name, ensure_ascii=chance.random() < 0.5)


def listed(kind: str, keys: frozenset[str], chance: random.Random) -> str:
    order = keys_of(kind)
    items = []
    rest = sorted(keys, key=order.index)
    while rest:
        run = 1
        while (
            kind in STEPS
            and run < len(rest)
            and order.index(rest[run]) == order.index(rest[0]) + run
        ):
            run += 1
        run = chance.randint(1, run)
        style = chance.random()
        first, last = (quoted(end, random.Random(style)) for end in (rest[0], rest[run - 1]))
        items.append(
            first
            if (run == 1 and chance.random() < 0.8) or kind not in STEPS
            else f"{first}..{last}"
        )
        rest = rest[run:]
    chance.shuffle(items)
    return chance.choice((",", ", ", " , ")).join(items)


# --- the oracle --------------------------------------------------------------------------------

HEADLINE = re.compile(r"/backfill[ \t]+(approve|confirm)[ \t]+orders-tax-fix", re.IGNORECASE)
COMMIT = re.compile(r"commit[ \t]+([0-9a-f]{40})", re.IGNORECASE)
STRING = r'"(?:[^"\\]|\\.)*"'
WORD = rf"(?:{STRING}|[A-Za-z0-9._/-]+)"
SCOPE = re.compile(
    rf"(overwrite|append|merge)[ \t]+({WORD})[ \t]+((?:{WORD}|\.\.|[ \t,])+)", re.IGNORECASE
)
TOKEN = re.compile(rf"({WORD})(?:\.\.({STRING}))?|,|[ \t]+")


def names_the_plan(body: str, world: World) -> bool:
    """True if some paragraph is a block that names exactly what one command has to."""
    text = re.sub(
        r"<!--.*?-->", "", body.replace("\r\n", "\n").replace("\r", "\n"), flags=re.DOTALL
    )
    for paragraph in re.split(r"\n[ \t]*\n", text):
        rows = [row.strip(" \t") for row in paragraph.strip("\n").split("\n")]
        starts = [at for at, row in enumerate(rows) if HEADLINE.fullmatch(row)]
        if starts and block_names_the_plan(rows[starts[0] :], world):
            return True
    return False


def block_names_the_plan(rows: list[str], world: World) -> bool:
    head = HEADLINE.fullmatch(rows[0])
    assert head
    planned = world.named_by(Command(head[1].lower()))
    commits = [found[1].lower() for row in rows if (found := COMMIT.fullmatch(row))]
    named: dict[str, Line] = {}
    for row in rows[1:]:
        scope = SCOPE.fullmatch(row)
        if scope is None and not COMMIT.fullmatch(row):
            return HEADLINE.fullmatch(row) is not None and block_names_the_plan(
                rows[: rows.index(row)], world
            )
        if scope is not None:
            name = unquoted(scope[2])
            if name not in world.kinds:
                return False
            keys = frozenset(expanded(scope[3], world.kinds[name]))
            named[name] = (scope[1].lower(), keys)
    return set(commits) == {HEAD} and bool(planned) and named == dict(planned)


def expanded(text: str, kind: str) -> Iterator[str]:
    order = keys_of(kind)
    for token in TOKEN.finditer(text):
        if token[1] is None:
            continue
        if token[2] is not None:
            first, last = unquoted(token[1]), unquoted(token[2])
        else:
            item = unquoted(token[1])
            is_run = ".." in item and item not in order
            first, _, last = item.partition("..") if is_run else (item, "", item)
        if first not in order or last not in order:
            yield f"unknown {first} {last}"
        else:
            yield from order[order.index(first) : order.index(last) + 1]


def unquoted(word_: str) -> str:
    return str(json.loads(word_)) if word_.startswith('"') else word_


# --- changes of meaning ------------------------------------------------------------------------

Lines: TypeAlias = dict[str, Line]


def drop_key(lines: Lines, _world: World, chance: random.Random) -> None:
    name = chance.choice(list(lines))
    semantics, keys = lines[name]
    lines[name] = (semantics, keys - {chance.choice(sorted(keys))})


def add_key(lines: Lines, world: World, chance: random.Random) -> None:
    name = chance.choice(list(lines))
    semantics, keys = lines[name]
    lines[name] = (semantics, keys | {chance.choice(keys_of(world.kinds[name]))})


def shift(lines: Lines, world: World, chance: random.Random) -> None:
    name = chance.choice(list(lines))
    semantics, keys = lines[name]
    order = keys_of(world.kinds[name])
    moved = (order.index(key) + chance.choice((-1, 1)) for key in keys)
    lines[name] = (semantics, frozenset(order[at % len(order)] for at in moved))


def swap_semantics(lines: Lines, _world: World, chance: random.Random) -> None:
    name = chance.choice(list(lines))
    lines[name] = (chance.choice(("overwrite", "append", "merge")), lines[name][1])


def drop_dataset(lines: Lines, _world: World, chance: random.Random) -> None:
    lines.pop(chance.choice(list(lines)))


def add_dataset(lines: Lines, world: World, chance: random.Random) -> None:
    other = {**world.approve, **world.confirm}
    name = chance.choice(list(other))
    lines[name] = other[name]


def swap_keys(lines: Lines, world: World, chance: random.Random) -> None:
    one, two = chance.choice(list(lines)), chance.choice(list(lines))
    if world.kinds[one] == world.kinds[two]:
        first, second = lines[one][1], lines[two][1]
        lines[one], lines[two] = (lines[one][0], second), (lines[two][0], first)


CHANGES: tuple[Callable[[Lines, World, random.Random], None], ...] = (
    drop_key,
    add_key,
    shift,
    swap_semantics,
    drop_dataset,
    add_dataset,
    swap_keys,
)


def verdict(body: str, plan: Plan) -> str:
    return word(judge(a_comment(body), plan=plan).verdicts[1])


@given(worlds(), st.sampled_from(Command), CHANCES)
def test_every_spelling_of_the_plan_is_accepted(
    world: World, command: Command, chance: random.Random
) -> None:
    lines = world.named_by(command)
    body = written(world, lines or world.named_by(other(command)), command, chance)
    assert names_the_plan(body, world) == bool(lines)
    assert verdict(body, world.plan) == ("ACCEPTED" if lines else "WRONG_CLASS")


@given(
    worlds(),
    st.sampled_from(Command),
    st.lists(st.sampled_from(CHANGES), min_size=1, max_size=3),
    st.sampled_from((HEAD, HEAD, HEAD, OLD)),
    CHANCES,
)
def test_a_changed_scope_is_accepted_exactly_where_it_is_the_same_after_all(
    world: World,
    command: Command,
    changes: list[Callable[[Lines, World, random.Random], None]],
    sha: str,
    chance: random.Random,
) -> None:
    lines = dict(world.named_by(command))
    for change in changes:
        if lines:
            change(lines, world, chance)
            lines = {name: line for name, line in lines.items() if line[1]}
    body = written(world, lines, command, chance, sha)
    equal = bool(lines) and lines == dict(world.named_by(command)) and sha == HEAD
    assert names_the_plan(body, world) == equal
    assert (verdict(body, world.plan) == "ACCEPTED") == equal


ODD = "aАаеοι0О1lI|.,;:-–—…/／\\\"“”'` \t\n\r\u00a0\u200b\u200d\u2060\ufeff\u202e>#*~_[]()<!-&@é²"


@given(
    worlds(),
    st.sampled_from(Command),
    st.lists(
        st.tuples(
            st.integers(0, 10_000),
            st.sampled_from(("cut", "put", "change", "double", "case")),
            st.sampled_from(ODD),
        ),
        min_size=1,
        max_size=3,
    ),
    CHANCES,
)  # fmt: skip
def test_no_slip_of_the_pen_is_accepted_unless_it_means_the_same(
    world: World,
    command: Command,
    slips: list[tuple[int, str, str]],
    chance: random.Random,
) -> None:
    lines = world.named_by(command)
    body = written(world, lines or world.named_by(other(command)), command, chance)
    for place, how, letter in slips:
        at = place % (len(body) + 1)
        here = body[at : at + 1]
        put = {"cut": "", "put": letter + here, "change": letter, "double": here * 2,
               "case": here.swapcase()}[how]  # fmt: skip
        body = body[:at] + put + body[at + 1 :]
    if verdict(body, world.plan) == "ACCEPTED":
        assert names_the_plan(body, world), body


WRAPS: tuple[Callable[[str], str], ...] = (
    lambda body: "```\n" + body + "\n```",
    lambda body: "> " + body.replace("\n", "\n> "),
    lambda body: "> so\n" + body,
    lambda body: "- " + body.replace("\n", "\n  "),
    lambda body: "    " + body.replace("\n", "\n    "),
    lambda body: "<!--\n" + body + "\n-->",
    lambda body: "`" + body + "`",
    lambda body: "~~" + body + "~~",
    lambda body: "do not " + body,
    lambda body: "<del>\n\n" + body + "\n\n</del>",
    lambda body: body + "\n---",
    lambda body: body + "\n\n/backfill status",
    lambda body: body.replace("a", "\u0430"),
    lambda body: body.replace("-", "\u2013"),
    lambda body: body.replace(" ", "\u00a0"),
    lambda body: body.replace("\n", "\n\n"),
)


@given(worlds(), st.sampled_from(WRAPS))
def test_a_block_that_is_quoted_shown_or_disguised_is_not_accepted(
    world: World, wrap: Callable[[str], str]
) -> None:
    for command in Command:
        lines = world.named_by(command)
        if lines:
            rows = [
                f"{s} {json.dumps(n)} {listed(world.kinds[n], k, random.Random(0))}"
                for n, (s, k) in lines.items()
            ]
            body = "\n".join((f"/backfill {command} orders-tax-fix", f"commit {HEAD}", *rows))
            assert verdict(body, world.plan) == "ACCEPTED"
            assert verdict(wrap(body), world.plan) != "ACCEPTED"


def other(command: Command) -> Command:
    return Command.CONFIRM if command is Command.APPROVE else Command.APPROVE
