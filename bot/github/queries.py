"""GraphQL texts that are always the same; tests hold each to GitHub's own schema."""

from typing import Final

from bot.github.fragments import ACCOUNT, COMMITS, GATE, LISTED, SAID

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
