"""GitHub as the service sees it: look at a pull request, carry effects out, find what is due."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bot.decision.effects import Effect
from bot.domain.names import CommitSha
from bot.domain.pull_request import PullRef, PullRequest, Repository
from bot.github import seen
from bot.github.applied import Applied
from bot.github.apply import apply
from bot.github.auth import Clients
from bot.github.cache import Cache, MemoryCache
from bot.github.client import Client, Meter
from bot.github.credentials import Credentials, Endpoint
from bot.github.noticed import Noticed, Thread
from bot.github.observe import observe
from bot.github.queries import GATES
from bot.github.requester import Clock
from bot.github.roles import RecentRoles
from bot.github.vantage import Told, Vantage


@dataclass(frozen=True, slots=True)
class OpenPull:
    """An open pull request in a list, with its head and whether its gate is green."""

    ref: PullRef
    head: CommitSha
    is_green: bool


class GitHub:
    """One account's GitHub; safe to share between threads.

    Args:
        endpoint: where GitHub is (`Endpoint.of` reads the two environment values).
        credentials: a token or an App; ConfigurationError for a key that cannot sign.
        clock: seconds since the epoch; only waiting times are measured with it.
        cache: what to keep of commits; in memory by default.
        told: what whoever runs the bot has decided.
    """

    def __init__(
        self,
        endpoint: Endpoint,
        credentials: Credentials,
        clock: Clock,
        cache: Cache | None = None,
        told: Told | None = None,
    ) -> None:
        self.meter = Meter()
        self._clients = Clients(endpoint, credentials, self.meter, clock)
        self._kind = credentials.kind
        self._cache = cache if cache is not None else MemoryCache()
        self._told = told if told is not None else Told()
        self._roles = RecentRoles(clock)
        self._noticed = Noticed()

    def observe(self, ref: PullRef, *, base_sha: CommitSha | None = None) -> PullRequest:
        """Everything of one pull request, read now; compared with the base's tip, or this SHA."""
        found = observe(self._at(ref.repository), ref, base_sha)
        pull = found.pull
        newest = max((comment.id for comment in pull.comments), default=0)
        thread = Thread(found.node_id, found.viewer, pull.me, newest, pull.labels)
        self._noticed.saw_thread(ref, thread)
        self._noticed.saw_gate(ref.repository, pull.head, pull.gate)
        return pull

    def apply(self, ref: PullRef, effects: Sequence[Effect]) -> Applied:
        """The effects carried out: comments in order, then labels, then the gate."""
        return apply(self._at(ref.repository), self._noticed, ref, effects)

    def open_pulls(self, repository: Repository) -> Iterator[OpenPull]:
        """All open pull requests with their gates, the longest untouched first."""
        at = self._at(repository)
        after: str | None = None
        while True:
            body = at.client.query(
                GATES, {**at.place, **at.flags, "after": after}, spare=seen.GATE_FIELDS
            ).body
            page = body["repository"]["pullRequests"]
            for node in page["nodes"] or ():
                yield _open_pull(repository, node)
            if not page["pageInfo"]["hasNextPage"]:
                return
            after = page["pageInfo"]["endCursor"]

    def green_pulls(self, repository: Repository) -> Iterator[PullRef]:
        """Open pull requests whose gate is green, the longest untouched first."""
        return (each.ref for each in self.open_pulls(repository) if each.is_green)

    def pulls_at(self, repository: Repository, sha: CommitSha) -> tuple[PullRef, ...]:
        """Open pull requests of the repository whose head is this commit."""
        path = f"/repos/{repository}/commits/{sha}/pulls"
        rows = self._at(repository).client.get(path, per_page=100).body or []
        return tuple(
            PullRef(repository, row["number"])
            for row in rows
            if row["state"] == "open" and row["head"]["sha"] == sha
        )

    def repositories(self) -> tuple[Repository, ...]:
        """Every repository that the App is installed in, sorted; ConfigurationError for a token."""
        found: list[Repository] = []
        for client in self._clients.installations():
            found += _all_repositories(client)
        return tuple(sorted(found))

    def _at(self, repository: Repository) -> Vantage:
        return Vantage(
            client=self._clients.of(repository),
            repository=repository,
            cache=self._cache,
            kind=self._kind,
            roles=self._roles,
            told=self._told,
        )


def _open_pull(repository: Repository, node: Mapping[str, Any]) -> OpenPull:
    commit = seen.newest_commit(node) or {}
    return OpenPull(
        ref=PullRef(repository, node["number"]),
        head=CommitSha(node["headRefOid"]),
        is_green=seen.is_green(commit),
    )


def _all_repositories(client: Client) -> list[Repository]:
    found: list[Repository] = []
    page = 1
    while True:
        body = client.get("/installation/repositories", per_page=100, page=page).body
        rows = body["repositories"]
        found += [Repository(row["owner"]["login"], row["name"]) for row in rows]
        if not rows or len(found) >= body["total_count"]:
            return found
        page += 1
