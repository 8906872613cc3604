"""Backfills that are open elsewhere, as far as they touch the same data."""

from bot.domain.lineage import Lineage
from bot.domain.plan import OpenRequest
from bot.domain.request import Request
from bot.planning.cascade import cascade


def open_request(  # noqa: PLR0913  what was seen of the request, each by its name
    request: Request,
    lineage: Lineage,
    *,
    where: str,
    pull: int | None = None,
    draft: bool = False,
    author_may_write: bool = True,
    confirmed: bool = False,
    order: int = 0,
) -> OpenRequest:
    """What another request would write, by its own cascade over a lineage.

    `where` is for people: `this pull request`, `#41`, `main`. What its cascade reaches without
    rewriting it is kept as well: waiting for that backfill does not mend those.
    """
    reached = cascade(request, lineage)
    left = {name for entry in reached.unresolved for name in (entry.dataset, *entry.below)}
    left |= {name for entry in reached.left_stale for name in (entry.dataset, *entry.below)}
    return OpenRequest(
        name=request.name,
        where=where,
        pull=pull,
        status=request.status.value,
        draft=draft,
        author_may_write=author_may_write,
        confirmed=confirmed,
        writes={name: stale.partitions for name, stale in reached.stale.items()},
        place=f"{request.place.path}:{request.place.line}",
        order=order,
        leaves_stale=frozenset(left) - reached.stale.keys(),
    )
