"""What was asked of the world: counted, and sorted into reads, writes and token minting."""

from collections.abc import Iterator
from dataclasses import dataclass, field


@dataclass(slots=True)
class Call:
    """One HTTP request; `status` 0 while it has no answer, -1 where none came."""

    number: int
    method: str
    path: str
    kind: str
    """`read`, `write`, or `token` (minting or looking up an installation)."""
    operation: str = ""
    """The route (`GET /repos/{owner}/{repo}`), or a GraphQL document's top fields."""
    body: str = ""
    status: int = 0


@dataclass(slots=True)
class Calls:
    """Every request since the last `clear`, oldest first; numbers go on."""

    made: list[Call] = field(default_factory=list)
    total: int = 0

    def begin(self, method: str, path: str, kind: str, body: bytes) -> Call:
        """A request that just came in."""
        self.total += 1
        call = Call(self.total, method, path, kind, body=body.decode(errors="replace"))
        self.made.append(call)
        return call

    def clear(self) -> None:
        """Forget what was made; the numbering goes on."""
        self.made.clear()

    @property
    def reads(self) -> list[Call]:
        """The requests that change nothing."""
        return [call for call in self.made if call.kind == "read"]

    @property
    def writes(self) -> list[Call]:
        """The requests that change something."""
        return [call for call in self.made if call.kind == "write"]

    @property
    def cost(self) -> int:
        """HTTP requests, token minting aside: what SPEC calls cost."""
        return len(self.reads) + len(self.writes)

    def __len__(self) -> int:
        return len(self.made)

    def __iter__(self) -> Iterator[Call]:
        return iter(self.made)

    def story(self) -> str:
        """One line a request, for a failing test's message."""
        return "\n".join(
            f"{one.number:>4} {one.kind:5} {one.status:>3} {one.method} {one.path} {one.operation}"
            for one in self.made
        )
