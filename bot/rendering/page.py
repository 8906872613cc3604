"""Where a text will stand: what its links need, and who is spoken to."""

import tomllib
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path
from typing import Final
from urllib.parse import quote

from bot.domain.place import Place
from bot.rendering.escape import Markdown, code, link

CHECKLIST: Final = "backfill-checklist.md"
_PROJECT: Final = Path(__file__).parents[2] / "pyproject.toml"


@cache
def checklist() -> str:
    """The address of the document that explains every gate; empty where no home is declared.

    It is the `Documentation` address that the package declares of itself, so that a fork links
    to its own; in a clone that is not installed, the one in its `pyproject.toml`.
    """
    try:
        addresses = metadata("backfill-bot").get_all("Project-URL") or []
        declared = dict(address.split(", ", 1) for address in addresses)
    except PackageNotFoundError:
        declared = _declared_here()
    home = declared.get("Documentation", "")
    return f"{home.rstrip('/')}/{CHECKLIST}" if home else ""


def _declared_here() -> dict[str, str]:
    try:
        project = tomllib.loads(_PROJECT.read_text(encoding="utf-8"))["project"]
    except (OSError, KeyError, tomllib.TOMLDecodeError):
        return {}
    return dict(project.get("urls", {}))


@dataclass(frozen=True, slots=True)
class Page:
    """The pull request that a text stands on; empty parts give the words without a link."""

    repository_url: str = ""
    """`https://github.com/acme/pipelines`, or the same on an Enterprise Server."""
    head: str = ""
    """The SHA that links to files are pinned to."""
    author: str = ""
    """The author's login, shown without mentioning anybody."""
    checklist: str = field(default_factory=checklist)
    """The document that explains every gate, a section each."""

    def file(self, place: Place, *, with_line: bool = True) -> Markdown:
        """A link to the file (and line) as it stands at the head."""
        label = code(f"{place.path}:{place.line}" if with_line else place.path)
        blob = f"{self.repository_url}/blob/{self.head}/{quote(place.path)}"
        return link(label, f"{blob}#L{place.line}" if self.repository_url and self.head else "")

    def commit(self, sha: str) -> Markdown:
        """A short SHA with a link to its commit."""
        at = f"{self.repository_url}/commit/{sha}" if self.repository_url else ""
        return link(code(sha[:7]), at)

    def gate(self, gate: str, topic: str) -> Markdown:
        """A gate's id with a link to what explains it."""
        return link(code(gate), f"{self.checklist}#{topic}" if self.checklist else "")
