"""Every GraphQL text that the bot sends; tests hold each to GitHub's own schema."""

from collections.abc import Sequence
from typing import Final

ACCOUNT: Final = """
fragment Account on Actor {
  __typename
  login
  ... on User { databaseId }
  ... on Bot { databaseId }
  ... on Mannequin { databaseId }
  ... on Organization { databaseId }
}
"""

ENTRY: Final = """
fragment Entry on TreeEntry {
  mode
  type
  oid
  object { ... on Blob { byteSize isBinary isTruncated text } }
}
"""

SAID: Final = """
fragment Said on IssueComment {
  id
  url
  body
  createdAt
  lastEditedAt
  isMinimized
  author { ...Account }
  editor { ...Account }
  reactionGroups { content viewerHasReacted }
}
"""

GATE: Final = """
fragment Gate on Commit {
  oid
  status @include(if: $statuses) {
    context(name: "backfill") { state description creator { ...Account } }
  }
  checkSuites(first: 50, filterBy: {checkName: "backfill"}) @include(if: $checks) {
    nodes {
      app { databaseId slug }
      checkRuns(first: 1, filterBy: {checkName: "backfill", checkType: LATEST}) {
        nodes {
          url
          conclusion
          title
          summary
          annotations(first: 1) { totalCount }
        }
      }
    }
  }
}
"""

COMMITS: Final = """
fragment Commits on PullRequestCommitConnection {
  totalCount
  pageInfo { hasNextPage endCursor }
  nodes {
    commit {
      oid
      authors(first: 20) { totalCount nodes { user { databaseId } } }
      committer { user { databaseId } }
    }
  }
}
"""

LISTED: Final = """
fragment Listed on PullRequestConnection {
  totalCount
  pageInfo { hasNextPage endCursor }
  nodes { number headRefOid baseRefName isDraft updatedAt changedFiles author { ...Account } }
}
"""

LOOKED: Final = """
fragment Looked on PullRequest {
  number
  state
  isDraft
  headRefOid
  author { ...Account }
  newest: commits(last: 1) { nodes { commit { ...Gate } } }
}
"""

PULL: Final = (
    """
query Pull(
  $owner: String!, $name: String!, $number: Int!, $settings: String!,
  $checks: Boolean!, $statuses: Boolean!
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
      comments(last: 100) {
        totalCount
        pageInfo { hasPreviousPage startCursor }
        nodes { ...Said }
      }
    }
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
"""Everything of one pull request that fits one request; also the other open ones, by head."""

EARLIER_COMMENTS: Final = (
    """
query EarlierComments($owner: String!, $name: String!, $number: Int!, $before: String!) {
  repository(owner: $owner, name: $name) {
    pullRequest(number: $number) {
      comments(last: 100, before: $before) {
        pageInfo { hasPreviousPage startCursor }
        nodes { ...Said }
      }
    }
  }
}
"""
    + ACCOUNT
    + SAID
)

LATER_COMMITS: Final = (
    """
query LaterCommits($owner: String!, $name: String!, $number: Int!, $after: String!) {
  repository(owner: $owner, name: $name) {
    pullRequest(number: $number) { commits(first: 100, after: $after) { ...Commits } }
  }
}
"""
    + COMMITS
)

MORE_OPEN: Final = (
    """
query MoreOpen($owner: String!, $name: String!, $after: String!) {
  repository(owner: $owner, name: $name) {
    pullRequests(
      states: OPEN, first: 100, after: $after, orderBy: {field: UPDATED_AT, direction: DESC}
    ) { ...Listed }
  }
}
"""
    + ACCOUNT
    + LISTED
)

GATES: Final = (
    """
query Gates(
  $owner: String!, $name: String!, $after: String, $checks: Boolean!, $statuses: Boolean!
) {
  viewer { login databaseId }
  repository(owner: $owner, name: $name) {
    pullRequests(
      states: OPEN, first: 100, after: $after, orderBy: {field: UPDATED_AT, direction: ASC}
    ) {
      pageInfo { hasNextPage endCursor }
      nodes {
        number
        headRefOid
        baseRefName
        isDraft
        newest: commits(last: 1) { nodes { commit { ...Gate } } }
      }
    }
  }
}
"""
    + ACCOUNT
    + GATE
)
"""Open pull requests with their gates, for a sweep."""

MERGED_HISTORY: Final = """
query MergedHistory($owner: String!, $name: String!, $oid: GitObjectID!, $count: Int!) {
  repository(owner: $owner, name: $name) {
    object(oid: $oid) {
      ... on Commit {
        history(first: $count) {
          nodes {
            oid
            parents(first: 2) { nodes { oid } }
            associatedPullRequests(first: 10) { nodes { number } }
          }
        }
      }
    }
  }
}
"""
"""The commits that end with a merge's, to find where a rebased pull request began."""

OWN_COMMENTS: Final = (
    """
query OwnComments($owner: String!, $name: String!, $number: Int!) {
  viewer { login databaseId }
  repository(owner: $owner, name: $name) {
    pullRequest(number: $number) { id comments(last: 100) { nodes { ...Said } } }
  }
}
"""
    + ACCOUNT
    + SAID
)
"""What was posted lately, for a look after an answer that got lost."""


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
