"""A plan as JSON for programs: `backfill-plan/v1`, the same bytes for the same input.

Dates are ISO 8601, sizes bytes, durations minutes, keys in sorted order. A *fact* is null where
nobody has said, `{"known": …, "from": "catalog", "place": "…:12"}` where somebody has, and
`{"not_applicable": why, "from": …, "place": …}` where the question does not arise.
"""

from typing import Any

from bot.domain.gate import Gate
from bot.domain.plan import Plan
from bot.domain.request import ListRange, Range, Request, TimeRange
from bot.planning.block import block_of, scope_line
from bot.planning.procedures import procedures_first
from bot.rendering.json_datasets import (
    batch_json,
    beside,
    dataset_json,
    estimates_json,
    retention_json,
)
from bot.rendering.json_words import Json, Shown, as_keys, as_runs, fields, plain
from bot.rendering.plan_schema import plan_schema
from bot.settings import Settings

__all__ = ["plan_json", "plan_schema"]

SCHEMA = "backfill-plan/v1"


def plan_json(
    plan: Plan, *, expand: bool = False, settings: Settings | None = None
) -> dict[str, Json]:
    """The plan as an object that `plan_schema()` describes.

    With `expand`, partitions stand key by key instead of as `first..last` runs. `settings` say how
    many people have to give each command; without them, the defaults.
    """
    shown: Shown = as_keys if expand else as_runs
    described: dict[str, Json] = _sorted(
        {
            "schema": SCHEMA,
            "name": plan.name,
            "path": plan.request.path,
            "line": plan.request.place.line,
            "commit": plan.commit,
            "intent": plan.request.intent.value,
            "status": plan.request.status.value,
            "as_of": plan.as_of.isoformat() if plan.as_of else None,
            "scope_digest": plan.digest,
            "code": {"version": plan.scope.code, **fields(plan.request.code)},
            "request": _request(plan.request),
            "datasets": [
                dataset_json(each, plan.cascade.stale.get(each.name), shown)
                for each in plan.datasets
            ],
            "waves": [list(wave) for wave in plan.waves],
            **beside(plan.cascade, shown),
            **_order(plan, shown),
            "gates": [_gate(gate) for gate in plan.gates],
            "confirmations": _confirmations(plan, settings or Settings()),
            "procedures": [
                {"name": each.name, "because": str(each.because)} for each in procedures_first(plan)
            ],
            "assumptions": [str(each) for each in plan.assumptions],
            "redactions": list(plan.redactions),
            **_lineage(plan),
        }
    )
    return described


def _sorted(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _sorted(value[key]) for key in sorted(value)}
    return [_sorted(member) for member in value] if isinstance(value, list) else value


def _request(request: Request) -> Json:
    return {
        "roots": [
            {"dataset": root.dataset, "range": _range(root.range)} for root in request.roots
        ],
        "exclude": [{"dataset": each.dataset, "reason": plain(each.reason)}
                    for each in request.exclude],
        "dialect": request.dialect,
        "not_applicable": plain(request.not_applicable),
        **{
            name: plain(getattr(request, name))
            for name in (
                "reason", "root_cause", "idempotency", "retention", "resources", "validation",
                "monitoring", "stop_conditions", "rollback", "staging",
            )
        },
    }  # fmt: skip


def _range(asked: Range) -> Json:
    match asked:
        case TimeRange():
            return {
                "start": asked.start,
                "end": asked.end,
                "time_zone": plain(asked.time_zone),
                "except": [key for key, _ in asked.excluded],
                "horizon": asked.horizon.isoformat() if asked.horizon else None,
                "cut": "whole" if asked.whole else None,
            }
        case ListRange(values):
            return {"values": list(values)}
        case _:
            return "whole"


def _order(plan: Plan, shown: Shown) -> dict[str, Json]:
    return {
        "mappings": [
            {"upstream": each.upstream, "reader": each.reader, "words": str(each.words)}
            for each in plan.mappings
        ],
        "batches": [batch_json(batch, shown) for batch in plan.batches],
        "controls": [plain(control) for control in plan.controls],
        "retention": [retention_json(check, shown) for check in plan.retention],
        "estimates": estimates_json(plan),
        "clashes": [
            {"dataset": clash.dataset, "words": str(clash.words)} for clash in plan.clashes
        ],
    }


def _gate(gate: Gate) -> Json:
    return {
        "id": gate.id,
        "kind": gate.kind.value,
        "open": gate.open,
        "about": str(gate.about),
        "question": str(gate.question),
        "remedy": str(gate.remedy),
        "topic": gate.topic,
        "answer": str(gate.answer),
        "lapses_with_head": gate.lapses_with_head,
        "datasets": list(gate.datasets),
    }


def _confirmations(plan: Plan, settings: Settings) -> list[Json]:
    return [
        {
            "command": command.value,
            "scope": [scope_line(line) for line in plan.lines_for(command)],
            "needed": settings.rule(command).needed,
            "block": list(block_of(plan, command)),
        }
        for command in plan.scope.commands
    ]


def _lineage(plan: Plan) -> dict[str, Json]:
    return {
        "lineage": [plain(source) for source in plan.lineage.sources],
        "differences": [plain(difference) for difference in plan.lineage.differences],
    }
