"""The whole job on a small GitHub that lives on loopback: no account, no server, no network.

The bot is the real one: its webhook service runs as its own process, receives signed deliveries
and speaks HTTP to the small GitHub of the tests. Run it with `make demo`.
"""

import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import requests

from tests import fakes

HERE = Path(__file__).parent
EXAMPLE = HERE / "orders"
REQUEST = "backfills/orders-tax-fix.backfill.yaml"
NAME = "orders-tax-fix"
BLOCK = re.compile(r"^```[a-z]*\n(/backfill .*?)\n```", re.MULTILINE | re.DOTALL)
BOLD, DIM, END = ("\033[1m", "\033[2m", "\033[0m") if sys.stdout.isatty() else ("", "", "")


def main() -> int:
    """Tell the story; 0 if it ends as it should."""
    world = fakes.World(running=True)
    repo = world.repository("acme/pipelines", _files_of_the_base())
    for person in ("carol", "alice"):
        repo.grant(person, "write")
    world.team("acme", "data-owners", world.person("alice"))
    with fakes.served(world) as api, _service(world, repo, api) as bot:
        return _story(world, repo, bot, api)


def _story(world: fakes.World, repo: fakes.Repository, bot: str, api: str) -> int:
    _scene("carol opens a pull request with a backfill request")
    pull = repo.open_pull("carol", {REQUEST: (EXAMPLE / REQUEST).read_text(encoding="utf-8")})
    _deliver(world, bot)
    _wait(lambda: bool(pull.gate()))
    _quote("the bot", pull.comments_by_bot()[0].body)
    print(f"The check `backfill` says: {_check(pull)}\n")
    _gates(world, pull, bot)
    _scene("alice confirms another scope than the planned one")
    block = _blocks(pull)["approve"]
    _say(world, pull, bot, "alice", _narrowed(block))
    _quote("the bot", pull.comments_by_bot()[-1].body)
    _scene("alice copies the right blocks")
    for said in _blocks(pull).values():
        _say(world, pull, bot, "alice", said)
        _quote("the bot", pull.comments_by_bot()[-1].body)
    print(f"The check `backfill` says: {_check(pull)}\n")
    _scene("an executor asks once more, immediately before its first write")
    code = _verify(world, repo, pull, api)
    _scene("What to do next")
    print(NEXT)
    return code


NEXT = """\
On a real repository: copy the workflow of README.md ("As a GitHub Action") to
.github/workflows/backfill.yml, write .backfill/catalog.yaml, and open a pull request with a
request file. For a service of your own see "As a GitHub App with a webhook service".
"""


def _gates(world: fakes.World, pull: fakes.PullRequest, bot: str) -> None:
    _scene("alice answers the gates that people can answer")
    shown = pull.comments_by_bot()[0].body
    waive = re.findall(r"^- \[ \] \*\*decide\*\* \[`([a-z0-9-]+)`", shown, re.MULTILINE)
    attest = re.findall(r"^(/backfill attest .+)$", shown, re.MULTILINE)
    _say(world, pull, bot, "alice", attest[0])
    because = "because finance and crm agreed on Tuesday"
    _say(world, pull, bot, "alice", f"/backfill waive {NAME} {' '.join(waive)} {because}")
    print(f"The check `backfill` says: {_check(pull)}\n")


def _say(world: fakes.World, pull: fakes.PullRequest, bot: str, who: str, body: str) -> None:
    _quote(who, body)
    before = len(pull.comments_by_bot())
    pull.comment(who, body)
    _deliver(world, bot)
    _wait(lambda: len(pull.comments_by_bot()) > before)


def _blocks(pull: fakes.PullRequest) -> dict[str, str]:
    shown = [comment.body for comment in pull.comments_by_bot() if '"kind": "plan"' in comment.body]
    return {block.split()[1]: block for text in shown for block in BLOCK.findall(text)}


def _narrowed(block: str) -> str:
    """The block without its last day: `…2026-03-11` becomes `…2026-03-10`."""
    return block.replace("2026-03-11", "2026-03-10", 1)


def _check(pull: fakes.PullRequest) -> str:
    gate = pull.gate()
    return f"{BOLD}{gate.state}{END}: {gate.title}" if gate else "nothing"


def _verify(world: fakes.World, repo: fakes.Repository, pull: fakes.PullRequest, api: str) -> int:
    command = ["verify", f"acme/pipelines#{pull.number}", "--request", NAME]
    print(f"{DIM}$ backfill-bot {' '.join(command)}{END}")
    token = world.installation_token(repo)
    done = subprocess.run(  # noqa: S603  (fixed words)
        [sys.executable, "-m", "bot", *command],
        env={**_environment(api), "BACKFILL_BOT_TOKEN": token},
        check=False,
    )
    print(f"exit code {done.returncode}\n")
    return done.returncode


def _files_of_the_base() -> dict[str, str]:
    kept = (".backfill/catalog.yaml", ".github/backfill-bot.yml")
    return {name: (EXAMPLE / name).read_text(encoding="utf-8") for name in kept}


def _environment(api: str) -> dict[str, str]:
    return {**os.environ, "GITHUB_API_URL": api, "GITHUB_GRAPHQL_URL": f"{api}/graphql"}


@contextmanager
def _service(world: fakes.World, repo: fakes.Repository, api: str) -> Iterator[str]:
    """The webhook service as its own process; gives the address of its webhook."""
    port = _free_port()
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log"
        with log.open("wb") as out:
            process = subprocess.Popen(  # noqa: S603  (fixed words)
                [sys.executable, "-m", "bot", "serve", "--port", str(port)],
                env={
                    **_environment(api),
                    "BACKFILL_BOT_TOKEN": world.installation_token(repo),
                    "BACKFILL_BOT_WEBHOOK_SECRET": fakes.SECRET,
                    "BACKFILL_BOT_DATABASE_URL": f"sqlite:///{folder}/demo.db",
                },
                stdout=out,
                stderr=out,
            )
        try:
            _wait(lambda: _answers(f"http://127.0.0.1:{port}/readyz"))
            yield f"http://127.0.0.1:{port}/webhook"
        except TimeoutError:
            sys.stderr.write(log.read_text(encoding="utf-8", errors="replace")[-4000:])
            raise
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(30)


def _deliver(world: fakes.World, bot: str) -> None:
    for delivery in world.outbox.take():
        delivery.send(bot)


def _answers(url: str) -> bool:
    try:
        return requests.get(url, timeout=5).ok
    except requests.RequestException:  # not yet, or too slowly: it is asked again
        return False


def _wait(true: Callable[[], bool], seconds: float = 90) -> None:
    end = time.monotonic() + seconds
    while not true():
        if time.monotonic() > end:
            raise TimeoutError("the bot did not answer")
        time.sleep(0.1)


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def _scene(title: str) -> None:
    print(f"{BOLD}── {title} {'─' * max(3, 76 - len(title))}{END}\n")


def _quote(who: str, body: str) -> None:
    lines = [line for line in body.strip().splitlines() if not line.startswith("<!-- backfill-bot")]
    print(f"{BOLD}{who}:{END}")
    print("\n".join(f"  {DIM}│{END} {line}" for line in lines) + "\n")


if __name__ == "__main__":
    sys.exit(main())
