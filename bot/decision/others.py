"""Backfills that are open beside a request: in its pull request, on the base, in other ones."""

from collections.abc import Iterator, Sequence

from bot.decision.documents import Documents, changed_documents, requests_at
from bot.domain.plan import OpenRequest, Plan
from bot.domain.pull_request import OtherPull, PullRequest, Role
from bot.lineage.join import joined
from bot.lineage.read import LineageRead
from bot.planning.open_requests import open_request
from bot.settings import Settings

MAY_WRITE = ("write", "maintain", "admin")


def open_elsewhere(
    pull: PullRequest, documents: Documents, base: LineageRead, settings: Settings
) -> tuple[OpenRequest, ...]:
    """What is open on the base and in other pull requests; the same for every plan.

    A request that this pull request plans anew itself is not open elsewhere. One that it only calls
    complete or cancelled, or takes away, is: that holds once it is merged.
    """
    return (
        *_on_base(pull, documents, base, settings),
        *(
            found
            for other in sorted(pull.others, key=lambda other: other.number)
            for found in _in_other(other, base, settings)
        ),
    )


def open_here(plan: Plan, plans: Sequence[Plan]) -> Iterator[OpenRequest]:
    """The other requests of the same pull request."""
    for order, other in enumerate(plans):
        if other.name != plan.name:
            yield open_request(other.request, other.lineage, where="this pull request", order=order)


def _on_base(
    pull: PullRequest, documents: Documents, base: LineageRead, settings: Settings
) -> Iterator[OpenRequest]:
    planned = {request.name for request in documents.planned}
    for file in sorted(pull.base_requests, key=lambda file: file.path):
        for request in requests_at(file.path, file.content, settings, pull.beside):
            if request.name not in planned:
                yield open_request(request, joined(base, base, request), where=pull.base_ref)


def _in_other(other: OtherPull, base: LineageRead, settings: Settings) -> Iterator[OpenRequest]:
    for request in changed_documents(other.files, settings, {}).planned:
        yield open_request(
            request,
            joined(base, base, request),
            where=f"#{other.number}",
            pull=other.number,
            draft=other.is_draft,
            author_may_write=isinstance(other.author_role, Role)
            and other.author_role.name in MAY_WRITE,
            confirmed=other.confirmed,
            order=other.number,
        )
