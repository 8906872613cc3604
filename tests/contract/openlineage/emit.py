"""Writes real OpenLineage events to a file, as the client's own file transport does.

python emit.py events.ndjson
"""

import sys
from datetime import UTC, datetime, timedelta
from uuid import UUID

from openlineage.client import OpenLineageClient
from openlineage.client.event_v2 import InputDataset, Job, OutputDataset, Run, RunEvent, RunState
from openlineage.client.facet_v2 import ownership_dataset
from openlineage.client.transport.file import FileConfig, FileTransport

BEGIN = datetime(2026, 3, 1, 6, 0, tzinfo=UTC)
POSTGRES = "postgres://db.example.com:5432"


def emit(path: str) -> None:
    """Two runs of one job, of which the newer reads something else, and one run of another."""
    client = OpenLineageClient(transport=FileTransport(FileConfig(log_file_path=path, append=True)))
    orders = InputDataset(POSTGRES, "shop.raw.orders")
    rates = InputDataset(POSTGRES, "shop.raw.fx_rates")
    owner = ownership_dataset.OwnershipDatasetFacet(
        owners=[ownership_dataset.Owner(name="orders team", type="MAINTAINER")]
    )
    daily = OutputDataset(POSTGRES, "shop.warehouse.orders_daily", facets={"ownership": owner})
    export = OutputDataset("s3://exports", "orders/daily")
    runs = [
        ("orders_daily", 0, RunState.START, [orders], [daily]),
        ("orders_daily", 1, RunState.COMPLETE, [orders], [daily]),
        ("orders_daily", 24 * 60, RunState.START, [orders, rates], [daily]),
        ("orders_daily", 24 * 60 + 1, RunState.COMPLETE, [], []),
        (
            "export",
            24 * 60 + 5,
            RunState.COMPLETE,
            [InputDataset(POSTGRES, "shop.warehouse.orders_daily")],
            [export],
        ),
    ]
    for name, minutes, state, inputs, outputs in runs:
        client.emit(
            RunEvent(
                eventType=state,
                eventTime=(BEGIN + timedelta(minutes=minutes)).isoformat(),
                run=Run(runId=str(UUID(int=minutes // (24 * 60) + 1, version=4))),
                job=Job(namespace="airflow", name=name),
                inputs=inputs,
                outputs=outputs,
                producer="https://example.com/pipelines",
            )
        )


if __name__ == "__main__":
    emit(sys.argv[1])
