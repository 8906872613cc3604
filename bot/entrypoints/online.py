"""Commands that ask GitHub: verify and reconcile."""

import argparse
import json
import os
import re
import sys
from collections.abc import Callable, Mapping

from bot.domain.names import CommitSha, RequestName
from bot.domain.pull_request import PullRef, Repository
from bot.entrypoints.wiring import github_from
from bot.errors import UsageError
from bot.service import Outcome, due, evaluate, verify_request

NOT_CONFIRMED = 1
TARGET = re.compile(r"([A-Za-z0-9-]{1,39})/([A-Za-z0-9._-]{1,100})(?:#([1-9][0-9]{0,9}))?")


def verify(arguments: argparse.Namespace) -> int:
    """Print the confirmed scope and exit 0; else the reason, and 1. Reads only."""
    repository, number = _target(arguments.pull)
    if number is None:
        raise UsageError("verify wants OWNER/REPO#N, the pull request's number included")
    commit = CommitSha(arguments.commit.lower()) if arguments.commit else None
    github = github_from(os.environ)
    found = verify_request(
        github, PullRef(repository, number), RequestName(arguments.request), commit
    )
    if arguments.format == "json":
        print(json.dumps(found.as_json(), indent=2, ensure_ascii=False))
    else:
        print(found.as_text(), file=sys.stdout if found.confirmed else sys.stderr)
    return 0 if found.confirmed else NOT_CONFIRMED


def reconcile(arguments: argparse.Namespace) -> int:
    """Evaluate one pull request again, or the open ones whose gate is green (at most 50)."""
    repository, number = _target(arguments.target)
    github = github_from(os.environ)
    refs = [PullRef(repository, number)] if number else list(due(github, repository))
    for ref in refs:
        _report(evaluate(github, ref))
    return 0


COMMANDS: Mapping[str, Callable[[argparse.Namespace], int]] = {
    "verify": verify,
    "reconcile": reconcile,
}


def _target(text: str) -> tuple[Repository, int | None]:
    found = TARGET.fullmatch(text)
    if found is None:
        raise UsageError(f"{text!r} is not OWNER/REPO or OWNER/REPO#N")
    number = int(found[3]) if found[3] else None
    return Repository(found[1], found[2]), number


def _report(outcome: Outcome) -> None:
    print(f"{outcome.pull.ref}: {outcome.decision.state}, {len(outcome.effects)} changes")
    for failure in outcome.failures:
        print(f"  not done: {failure}", file=sys.stderr)
