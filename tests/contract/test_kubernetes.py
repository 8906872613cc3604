"""The Kubernetes example is held to Kubernetes' own schemas, and to rules that nobody here wrote.

`kubernetes-validate` carries the schemas of each release of Kubernetes, `@monokle/validation` the
pod security standards, rules of practice and a search for links that lead nowhere.
"""

import copy
import json
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
import yaml

HERE = Path(__file__).parent
DOCUMENTS: list[dict[str, Any]] = list(
    yaml.safe_load_all((HERE.parents[1] / "examples/deploy/kubernetes.yaml").read_text("utf-8"))
)
SECRET = {"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "backfill-bot"}}
"""What the example asks its reader to bring."""
MEANT = {
    "KBP003": "a limit of CPU slows down what nothing else wants the CPU for",
    "KBP111": "the webhook secret is read from the environment alone",
    "KBP112": "so is the address of the database; what lasts, the App's key, comes as a file",
}
"""Findings that stay, and why."""
pytestmark = pytest.mark.contract


@pytest.mark.parametrize("release", ["1.30", "1.33", "1.35", "1.36", "1.37"])
def test_every_document_is_one_that_kubernetes_knows(release: str) -> None:
    schemas = pytest.importorskip("kubernetes_validate", reason="not installed; make contract")
    for document in DOCUMENTS:
        schemas.validate(document, release, strict=True)


@pytest.mark.parametrize("at", range(len(DOCUMENTS)), ids=lambda at: DOCUMENTS[at]["kind"])
def test_a_field_that_kubernetes_does_not_know_is_found(at: int) -> None:
    schemas = pytest.importorskip("kubernetes_validate", reason="not installed; make contract")
    document = copy.deepcopy(DOCUMENTS[at])
    document["spec"]["selectors"] = document["spec"].pop("selector")
    with pytest.raises(schemas.ValidationError, match="selectors"):
        schemas.validate(document, "1.37", strict=True)


def findings(documents: Sequence[Mapping[str, Any]]) -> set[tuple[str, str]]:
    """Each rule that is broken, with the document that breaks it."""
    node = shutil.which("node")
    if node is None or not (HERE / "node_modules/@monokle/validation").is_dir():
        pytest.skip("Monokle's rules are not here; make contract")
    done = subprocess.run(
        [node, str(HERE / "kubernetes_rules.mjs")],
        input=json.dumps(documents),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return {(rule, name) for rule, name, _ in json.loads(done.stdout)}


def test_no_rule_is_broken_but_those_that_are_meant_to_be() -> None:
    assert {rule for rule, _ in findings([*DOCUMENTS, SECRET])} == set(MEANT)


def test_the_rules_see_what_would_be_wrong() -> None:
    service, web, worker, budget = copy.deepcopy(DOCUMENTS)
    pod = web["spec"]["template"]["spec"]
    (container,) = pod["containers"]
    container["image"] = "backfill-bot:latest"
    container["securityContext"] = {"allowPrivilegeEscalation": True}
    del container["resources"], pod["securityContext"], pod["automountServiceAccountToken"]
    service["spec"]["selector"] = {"app": "something-else"}
    found = findings([service, web, worker, budget])
    assert {rule for rule, name in found if name == web["metadata"]["name"]} - set(MEANT) == {
        "KBP001",  # the latest image
        "KBP002",  # no request of CPU
        "KBP004",  # none of memory
        "KBP005",  # no limit of memory
        "KBP102",  # a root that can be written
        "KBP103",  # capabilities
        "KBP104",  # the user may be root
        "KBP105",  # its group may be
        "KBP106",  # a token of the cluster
        "LNK001",  # the Secret is missing
        "PSS202",  # rights can be gained
        "PSS203",
        "PSS205",  # no seccomp profile
        "PSS206",  # capabilities, by the restricted standard
    }
    assert ("LNK001", service["metadata"]["name"]) in found
