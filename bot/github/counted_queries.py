"""GraphQL texts that ask for so many of a thing; tests hold each to GitHub's own schema."""

from collections.abc import Sequence
from typing import Final

from bot.github.fragments import ACCOUNT, COMMITS, ENTRY, GATE, LISTED, LOOKED, SAID

_PULL: Final = (
    """
query Pull(
  $owner: String!, $name: String!, $number: Int!, $settings: String!,
  $checks: Boolean!, $statuses: Boolean!LOOKED_VARIABLES
) {
  viewer { login databaseId }
  repository(owner: $owner, name: $name) {
    defaultBranchRef {
      name
      target { oid ... on Commit { file(path: $settings) { ...Entry } } }
    }
    pullRequest(number: $number) {
      id
      number
      url
      title
      state
      isDraft
      locked
      merged
      changedFiles
      author { ...Account }
      headRefOid
      headRepository { nameWithOwner }
      baseRefName
      baseRefOid
      baseRef { target { oid } }
      mergeCommit { oid parents(first: 2) { nodes { oid } } }
      labels(first: 100) { nodes { name } }
      newest: commits(last: 1) {
        nodes {
          commit {
            ...Gate
            associatedPullRequests(first: 20) { nodes { number state headRefOid } }
          }
        }
      }
      commits(first: 100) { ...Commits }
      timelineItems(last: 1, itemTypes: [HEAD_REF_FORCE_PUSHED_EVENT]) {
        nodes {
          ... on HeadRefForcePushedEvent { actor { ...Account } afterCommit { oid } }
        }
      }
      turns: timelineItems(
        last: 1, itemTypes: [HEAD_REF_FORCE_PUSHED_EVENT, BASE_REF_CHANGED_EVENT, REOPENED_EVENT]
      ) {
        nodes {
          ... on HeadRefForcePushedEvent { createdAt }
          ... on BaseRefChangedEvent { createdAt }
          ... on ReopenedEvent { createdAt }
        }
      }
      comments(last: 100) {
        totalCount
        pageInfo { hasPreviousPage startCursor }
        nodes { ...Said }
      }
    }
    LOOKED_PULLS
    pullRequests(states: OPEN, first: 100, orderBy: {field: UPDATED_AT, direction: DESC}) {
      ...Listed
    }
  }
}
"""
    + ACCOUNT
    + ENTRY
    + SAID
    + GATE
    + COMMITS
    + LISTED
)


def pull_query(looked: int = 0) -> str:
    """A query for everything of one pull request that fits one request.

    The list of open pull requests comes along (`repository.pullRequests`), and `looked` of them
    (`$n0 …`) as `repository.g<i>`, as far as they have been seen to touch request files before.
    """
    variables = "".join(f", $n{at}: Int!" for at in range(looked))
    pulls = [f"g{at}: pullRequest(number: $n{at}) {{ ...Looked }}" for at in range(looked)]
    text = _PULL.replace("LOOKED_VARIABLES", variables)
    return text.replace("LOOKED_PULLS", "\n    ".join(pulls)) + (LOOKED if looked else "")


def contents_query(commits: Sequence[int]) -> str:
    """A query for files at commits: `commits[i]` says of how many paths at commit `$c<i>`.

    Variables: `$c0 …` commit SHAs, `$p0 …` paths, counted through all commits. Answer:
    `repository.c<i>.f<j>`, each an Entry or null.
    """
    paths = sum(commits)
    variables = [f"$c{at}: GitObjectID!" for at in range(len(commits))]
    variables += [f"$p{at}: String!" for at in range(paths)]
    blocks, path = [], 0
    for at, count in enumerate(commits):
        files = " ".join(
            f"f{p}: file(path: $p{p}) {{ ...Entry }}" for p in range(path, path + count)
        )
        blocks.append(f"c{at}: object(oid: $c{at}) {{ ... on Commit {{ oid {files} }} }}")
        path += count
    return (
        f"query Contents($owner: String!, $name: String!, {', '.join(variables)}) {{\n"
        "  repository(owner: $owner, name: $name) {\n    "
        + "\n    ".join(blocks)
        + "\n  }\n}\n"
        + ENTRY
    )


def blobs_query(count: int) -> str:
    """A query for `count` blobs `$o0 …` by object id; answer: `repository.b<i>`."""
    variables = ", ".join(f"$o{at}: GitObjectID!" for at in range(count))
    blobs = "\n    ".join(
        f"b{at}: object(oid: $o{at}) {{ ... on Blob {{ oid byteSize isBinary isTruncated text }} }}"
        for at in range(count)
    )
    return (
        f"query Blobs($owner: String!, $name: String!, {variables}) {{\n"
        "  repository(owner: $owner, name: $name) {\n    " + blobs + "\n  }\n}\n"
    )


def refs_query(count: int) -> str:
    """A query that resolves `$r0 …` (branches, tags, SHAs); answer: `repository.r<i>`."""
    variables = ", ".join(f"$r{at}: String!" for at in range(count))
    refs = "\n    ".join(
        f"r{at}: object(expression: $r{at}) {{ __typename oid }}" for at in range(count)
    )
    return (
        f"query Refs($owner: String!, $name: String!, {variables}) {{\n"
        "  repository(owner: $owner, name: $name) {\n    " + refs + "\n  }\n}\n"
    )


def others_query(listed: int, looked: int) -> str:
    """A query for other open pull requests: paths and gates of some, gates alone of more.

    Variables: `$n0 …` their numbers, `$a0 …` where the list of paths goes on (or null). Answer:
    `repository.q<i>` for the first `listed` ones, `repository.g<i>` for the next `looked` ones.
    """
    variables = [f"$n{at}: Int!" for at in range(listed + looked)]
    variables += [f"$a{at}: String" for at in range(listed)]
    pulls = [
        f"q{at}: pullRequest(number: $n{at}) {{ ...Looked files(first: 100, after: $a{at}) {{ "
        "pageInfo { hasNextPage endCursor } nodes { path changeType } } }"
        for at in range(listed)
    ]
    pulls += [
        f"g{at}: pullRequest(number: $n{listed + at}) {{ ...Looked }}" for at in range(looked)
    ]
    return (
        "query Others($owner: String!, $name: String!, $checks: Boolean!, $statuses: Boolean!, "
        + ", ".join(variables)
        + ") {\n  repository(owner: $owner, name: $name) {\n    "
        + "\n    ".join(pulls)
        + "\n  }\n}\n"
        + LOOKED
        + ACCOUNT
        + GATE
    )
