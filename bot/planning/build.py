"""The plan of one request: the one function that puts all of planning together."""

from collections.abc import Iterator
from dataclasses import replace

from bot.domain.cascade import Cascade, Stale
from bot.domain.facts import known
from bot.domain.lineage import Lineage
from bot.domain.names import CommitSha
from bot.domain.plan import Plan, PlannedDataset
from bot.domain.request import Request
from bot.partitions import sets
from bot.partitions.periods import period
from bot.planning.assumptions import assumptions_of
from bot.planning.batches import batches_of
from bot.planning.cascade import cascade
from bot.planning.clashes import clashes_of, run_time
from bot.planning.controls import controls_of
from bot.planning.effective import effective, reversibility
from bot.planning.estimates import estimates_of
from bot.planning.mappings import mappings_of
from bot.planning.retention import retention_checks
from bot.planning.scope import scope_digest, scope_of
from bot.planning.secrets import redacted


def plan_of(request: Request, lineage: Lineage, commit: CommitSha) -> Plan:
    """What the request amounts to at that commit, over that lineage; no gate asked yet.

    A function of its arguments alone: the same plan, and the same digest, for the same files.
    Credential-like strings in the request, and in the lineage's facts of planned datasets, are
    redacted before anything else is made of them.
    """
    clean, request_places = redacted(request)
    reached = cascade(clean, lineage)
    lineage, lineage_places = _shown(lineage, reached)
    datasets = tuple(_planned(clean, lineage, reached))
    batches = batches_of(reached, datasets, clean)
    resources, retention = clean.resources, clean.retention
    scope = scope_of(datasets, clean.code)
    late = known(retention.late_arrival)
    return Plan(
        request=clean,
        commit=commit,
        lineage=lineage,
        cascade=reached,
        datasets=datasets,
        waves=reached.waves,
        mappings=mappings_of(reached),
        batches=batches,
        controls=controls_of(clean, datasets, lineage, reached),
        retention=retention_checks(reached, lineage, known(retention.run_by)),
        estimates=estimates_of(datasets, batches, known(resources.max_parallelism)),
        clashes=clashes_of(datasets, run_time(clean)),
        scope=scope,
        digest=scope_digest(scope, [each for each in datasets if each.semantics is None]),
        assumptions=assumptions_of(clean, lineage, reached),
        redactions=tuple(sorted({*request_places, *lineage_places})),
        late_arrival=period(late) if late else None,
    )


def _planned(request: Request, lineage: Lineage, reached: Cascade) -> Iterator[PlannedDataset]:
    for stale in sorted(reached.stale.values(), key=lambda stale: (stale.wave, stale.dataset)):
        yield _dataset(stale, request, lineage)


def _dataset(stale: Stale, request: Request, lineage: Lineage) -> PlannedDataset:
    facts = effective(stale.dataset, request, lineage)
    reversible, because = reversibility(facts, request, lineage)
    return PlannedDataset(
        facts=facts,
        partitions=stale.partitions,
        count=sets.count(stale.partitions),
        wave=stale.wave,
        semantics=known(facts.write.semantics),
        reversible=reversible,
        irreversible_because=because,
        self_dependent=stale.self_dependent,
        is_root=stale.is_root,
        is_new=stale.dataset in lineage.known and stale.dataset not in lineage.on_base,
    )


def _shown(lineage: Lineage, reached: Cascade) -> tuple[Lineage, tuple[str, ...]]:
    """The lineage with what the plan shows of it redacted, and where there was something."""
    names = {*reached.stale, *reached.views, *reached.consumers}
    shown = {name: lineage.datasets[name] for name in sorted(names & lineage.datasets.keys())}
    clean, places = redacted(shown)
    differences, more = redacted(lineage.differences)
    if not places and not more:
        return lineage, ()
    datasets = {**lineage.datasets, **clean}
    return replace(lineage, datasets=datasets, differences=differences), (*places, *more)
