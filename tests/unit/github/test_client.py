"""The connection: who speaks, to which address, through what, and how often."""

import json
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer, ThreadingHTTPServer

import pytest
from github.Auth import Token as TokenAuth
from github.Requester import (
    HTTPRequestsConnectionClass,
    HTTPSRequestsConnectionClass,
    Requester,
    RequestsResponse,
)

from bot.domain.pull_request import PullRef, Repository
from bot.errors import ConfigurationError, Forbidden, GitHubUnreachable, NotFound, RateLimited
from bot.github.client import Client, Meter
from bot.github.credentials import App, Endpoint, Token
from bot.github.gateway import GitHub
from tests import fakes
from tests.unit.github.conftest import Stage

NOWHERE = PullRef(Repository("octo", "nowhere"), 1)


def test_an_app_speaks_through_its_installation(app_stage: Stage) -> None:
    pull = app_stage.pull()
    assert app_stage.observe(pull).me.login == "backfill-bot[bot]"
    kinds = [call.kind for call in app_stage.world.calls]
    assert kinds.count("token") >= 2


def test_an_app_that_is_not_installed_says_so(stage: Stage) -> None:
    app = stage.world.bot_app
    stage.world.installations.clear()
    github = Stage(stage.world, stage.repo, App(str(app.id), app.private_key_pem)).github
    with pytest.raises(NotFound, match="not installed on octo/pipelines"):
        github.observe(PullRef(Repository("octo", "pipelines"), 1))


def test_a_key_that_cannot_sign_is_said_at_start(stage: Stage) -> None:
    with pytest.raises(ConfigurationError, match="private key"):
        Stage(stage.world, stage.repo, App("1", "no key at all"))


def test_a_flattened_key_signs(app_stage: Stage) -> None:
    app = app_stage.world.bot_app
    flat = App(str(app.id), app.private_key_pem.replace("\n", "\\n"))
    pull = app_stage.pull()
    assert Stage(app_stage.world, app_stage.repo, flat).observe(pull).is_open


def test_a_revoked_token_is_minted_anew(app_stage: Stage) -> None:
    pull = app_stage.pull()
    app_stage.observe(pull)
    app_stage.world.tokens.clear()
    assert app_stage.observe(pull).is_open


def test_an_app_installed_anew_is_found_again(app_stage: Stage) -> None:
    world, pull = app_stage.world, app_stage.pull()
    app_stage.observe(pull)
    world.installations.clear()
    world.tokens.clear()
    world.install(app_stage.repo.owner)
    assert app_stage.observe(pull).is_open


def test_where_the_app_is_installed(app_stage: Stage) -> None:
    for number in range(120):
        app_stage.world.repository(f"octo/repo-{number:03}")
    found = app_stage.github.repositories()
    assert len(found) == 121
    assert found[0] == Repository("octo", "pipelines")


def test_a_token_cannot_ask_where_it_is_installed(stage: Stage) -> None:
    with pytest.raises(ConfigurationError):
        stage.github.repositories()


def test_a_bad_token_is_the_operators_to_mend(stage: Stage) -> None:
    bad = Stage(stage.world, stage.repo, Token("ghs_bad"))
    with pytest.raises(Forbidden, match="Bad credentials"):
        bad.observe(stage.pull())


@pytest.mark.parametrize("api", ["https://ghe.example/api/v3", "https://ghe.example/api/v3/"])
def test_enterprise_server_has_other_addresses(api: str) -> None:
    world = fakes.World()
    world.api = "https://ghe.example/api/v3"
    repo = world.repository("octo/pipelines")
    pull = repo.open_pull("carol", {"backfills/a.yaml": "version: backfill/v1\n"})
    token = Token(world.installation_token(repo))
    with fakes.connected(world):
        github = GitHub(Endpoint.of(api), token, lambda: 0.0)
        seen = github.observe(PullRef(Repository("octo", "pipelines"), pull.number))
    assert seen.is_open


def test_a_read_without_an_answer_is_repeated_once(stage: Stage) -> None:
    pull = stage.pull()
    stage.world.faults.at(1, fakes.Reset())
    assert stage.observe(pull).is_open
    stage.world.faults.at(1, fakes.ServerError(502))
    stage.world.faults.at(2, fakes.ServerError(502))
    with pytest.raises(GitHubUnreachable):
        stage.observe(pull)


def test_where_github_asks_to_wait_nothing_more_is_asked(stage: Stage) -> None:
    pull = stage.pull()
    stage.world.faults.at(1, fakes.SecondaryLimit(30))
    with pytest.raises(RateLimited) as limited:
        stage.observe(pull)
    assert limited.value.seconds == 30
    stage.world.calls.clear()
    stage.world.clock.forward(seconds=10)
    with pytest.raises(RateLimited) as later:
        stage.observe(pull)
    assert later.value.seconds == 20
    assert stage.world.calls.cost == 0
    stage.world.clock.forward(seconds=20)
    assert stage.observe(pull).is_open


def test_a_primary_limit_names_the_time_of_its_reset(stage: Stage) -> None:
    pull = stage.pull()
    stage.world.faults.at(1, fakes.PrimaryLimit(600))
    with pytest.raises(RateLimited) as limited:
        stage.observe(pull)
    assert limited.value.seconds == 600


@pytest.mark.parametrize("fault", fakes.EVERY, ids=repr)
@pytest.mark.parametrize("call", range(1, 8))
def test_no_fault_while_looking_passes_for_an_observation(
    stage: Stage, fault: fakes.Fault, call: int
) -> None:
    stage.repo.push("main", {"backfills/old.yaml": "version: backfill/v1\nname: old\n"})
    stage.repo.open_pull("dave", {"backfills/other.yaml": "version: backfill/v1\nname: b\n"})
    pull = stage.pull()
    pull.comment("alice", "/backfill revoke orders-tax-fix")
    whole = stage.observe(pull)
    stage.restart()
    stage.world.faults.at(call, fault)
    try:
        seen = stage.observe(pull)
    except (GitHubUnreachable, RateLimited, NotFound, Forbidden):
        stage.world.faults.clear()
        stage.world.clock.forward(seconds=601)
        stage.restart()
        assert stage.observe(pull).files == whole.files
        return
    assert (seen.files, seen.comments, seen.base_requests) == (
        whole.files,
        whole.comments,
        whole.base_requests,
    )
    assert seen.standing.keys() == whole.standing.keys()
    assert [other.files for other in seen.others] == [other.files for other in whole.others]


def test_what_was_asked_is_counted(stage: Stage) -> None:
    pull = stage.pull()
    told: list[tuple[str, int]] = []
    meter = stage.github.meter
    meter.watch = lambda kind, status: told.append((kind, status))
    stage.world.faults.at(1, fakes.Reset())
    stage.observe(pull)
    assert meter.calls["query"] >= 2
    assert meter.calls["GET"] >= 1
    assert meter.remaining is not None
    assert meter.remaining_points is not None
    assert sum(meter.calls.values()) == stage.world.calls.cost == len(told)
    assert told[0] == ("graphql", 0)
    assert set(told[1:]) == {("graphql", 200), ("rest", 200)}


@contextmanager
def a_server(answer: bytes) -> Iterator[tuple[str, list[str]]]:
    """A server that says the same to everybody, and what it was asked."""
    asked: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_response(200)
            self.send_header("Content-Length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)

        def log_message(self, *_: object) -> None:
            """Nothing."""

    server = HTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}", asked
    finally:
        server.shutdown()
        server.server_close()


def client(rest: str) -> Client:
    return Client(Endpoint.of(rest), lambda: TokenAuth("ghs_x"), Meter(), lambda: 0.0)


def test_a_proxy_of_the_environment_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    with a_server(json.dumps({"hello": "proxy"}).encode()) as (proxy, asked):
        monkeypatch.setenv("http_proxy", proxy)
        monkeypatch.delenv("no_proxy", raising=False)
        monkeypatch.delenv("NO_PROXY", raising=False)
        found = client("http://ghe.invalid/api/v3").get("/rate_limit").body
    assert found["hello"] == "proxy"
    assert asked == ["http://ghe.invalid:80/api/v3/rate_limit"]


def test_a_bundle_of_the_environment_is_what_certificates_are_held_to(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("REQUESTS_CA_BUNDLE", "/nowhere/bundle.pem")
    monkeypatch.setenv("no_proxy", "*")
    with pytest.raises(GitHubUnreachable):
        client("https://127.0.0.1:9/api/v3").get("/rate_limit")


def test_an_answer_that_is_no_json_is_none() -> None:
    with a_server(b'{"half": ') as (url, _), pytest.raises(GitHubUnreachable, match="broken"):
        client(url).get("/rate_limit")


def test_nobody_there_is_no_answer() -> None:
    with pytest.raises(GitHubUnreachable):
        client("http://127.0.0.1:9").get("/rate_limit")


@pytest.mark.usefixtures("_slow_connections")
def test_threads_do_not_send_one_anothers_requests() -> None:
    """PyGithub keeps a request in its connection until it is sent; two threads would mix them."""
    with an_echo() as url:
        shared = client(url)

        def ask(number: int) -> bool:
            found = shared.get(f"/echo/{number}").body["path"]
            return bool(found == f"/echo/{number}")

        with ThreadPoolExecutor(8) as pool:
            assert all(pool.map(ask, range(80)))


class Slow(HTTPRequestsConnectionClass):
    """PyGithub's connection with time to be interrupted between taking and sending a request."""

    def getresponse(self) -> RequestsResponse:
        time.sleep(0.002)
        return super().getresponse()


@pytest.fixture
def _slow_connections() -> Iterator[None]:
    Requester.injectConnectionClasses(Slow, HTTPSRequestsConnectionClass)
    Requester._Requester__persist = True  # type: ignore[attr-defined]
    yield
    Requester.resetConnectionClasses()


@contextmanager
def an_echo() -> Iterator[str]:
    """A server that says what it was asked, a little late."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            path = self.path
            answer = json.dumps({"path": path}).encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)

        def log_message(self, *_: object) -> None:
            """Nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()
