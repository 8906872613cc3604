"""Check runs and commit statuses: what stands at a commit."""

import datetime as dt
from dataclasses import dataclass, field
from typing import Any

from tests.fakes.accounts import Account, App


@dataclass(slots=True, eq=False)
class CheckSuite:
    """All check runs of one app on one commit."""

    id: int
    app: App
    head_sha: str
    created_at: dt.datetime

    @property
    def node_id(self) -> str:
        """GraphQL's id."""
        return f"CS_{self.id}"


@dataclass(slots=True, eq=False)
class CheckRun:
    """One check run."""

    id: int
    suite: CheckSuite
    name: str
    started_at: dt.datetime
    status: str = "queued"
    conclusion: str | None = None
    completed_at: dt.datetime | None = None
    details_url: str | None = None
    external_id: str = ""
    title: str | None = None
    summary: str | None = None
    text: str | None = None
    annotations: list[dict[str, Any]] = field(default_factory=list)
    """In REST's form."""

    @property
    def node_id(self) -> str:
        """GraphQL's id."""
        return f"CR_{self.id}"

    @property
    def head_sha(self) -> str:
        """The commit that it belongs to."""
        return self.suite.head_sha


@dataclass(slots=True, eq=False)
class Status:
    """One commit status; the newest of a context counts."""

    id: int
    sha: str
    context: str
    state: str
    description: str | None
    target_url: str | None
    creator: Account
    created_at: dt.datetime

    @property
    def node_id(self) -> str:
        """GraphQL's id."""
        return f"SC_{self.id}"


@dataclass(frozen=True, slots=True)
class Gate:
    """What a person sees of the newest check run or status of a name."""

    kind: str
    """`check` or `status`."""
    state: str
    """A check run's conclusion (or its status while it runs); a status' state."""
    title: str
    summary: str
    sha: str
    by: Account
    annotations: tuple[dict[str, Any], ...] = ()

    @property
    def green(self) -> bool:
        """Whether a required check would let the pull request through."""
        return self.state in {"success", "neutral", "skipped"}
