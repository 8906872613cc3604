"""Three ways to speak to a world: a call, the `requests` library, HTTP on loopback."""

import re
import socket
import struct
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import requests
import responses

from tests.fakes.faults import Dropped
from tests.fakes.world import World

METHODS = ("GET", "POST", "PATCH", "PUT", "DELETE")


@contextmanager
def connected(world: World) -> Iterator[World]:
    """Everything that `requests` (so PyGithub) sends to the world's address is answered by it."""

    def answer(request: requests.PreparedRequest) -> tuple[int, dict[str, str], bytes]:
        body = request.body if isinstance(request.body, bytes | str) else b""
        headers = {str(name): str(value) for name, value in request.headers.items()}
        try:
            status, sent, content = world.handle(
                request.method or "GET", request.url or "", headers, body
            )
        except Dropped as dropped:
            if dropped.how == "timeout":
                raise requests.exceptions.ReadTimeout("no answer in time") from None
            raise requests.exceptions.ConnectionError("connection reset by peer") from None
        sent.setdefault("Content-Type", "application/json")
        return status, sent, content

    everywhere = re.compile(re.escape(world.api.removesuffix("/api/v3")) + r"(:\d+)?/.*")
    with responses.RequestsMock(assert_all_requests_are_fired=False) as mock:
        for method in METHODS:
            mock.add_callback(method, everywhere, callback=answer, content_type=None)
        yield world


@contextmanager
def served(world: World, port: int = 0) -> Iterator[str]:
    """The world on loopback; gives its address, which it also tells in its answers."""
    server = Server(world, port)
    before, world.api = world.api, server.url
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield server.url
    finally:
        server.shutdown()
        server.server_close()
        world.api = before


class Server(ThreadingHTTPServer):
    """A world behind HTTP/1.1."""

    daemon_threads = True
    request_queue_size = 64

    def __init__(self, world: World, port: int = 0) -> None:
        super().__init__(("127.0.0.1", port), _Handler)
        self.world = world
        self.hang_seconds = 5.0
        """How long an answer that never comes keeps its connection."""

    @property
    def url(self) -> str:
        """`http://127.0.0.1:port`."""
        return f"http://127.0.0.1:{self.server_address[1]}"


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    server: Server

    def do_GET(self) -> None:
        self._answer()

    do_POST = do_PATCH = do_PUT = do_DELETE = do_GET  # noqa: N815

    def _answer(self) -> None:
        content = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        url = f"{self.server.url}{self.path}"
        try:
            answer = self.server.world.handle(self.command, url, dict(self.headers), content)
        except Dropped as dropped:
            self._drop(dropped)
            return
        status, headers, body = answer
        self.send_response_only(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def _drop(self, dropped: Dropped) -> None:
        self.close_connection = True
        if dropped.how == "timeout":
            time.sleep(self.server.hang_seconds)
        linger = struct.pack("ii", 1, 0)
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)

    def log_message(self, *_: Any) -> None:
        """Nothing: a stand-in is quiet."""
