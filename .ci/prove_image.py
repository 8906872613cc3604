#!/usr/bin/env python3
"""Builds the Dockerfile and runs what comes of it, without an engine or a registry.

python3 .ci/prove_image.py     as root on Debian; installs buildah and debootstrap where they miss

buildah does every step of the Dockerfile itself, in a chroot. The base image cannot be had without
a registry: a fresh Debian of the same release, with its own Python, stands in for it. What that
leaves unproven: the base's digest and size, and the last number of its Python's version.

The image is then started as an engine would: as its own user without any capability, as process 1,
on a root that cannot be written, with its volumes and loopback and nothing else. It has to answer,
take a signed delivery and no forged one, stop when told to, and know the delivery after a restart.

Exit code: 0 proven, 1 the image is broken, 77 this machine cannot tell (the reason is printed).
"""

import hashlib
import hmac
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from engine import (
    Engine,
    Store,
    bootstrapped,
    broken,
    expect,
    megabytes,
    only_loopback,
    run,
    scratch,
    start_in_a_namespace,
)

ROOT = Path(__file__).parents[1]
INSIDE = "--in-a-namespace"
SECRET = f"a secret of this proof alone, {uuid.uuid4()}"
LEFT_LYING = [".env", ".git/config", "bot/.env", "bot/app.pem", "requirements/.env", "tests/key"]
"""Files of a careless checkout; nothing of them may come into the image."""
WRITES = "import pathlib; pathlib.Path('/opt/backfill-bot/x').touch()"
SPEAKS = """
from bot.rendering.language import LOCALES, language
for folder in LOCALES.glob("*/LC_MESSAGES"):
    assert language(folder.parent.name).name == folder.parent.name
"""
GRACE = 40
SETTINGS = {"BACKFILL_BOT_WEBHOOK_SECRET": SECRET, "BACKFILL_BOT_TOKEN": "none at all"}


def main() -> None:
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))  # tidy up first
    began = time.monotonic()
    text = (ROOT / "Dockerfile").read_text()
    base = re.search(r"^FROM (python:([\d.]+)-slim-(\w+)\S*)", text, re.MULTILINE)
    if base is None:
        broken("the first FROM names no Python of a Debian release")
    with scratch() as folder:
        tree = bootstrapped(base[3], folder / "base")
        stand_in = run(["chroot", str(tree), "python", "--version"]).stdout.split()[-1]
        store = Store(folder)
        store.add(tree, "base")
        store.build("backfill-bot", context(folder / "context"), "base")
        description = store.described("backfill-bot")
        config = description["config"]
        image = store.mounted("backfill-bot")
        looked_at(image, description)
        sizes = megabytes(image), megabytes(tree)
        only_loopback()
        seconds = ran(image, config, folder)
        store.gone()
    print(
        f"image: built from its Dockerfile on Debian {base[3]} with Python {stand_in} in place of "
        f"{base[2]}, {sizes[0] - sizes[1]:.0f} MB above a base of {sizes[1]:.0f} MB; ran as "
        f"{config['User']} on a root that cannot be written, stopped in {seconds:.1f} s "
        f"({time.monotonic() - began:.0f} s in all)"
    )


def context(target: Path) -> Path:
    """The checkout as somebody has it who leaves secrets lying around."""
    kept_out = shutil.ignore_patterns(".git", ".venv", "node_modules", ".*_cache", ".hypothesis")
    shutil.copytree(ROOT, target, ignore=kept_out)
    for name in LEFT_LYING:
        (target / name).parent.mkdir(exist_ok=True)
        (target / name).write_text(SECRET)
    return target


def looked_at(image: Path, description: dict) -> None:
    """What must and must not be in the image."""
    config = description["config"]
    expect(re.fullmatch(r"[1-9]\d*:[1-9]\d*", config["User"]), "the user is root, or a name")
    expect(config.get("Healthcheck"), "there is no HEALTHCHECK")
    expect(config.get("StopSignal") == "SIGTERM", "it is not stopped by SIGTERM")
    said = json.dumps(config["Env"]).lower()
    expect(not re.search(r"(secret|token|password|key)\W*=", said), "its environment has a secret")
    expect(SECRET not in json.dumps(description), "a secret is in the image's history")
    ours = image / "opt" / "backfill-bot"
    expect(list(ours.glob("lib/*/site-packages/bot/**/*.pyc")), "nothing is compiled")
    expect(not list(ours.glob("bin/pip*")), "pip is in the image")
    expect(not list((image / "build").glob("*")), "the build's folder is in the image")
    found = run(["grep", "--recursive", "--files-with-matches", "--fixed-strings", SECRET, image])
    expect(not found.stdout, f"a secret is in the image: {found.stdout}")
    loose = ["(", "!", "-user", "0", "-o", "-perm", "/6022", ")", "!", "-type", "l"]
    found = run(["find", ours, *loose])
    expect(not found.stdout, f"others than root can change, or become: {found.stdout[:500]}")


def ran(image: Path, config: dict, folder: Path) -> float:
    """Seconds that the service took to stop, after everything else went well."""
    engine = Engine(image, config, folder, SETTINGS)
    log = folder / "log"
    said = engine.run("python", "-c", WRITES).stderr
    expect("Read-only file system" in said, f"its own files can be written: {said[-500:]}")
    done = engine.run("python", "-c", SPEAKS)
    expect(done.returncode == 0, f"it does not speak every language: {done.stderr[-500:]}")
    with served(engine, config, log) as first:
        done = engine.run(*config["Healthcheck"]["Test"][1:])
        expect(done.returncode == 0, f"the HEALTHCHECK fails: {done.stderr[-500:]}")
        expect(delivered() == (202, "accepted"), "a signed delivery is not taken")
        expect(delivered(b"another secret")[0] == 403, "a forged delivery is taken")
        seconds = stopped(first, config)
    expect(engine.run(*config["Healthcheck"]["Test"][1:]).returncode, "the HEALTHCHECK never fails")
    with served(engine, config, log) as second:
        expect(delivered() == (202, "duplicate"), "a delivery is forgotten by a restart")
        stopped(second, config)
    text = log.read_text()
    expect(SECRET not in text, "its secret is in its log")
    expect("Traceback" not in text, f"there is a traceback in its log:\n{text[-2000:]}")
    return seconds


@contextmanager
def served(engine: Engine, config: dict, log: Path) -> Iterator[subprocess.Popen]:
    service = engine.started([*config["Entrypoint"], *config["Cmd"]], log)
    try:
        answers(lambda: asked("/healthz"), service, log)
        answers(lambda: json.loads(asked("/readyz"))["workers"], service, log)
        yield service
    finally:
        service.kill()
        service.wait()


def stopped(service: subprocess.Popen, config: dict) -> float:
    """Seconds until process 1 was gone after the image's own signal."""
    children = Path(f"/proc/{service.pid}/task/{service.pid}/children").read_text().split()
    began = time.monotonic()
    os.kill(int(children[0]), getattr(signal, config["StopSignal"]))
    try:
        expect(service.wait(GRACE) == 0, f"it ends with {service.returncode}")
    except subprocess.TimeoutExpired:
        broken(f"it does not stop within {GRACE} s")
    return time.monotonic() - began


def asked(path: str) -> str:
    with urllib.request.urlopen(f"http://127.0.0.1:8080{path}", timeout=5) as answer:
        return answer.read().decode()


def delivered(secret: bytes = SECRET.encode()) -> tuple[int, str]:
    """The status that always the same delivery is answered with, and what it says."""
    pull = {"action": "opened", "repository": {"full_name": "acme/pipelines"}}
    body = json.dumps({**pull, "pull_request": {"number": 1}}).encode()
    headers = {
        "Content-Type": "application/json",
        "X-GitHub-Event": "pull_request",
        "X-GitHub-Delivery": str(uuid.uuid5(uuid.NAMESPACE_URL, SECRET)),
        "X-Hub-Signature-256": "sha256=" + hmac.new(secret, body, hashlib.sha256).hexdigest(),
    }
    request = urllib.request.Request("http://127.0.0.1:8080/webhook", body, headers)
    try:
        with urllib.request.urlopen(request, timeout=10) as answer:
            return answer.status, json.load(answer)["outcome"]
    except urllib.error.HTTPError as refused:
        return refused.code, refused.reason


def answers(happened: Callable[[], object], service: subprocess.Popen, log: Path) -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and service.poll() is None:
        try:
            if happened():
                return
        except (OSError, ValueError):
            pass
        time.sleep(0.2)
    broken(f"it does not answer:\n{log.read_text()[-3000:]}")


if __name__ == "__main__":
    main() if sys.argv[1:] == [INSIDE] else start_in_a_namespace([__file__, INSIDE])
