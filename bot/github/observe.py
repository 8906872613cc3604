"""Everything that deciding needs to know of a pull request, read once into one frozen value.

Requests, in this order: one query for the pull request with its last hundred comments, gate,
settings and the list of open pull requests; one for every further hundred comments; the list of
changed files by hundreds; one query for contents; and, only where request files are touched, the
base's file list, the other open pull requests, and the role of everybody whose word may count.
What belongs to a commit is remembered, so that a second look takes the first and the last alone.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import quote

from bot.domain.names import CommitSha
from bot.domain.pull_request import (
    Absent,
    Actor,
    ChangedFile,
    Comment,
    Content,
    FileAt,
    Incomplete,
    OtherPull,
    PullRef,
    PullRequest,
    Text,
)
from bot.errors import ConfigurationError, GitHubUnreachable, NotFound
from bot.github import seen
from bot.github.base import base_of, tip_of
from bot.github.cache import remembered
from bot.github.changes import Listing, Sides, changed_file, listing, spots, touches
from bot.github.contents import Spot
from bot.github.lineage_files import Sources, beside, lineage_files, placed
from bot.github.others import Others, Reading, Wish, other_pulls
from bot.github.people import authors_of, speakers
from bot.github.queries import EARLIER_COMMENTS, PULL
from bot.github.roles import standings
from bot.github.trees import Trees, request_files
from bot.github.vantage import Vantage
from bot.parsing.globs import matches, request_globs
from bot.parsing.settings import read_settings
from bot.settings import Settings

MOST_COMMENTS: Final = 2_500
"""GitHub takes no more on one pull request."""
LABELS: Final = "backfill: "
"""How labels of the bot's own family begin."""


@dataclass(frozen=True, slots=True)
class FirstLook:
    """The answer to the first query, taken apart as far as it needs no further question."""

    pull: Mapping[str, Any]
    open_pulls: Mapping[str, Any]
    viewer: Actor
    settings: FileAt | None
    default_branch: str


@dataclass(frozen=True, slots=True)
class Seen:
    """An observation, and what only applying needs to know of it."""

    pull: PullRequest
    node_id: str
    viewer: Actor
    """Whom the token speaks for; the bot's own account is `pull.me`."""


@dataclass(frozen=True, slots=True)
class Scene:
    """Where and what to look for around a pull request."""

    base: CommitSha
    wish: Wish


def observe(at: Vantage, ref: PullRef, base_sha: CommitSha | None = None) -> Seen:
    """The pull request as it is now; `base_sha` puts another commit in the base's place.

    Raises NotFound where it is not there (yet), and the other kinds of GitHubError.
    """
    answer = at.client.query(
        PULL,
        {**at.place, **at.flags, "number": ref.number, "settings": at.told.settings_path},
        spare=seen.GATE_FIELDS,
    )
    if answer.when is None:
        raise GitHubUnreachable("GitHub's answer has no date")
    look = _first_look(at, ref, answer.body)
    settings = read_settings(look.settings).settings
    me = _own_account(at, settings, look.viewer)
    comments, cut = _comments(at, ref, look.pull, me)
    sides = Sides(
        base_sha or base_of(at, look.pull, ref.number), CommitSha(look.pull["headRefOid"])
    )
    found = _files(at, ref, look, settings, sides)
    authors, complete = authors_of(at, ref, look.pull)
    scene = Scene(sides.base, _wish(settings))
    around = _around(at, ref, look, me, scene) if found.files else _NOTHING
    spoken = speakers(comments) if found.files else ()
    teams = (*settings.approve.teams, *settings.confirm.teams)
    pull = PullRequest(
        ref=ref,
        url=str(look.pull["url"]),
        title=str(look.pull["title"]),
        is_open=look.pull["state"] == "OPEN",
        is_draft=bool(look.pull["isDraft"]),
        is_merged=bool(look.pull["merged"]),
        is_locked=bool(look.pull["locked"]),
        author=seen.account(look.pull["author"]),
        head=sides.head,
        head_repository=(look.pull["headRepository"] or {}).get("nameWithOwner"),
        base_ref=str(look.pull["baseRefName"]),
        base_sha=sides.base,
        default_branch=look.default_branch,
        authors=authors,
        authors_complete=complete,
        files=found.files,
        comments=comments,
        settings=look.settings,
        catalogs_base=found.sources.base,
        catalogs_head=found.sources.head,
        base_requests=around.base_requests,
        others=around.others,
        me=me,
        standing=standings(at.client, at.repository, spoken, teams),
        seen_at=answer.when,
        incomplete=(*cut, *found.incomplete, *around.incomplete),
        siblings=_siblings(ref, look),
        base_tip_files=found.tip,
        gate=seen.gate(seen.newest_commit(look.pull), me),
        labels=_labels(look.pull),
        beside=found.beside,
    )
    return Seen(pull, str(look.pull["id"]), look.viewer)


@dataclass(frozen=True, slots=True)
class Files:
    """The files of a pull request that matter, both sides read."""

    files: tuple[ChangedFile, ...]
    sources: Sources = field(default_factory=Sources)
    tip: Mapping[str, Content] = field(default_factory=dict)
    beside: Mapping[str, bytes] = field(default_factory=dict)
    incomplete: tuple[Incomplete, ...] = ()


@dataclass(frozen=True, slots=True)
class Around:
    """What stands around the pull request and may want the same partitions."""

    base_requests: tuple[FileAt, ...] = ()
    others: tuple[OtherPull, ...] = ()
    incomplete: tuple[Incomplete, ...] = ()


_NOTHING = Around()


def _first_look(at: Vantage, ref: PullRef, body: Mapping[str, Any]) -> FirstLook:
    repository = body.get("repository")
    if not isinstance(repository, Mapping) or not repository.get("pullRequest"):
        raise NotFound(f"{ref} is not there (yet)")
    branch = repository["defaultBranchRef"] or {}
    commit = branch.get("target") or {}
    content = at.contents.of_entry(commit.get("file"))
    settings = FileAt(at.told.settings_path, str(commit.get("oid")), content)
    return FirstLook(
        pull=repository["pullRequest"],
        open_pulls=repository["pullRequests"],
        viewer=seen.viewer(body.get("viewer")),
        settings=None if isinstance(content, Absent) else settings,
        default_branch=str(branch.get("name") or ""),
    )


def _own_account(at: Vantage, settings: Settings, viewer: Actor) -> Actor:
    login = at.told.account or settings.bot
    if login is None or login.lower() == viewer.login.lower():
        return viewer
    return remembered(at.cache, ("account", login.lower()), Actor, lambda: _asked(at, login))


def _asked(at: Vantage, login: str) -> tuple[Actor, int]:
    try:
        found = seen.rest_account(at.client.get(f"/users/{quote(login, safe='')}").body)
    except NotFound:
        found = None
    if found is None:
        raise ConfigurationError(f"there is no account {login} for the bot to speak as")
    return found, 100


def _comments(
    at: Vantage, ref: PullRef, pull: Mapping[str, Any], me: Actor
) -> tuple[tuple[Comment, ...], tuple[Incomplete, ...]]:
    page = pull["comments"]
    nodes = list(page["nodes"] or ())
    while page["pageInfo"]["hasPreviousPage"] and len(nodes) < MOST_COMMENTS:
        variables = {**at.place, "number": ref.number, "before": page["pageInfo"]["startCursor"]}
        answer = at.client.query(EARLIER_COMMENTS, variables).body
        page = answer["repository"]["pullRequest"]["comments"]
        nodes = [*(page["nodes"] or ()), *nodes]
    cut: tuple[Incomplete, ...] = ()
    if page["pageInfo"]["hasPreviousPage"]:
        cut = (Incomplete(f"the comments before {nodes[0]['createdAt']}"),)
    return tuple(seen.comment(node, me) for node in nodes if node), cut


def _files(at: Vantage, ref: PullRef, look: FirstLook, settings: Settings, sides: Sides) -> Files:
    count = int(look.pull["changedFiles"] or 0)
    rows = remembered(
        at.cache,
        ("changes", ref, sides, look.pull["baseRefName"], count),
        Listing,
        lambda: _weighed(listing(at.client, ref, sides.head, count)),
    )
    wish = _wish(settings)
    changes = [change for change in rows.changes if touches(change, wish.holds)]
    if not changes:
        return Files((), incomplete=rows.incomplete)
    places = placed(at, settings, sides)
    tip = {
        each.path: Spot(tip_of(look.pull), each.path)
        for each in changes
        if look.pull["merged"] and wish.holds(each.path)
    }
    leaning = beside(settings, (change.path for change in changes), sides.head)
    wanted = spots(changes, sides, wish.holds) | {*tip.values(), *leaning.values()}
    wanted |= {spot for place in places for spot in place.spots}
    read = at.contents.at(wanted)
    files = [changed_file(change, sides, wish.holds, read) for change in changes]
    return Files(
        files=tuple(file for file in files if isinstance(file, ChangedFile)),
        sources=lineage_files(places, read),
        tip={path: read[spot] for path, spot in tip.items()},
        beside={
            path: content.data
            for path, spot in leaning.items()
            if isinstance(content := read[spot], Text)
        },
        incomplete=(*rows.incomplete, *(file for file in files if isinstance(file, Incomplete))),
    )


def _around(at: Vantage, ref: PullRef, look: FirstLook, me: Actor, scene: Scene) -> Around:
    trees = Trees(at.client, at.repository, at.cache)
    leaves = trees.leaves(scene.base, scene.wish.key, scene.wish.holds)
    standing = request_files(leaves, scene.base, at.contents)
    others = Others(at.client, at.repository, at.cache, at.flags)
    listed = [each for each in others.listed(look.open_pulls) if each.number != ref.number]
    reading = Reading(at.client, at.contents, at.roles, me, scene.base)
    touching = others.touching(listed, scene.wish)
    return Around(standing.files, other_pulls(ref, touching, reading), standing.incomplete)


def _wish(settings: Settings) -> Wish:
    globs = request_globs(settings)
    return Wish(globs, lambda path: matches(globs, path))


def _siblings(ref: PullRef, look: FirstLook) -> tuple[PullRef, ...]:
    commit = seen.newest_commit(look.pull) or {}
    linked = (commit.get("associatedPullRequests") or {}).get("nodes") or ()
    numbers = {
        node["number"]
        for node in (*linked, *(look.open_pulls["nodes"] or ()))
        if node["headRefOid"] == look.pull["headRefOid"] and node.get("state", "OPEN") == "OPEN"
    }
    return tuple(PullRef(ref.repository, number) for number in sorted(numbers - {ref.number}))


def _labels(pull: Mapping[str, Any]) -> frozenset[str]:
    names = {str(node["name"]) for node in (pull["labels"] or {}).get("nodes") or ()}
    return frozenset(name for name in names if name.startswith(LABELS))


def _weighed(rows: Listing) -> tuple[Listing, int]:
    return rows, 200 + sum(200 + len(change.path) for change in rows.changes)
