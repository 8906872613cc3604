"""What a pull request is compared with: the base's tip, or what that was before the merge."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from bot.domain.names import CommitSha
from bot.errors import GitHubUnreachable
from bot.github.cache import remembered
from bot.github.queries import MERGED_HISTORY
from bot.github.vantage import Vantage

_MOST_COMMITS: Final = 100
"""Of a rebased pull request that are followed back."""


def base_of(at: Vantage, pull: Mapping[str, Any], number: int) -> CommitSha:
    """The base's tip now; for a merged pull request the base just before the merge."""
    merge = pull.get("mergeCommit")
    if not pull["merged"] or not merge:
        return tip_of(pull)
    parents = _parents(merge)
    if len(parents) != 1 or pull["commits"]["totalCount"] <= 1:
        return CommitSha(parents[0] if parents else merge["oid"])
    key = ("before merge", at.repository, merge["oid"])
    before = remembered(at.cache, key, str, lambda: (_before_rebase(at, merge["oid"], number), 100))
    return CommitSha(before)


def tip_of(pull: Mapping[str, Any]) -> CommitSha:
    """The tip of the target branch now; where it was last seen, once the branch is gone."""
    target = (pull.get("baseRef") or {}).get("target") or {}
    return CommitSha(target.get("oid") or pull["baseRefOid"])


def _before_rebase(at: Vantage, merged: str, number: int) -> str:
    # A rebase puts the pull request's commits on the base one by one; a squash puts just one.
    answer = at.client.query(MERGED_HISTORY, {**at.place, "oid": merged, "count": _MOST_COMMITS})
    commit = (answer.body.get("repository") or {}).get("object") or {}
    before: str | None = None
    for each in (commit.get("history") or {}).get("nodes") or ():
        if before is not None and each["oid"] != before:
            continue
        if before is not None and number not in _pulls(each):
            break
        parents = _parents(each)
        before = parents[0] if parents else each["oid"]
    if before is None:
        raise GitHubUnreachable(f"GitHub does not show commit {merged}")
    return before


def _pulls(commit: Mapping[str, Any]) -> set[int]:
    return {each["number"] for each in commit["associatedPullRequests"]["nodes"] or ()}


def _parents(commit: Mapping[str, Any]) -> Sequence[str]:
    return [parent["oid"] for parent in commit["parents"]["nodes"] or ()]
