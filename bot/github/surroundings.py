"""The files of a pull request that matter, and what else wants the same partitions."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.domain.names import CommitSha
from bot.domain.pull_request import (
    Actor,
    ChangedFile,
    Content,
    FileAt,
    Incomplete,
    OtherPull,
    PullRef,
    Text,
)
from bot.github.base import base_of, tip_of
from bot.github.changes import Listing, Sides, changed_file, listing, spots, touches
from bot.github.contents import Spot
from bot.github.first_look import FirstLook
from bot.github.lineage_files import Sources, beside, lineage_files, placed
from bot.github.others import Others, Reading, Wish, other_pulls
from bot.github.trees import Trees, request_files
from bot.github.vantage import Vantage
from bot.parsing.globs import matches, request_globs
from bot.settings import Settings


@dataclass(frozen=True, slots=True)
class Scene:
    """What is compared with what, under which settings."""

    sides: Sides
    settings: Settings

    @property
    def wish(self) -> Wish:
        """Which paths may hold requests."""
        globs = request_globs(self.settings)
        return Wish(globs, lambda path: matches(globs, path))


@dataclass(frozen=True, slots=True)
class Files:
    """The files of a pull request that matter, both sides read."""

    files: tuple[ChangedFile, ...]
    sources: Sources = field(default_factory=Sources)
    tip: Mapping[str, Content] = field(default_factory=dict)
    """For a merged pull request: its request files on the base tip now."""
    beside: Mapping[str, bytes] = field(default_factory=dict)
    incomplete: tuple[Incomplete, ...] = ()


@dataclass(frozen=True, slots=True)
class Around:
    """What stands around a pull request and may want the same partitions."""

    base_requests: tuple[FileAt, ...] = ()
    others: tuple[OtherPull, ...] = ()
    incomplete: tuple[Incomplete, ...] = ()


def scene_of(
    at: Vantage, ref: PullRef, look: FirstLook, settings: Settings, base: CommitSha | None
) -> Scene:
    """The head, compared with the base that the pull request has, or with another commit."""
    before = base or base_of(at, look.pull, ref.number)
    return Scene(Sides(before, CommitSha(look.pull["headRefOid"])), settings)


def files_of(at: Vantage, ref: PullRef, look: FirstLook, scene: Scene) -> Files:
    """The changed files that may hold requests, and the lineage where there are any.

    One request a hundred changed files and one for all contents; nothing that is known already.
    """
    count = int(look.pull["changedFiles"] or 0)
    rows = _listed(at, ref, scene.sides, (look.pull["baseRefName"], count))
    wanted = scene.wish.holds
    changes = [change for change in rows.changes if touches(change, wanted)]
    if not changes:
        return Files((), incomplete=rows.incomplete)
    places = placed(at, scene.settings, scene.sides)
    paths = [change.path for change in changes]
    tip = _tip_spots(look, [path for path in paths if wanted(path)])
    leaning = beside(scene.settings, paths, scene.sides.head)
    asked = spots(changes, scene.sides, wanted) | {*tip.values(), *leaning.values()}
    asked |= {spot for place in places for spot in place.spots}
    read = at.contents.at(asked)
    files = [changed_file(change, scene.sides, wanted, read) for change in changes]
    return Files(
        files=tuple(file for file in files if isinstance(file, ChangedFile)),
        sources=lineage_files(places, read),
        tip={path: read[spot] for path, spot in tip.items()},
        beside=_texts(leaning, read),
        incomplete=(*rows.incomplete, *(file for file in files if isinstance(file, Incomplete))),
    )


def around(at: Vantage, ref: PullRef, look: FirstLook, me: Actor, scene: Scene) -> Around:
    """Request files on the base, and other open pull requests that touch some."""
    base = scene.sides.base
    leaves = Trees(at.client, at.repository, at.cache).leaves(
        base, scene.wish.key, scene.wish.holds
    )
    standing = request_files(leaves, base, at.contents)
    others = Others(at.client, at.repository, at.cache, at.flags)
    listed = [each for each in others.listed(look.open_pulls) if each.number != ref.number]
    reading = Reading(at.client, at.contents, at.roles, me, base)
    pulls = other_pulls(ref, others.touching(listed, scene.wish, look.looked), reading)
    return Around(standing.files, pulls, standing.incomplete)


def _listed(at: Vantage, ref: PullRef, sides: Sides, about: tuple[str, int]) -> Listing:
    """The changed files; a list with a hole in it is not remembered, since it may be mended."""
    key = ("changes", ref, sides, about)
    known = at.cache.get(key)
    if isinstance(known, Listing):
        return known
    found = listing(at.client, ref, sides.head, about[1])
    if not found.incomplete:
        weight = 200 + sum(200 + len(change.path) for change in found.changes)
        at.cache.put(key, found, weight)
    return found


def _tip_spots(look: FirstLook, paths: list[str]) -> dict[str, Spot]:
    if not look.pull["merged"]:
        return {}
    return {path: Spot(tip_of(look.pull), path) for path in paths}


def _texts(places: Mapping[str, Spot], read: Mapping[Spot, Content]) -> dict[str, bytes]:
    found = {path: read[spot] for path, spot in places.items()}
    return {path: each.data for path, each in found.items() if isinstance(each, Text)}
