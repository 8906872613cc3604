"""Labels of the bot's own family on a pull request; all others are left alone."""

from typing import Final
from urllib.parse import quote

from bot.decision.effects import SetLabels
from bot.domain.pull_request import PullRef
from bot.errors import NotFound
from bot.github.noticed import Thread
from bot.github.vantage import Vantage

FAMILY: Final = "backfill: "
"""How the names of the bot's own labels begin."""


def set_labels(at: Vantage, thread: Thread | None, ref: PullRef, effect: SetLabels) -> None:
    """Make the own labels exactly these; one request for all new ones, one for each old one."""
    path = f"/repos/{ref.repository}/issues/{ref.number}/labels"
    have = thread.labels if thread else frozenset(_read(at, path))
    new = sorted(set(effect.names) - have)
    if new:
        at.client.write("POST", path, {"labels": new})
    for old in sorted(have - set(effect.names)):
        try:
            at.client.write("DELETE", f"{path}/{quote(old, safe='')}", {})
        except NotFound:
            continue


def _read(at: Vantage, path: str) -> list[str]:
    rows = at.client.get(path, per_page=100).body or []
    return [row["name"] for row in rows if row["name"].startswith(FAMILY)]
