"""What an engine does, without one: a base, building, starting. Used by prove_image.py."""

import ctypes
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NoReturn

CANNOT_TELL = 77
PACKAGES = {"buildah": "buildah", "debootstrap": "debootstrap", "ip": "iproute2"}
BASE_PACKAGES = "python3,python3-venv,python-is-python3,ca-certificates"
PIP_SETTINGS = ("index-url", "cert", "proxy", "trusted-host", "timeout")
ENOUGH_MEMORY = 4_000_000  # kB
NEW_NETWORK = 0x40000000  # CLONE_NEWNET of <sched.h>


def start_in_a_namespace(script: list[str]) -> NoReturn:
    """Starts the script anew where no mount is seen by anybody else, and nothing outlives it."""
    if os.geteuid() != 0:
        cannot_tell("only root may build in a chroot")
    missing = [package for tool, package in PACKAGES.items() if shutil.which(tool) is None]
    if missing and shutil.which("apt-get") is None:
        cannot_tell(f"there is no {' and no '.join(missing)}, and no apt-get to install it")
    if missing:
        quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        wanted = [*missing, "debian-archive-keyring"]
        for command in (["update", "-qq"], ["install", "-qq", "--no-install-recommends", *wanted]):
            if run(["apt-get", "-y", *command], env=quiet).returncode:
                cannot_tell(f"{' and '.join(missing)} cannot be installed")
    # Who changes the user dies no longer with a parent, only with the process 1 above.
    own = ["unshare", "--mount-proc", "--pid", "--fork", "--kill-child"]
    if run([*own, "--net", "true"]).returncode:
        cannot_tell("this machine gives no file systems, processes and network of one's own")
    os.execvp("unshare", [*own, sys.executable, *script])


@contextmanager
def scratch() -> Iterator[Path]:
    """A folder for some GB of small files: in memory, where there is enough of it."""
    available = re.search(r"^MemAvailable: +(\d+)", Path("/proc/meminfo").read_text(), re.MULTILINE)
    with tempfile.TemporaryDirectory(prefix="backfill-bot-image-") as name:
        if available and int(available[1]) > ENOUGH_MEMORY:
            run(["mount", "-t", "tmpfs", "-o", "mode=700", "tmpfs", name])
        try:
            yield Path(name)
        finally:
            run(["umount", "--recursive", "--lazy", name])


def bootstrapped(release: str, target: Path) -> Path:
    """A Debian with Python that installs from where this machine does."""
    lines = run(["apt-get", "indextargets", "--format", "$(REPO_URI) $(CODENAME)"]).stdout
    mirrors = [line.split()[0] for line in lines.splitlines() if line.endswith(f" {own_release()}")]
    options = ["--variant=minbase", f"--include={BASE_PACKAGES}"]
    done = run(["debootstrap", *options, release, str(target), *mirrors[:1]])
    if done.returncode:
        cannot_tell(f"debootstrap of {release} failed: {done.stdout[-500:]}{done.stderr[-500:]}")
    trusted = Path("/etc/ssl/certs/ca-certificates.crt")
    if trusted.exists():
        shutil.copy(trusted, target / trusted.relative_to("/"))
    found = run([sys.executable, "-m", "pip", "config", "list"]).stdout
    settings = dict(re.findall(r"^\S*?\.?([a-z-]+)='(.*)'$", found, re.MULTILINE))
    kept = {name: settings[name] for name in PIP_SETTINGS if name in settings}
    lines = "\n".join(f"{name} = {value}" for name, value in kept.items())
    (target / "etc" / "pip.conf").write_text(f"[global]\n{lines}\n")
    return target


def own_release() -> str:
    """This machine's release, if it is a Debian."""
    words = Path("/etc/os-release").read_text()
    found = re.search(r"^VERSION_CODENAME=(\w+)$", words, re.MULTILINE)
    return found[1] if found and re.search(r"^ID=debian$", words, re.MULTILINE) else "none"


class Store:
    """Images and containers in a folder of their own."""

    def __init__(self, folder: Path) -> None:
        self._options = ["--storage-driver", "vfs"]
        self._options += ["--root", str(folder / "images"), "--runroot", str(folder / "run")]
        self._env = {**os.environ, "TMPDIR": str(folder)}
        self._container = ""

    def add(self, tree: Path, name: str) -> None:
        """A file tree as an image."""
        container = self._done("from", "scratch")
        self._done("add", "-q", container, str(tree), "/")
        self._done("commit", "-q", "--rm", container, name)

    def build(self, name: str, folder: Path, base: str) -> None:
        """The Dockerfile's image, with another base below its first FROM."""
        options = ["--isolation", "chroot", "--pull-never", "--format", "docker"]
        self._done("bud", *options, "--from", f"localhost/{base}", "-t", name, str(folder))

    def described(self, name: str) -> dict:
        """What the image says of itself and its making, as Docker spells it."""
        return json.loads(self._done("inspect", "--type", "image", name))["Docker"]

    def mounted(self, name: str) -> Path:
        """The image's files."""
        self._container = self._done("from", "--pull-never", name)
        return Path(self._done("mount", self._container))

    def gone(self) -> None:
        """Lets go of what was mounted."""
        self._done("umount", self._container)
        self._done("rm", self._container)

    def _done(self, verb: str, *words: str) -> str:
        done = run(["buildah", *self._options, verb, *words], env=self._env)
        if done.returncode:
            broken(f"buildah {verb} failed:\n{done.stdout[-3000:]}{done.stderr[-3000:]}")
        return done.stdout.strip()


def only_loopback() -> None:
    """From here on nothing can be asked, and no port of the machine's is taken."""
    if ctypes.CDLL(None).unshare(NEW_NETWORK) or run(["ip", "link", "set", "lo", "up"]).returncode:
        cannot_tell("a network of its own cannot be had")


class Engine:
    """Starts the image's commands as `docker run --read-only --cap-drop ALL` does."""

    def __init__(self, image: Path, config: dict, folder: Path, env: dict[str, str]) -> None:
        root = folder / "root"
        root.mkdir()
        mounts = [f"mount --bind {image} {root}", f"mount --rbind /dev {root}/dev"]
        mounts += [f"mount -t proc proc {root}/proc"]
        mounts += [f"mount -t tmpfs -o mode=1777 tmpfs {root}/tmp"]
        for at, volume in enumerate(config.get("Volumes", {})):
            # A new volume belongs to whom the folder in the image belongs to.
            kept = folder / f"volume{at}"
            run(["cp", "--archive", f"{image}{volume}", str(kept)])
            mounts += [f"mount --bind {kept} {root}{volume}"]
        mounts += [f"mount -o remount,bind,ro {root}"]
        user, group = config["User"].split(":")
        rights = [f"--reuid={user}", f"--regid={group}", "--clear-groups", "--no-new-privs"]
        rights += ["--bounding-set=-all", "--inh-caps=-all"]
        enter = f'cd {root}; exec chroot {root} setpriv {" ".join(rights)} "$@"'
        self._words = ["unshare", "--mount", "--pid", "--fork", "--kill-child"]
        self._words += ["bash", "-euc", "\n".join([*mounts, enter]), "image"]
        self._words += ["sh", "-c", 'cd "$0" && exec "$@"', config["WorkingDir"]]
        self._env = dict(each.split("=", 1) for each in config["Env"]) | env

    def started(self, command: list[str], log: Path) -> subprocess.Popen:
        """The process that started the command as process 1 of its own."""
        with log.open("ab") as out:
            return subprocess.Popen([*self._words, *command], env=self._env, stdout=out, stderr=out)

    def run(self, *command: str) -> subprocess.CompletedProcess[str]:
        """What came of the command."""
        return run([*self._words, *command], env=self._env)


def megabytes(tree: Path) -> float:
    return int(run(["du", "--summarize", "--bytes", str(tree)]).stdout.split()[0]) / 1e6


def run(command: list, env: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
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
