"""What the plan takes for granted without anybody having said it, so that somebody can object."""

from collections.abc import Iterator

from bot.domain.cascade import Cascade
from bot.domain.facts import NotApplicable, Unknown, known
from bot.domain.lineage import Lineage
from bot.domain.phrase import Phrase
from bot.domain.request import Request, Root, TimeRange
from bot.partitions import sets
from bot.planning.days import open_on


def assumptions_of(request: Request, lineage: Lineage, cascade: Cascade) -> tuple[str, ...]:
    """Sentences, in the order: range, code, lineage, resources, and those of the dialect."""
    return (
        *_zones(request, lineage),
        *_code(request),
        *_references(cascade),
        *_open_partitions(request, cascade),
        *_parallelism(request),
        *request.assumptions,
    )


def _zones(request: Request, lineage: Lineage) -> Iterator[Phrase]:
    for root in request.roots:
        zone = _default_zone(root, lineage)
        if zone:
            yield Phrase(
                "The dates of the range are those of {zone}, the time zone of `{dataset}`: "
                "`range.time_zone` is not stated.",
                zone=zone,
                dataset=root.dataset,
            )


def _default_zone(root: Root, lineage: Lineage) -> str | None:
    if not isinstance(root.range, TimeRange) or not isinstance(root.range.time_zone, Unknown):
        return None
    dataset = lineage.datasets.get(root.dataset)
    calendar = known(dataset.partitioning) if dataset else None
    return calendar.time_zone if calendar else None


def _code(request: Request) -> Iterator[Phrase]:
    fixed = request.code.fixed
    if isinstance(fixed, NotApplicable):
        yield Phrase(
            "No fixed version applies ({why}): what runs is what the pull request's head holds.",
            why=fixed.why,
        )


def _references(cascade: Cascade) -> Iterator[Phrase]:
    for reader, upstream in cascade.references:
        yield Phrase(
            "`{reader}` looks `{upstream}` up as it is on the day of the run; "
            "earlier contents of it are not restored.",
            reader=reader,
            upstream=upstream,
        )


def _open_partitions(request: Request, cascade: Cascade) -> Iterator[Phrase]:
    """Partitions that are not over on the day of the run: they are written as far as they go."""
    run_by = known(request.retention.run_by)
    if run_by is None:
        return
    for stale in cascade.stale.values():
        later = open_on(run_by, stale.partitions)
        if later:
            yield Phrase(
                "`{dataset}` {partitions} is not over when {run_by} begins, and is written as far "
                "as its sources go by then.",
                dataset=stale.dataset,
                partitions=sets.runs(later),
                run_by=run_by.isoformat(),
            )


def _parallelism(request: Request) -> Iterator[Phrase]:
    if isinstance(request.resources.max_parallelism, Unknown):
        yield Phrase(
            "Durations count one partition at a time: `resources.max_parallelism` is not stated."
        )
