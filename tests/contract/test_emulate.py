"""The client held to `emulate`, a GitHub that nobody here wrote: Apps, check runs, deliveries.

It knows no GraphQL, statuses or reactions; those are held to GitHub's schema (`test_graphql.py`)
and description (`test_rest.py`).
"""

import base64
import json
import shutil
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest
from github.Auth import Token as TokenAuth

from bot.decision.effects import Annotation, Conclusion, SetGate
from bot.domain.names import CommitSha, UserId
from bot.domain.place import Place
from bot.domain.pull_request import Actor, ActorKind, PullRef, Repository, Role, Unreadable
from bot.entrypoints.configuration import ServiceConfiguration
from bot.entrypoints.metrics import Metrics
from bot.entrypoints.queue import Backlog
from bot.entrypoints.storage import Delivery
from bot.entrypoints.webhook import create_app
from bot.errors import Forbidden, NotFound
from bot.github.auth import Clients
from bot.github.cache import MemoryCache
from bot.github.client import Client, Meter
from bot.github.credentials import App, Endpoint, TokenKind
from bot.github.events import CheckAsked, Irrelevant, Own, PullChanged, Spoke, read_event
from bot.github.gates import GateWriter
from bot.github.noticed import Noticed
from bot.github.roles import RecentRoles, role_of
from bot.github.trees import Trees
from bot.github.vantage import Told, Vantage

pytestmark = pytest.mark.contract

HERE = Path(__file__).parent
SECRET = "a secret of sixteen or more"
REPOSITORY = Repository("octo", "pipelines")


@dataclass
class Emulated:
    """The running GitHub, and what it delivered."""

    url: str
    private_key: str
    delivered: list[tuple[Mapping[str, str], bytes]] = field(default_factory=list)

    @property
    def app(self) -> Client:
        """The bot, signed in as the App's installation."""
        credentials = App("12345", self.private_key)
        return Clients(Endpoint.of(self.url), credentials, Meter(), time.time).of(REPOSITORY)

    @property
    def alice(self) -> Client:
        """A person with every right."""
        return Client(Endpoint.of(self.url), lambda: TokenAuth("alice_token"), Meter(), time.time)

    def delivery(self, event: str, action: str) -> tuple[Mapping[str, str], bytes]:
        """The newest delivery of that kind, waited for."""
        for _ in range(100):
            for headers, body in reversed(self.delivered):
                if headers["X-GitHub-Event"] == event and json.loads(body)["action"] == action:
                    return headers, body
            time.sleep(0.05)
        raise AssertionError(f"no delivery of {event}.{action}")


@pytest.fixture(scope="module")
def emulated() -> Iterator[Emulated]:
    """`emulate`, started for this file; the tests are skipped where it is missing."""
    node = shutil.which("node")
    if node is None or not (HERE / "node_modules/emulate").is_dir():
        pytest.skip("npm package emulate is missing: run `make contract`")
    delivered: list[tuple[Mapping[str, str], bytes]] = []
    receiver = HTTPServer(("127.0.0.1", 0), _receiving(delivered))
    threading.Thread(target=receiver.serve_forever, args=(0.05,), daemon=True).start()
    hook = f"http://127.0.0.1:{receiver.server_address[1]}/webhook"
    with subprocess.Popen(
        [node, str(HERE / "emulated.mjs"), str(_free_port()), hook, SECRET],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdin is not None
        told = json.loads(process.stdout.readline())
        yield Emulated(told["url"], told["private_key"], delivered)
        process.stdin.close()
    receiver.shutdown()
    receiver.server_close()


def _receiving(
    delivered: list[tuple[Mapping[str, str], bytes]],
) -> type[BaseHTTPRequestHandler]:
    class Receiver(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            delivered.append((dict(self.headers.items()), body))
            self.send_response(202)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Nothing."""

    return Receiver


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@pytest.fixture(scope="module")
def pull(emulated: Emulated) -> Mapping[str, Any]:
    """A pull request of alice's with one request file."""
    alice, base = emulated.alice, f"/repos/{REPOSITORY}"
    tip = alice.get(f"{base}/git/ref/heads/main").body["object"]["sha"]
    alice.write("POST", f"{base}/git/refs", {"ref": "refs/heads/fix", "sha": tip})
    content = base64.b64encode(b"version: backfill/v1\n").decode()
    path = f"{base}/contents/backfills/a.backfill.yaml"
    alice.write("PUT", path, {"message": "x", "content": content, "branch": "fix"})
    made: Mapping[str, Any] = alice.write(
        "POST", f"{base}/pulls", {"title": "Fix", "head": "fix", "base": "main"}
    ).body
    return made


def test_an_app_signs_in_and_speaks_as_its_installation(emulated: Emulated) -> None:
    assert emulated.app.get(f"/repos/{REPOSITORY}").body["full_name"] == "octo/pipelines"


def test_another_key_is_refused(emulated: Emulated) -> None:
    from tests.fakes import keys  # noqa: PLC0415

    stranger = App("12345", keys.pair(1).private)
    path = f"/repos/{REPOSITORY}/issues"
    clients = Clients(Endpoint.of(emulated.url), stranger, Meter(), time.time)
    with pytest.raises((Forbidden, NotFound)) as refused:
        clients.of(REPOSITORY).write("POST", path, {"title": "never"})
    assert "credentials" in str(refused.value) or "token" in str(refused.value)
    assert emulated.app.write("POST", path, {"title": "made"}).body["title"] == "made"


def test_an_app_is_not_installed_everywhere(emulated: Emulated) -> None:
    credentials = App("12345", emulated.private_key)
    clients = Clients(Endpoint.of(emulated.url), credentials, Meter(), time.time)
    with pytest.raises(NotFound, match="not installed"):
        clients.of(Repository("mallory", "elsewhere"))


def test_roles_are_read(emulated: Emulated) -> None:
    alice = emulated.alice.get("/users/alice").body
    mallory = emulated.alice.get("/users/mallory").body
    person = Actor(UserId(alice["id"]), "alice", ActorKind.PERSON)
    other = Actor(UserId(mallory["id"]), "mallory", ActorKind.PERSON)
    impostor = Actor(UserId(1), "alice", ActorKind.PERSON)
    assert role_of(emulated.app, REPOSITORY, person) == Role("admin")
    role = role_of(emulated.app, REPOSITORY, other)
    assert isinstance(role, Unreadable) or role.name in {"none", "read"}
    assert isinstance(role_of(emulated.app, REPOSITORY, impostor), Unreadable)


def test_a_gate_is_made_updated_and_annotated(emulated: Emulated, pull: Mapping[str, Any]) -> None:
    at = vantage(emulated)
    writer = GateWriter(at, Noticed(), check_runs=True)
    sha = CommitSha(pull["head"]["sha"])
    writer.write(SetGate(sha, Conclusion.ACTION_REQUIRED, "waiting", "Two confirmations."))
    writer.write(SetGate(sha, Conclusion.SUCCESS, "confirmed", "All given."))
    (run,) = runs(emulated, sha)
    assert (run["status"], run["conclusion"]) == ("completed", "success")
    assert run["output"]["title"] == "confirmed"
    notes = tuple(Annotation(Place("a.yaml", line), f"mistake {line}") for line in range(1, 71))
    writer.write(SetGate(sha, Conclusion.FAILURE, "invalid", "Mistakes.", notes))
    newest = max(runs(emulated, sha), key=lambda one: int(one["id"]))
    assert (newest["conclusion"], newest["output"]["title"]) == ("failure", "invalid")
    assert newest["output"]["annotations_count"] > 0  # it keeps the last page; GitHub keeps all


def test_files_of_a_commit_are_listed(emulated: Emulated, pull: Mapping[str, Any]) -> None:
    trees = Trees(emulated.app, REPOSITORY, MemoryCache())
    found = trees.leaves(CommitSha(pull["head"]["sha"]), "all", lambda _: True)
    assert "backfills/a.backfill.yaml" in [leaf.path for leaf in found.files]


def test_a_signed_delivery_gets_through_the_door(
    emulated: Emulated, pull: Mapping[str, Any]
) -> None:
    headers, body = emulated.delivery("pull_request", "opened")
    kept, post = door()
    assert post(headers, body) == 202
    assert kept == [PullRef(REPOSITORY, pull["number"])]
    assert post(headers, body.replace(b"Fix", b"Fox")) in {401, 403}
    assert post({**headers, "X-Hub-Signature-256": "sha256=00"}, body) in {401, 403}
    assert len(kept) == 1


def test_deliveries_say_what_to_look_at(emulated: Emulated, pull: Mapping[str, Any]) -> None:
    number = pull["number"]
    path = f"/repos/{REPOSITORY}/issues/{number}/comments"
    said = emulated.alice.write("POST", path, {"body": "/backfill plan"}).body
    ref = PullRef(REPOSITORY, number)
    payload = comment_payload(emulated, said["id"])
    assert read_event("issue_comment", payload, Own(app=12345)) == Spoke(ref, said["id"])
    assert event_of(emulated, "pull_request", "opened") == PullChanged(ref)
    mine = emulated.app.write("POST", path, {"body": "/backfill plan"}).body
    own = Own(account=mine["user"]["id"], app=12345)
    payload = comment_payload(emulated, mine["id"])
    assert isinstance(read_event("issue_comment", payload, own), Irrelevant)


def test_a_check_that_is_asked_for_again_names_its_commit(
    emulated: Emulated, pull: Mapping[str, Any]
) -> None:
    sha = CommitSha(pull["head"]["sha"])
    gate = SetGate(sha, Conclusion.ACTION_REQUIRED, "waiting", "Two confirmations.")
    GateWriter(vantage(emulated), Noticed(), check_runs=True).write(gate)
    run = max(runs(emulated, sha), key=lambda one: int(one["id"]))
    path = f"/repos/{REPOSITORY}/check-runs/{run['id']}/rerequest"
    emulated.app.write("POST", path, {})
    found = event_of(emulated, "check_run", "rerequested")
    assert isinstance(found, CheckAsked)
    assert (found.repository, found.sha) == (REPOSITORY, sha)


def vantage(emulated: Emulated) -> Vantage:
    return Vantage(
        emulated.app,
        REPOSITORY,
        MemoryCache(),
        TokenKind.INSTALLATION,
        RecentRoles(time.time),
        Told(),
    )


def runs(emulated: Emulated, sha: CommitSha) -> list[Mapping[str, Any]]:
    found: list[Mapping[str, Any]] = emulated.app.get(
        f"/repos/{REPOSITORY}/commits/{sha}/check-runs"
    ).body["check_runs"]
    return found


def comment_payload(emulated: Emulated, number: int) -> dict[str, Any]:
    """The delivery of a comment, waited for; with the link to its pull request put in.

    `emulate` leaves out `issue.pull_request`, by which GitHub tells pull requests from issues.
    """
    for _ in range(100):
        found: dict[str, Any] = json.loads(emulated.delivery("issue_comment", "created")[1])
        if found["comment"]["id"] == number:
            found["issue"].setdefault("pull_request", {"url": "…"})
            return found
        time.sleep(0.05)
    raise AssertionError(f"no delivery of comment {number}")


def event_of(emulated: Emulated, event: str, action: str) -> object:
    _, body = emulated.delivery(event, action)
    return read_event(event, json.loads(body), Own(app=12345))


def door() -> tuple[list[object], Callable[[Mapping[str, str], bytes], int]]:
    """The service's webhook, and a way to post to it."""
    kept: list[object] = []

    class Kept:
        def accept(self, delivery: Delivery) -> bool:
            kept.append(delivery.subject)
            return True

    def subject(name: str, payload: Mapping[str, Any]) -> PullRef | None:
        found = read_event(name, payload)
        return found.ref if isinstance(found, PullChanged) else None

    def backlog() -> Backlog:
        raise NotImplementedError

    settings = ServiceConfiguration(secret=SECRET.encode())
    client = create_app(settings, Kept(), backlog, Metrics(), subject).test_client()

    def post(headers: Mapping[str, str], body: bytes) -> int:
        return client.post("/webhook", data=body, headers=dict(headers)).status_code

    return kept, post
