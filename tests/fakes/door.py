"""The way in: address, token, limits, faults, and the headers of every answer."""

import hashlib
import json
import re
import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl, urlsplit

from tests.fakes import graph, rest, tokens
from tests.fakes.answers import Answer, Refused
from tests.fakes.calls import Call
from tests.fakes.clock import http_date
from tests.fakes.exchange import Exchange
from tests.fakes.faults import (
    Dropped,
    Fault,
    NotYet,
    PartialGraphQL,
    PrimaryLimit,
    Reset,
    SecondaryLimit,
    ServerError,
    Timeout,
    TruncatedJson,
)
from tests.fakes.quota import secondary_limit
from tests.fakes.tokens import Caller

if TYPE_CHECKING:
    from tests.fakes.world import World

_MINTING = re.compile(
    r"/app(/.*)?|/repos/[^/]+/[^/]+/installation|/(orgs|users)/[^/]+/installation"
)


class Door:
    """The API of one world."""

    def __init__(self, world: "World") -> None:
        self._world = world

    def handle(
        self, method: str, url: str, headers: Mapping[str, str], content: bytes
    ) -> tuple[int, dict[str, str], bytes]:
        """GitHub's answer to one request, or `Dropped`."""
        known = {name.lower(): value for name, value in headers.items()}
        api, path, query = _address(url)
        call = self._world.calls.begin(method, path, _kind(method, path, content), content)
        fault = self._world.faults.due(call)
        caller = self._nobody()
        try:
            _before(fault, self._world.clock.now.timestamp())
            caller = self._caller(known.get("authorization", ""))
            self._spend(caller, path, call)
            exchange = Exchange(
                self._world, method, path, query, known, content, caller, api, _web(api)
            )
            answer = self._answer(exchange, call)
        except Refused as refused:
            answer = refused.answer() if path != "/graphql" else graph.refusal(refused)
        except Dropped:
            call.status = -1
            raise
        answer = self._after(fault, call, answer)
        call.status = answer.status
        return self._sent(answer, caller, known, path, cut=isinstance(fault, TruncatedJson))

    def _answer(self, exchange: Exchange, call: Call) -> Answer:
        if exchange.path == "/graphql":
            return graph.answer(exchange, call)
        found, exchange.params = rest.find(exchange.method, exchange.path)
        call.operation = f"{found.method} {found.template}"
        return found.answer(exchange)

    def _after(self, fault: Fault | None, call: Call, answer: Answer) -> Answer:
        match fault:
            case ServerError(status, after=True):
                return Answer(status, {"message": "Server Error"})
            case Timeout(after=True):
                call.status = -1
                raise Dropped("timeout")
            case Reset(after=True):
                call.status = -1
                raise Dropped("reset")
            case PartialGraphQL() if call.path == "/graphql" and answer.status == 200:
                return Answer(200, _partial(answer.body, fault), answer.headers)
            case _:
                return answer

    def _caller(self, authorization: str) -> Caller:
        scheme, _, token = authorization.partition(" ")
        if not authorization:
            return self._nobody()
        if scheme.lower() == "bearer" and token.count(".") == 2:
            app = tokens.app_of_jwt(token, self._world.apps, time.time())
            return Caller("app", app.account, token, app)
        caller = self._world.tokens.get(token)
        now = self._world.clock.now
        if caller is None or caller.account.deleted:
            raise Refused(401, "Bad credentials")
        if caller.expires_at is not None and caller.expires_at <= now:
            raise Refused(401, "Bad credentials")
        return caller

    def _nobody(self) -> Caller:
        return Caller("nobody", self._world.ghost)

    def _spend(self, caller: Caller, path: str, call: Call) -> None:
        if path == "/rate_limit" or caller.kind == "app":
            return
        now = self._world.clock.now.timestamp()
        resource = "graphql" if path == "/graphql" else "core"
        write = call.kind == "write"
        self._world.quota.spend(caller.account.id, resource, now, write=write)

    def _sent(
        self, answer: Answer, caller: Caller, asked: Mapping[str, str], path: str, *, cut: bool
    ) -> tuple[int, dict[str, str], bytes]:
        now = self._world.clock.now
        body = _encoded(answer.body)
        resource = "graphql" if path == "/graphql" else "core"
        headers = {
            "Date": http_date(now),
            "Content-Type": "application/json; charset=utf-8",
            "X-GitHub-Request-Id": f"FAKE:{self._world.calls.total:06X}",
            "X-GitHub-Media-Type": "github.v3; format=json",
            **self._world.quota.headers(caller.account.id, resource, now.timestamp()),
            **answer.headers,
        }
        if answer.status == 200 and path != "/graphql":
            headers["ETag"] = f'W/"{hashlib.sha256(body).hexdigest()}"'
            if asked.get("if-none-match") == headers["ETag"]:
                return 304, headers, b""
        return answer.status, headers, body[: len(body) // 2] if cut else body


def _before(fault: Fault | None, now: float) -> None:
    match fault:
        case ServerError(status, after=False):
            raise Refused(status, "Server Error")
        case Timeout(after=False):
            raise Dropped("timeout")
        case Reset(after=False):
            raise Dropped("reset")
        case PrimaryLimit(reset_in):
            reset = str(int(now) + reset_in)
            headers = {"x-ratelimit-remaining": "0", "x-ratelimit-reset": reset}
            raise Refused(403, "API rate limit exceeded for installation.", None, headers)
        case SecondaryLimit(retry_after, status):
            refused = secondary_limit(retry_after)
            refused.status = status
            raise refused
        case NotYet():
            raise Refused.not_found()
        case _:
            return


def _partial(body: Any, fault: PartialGraphQL) -> dict[str, Any]:
    path = fault.drop.split(".") if fault.drop else []
    data = body.get("data")
    if not path:
        data = None
    else:
        place = data
        for name in path[:-1]:
            place = place[name]
        place[path[-1]] = None
    error = {"message": fault.message, "path": path}
    if fault.kind is not None:
        error["type"] = fault.kind
    return {"data": data, "errors": [error]}


def _address(url: str) -> tuple[str, str, dict[str, str]]:
    parts = urlsplit(url)
    path, prefix = parts.path, ""
    if path.startswith("/api/v3"):
        prefix, path = "/api/v3", path.removeprefix("/api/v3") or "/"
    elif path == "/api/graphql":
        prefix, path = "/api/v3", "/graphql"
    host = (
        f"{parts.scheme}://{parts.netloc.removesuffix(':443')}"
        if parts.netloc
        else "https://api.github.com"
    )
    return host + prefix, path, dict(parse_qsl(parts.query, keep_blank_values=True))


def _web(api: str) -> str:
    return api.replace("://api.", "://").removesuffix("/api/v3")


def _kind(method: str, path: str, content: bytes) -> str:
    if _MINTING.fullmatch(path):
        return "token"
    if path == "/graphql":
        return "write" if graph.is_mutation(content) else "read"
    return "read" if method in {"GET", "HEAD"} else "write"


def _encoded(body: Any) -> bytes:
    if body is None:
        return b""
    return body if isinstance(body, bytes) else json.dumps(body).encode()
