"""The first query of an observation: everything of a pull request that fits one request."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import quote

from bot.domain.pull_request import Absent, Actor, Comment, FileAt, Incomplete, PullRef
from bot.errors import ConfigurationError, GitHubUnreachable, NotFound
from bot.github import seen
from bot.github.cache import remembered
from bot.github.counted_queries import pull_query
from bot.github.labels import FAMILY
from bot.github.others import touching_key
from bot.github.queries import EARLIER_COMMENTS
from bot.github.vantage import Vantage
from bot.settings import Settings

MOST_COMMENTS: Final = 2_500
"""GitHub takes no more on one pull request."""


@dataclass(frozen=True, slots=True)
class FirstLook:
    """The answer, taken apart as far as that takes no further question."""

    pull: Mapping[str, Any]
    open_pulls: Mapping[str, Any]
    """The first page of the list of open pull requests."""
    looked: Mapping[int, Any]
    """Those that touched request files when they were last looked through, by number."""
    viewer: Actor
    settings: FileAt | None
    default_branch: str
    when: dt.datetime
    """The date of the answer, by GitHub's clock."""

    @property
    def labels(self) -> frozenset[str]:
        """Labels of the bot's own family on the pull request."""
        names = {str(node["name"]) for node in (self.pull["labels"] or {}).get("nodes") or ()}
        return frozenset(name for name in names if name.startswith(FAMILY))

    def siblings(self, ref: PullRef) -> tuple[PullRef, ...]:
        """Other open pull requests of the repository with the same head."""
        commit = seen.newest_commit(self.pull) or {}
        linked = (commit.get("associatedPullRequests") or {}).get("nodes") or ()
        numbers = {
            node["number"]
            for node in (*linked, *(self.open_pulls["nodes"] or ()))
            if node["headRefOid"] == self.pull["headRefOid"] and node.get("state", "OPEN") == "OPEN"
        }
        return tuple(PullRef(ref.repository, number) for number in sorted(numbers - {ref.number}))


def first_look(at: Vantage, ref: PullRef) -> FirstLook:
    """What GitHub says of the pull request; NotFound where it is not there (yet)."""
    hint = at.cache.get(touching_key(at.repository))
    looked = [number for number in hint if number != ref.number] if isinstance(hint, tuple) else []
    variables = {"number": ref.number, "settings": at.told.settings_path}
    variables |= {f"n{n}": number for n, number in enumerate(looked)}
    spare = (*seen.GATE_FIELDS, *seen.EDIT_FIELDS, *(f"g{n}" for n in range(len(looked))))
    answer = at.client.query(
        pull_query(len(looked)), {**at.place, **at.flags, **variables}, spare=spare
    )
    body = seen.with_unknown_edits(answer.body, answer.errors)
    repository = body.get("repository")
    if not isinstance(repository, Mapping) or not repository.get("pullRequest"):
        raise NotFound(f"{ref} is not there (yet)")
    if answer.when is None:
        raise GitHubUnreachable("GitHub's answer has no date")
    branch = repository["defaultBranchRef"] or {}
    commit = branch.get("target") or {}
    content = at.contents.of_entry(commit.get("file"))
    settings = FileAt(at.told.settings_path, str(commit.get("oid")), content)
    return FirstLook(
        pull=repository["pullRequest"],
        open_pulls=repository["pullRequests"],
        looked={number: repository.get(f"g{n}") for n, number in enumerate(looked)},
        viewer=seen.viewer(body.get("viewer")),
        settings=None if isinstance(content, Absent) else settings,
        default_branch=str(branch.get("name") or ""),
        when=answer.when,
    )


def own_account(at: Vantage, settings: Settings, viewer: Actor) -> Actor:
    """Whose comments are the bot's own: the account that was told or set, else the token's.

    Raises ConfigurationError where there is no such account.
    """
    login = at.told.account or settings.bot
    if login is None or login.lower() == viewer.login.lower():
        return viewer
    return remembered(at.cache, ("account", login.lower()), Actor, lambda: _account(at, login))


def all_comments(
    at: Vantage, ref: PullRef, look: FirstLook, me: Actor
) -> tuple[tuple[Comment, ...], tuple[Incomplete, ...]]:
    """Every comment, oldest first, and what could not be seen; one request a further hundred."""
    page = look.pull["comments"]
    nodes = list(page["nodes"] or ())
    while page["pageInfo"]["hasPreviousPage"] and len(nodes) < MOST_COMMENTS:
        variables = {**at.place, "number": ref.number, "before": page["pageInfo"]["startCursor"]}
        answer = at.client.query(EARLIER_COMMENTS, variables, spare=seen.EDIT_FIELDS)
        body = seen.with_unknown_edits(answer.body, answer.errors)
        pull = (body["repository"] or {}).get("pullRequest")
        if not pull:
            raise NotFound(f"{ref} is not there any more")
        page = pull["comments"]
        nodes = [*(page["nodes"] or ()), *nodes]
    cut: tuple[Incomplete, ...] = ()
    if page["pageInfo"]["hasPreviousPage"]:
        cut = (Incomplete(f"the comments before {nodes[0]['createdAt']}"),)
    return tuple(seen.comment(node, me) for node in nodes if node), cut


def _account(at: Vantage, login: str) -> tuple[Actor, int]:
    try:
        found = seen.rest_account(at.client.get(f"/users/{quote(login, safe='')}").body)
    except NotFound:
        found = None
    if found is None:
        raise ConfigurationError(f"there is no account {login} for the bot to speak as")
    return found, 100
