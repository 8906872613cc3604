"""Parts of GraphQL texts: the fields that are asked for wherever one of these is seen."""

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
