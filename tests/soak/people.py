"""What people do on GitHub during a soak, and what it demands of the bot in the end."""

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from tests import fakes
from tests.stories.conftest import CATALOG, NAME, PATH, REQUEST

BLOCK = re.compile(r"^```[a-z]*\n(/backfill .*?)\n```", re.MULTILINE | re.DOTALL)
REVOKE = f"/backfill revoke {NAME}"
MOST_COMMANDS = 20
"""A pull request is paused beyond 30 an hour (SPEC 7), which is not what is tested here."""


@dataclass
class Tale:
    """One pull request, and what was said on it for its present head."""

    pull: fakes.PullRequest
    commands: list[fakes.Comment] = field(default_factory=list)
    said: dict[str, set[str]] = field(default_factory=dict)
    """By head: the blocks that alice said of it, its gates being cleared, and not taken back."""

    def plans(self, bot: fakes.Account) -> list[str]:
        """The texts that show the plan of the present head."""
        mine = [c.body for c in self.pull.comments_by(bot) if not c.minimized]
        head = f'"head": "{self.pull.head_sha}"'
        return [text for text in mine if '"kind": "plan"' in text and head in text]


class People:
    """Carol pushes, alice commands, everybody talks; seeded, so that a run can be told again."""

    def __init__(self, world: fakes.World, bot: fakes.Account, pulls: int, seed: int) -> None:
        self.world, self.bot = world, bot
        self.chance = random.Random(seed)  # noqa: S311  # has to be repeatable
        self.tales = list(self._begin(pulls))

    def _begin(self, pulls: int) -> Iterator[Tale]:
        for number in range(pulls):
            if number % 2 == 0:
                repo = self.world.repository(
                    f"acme/pipelines-{number // 2}", {".backfill/catalog.yaml": CATALOG}
                )
                for who in ("alice", "carol", self.bot):
                    repo.grant(who, "write")
            request = REQUEST if number % 2 == 0 else REQUEST.replace("2026-03-0", "2026-01-0")
            request = request.replace("2026-03-31", "2026-01-31") if number % 2 else request
            yield Tale(repo.open_pull("carol", {PATH: request}))

    def act(self) -> None:
        """Somebody does something on some pull request."""
        tale = self.chance.choice(self.tales)
        match self.chance.choices(["push", "command", "talk", "odd"], [10, 60, 20, 10])[0]:
            case "push":
                tale.pull.push({"README.md": f"{self.chance.random()}"})
            case "command" if len(tale.commands) < MOST_COMMANDS:
                self._command(tale)
            case "odd" if len(tale.commands) < MOST_COMMANDS:
                self._odd(tale)
            case _:
                tale.pull.comment("dave", "I wonder when this backfill will run.")

    def settle(self) -> None:
        """A last push on some, so that what was confirmed there is stale in the end."""
        for tale in self.tales[::3]:
            tale.pull.push({"README.md": "the last word"})

    def _command(self, tale: Tale) -> None:
        """What the plan asks for next: gates first, then the blocks, each once for a head."""
        clearing, confirming = self._asked(tale)
        said = tale.said.setdefault(tale.pull.head_sha, set())
        left = [block for block in confirming if block not in said]
        if clearing:
            line = re.sub(r"because.*", "because it is a soak", clearing[0])
            tale.commands.append(tale.pull.comment("alice", line))
        elif left:
            said.add(left[0])
            tale.commands.append(tale.pull.comment("alice", left[0]))

    def _asked(self, tale: Tale) -> tuple[list[str], list[str]]:
        """The lines that clear gates and the blocks that confirm, as the plan shows them now."""
        shown = tale.plans(self.bot)
        blocks = [block for text in shown for block in BLOCK.findall(text)]
        clearing = [one for one in blocks if one.split()[1] in ("attest", "waive")]
        return clearing, [one for one in blocks if one.split()[1] in ("approve", "confirm")]

    def _odd(self, tale: Tale) -> None:
        """Asks, says too little, or takes everything back, to say it all again."""
        asks = ["/backfill help", "/backfill status", f"/backfill approve {NAME}"]
        what = self.chance.choice([*asks, REVOKE])
        tale.commands.append(tale.pull.comment("alice", what))
        if what == REVOKE:
            tale.said.clear()

    def demanded(self, tale: Tale) -> str:
        """What the history of a pull request demands of its gate: `success` or `pending`."""
        revoked = [at for at, one in enumerate(tale.commands) if one.body == REVOKE]
        since = revoked[-1] + 1 if revoked else 0
        given = {
            comment.body
            for comment in tale.commands[since:]
            if f"commit {tale.pull.head_sha}" in comment.body and self._accepted(tale, comment)
        }
        both = {"approve", "confirm"} == {body.split()[1] for body in given}
        return "success" if both else "pending"

    def _accepted(self, tale: Tale, comment: fakes.Comment) -> bool:
        """Whether the bot's answer says so; that it is right is proven elsewhere."""
        about = f'"comment": {comment.id}, "verdict": "ACCEPTED"'
        return any(about in each.body for each in tale.pull.comments_by(self.bot))
