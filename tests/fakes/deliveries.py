"""Webhook deliveries: made when something happens, kept in the outbox, sent when somebody asks."""

import hashlib
import hmac
import json
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from uuid import UUID

from tests.fakes import payloads
from tests.fakes.accounts import Account
from tests.fakes.checks import CheckRun, CheckSuite, Status
from tests.fakes.issues import Issue
from tests.fakes.merge_groups import MergeGroup
from tests.fakes.repository import Repository

if TYPE_CHECKING:
    from tests.fakes.world import World

SECRET = "it's a secret to everybody"


@dataclass(frozen=True, slots=True)
class Delivery:
    """One delivery; sending it twice keeps its id, as GitHub's redelivery does."""

    id: str
    event: str
    payload: dict[str, Any]
    body: bytes = field(repr=False)

    @property
    def action(self) -> str | None:
        """The payload's `action`."""
        action = self.payload.get("action")
        return action if isinstance(action, str) else None

    def headers(self, secret: str = SECRET) -> dict[str, str]:
        """GitHub's headers, signed."""
        key = secret.encode()
        return {
            "Content-Type": "application/json",
            "User-Agent": "GitHub-Hookshot/fake",
            "X-GitHub-Delivery": self.id,
            "X-GitHub-Event": self.event,
            "X-GitHub-Hook-ID": "1",
            "X-Hub-Signature": "sha1=" + hmac.new(key, self.body, hashlib.sha1).hexdigest(),
            "X-Hub-Signature-256": "sha256=" + hmac.new(key, self.body, hashlib.sha256).hexdigest(),
        }

    def send(self, url: str, secret: str = SECRET, seconds: float = 10) -> int:
        """The status that a webhook service answers with."""
        request = urllib.request.Request(  # noqa: S310 (tests speak to loopback)
            url, self.body, self.headers(secret), method="POST"
        )
        try:
            with urllib.request.urlopen(request, timeout=seconds) as answer:  # noqa: S310
                return int(answer.status)
        except urllib.error.HTTPError as error:
            with error:
                return error.code


class Outbox:
    """Every delivery so far, oldest first; `take` hands out those that nobody took yet."""

    def __init__(self, world: "World") -> None:
        self._world = world
        self.all: list[Delivery] = []
        self._taken = 0

    def take(self, *events: str) -> list[Delivery]:
        """The deliveries since the last `take`, of these events only where any are named."""
        new, self._taken = self.all[self._taken :], len(self.all)
        return [one for one in new if not events or one.event in events]

    def last(self, event: str | None = None) -> Delivery:
        """The newest delivery (of an event)."""
        return next(one for one in reversed(self.all) if event in {None, one.event})

    def __iter__(self) -> Iterator[Delivery]:
        return iter(self.all)

    def about_issue(
        self, event: str, action: str, issue: Issue, sender: Account, more: dict[str, Any]
    ) -> None:
        """`pull_request` or `issue_comment`."""
        payload = payloads.about_issue(self._world, event, action, issue, more)
        self._put(event, {"action": action, **payload}, issue.repository, sender)

    def about_push(
        self, repo: Repository, branch: str, shas: tuple[str, str], actor: Account
    ) -> None:
        """`push`."""
        self._put("push", payloads.push(self._world, repo, branch, shas, actor), repo, actor)

    def about_check_run(
        self, action: str, run: CheckRun, repo: Repository, sender: Account
    ) -> Delivery:
        """`check_run`, to the app that owns it."""
        payload = payloads.check_run(self._world, repo, run)
        return self._put("check_run", {"action": action, **payload}, repo, sender)

    def about_check_suite(
        self, action: str, suite: CheckSuite, repo: Repository, sender: Account
    ) -> Delivery:
        """`check_suite`, to the app that owns it."""
        payload = payloads.check_suite(self._world, repo, suite)
        return self._put("check_suite", {"action": action, **payload}, repo, sender)

    def about_status(self, status: Status, repo: Repository) -> Delivery:
        """`status`."""
        return self._put("status", payloads.status(self._world, repo, status), repo, status.creator)

    def about_merge_group(self, group: MergeGroup, sender: Account) -> None:
        """`merge_group`, checks requested."""
        payload = payloads.merge_group(self._world, group)
        self._put(
            "merge_group", {"action": "checks_requested", **payload}, group.repository, sender
        )

    def ping(self, repo: Repository) -> Delivery:
        """`ping`, as after setting up a webhook."""
        payload = payloads.ping(self._world, repo)
        return self._put("ping", payload, repo, repo.owner, installed=False)

    def installation(self, repo: Repository, action: str = "created") -> Delivery:
        """`installation` of the world's own app on a repository's owner."""
        payload = payloads.installation(self._world, repo)
        return self._put("installation", {"action": action, **payload}, None, repo.owner)

    def other(self, event: str, repo: Repository, payload: dict[str, Any]) -> Delivery:
        """Any event that the bot has no use for."""
        return self._put(event, payload, repo, repo.owner)

    def _put(
        self,
        event: str,
        payload: dict[str, Any],
        repo: Repository | None,
        sender: Account,
        *,
        installed: bool = True,
    ) -> Delivery:
        around = payloads.around(self._world, repo, sender)
        if not installed:
            around.pop("installation", None)
        whole = {**payload, **around}
        number = str(UUID(int=self._world.next_id("delivery")))
        delivery = Delivery(number, event, whole, json.dumps(whole).encode())
        self.all.append(delivery)
        return delivery
