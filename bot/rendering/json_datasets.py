"""The datasets of a plan as JSON: partitions, reasons, and every fact with its origin."""

from bot.domain.cascade import Cascade, Stale
from bot.domain.dataset import Edge
from bot.domain.plan import Batch, Plan, PlannedDataset, RetentionCheck
from bot.rendering.json_words import Json, Shown, as_runs, fields, partition, plain, reading


def dataset_json(dataset: PlannedDataset, stale: Stale | None, shown: Shown) -> dict[str, Json]:
    """One entry of `datasets`."""
    facts = dataset.facts
    return {
        "dataset": dataset.name,
        "wave": dataset.wave,
        "partitions": shown(dataset.partitions),
        "count": dataset.count,
        "write": dataset.semantics.value if dataset.semantics else None,
        "reversible": dataset.reversible,
        "irreversible_because": str(dataset.irreversible_because),
        "command": dataset.command.value,
        "root": dataset.is_root,
        "new": dataset.is_new,
        "self_dependent": dataset.self_dependent,
        "may_be_more": stale.may_be_more if stale else False,
        "partition": partition(dataset.partitions),
        "because": [
            {
                "upstream": flow.upstream,
                "reads": reading(flow.reads),
                "partitions": as_runs(flow.partitions),
            }
            for flow in (stale.because if stale else ())
        ],
        "upstream": [_edge(edge) for edge in facts.upstream],
        "grain": plain(facts.grain),
        "key": plain(facts.key),
        "owner": plain(facts.owner),
        "writing": fields(facts.write),
        "idempotency": fields(facts.idempotency),
        "validation": fields(facts.validation),
        "rollback": fields(facts.rollback),
        "retention": plain(facts.retention),
        "estimate": plain(facts.estimate),
        "schedule": plain(facts.schedule),
    }


def _edge(edge: Edge) -> Json:
    return {"dataset": edge.upstream, "reads": reading(edge.reads), "from": edge.origin}


def batch_json(batch: Batch, shown: Shown) -> Json:
    """One entry of `batches`."""
    return {
        "batch": batch.number,
        "kind": batch.kind,
        "dataset": batch.dataset,
        "wave": batch.wave,
        "partitions": shown(batch.partitions),
        "count": batch.count,
        "serial": batch.serial,
        "because": str(batch.because),
    }


def beside(cascade: Cascade, shown: Shown) -> dict[str, Json]:
    """What the cascade reaches without writing it."""
    return {
        "unresolved": [
            {
                "dataset": entry.dataset,
                "via": list(entry.via),
                "because": str(entry.because),
                "below": list(entry.below),
            }
            for entry in cascade.unresolved
        ],
        "left_stale": [
            {
                "dataset": left.dataset,
                "reason": left.reason,
                "partitions": None if left.partitions is None else shown(left.partitions),
                "below": list(left.below),
            }
            for left in cascade.left_stale
        ],
        "not_yet": {
            name: shown(partitions) for name, partitions in sorted(cascade.not_yet.items())
        },
        "views": list(cascade.views),
        "consumers": list(cascade.consumers),
        "cycles": [list(cycle) for cycle in cascade.cycles],
        "references": [
            {"dataset": reader, "upstream": upstream} for reader, upstream in cascade.references
        ],
    }


def retention_json(check: RetentionCheck, shown: Shown) -> Json:
    """One entry of `retention`: a source against what it keeps on the day of the run."""
    return {
        "source": check.source,
        "readers": list(check.readers),
        "needed_from": check.needed_from,
        "needed_to": check.needed_to,
        "kept_from": check.kept_from,
        "lost": {reader: shown(lost) for reader, lost in sorted(check.lost.items())},
        "lost_source": check.lost_source,
        "first_recomputable": dict(sorted(check.first_recomputable.items())),
    }


def estimates_json(plan: Plan) -> Json:
    """Sums over stated figures, with what they leave out."""
    estimates = plan.estimates
    return {
        "rows": estimates.rows,
        "bytes": estimates.bytes,
        "minutes": estimates.minutes,
        "wall_minutes": estimates.wall_minutes,
        "without_estimate": list(estimates.missing),
        "without_minutes": list(estimates.without_minutes),
        "datasets": estimates.datasets,
    }
