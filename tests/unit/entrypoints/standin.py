"""Doors for a service that touches no GitHub: a look writes a line into a file."""

import os
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from bot.domain.pull_request import PullRef, Repository
from bot.entrypoints.doors import Doors
from bot.entrypoints.metrics import Metrics
from bot.entrypoints.subjects import Subject, key_of
from bot.entrypoints.worker import Looked


def make_doors(environment: Mapping[str, str], _: Metrics) -> Doors:
    log = Path(environment["STANDIN_LOG"])

    def evaluate(subject: Subject, _: str) -> Looked:
        time.sleep(float(os.environ.get("STANDIN_SECONDS", "0")))
        with log.open("a") as file:
            file.write(f"{key_of(subject)}\n")
        return Looked(verdicts=("HELP",))

    return Doors(subject_of, evaluate, lambda _, __: ())


def subject_of(event: str, payload: Mapping[str, Any]) -> Subject | None:
    if event != "pull_request":
        return None
    owner, name = payload["repository"]["full_name"].split("/")
    return PullRef(Repository(owner, name), payload["number"])
