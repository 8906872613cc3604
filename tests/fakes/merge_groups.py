"""Merge queue groups: a temporary branch with a commit of its own."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tests.fakes.diff import merged
from tests.fakes.git import Signature

if TYPE_CHECKING:
    from tests.fakes.pulls import PullRequest
    from tests.fakes.repository import Repository


@dataclass(slots=True, eq=False)
class MergeGroup:
    """What GitHub wants checked before it moves the base branch."""

    repository: "Repository"
    head_sha: str
    head_ref: str
    """`refs/heads/gh-readonly-queue/<base>/pr-<n>-<sha>`: the only place of the number."""
    base_sha: str
    base_ref: str

    @classmethod
    def of(cls, repository: "Repository", pulls: "tuple[PullRequest, ...]") -> "MergeGroup":
        """The group of these pull requests, and its `merge_group` delivery."""
        last = pulls[-1]
        base_sha = tip = repository.refs[last.base_ref]
        queue = repository.world.account("github-merge-queue[bot]")
        for pull in pulls:
            now = Signature(queue.login, queue.email, repository.world.act(), queue)
            files = merged(repository.store.commits[tip].files, pull.files())
            message = f"Merge pull request #{pull.number}"
            parents = (tip, pull.head_sha)
            tip = repository.store.write_commit(files, parents, message, (now, now)).sha
        name = f"gh-readonly-queue/{last.base_ref}/pr-{last.number}-{base_sha}"
        repository.refs[name] = tip
        group = cls(repository, tip, f"refs/heads/{name}", base_sha, f"refs/heads/{last.base_ref}")
        repository.world.emit_merge_group(group, queue)
        return group
