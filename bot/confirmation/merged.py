"""Whether what was confirmed still stands on the base of a merged pull request."""

from collections.abc import Iterator, Mapping

from bot.confirmation.case import PlanShown
from bot.domain.names import RequestName
from bot.domain.pull_request import PullRequest
from bot.domain.request import Request
from bot.parsing.request import read_request_file
from bot.settings import Settings


def documents_that_stand(
    pull: PullRequest, plans: Mapping[RequestName, PlanShown], settings: Settings
) -> frozenset[RequestName]:
    """The plans whose document has not changed since; all of them before the merge.

    After it, the document on the base's tip has to be the planned one, wherever it lies there; its
    status may have become `running` (SPEC 7, *Merged*), and nothing else may have changed.
    """
    if not pull.is_merged:
        return frozenset(plans)
    there = {(request.name, request.fingerprint) for request in _on_the_tip(pull, settings)}
    return frozenset(
        name for name, shown in plans.items() if (name, shown.plan.request.fingerprint) in there
    )


def _on_the_tip(pull: PullRequest, settings: Settings) -> Iterator[Request]:
    for path, content in sorted(pull.base_tip_files.items()):
        read = read_request_file(path, content, settings, pull.beside)
        yield from (request for request in read.requests if request.wants_plan)
