"""Where a text will stand: what its links need, and who is spoken to."""

from dataclasses import dataclass
from typing import Final
from urllib.parse import quote

from bot.domain.place import Place
from bot.rendering.escape import Markdown, code, link

CHECKLIST: Final = (
    "https://github.com/backfill-bot/backfill-bot/blob/main/docs/backfill-checklist.md"
)


@dataclass(frozen=True, slots=True)
class Page:
    """The pull request that a text stands on; empty parts give the words without a link."""

    repository_url: str = ""
    """`https://github.com/acme/pipelines`, or the same on an Enterprise Server."""
    head: str = ""
    """The SHA that links to files are pinned to."""
    author: str = ""
    """The author's login, shown without mentioning anybody."""
    checklist: str = CHECKLIST
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
