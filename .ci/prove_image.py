#!/usr/bin/env python3
"""Builds the Dockerfile and runs what comes of it, without an engine or a registry.

python3 .ci/prove_image.py     as root on Debian; installs buildah and debootstrap where they miss

Every step of the Dockerfile itself is done by buildah in a chroot. Its base image cannot be had
without a registry, so a fresh Debian bookworm with Python stands in under the same name: the base's
own patch version of Python and its size are not proven. What was built is then started as its own
user, on a root that cannot be written, and has to answer, to take a signed delivery, to keep it,
and to stop when it is told to.

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
import tempfile
import time
import urllib.error
import urllib.request
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

ROOT = Path(__file__).parents[1]
CANNOT_TELL = 77
TOOLS = ("buildah", "debootstrap")
SECRET = "a webhook secret of this proof"
BASE_PACKAGES = "python3,python3-venv,python-is-python3,ca-certificates"
GRACE = 40


def main() -> None:
    began = time.monotonic()
    tools()
    with tempfile.TemporaryDirectory(prefix="backfill-bot-image-") as folder:
        store = Store(Path(folder))
        base = bootstrapped(Path(folder) / "base")
        text = (ROOT / "Dockerfile").read_text()
        for name in sorted(set(re.findall(r"^FROM (\S+)", text, re.MULTILINE))):
            store.add(base, f"docker.io/library/{name}")
        store.build("backfill-bot")
        config = store.config("backfill-bot")
        with_root = store.mounted("backfill-bot")
        looked_at(with_root, config)
        added = megabytes(with_root) - megabytes(base)
        seconds = ran(with_root, config, Path(folder) / "root")
        store.gone()
    print(
        f"image: built from its Dockerfile, {added:.0f} MB above its base; ran as "
        f"{config['User']} on a root that cannot be written, stopped in {seconds:.1f} s "
        f"({time.monotonic() - began:.0f} s in all)"
    )


def tools() -> None:
    if os.geteuid() != 0:
        cannot_tell("only root may build in a chroot")
    missing = [name for name in TOOLS if shutil.which(name) is None]
    if missing and shutil.which("apt-get") is None:
        cannot_tell(f"there is no {' and no '.join(missing)}, and no apt-get to install it")
    if missing:
        quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        for command in (["update", "-qq"], ["install", "-qq", "--no-install-recommends", *missing]):
            if run(["apt-get", "-y", *command], env=quiet).returncode:
                cannot_tell(f"{' and '.join(missing)} cannot be installed")
    if run(["unshare", "--mount", "true"]).returncode:
        cannot_tell("file systems cannot be mounted")


def bootstrapped(target: Path) -> Path:
    """A Debian with Python that installs from where this machine does."""
    lines = run(["apt-get", "indextargets", "--format", "$(REPO_URI) $(CODENAME)"]).stdout
    mirrors = [line.split()[0] for line in lines.splitlines() if line.endswith(" bookworm")]
    done = run(
        [
            "debootstrap",
            "--variant=minbase",
            f"--include={BASE_PACKAGES}",
            "bookworm",
            str(target),
            *mirrors[:1],
        ]
    )
    if done.returncode:
        cannot_tell(f"debootstrap failed: {done.stdout[-500:]}")
    trusted = Path("/etc/ssl/certs/ca-certificates.crt")
    if trusted.exists():
        shutil.copy(trusted, target / trusted.relative_to("/"))
    found = run([sys.executable, "-m", "pip", "config", "list"]).stdout
    settings = dict(re.findall(r"^\S*?\.?([a-z-]+)='(.*)'$", found, re.MULTILINE))
    kept = {name: settings[name] for name in PIP_SETTINGS if name in settings}
    lines = "\n".join(f"{name} = {value}" for name, value in kept.items())
    (target / "etc" / "pip.conf").write_text(f"[global]\n{lines}\n")
    return target


PIP_SETTINGS = ("index-url", "cert", "proxy", "trusted-host", "timeout")


class Store:
    """Images and containers in a folder of their own."""

    def __init__(self, folder: Path) -> None:
        self._options = ["--storage-driver", "vfs"]
        self._options += ["--root", str(folder / "images"), "--runroot", str(folder / "run")]
        self._container = ""

    def add(self, tree: Path, name: str) -> None:
        """A file tree as an image."""
        container = self._done("from", "scratch")
        self._done("add", "-q", container, str(tree), "/")
        self._done("commit", "-q", "--rm", container, name)

    def build(self, name: str) -> None:
        """The Dockerfile's image."""
        options = ["--isolation", "chroot", "--pull-never", "--format", "docker"]
        self._done("bud", *options, "-t", name, str(ROOT))

    def config(self, name: str) -> dict:
        """What the image says of itself, as Docker spells it."""
        return json.loads(self._done("inspect", "--type", "image", name))["Docker"]["config"]

    def mounted(self, name: str) -> Path:
        """The image's files."""
        self._container = self._done("from", "--pull-never", name)
        return Path(self._done("mount", self._container))

    def gone(self) -> None:
        """Lets go of what was mounted."""
        self._done("umount", self._container)
        self._done("rm", self._container)

    def _done(self, verb: str, *words: str) -> str:
        done = run(["buildah", *self._options, verb, *words])
        if done.returncode:
            broken(f"buildah {verb} failed:\n{done.stdout[-3000:]}{done.stderr[-3000:]}")
        return done.stdout.strip()


def looked_at(image: Path, config: dict) -> None:
    """What must and must not be in the image."""
    expect(re.fullmatch(r"[1-9]\d*:[1-9]\d*", config["User"]), "the user is root, or a name")
    expect(config.get("Healthcheck"), "there is no HEALTHCHECK")
    expect(config.get("StopSignal") == "SIGTERM", "it is not stopped by SIGTERM")
    ours = image / "opt" / "backfill-bot"
    for unwanted in ("bin/pip", "**/tests/stories", "**/.git", "**/.env"):
        expect(not list(ours.glob(unwanted)), f"{unwanted} is in the image")
    expect(not list((image / "build").glob("*")), "the build's folder is in the image")
    expect(list(ours.glob("lib/*/site-packages/bot/**/*.pyc")), "nothing is compiled")
    said = json.dumps(config["Env"]).lower()
    expect(
        not re.search(r"(secret|token|password|key)\W*=", said), "a secret is in the environment"
    )


def ran(image: Path, config: dict, root: Path) -> float:
    """Seconds that the service took to stop, after everything else went well."""
    root.mkdir()
    env = dict(each.split("=", 1) for each in config["Env"])
    env |= {"BACKFILL_BOT_WEBHOOK_SECRET": SECRET, "BACKFILL_BOT_TOKEN": "no token at all"}
    volumes = " ".join([*config.get("Volumes", {}), "/tmp"])
    # A namespace of its own: nothing of this is mounted for anybody else, or after the end.
    prepare = f"""
        mount --bind {image} {root}
        mount --rbind /dev {root}/dev
        mount -t proc proc {root}/proc
        for each in {volumes}; do
            mount -t tmpfs -o mode=1777 tmpfs {root}$each
        done
        mount -o remount,bind,ro {root}
        cd {root} && exec chroot --userspec={config["User"]} {root} "$@"
    """
    inside = ["unshare", "--mount", "bash", "-euc", prepare, "image"]
    words = ["sh", "-c", 'cd "$0" && exec "$@"', config["WorkingDir"]]
    command = [*inside, *words, *config["Entrypoint"], *config["Cmd"]]
    log = root.with_name("log")
    with log.open("wb") as out:
        service = subprocess.Popen(command, env=env, stdout=out, stderr=out)
        try:
            answers(lambda: asked("/healthz"), service, log)
            answers(lambda: "workers" in asked("/readyz"), service, log)
            writes = "import pathlib; pathlib.Path('/opt/backfill-bot/x').touch()"
            done = run([*inside, "python", "-c", writes], env=env)
            expect("Read-only file system" in done.stderr, "its own files can be written")
            check = config["Healthcheck"]["Test"]
            done = run([*inside, *check[1:]], env=env)
            expect(done.returncode == 0, f"the HEALTHCHECK fails: {done.stderr[-500:]}")
            expect(delivered() == 202, "a signed delivery is not taken")
            expect(delivered(b"another secret") == 403, "a forged delivery is taken")
            began = time.monotonic()
            service.send_signal(getattr(signal, config["StopSignal"]))
            expect(service.wait(GRACE) == 0, f"it ends with {service.returncode}")
        except subprocess.TimeoutExpired:
            broken(f"it does not stop within {GRACE} s")
        finally:
            service.kill()
            service.wait()
    text = log.read_text()
    expect(SECRET not in text, "its secret is in its log")
    expect("Traceback" not in text, f"there is a traceback in its log:\n{text[-2000:]}")
    return time.monotonic() - began


def asked(path: str) -> str:
    with urllib.request.urlopen(f"http://127.0.0.1:8080{path}", timeout=5) as answer:
        return answer.read().decode()


def delivered(secret: bytes = SECRET.encode()) -> int:
    """The status that a delivery is answered with."""
    pull = {"action": "opened", "repository": {"full_name": "acme/pipelines"}}
    body = json.dumps({**pull, "pull_request": {"number": 1}}).encode()
    headers = {
        "Content-Type": "application/json",
        "X-GitHub-Event": "pull_request",
        "X-GitHub-Delivery": str(uuid.uuid4()),
        "X-Hub-Signature-256": "sha256=" + hmac.new(secret, body, hashlib.sha256).hexdigest(),
    }
    request = urllib.request.Request("http://127.0.0.1:8080/webhook", body, headers)
    try:
        with urllib.request.urlopen(request, timeout=10) as answer:
            return answer.status
    except urllib.error.HTTPError as refused:
        return refused.code


def answers(happened: Callable[[], object], service: subprocess.Popen, log: Path) -> None:
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline and service.poll() is None:
        try:
            if happened():
                return
        except (OSError, ValueError):
            pass
        time.sleep(0.2)
    broken(f"it does not answer:\n{log.read_text()[-3000:]}")


def megabytes(tree: Path) -> float:
    return int(run(["du", "-sk", str(tree)]).stdout.split()[0]) / 1000


def run(command: list[str], env: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, capture_output=True, text=True, check=False, env=env)


def expect(holds: object, otherwise: str) -> None:
    if not holds:
        broken(otherwise)


def broken(why: str) -> NoReturn:
    print(f"image: broken: {why}", file=sys.stderr)
    sys.exit(1)


def cannot_tell(why: str) -> NoReturn:
    print(f"image: cannot be proven here: {why}", file=sys.stderr)
    sys.exit(CANNOT_TELL)


if __name__ == "__main__":
    main()
