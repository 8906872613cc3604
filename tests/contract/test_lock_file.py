"""The pinned npm packages, which need no network to look at."""

import json
import re
from pathlib import Path

HERE = Path(__file__).parent


def test_the_lock_file_names_no_host() -> None:
    assert re.findall(r"https?://\S+", (HERE / "package-lock.json").read_text()) == []


def test_every_package_is_pinned_exactly() -> None:
    wanted = json.loads((HERE / "package.json").read_text())["devDependencies"]
    locked = json.loads((HERE / "package-lock.json").read_text())["packages"]
    assert {name: locked[f"node_modules/{name}"]["version"] for name in wanted} == wanted
    assert all("integrity" in one for name, one in locked.items() if name)
