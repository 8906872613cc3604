"""SQLMesh's restatement of a graph read from stdin; run by `peers.py`.

Runs under an interpreter of its own that has sqlmesh 0.236.4; prints median seconds and, by
dataset, the span that is computed again. Timed is `_build_restatements`, the part of `sqlmesh plan
--restate-model` that decides it: what the plan then runs are the same spans. Snapshots, their graph
and the difference to production are made before. A model has one lookback for all that it reads, so
it gets the longest of its edges; SQLMesh looks back from what it runs, and runs nothing after it.
"""

import json
import logging
import statistics
import sys
import time

from sqlglot import exp
from sqlmesh.core.context_diff import ContextDiff
from sqlmesh.core.model import IncrementalByTimeRangeKind, SqlModel, TimeColumn
from sqlmesh.core.plan.builder import PlanBuilder
from sqlmesh.core.snapshot import Snapshot, SnapshotChangeCategory

CRON = {"day": "@daily", "hour": "@hourly"}


def main() -> None:
    logging.disable()
    given = json.load(sys.stdin)
    per_day = 24 if given["by"] == "hour" else 1
    models = {
        name: model(name, parents, CRON[given["by"]], per_day, given["first"][:10])
        for name, parents in given["datasets"].items()
    }
    nodes, prints, snapshots = {node.fqn: node for node in models.values()}, {}, {}
    for node in nodes.values():
        snapshots[node.fqn] = Snapshot.from_node(node, nodes=nodes, cache=prints)
        snapshots[node.fqn].categorize_as(SnapshotChangeCategory.BREAKING)
    builder = PlanBuilder(
        context_diff=difference(snapshots),
        start=given["start"][:10],
        end=given["end"][:10],
        restate_models=[models[given["root"]].fqn],
    )
    graph = builder._build_dag()
    times, found = [], {}
    for _ in range(given["runs"]):
        began = time.perf_counter()
        found = builder._build_restatements(graph, given["first"][:10])
        times.append(time.perf_counter() - began)
    names = {node.fqn: name for name, node in models.items()}
    spans = {names[s.name]: [[start // 1000, end // 1000]] for s, (start, end) in found.items()}
    json.dump({"seconds": statistics.median(times), "spans": spans}, sys.stdout)


def model(name: str, parents: dict[str, int], cron: str, per_day: int, first: str) -> SqlModel:
    query = exp.select(exp.column("at"))
    for number, parent in enumerate(parents):
        query = query.from_(parent) if number == 0 else query.join(parent, join_type="cross")
    return SqlModel(
        name=name,
        kind=IncrementalByTimeRangeKind(
            time_column=TimeColumn(column="at"),
            lookback=max(parents.values(), default=0) * per_day or None,
        ),
        cron=cron,
        start=first,
        depends_on=set(parents),
        query=query,
    )


def difference(snapshots: dict[str, Snapshot]) -> ContextDiff:
    return ContextDiff(
        environment="prod",
        is_new_environment=False,
        is_unfinalized_environment=False,
        normalize_environment_name=True,
        create_from="prod",
        create_from_env_exists=True,
        added=set(),
        removed_snapshots={},
        modified_snapshots={},
        snapshots={snapshot.snapshot_id: snapshot for snapshot in snapshots.values()},
        new_snapshots={},
        previous_plan_id=None,
        previously_promoted_snapshot_ids=set(),
        previous_finalized_snapshots=None,
        previous_gateway_managed_virtual_layer=False,
        gateway_managed_virtual_layer=False,
        environment_statements=[],
    )


if __name__ == "__main__":
    main()
