"""Dagster's asset-backfill filter on a graph read from stdin; run by `peers.py`.

Runs under an interpreter of its own that has dagster 1.13.29; prints median seconds and, by
dataset, the spans of the partitions that the filter targets.
"""

import json
import statistics
import sys
import time

import dagster as dg
from dagster._core.definitions.assets.graph.asset_graph import AssetGraph
from dagster._core.definitions.assets.graph.asset_graph_subset import AssetGraphSubset
from dagster._core.definitions.partitions.subset.time_window import TimeWindowPartitionsSubset


def main() -> None:
    given = json.load(sys.stdin)
    kind = {"day": dg.DailyPartitionsDefinition, "hour": dg.HourlyPartitionsDefinition}
    shape = "%Y-%m-%d-%H:%M" if given["by"] == "hour" else "%Y-%m-%d"
    cut = kind[given["by"]](start_date=given["first"], end_date=given["stop"], fmt=shape)
    hours = 24 if given["by"] == "hour" else 1
    graph = AssetGraph.from_assets(
        [asset(name, parents, cut, hours) for name, parents in given["datasets"].items()]
    )
    root = dg.AssetKey(given["root"])
    keys = cut.get_partition_keys_in_range(dg.PartitionKeyRange(given["start"], given["end"]))
    initial = AssetGraphSubset(
        partitions_subsets_by_asset_key={root: cut.empty_subset().with_partition_keys(keys)}
    )
    times, found = [], None
    for _ in range(given["runs"]):
        began = time.perf_counter()
        found = graph.bfs_filter_subsets(lambda *_: True, initial)
        times.append(time.perf_counter() - began)
    spans = {key.path[0]: windows(found.get_partitions_subset(key)) for key in found.asset_keys}
    json.dump({"seconds": statistics.median(times), "spans": spans}, sys.stdout)


def windows(subset: TimeWindowPartitionsSubset) -> list[tuple[int, int]]:
    """Runs of partitions as seconds since 1970, the end exclusive."""
    found = subset.included_time_windows
    return [(int(each.start.timestamp()), int(each.end.timestamp())) for each in found]


def asset(
    name: str, parents: dict[str, int], cut: dg.PartitionsDefinition, hours: int
) -> dg.AssetsDefinition:
    deps = [
        dg.AssetDep(
            parent, partition_mapping=dg.TimeWindowPartitionMapping(start_offset=-days * hours)
        )
        for parent, days in parents.items()
    ]

    @dg.asset(name=name, partitions_def=cut, deps=deps)
    def made() -> None:
        """Never run."""

    return made


if __name__ == "__main__":
    main()
