"""The image and the deployment examples are what the operations document says of them."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[2]
DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8")
DEPLOY = ROOT / "examples" / "deploy"
OPERATIONS = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")


def documents(name: str) -> Iterator[dict[str, Any]]:
    yield from yaml.safe_load_all((DEPLOY / name).read_text(encoding="utf-8"))


def deployments() -> list[dict[str, Any]]:
    return [found for found in documents("kubernetes.yaml") if found["kind"] == "Deployment"]


def names_that_the_code_reads() -> set[str]:
    texts = [
        path.read_text(encoding="utf-8") for path in (ROOT / "bot" / "entrypoints").glob("*.py")
    ]
    return {name for text in texts for name in re.findall(r'"(BACKFILL_BOT_[A-Z_]+)"', text)}


def test_the_image_runs_as_nobody_in_particular_and_takes_signals() -> None:
    assert re.search(r"^USER \d+:\d+$", DOCKERFILE, re.MULTILINE)
    assert re.search(r"^ENTRYPOINT \[", DOCKERFILE, re.MULTILINE)
    assert re.search(r"^HEALTHCHECK ", DOCKERFILE, re.MULTILINE)
    assert "--require-hashes" in DOCKERFILE
    base, *stages = re.findall(r"^FROM (\S+)", DOCKERFILE, re.MULTILINE)
    assert re.fullmatch(r"python:\d+\.\d+\.\d+-slim-[a-z]+@sha256:[0-9a-f]{64}", base)
    assert set(stages) == {"base"}


def test_both_roles_are_deployed_without_rights_and_with_probes() -> None:
    assert {found["metadata"]["name"] for found in deployments()} == {
        "backfill-bot-web",
        "backfill-bot-worker",
    }
    for found in deployments():
        pod = found["spec"]["template"]
        assert pod["metadata"]["labels"] == found["spec"]["selector"]["matchLabels"]
        assert pod["spec"]["securityContext"]["runAsNonRoot"] is True
        (container,) = pod["spec"]["containers"]
        assert container["securityContext"]["readOnlyRootFilesystem"] is True
        assert container["livenessProbe"]["httpGet"]["path"] == "/healthz"
        assert container["readinessProbe"]["httpGet"]["path"] == "/readyz"


def test_only_names_that_the_code_reads_are_set() -> None:
    kubernetes = {
        name["name"]
        for found in deployments()
        for name in found["spec"]["template"]["spec"]["containers"][0]["env"]
    }
    (compose,) = documents("compose.yaml")
    composed = {
        name for role in ("web", "worker") for name in compose["services"][role]["environment"]
    }
    assert kubernetes | composed <= names_that_the_code_reads()


def test_the_worker_gets_no_webhook_secret() -> None:
    (compose,) = documents("compose.yaml")
    assert "BACKFILL_BOT_WEBHOOK_SECRET" not in compose["services"]["worker"]["environment"]


def test_the_operations_document_names_everything_that_can_be_set() -> None:
    silent = {"BACKFILL_BOT_SUPERVISED"}
    assert names_that_the_code_reads() - silent == set(
        re.findall(r"`(BACKFILL_BOT_[A-Z_]+)`", OPERATIONS)
    )


@pytest.mark.contract
@pytest.mark.parametrize(
    "command",
    [
        ["hadolint", "Dockerfile"],
        [
            "check-jsonschema",
            "--builtin-schema",
            "vendor.compose-spec",
            "examples/deploy/compose.yaml",
        ],
    ],
    ids=["image", "compose"],
)
def test_linters_find_nothing(command: list[str]) -> None:
    tool = Path(sys.executable).parent / command[0]
    if not tool.exists():
        pytest.skip(f"{command[0]} is not installed; `make contract` brings it")
    done = subprocess.run(
        [str(tool), *command[1:]], capture_output=True, text=True, check=False, cwd=ROOT
    )
    assert done.returncode == 0, done.stdout + done.stderr
