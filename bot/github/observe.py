"""Everything that deciding needs to know of a pull request, read once into one frozen value.

Requests, in this order: one query for the pull request with its last hundred comments, gate,
settings and the list of open pull requests; one for every further hundred comments; the list of
changed files by hundreds; one query for contents; and, only where request files are touched, the
base's file list, the other open pull requests, and the role of everybody whose word may count.
What belongs to a commit is remembered, so that a second look takes the first and the last alone.
"""

from dataclasses import dataclass

from bot.domain.names import CommitSha
from bot.domain.pull_request import Actor, PullRef, PullRequest
from bot.github import seen
from bot.github.first_look import all_comments, first_look, own_account
from bot.github.people import authors_of, speakers
from bot.github.roles import standings
from bot.github.surroundings import Around, around, files_of, scene_of
from bot.github.vantage import Vantage
from bot.parsing.settings import read_settings


@dataclass(frozen=True, slots=True)
class Seen:
    """An observation, and what only applying needs to know of it."""

    pull: PullRequest
    node_id: str
    viewer: Actor
    """Whom the token speaks for; the bot's own account is `pull.me`."""


def observe(at: Vantage, ref: PullRef, base_sha: CommitSha | None = None) -> Seen:
    """The pull request as it is now; `base_sha` puts another commit in the base's place.

    Raises NotFound where it is not there (yet), and the other kinds of GitHubError.
    """
    look = first_look(at, ref)
    settings = read_settings(look.settings).settings
    me = own_account(at, settings, look.viewer)
    comments, cut = all_comments(at, ref, look, me)
    scene = scene_of(at, ref, look, settings, base_sha)
    found = files_of(at, ref, look, scene)
    lives = bool(found.files) and (look.pull["state"] == "OPEN" or look.pull["merged"])
    near = around(at, ref, look, me, scene) if lives else Around()
    authors, all_authors = authors_of(at, ref, look.pull)
    people = speakers(comments) if lives else ()
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
        head=scene.sides.head,
        head_repository=(look.pull["headRepository"] or {}).get("nameWithOwner"),
        base_ref=str(look.pull["baseRefName"]),
        base_sha=scene.sides.base,
        default_branch=look.default_branch,
        authors=authors,
        authors_complete=all_authors,
        files=found.files,
        comments=comments,
        settings=look.settings,
        catalogs_base=found.sources.base,
        catalogs_head=found.sources.head,
        base_requests=near.base_requests,
        others=near.others,
        me=me,
        standing=standings(at.client, at.repository, people, teams),
        seen_at=look.when,
        turned_at=seen.turned_at(look.pull),
        incomplete=(*cut, *found.incomplete, *near.incomplete),
        siblings=look.siblings(ref),
        base_tip_files=found.tip,
        gate=seen.gate(seen.newest_commit(look.pull), me),
        labels=look.labels,
        beside=found.beside,
    )
    return Seen(pull, str(look.pull["id"]), look.viewer)
