"""Why something does not count, in a person's words, and what would be right."""

from collections.abc import Iterator, Mapping
from typing import Final

from bot.domain.confirmation import DatasetDifference, Reason, ScopeDifference
from bot.domain.phrase import Phrase
from bot.domain.plan import Plan
from bot.domain.scope import ScopeLine
from bot.rendering.facts import partitions
from bot.rendering.views.situation import Line

RUNS: Final = 6
DATASETS: Final = 30

WHY: Final[Mapping[Reason, Phrase]] = {
    Reason.NO_PLAN: Phrase("no plan of that name is shown on this pull request"),
    Reason.PLAN_ONLY: Phrase("only a plan is asked for; there is nothing to confirm"),
    Reason.CLOSED: Phrase("the pull request is closed without having been merged"),
    Reason.DRAFT: Phrase("the pull request is a draft"),
    Reason.WRONG_BASE: Phrase("nothing can be confirmed against this base branch"),
    Reason.EDITED: Phrase("an edited comment does not count, whatever was changed"),
    Reason.HIDDEN: Phrase("a hidden comment does not count"),
    Reason.UNVERIFIABLE: Phrase("what it would have to rest on cannot be checked"),
    Reason.NOT_ALLOWED: Phrase("this account may not say that here"),
    Reason.SELF: Phrase("whoever wrote the change cannot confirm it alone"),
    Reason.BOT: Phrase("only people can say that, in a comment of their own"),
    Reason.PREDATES_PLAN: Phrase("it was said before this plan was shown"),
    Reason.STALE_COMMIT: Phrase("it names a commit that is not the head of this pull request"),
    Reason.WRONG_CODE: Phrase("it does not name the version that the plan would run"),
    Reason.WRONG_SCOPE: Phrase("it does not name exactly what is planned"),
    Reason.WRONG_CLASS: Phrase("it names datasets of the other command"),
    Reason.GATES_OPEN: Phrase("gates are open"),
    Reason.EXPIRED: Phrase("its time is over"),
    Reason.REVOKED: Phrase("it has been taken back"),
}

TELLING: Final = frozenset(
    {
        Reason.DRAFT,
        Reason.CLOSED,
        Reason.HIDDEN,
        Reason.NO_PLAN,
        Reason.PLAN_ONLY,
        Reason.GATES_OPEN,
    }
)
"""Refusals that the reason alone explains; for others the detail says with which facts."""

RIGHT: Final[Mapping[Reason, Phrase]] = {
    Reason.NO_PLAN: Phrase("Name a request whose plan is shown here."),
    Reason.PLAN_ONLY: Phrase("Ask for execution first; confirmations are awaited from then on:"),
    Reason.CLOSED: Phrase("Reopen it, read the plan again, and post a new comment."),
    Reason.DRAFT: Phrase("Mark it as ready for review, then post a new comment."),
    Reason.WRONG_BASE: Phrase(
        "Change the base to the default branch, or to one that `bases` in the settings allows."
    ),
    Reason.EDITED: Phrase("Post it as a new comment:"),
    Reason.HIDDEN: Phrase("Post it as a new comment:"),
    Reason.UNVERIFIABLE: Phrase(
        "Nothing is assumed. Once it can be checked, the next look at this pull request counts it."
    ),
    Reason.NOT_ALLOWED: Phrase("It counts when said by"),
    Reason.SELF: Phrase("It counts when said by"),
    Reason.BOT: Phrase("It counts when said by"),
    Reason.PREDATES_PLAN: Phrase("Read the plan, then post a new comment:"),
    Reason.STALE_COMMIT: Phrase("Read the plan as it is now, then post:"),
    Reason.WRONG_CODE: Phrase("This would be right:"),
    Reason.WRONG_SCOPE: Phrase("This would be right:"),
    Reason.WRONG_CLASS: Phrase("This would be right:"),
    Reason.GATES_OPEN: Phrase("Clear these first, then post the block again:"),
    Reason.EXPIRED: Phrase("If it still holds, say it again in a new comment:"),
    Reason.REVOKED: Phrase("To say it after all, post a new comment:"),
}

WITH_BLOCK: Final = frozenset(
    {
        Reason.EDITED,
        Reason.HIDDEN,
        Reason.PREDATES_PLAN,
        Reason.STALE_COMMIT,
        Reason.WRONG_CODE,
        Reason.WRONG_SCOPE,
        Reason.WRONG_CLASS,
        Reason.EXPIRED,
        Reason.REVOKED,
    }
)
"""Refusals that a new comment with the right block would mend."""

WITH_PEOPLE: Final = frozenset({Reason.NOT_ALLOWED, Reason.SELF, Reason.BOT})
"""Refusals that only somebody else can mend."""


def differences(found: ScopeDifference, plan: Plan) -> tuple[Line, ...]:
    """What is missing, extra or different, as runs; a wall of them is cut and counted."""
    lines = tuple(_lines(found, plan))
    if len(lines) <= DATASETS:
        return lines
    more = Phrase("{count:,} further differences", count=len(lines) - DATASETS)
    return (*lines[:DATASETS], (Phrase("And"), more))


def _lines(found: ScopeDifference, plan: Plan) -> Iterator[Line]:
    planned = {line.dataset: line for line in plan.scope.lines}
    for name in found.missing:
        yield Phrase("Missing"), _whole(name, planned.get(name))
    for extra in found.extra:
        yield Phrase("Not planned"), Phrase("`{dataset}`", dataset=extra)
    for name in found.other_class:
        other = planned.get(name)
        yield (
            Phrase("Of the other command"),
            Phrase(
                "`{dataset}` takes `{command}`",
                dataset=name,
                command=other.command.value if other else "?",
            ),
        )
    for different in found.different:
        yield from _of_dataset(different)


def _whole(name: str, line: ScopeLine | None) -> Phrase:
    if line is None:
        return Phrase("`{dataset}`", dataset=name)
    return Phrase(
        "`{dataset}` {partitions}", dataset=name, partitions=partitions(line.partitions, RUNS)
    )


def _of_dataset(different: DatasetDifference) -> Iterator[Line]:
    name = different.dataset
    if different.missing is not None:
        yield (
            Phrase("Missing"),
            Phrase(
                "`{dataset}` {partitions}",
                dataset=name,
                partitions=partitions(different.missing, RUNS),
            ),
        )
    if different.extra is not None:
        yield (
            Phrase("Not planned"),
            Phrase(
                "`{dataset}` {partitions}",
                dataset=name,
                partitions=partitions(different.extra, RUNS),
            ),
        )
    if different.unreadable:
        yield (
            Phrase("No partition"),
            Phrase(
                "`{dataset}` has none of `{keys}`", dataset=name, keys=different.unreadable[:RUNS]
            ),
        )
    if different.semantics is not None:
        is_planned, named = different.semantics
        yield (
            Phrase("Written otherwise"),
            Phrase(
                "`{dataset}` is planned as {planned}, not {named}",
                dataset=name,
                planned=is_planned,
                named=named,
            ),
        )
