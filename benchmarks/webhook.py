"""How many deliveries a second the webhook stores, beside a handler that only checks signatures.

python benchmarks/webhook.py [--deliveries 5000] [--databases sqlite postgresql]

Both run under the same gunicorn, one worker of 16 threads, in the same run; 16 connections send
signed deliveries of about 8 kB as fast as they are answered, then one at 100 a second. Durable
means: committed before it is answered.
"""

import argparse
import asyncio
import hashlib
import hmac
import json
import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
import uuid
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.databases import new_database  # noqa: E402  (the path is set above)

SECRET = b"a secret of the benchmark"
BODY = json.dumps(
    {
        "action": "synchronize",
        "number": 5,
        "repository": {"full_name": "acme/pipelines"},
        "pull_request": {"number": 5, "body": "y" * 8000},
    }
).encode()
SIGNATURE = "sha256=" + hmac.new(SECRET, BODY, hashlib.sha256).hexdigest()
BARE = """
import hashlib, hmac
from flask import Flask, request
app = Flask("bare")
@app.post("/webhook")
def webhook():
    found = hmac.new(%r, request.get_data(cache=False), hashlib.sha256).hexdigest()
    good = hmac.compare_digest("sha256=" + found, request.headers["X-Hub-Signature-256"])
    return "", 202 if good else 403
@app.get("/healthz")
def healthz():
    return "alive"
"""


def main() -> None:
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--deliveries", type=int, default=5000)
    arguments.add_argument("--databases", nargs="*", default=["sqlite", "postgresql"])
    given = arguments.parse_args()
    print("| | deliveries/s | p50 ms | p99 ms | p99 ms at 100/s | MB before | MB after |")
    print("|---|--:|--:|--:|--:|--:|--:|")
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "bare.py").write_text(BARE % SECRET)
        measured("bare handler", bare(folder), given.deliveries)
        for kind in given.databases:
            measured(
                f"durable, {kind}", durable(new_database(kind, Path(folder))), given.deliveries
            )


def bare(folder: str) -> tuple[subprocess.Popen[bytes], int]:
    port = free_port()
    gunicorn = [sys.executable, "-m", "gunicorn", "-k", "gthread", "-w", "1", "--threads", "16"]
    command = [*gunicorn, "-b", f"127.0.0.1:{port}", "--log-level", "error", "bare:app"]
    return subprocess.Popen(command, cwd=folder), port


def durable(url: str) -> tuple[subprocess.Popen[bytes], int]:
    port = free_port()
    command = [sys.executable, "-m", "bot", "serve", "--role", "web", "--port", str(port)]
    given = {
        **os.environ,
        "BACKFILL_BOT_WEBHOOK_SECRET": SECRET.decode(),
        "BACKFILL_BOT_DATABASE_URL": url,
        "BACKFILL_BOT_TOKEN": "not used by a web process",
    }
    return subprocess.Popen(command, cwd=ROOT, env=given, stderr=subprocess.DEVNULL), port


def measured(name: str, started: tuple[subprocess.Popen[bytes], int], number: int) -> None:
    process, port = started
    try:
        up(port)
        asyncio.run(sent(port, 300, 16))
        before = megabytes(process.pid)
        began = time.perf_counter()
        times = asyncio.run(sent(port, number, 16))
        rate = number / (time.perf_counter() - began)
        after = megabytes(process.pid)
        paced = asyncio.run(sent(port, 500, 8, per_second=100))
        print(
            f"| {name} | {rate:,.0f} | {at(times, 50):.1f} | {at(times, 99):.1f} "
            f"| {at(paced, 99):.1f} | {before:.0f} | {after:.0f} |",
            flush=True,
        )
    finally:
        process.terminate()
        process.wait(30)


async def sent(port: int, number: int, lines: int, per_second: float = 0) -> list[float]:
    """Seconds until each of so many deliveries was answered, over so many connections."""
    times: list[float] = []
    turns = iter(range(number))
    began = time.perf_counter()

    async def line() -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        for turn in turns:
            if per_second:
                await asyncio.sleep(max(0.0, began + turn / per_second - time.perf_counter()))
            asked = time.perf_counter()
            writer.write(request())
            head = (await reader.readuntil(b"\r\n\r\n")).lower()
            assert head.startswith((b"http/1.1 20", b"http/1.0 20")), head
            length = head.partition(b"content-length:")[2].partition(b"\r\n")[0]
            await reader.readexactly(int(length or 0))
            times.append(time.perf_counter() - asked)
            if b"connection: close" in head:
                writer.close()
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.close()

    await asyncio.gather(*(line() for _ in range(lines)))
    return sorted(times)


def request() -> bytes:
    lines = (
        "POST /webhook HTTP/1.1",
        "Host: localhost",
        "X-GitHub-Event: pull_request",
        f"X-GitHub-Delivery: {uuid.uuid4()}",
        f"X-Hub-Signature-256: {SIGNATURE}",
        "Content-Type: application/json",
        f"Content-Length: {len(BODY)}",
    )
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + BODY


def up(port: int) -> None:
    for _ in range(200):
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=1)
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise SystemExit("the service did not start")


def megabytes(pid: int) -> float:
    """Resident memory of a process and its children."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    pages = sum(
        int(Path(f"/proc/{each}/statm").read_text().split()[1]) for each in [pid, *children]
    )
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def at(times: list[float], percent: int) -> float:
    return times[min(len(times) - 1, len(times) * percent // 100)] * 1000


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


if __name__ == "__main__":
    main()
