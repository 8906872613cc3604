"""Plans built by hand for tests of how a plan reads: no planner is needed to look at one."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import replace
from typing import Any
from zoneinfo import ZoneInfo

from bot.domain.cascade import Cascade, Flow, LeftStale, SourceWindow, Stale, Unresolved
from bot.domain.dataset import (
    Dataset,
    Edge,
    Estimate,
    Grain,
    Idempotency,
    Kind,
    Partitioning,
    Reads,
    Rollback,
    Schedule,
    Semantics,
    Validation,
    Window,
    WriteFacts,
    Writers,
)
from bot.domain.facts import UNKNOWN, Known, Origin
from bot.domain.gate import Gate, GateKind
from bot.domain.lineage import Difference, Lineage, SourceRead
from bot.domain.names import CommitSha, DatasetName, GateId, RequestName, ScopeDigest
from bot.domain.partition_set import TimePartitions
from bot.domain.phrase import Phrase
from bot.domain.place import Place
from bot.domain.plan import (
    Batch,
    Control,
    Estimates,
    PartitionMapping,
    Plan,
    PlannedDataset,
    RetentionCheck,
    ScheduleClash,
)
from bot.domain.request import (
    Code,
    Intent,
    Monitoring,
    Request,
    Resources,
    Root,
    RunRetention,
    TimeRange,
)
from bot.domain.scope import Scope, ScopeLine
from bot.domain.spans import Spans
from bot.partitions import sets

HEAD = CommitSha("4f0c1b7de9a2467c8d1f0e5a3b9c6d2e8f7a1b40")
DIGEST = ScopeDigest("sha256:" + "9c1e" * 16)
PATH = "backfills/orders-tax-fix.backfill.yaml"
NEW_YORK = "America/New_York"
FORMATS = {Grain.DAY: "%Y-%m-%d", Grain.WEEK: "%Y-%m-%d", Grain.MONTH: "%Y-%m"}


def stated(value: Any) -> Known[Any]:
    return Known(value, Origin("request", f"{PATH}:9"))


def calendar(by: Grain = Grain.DAY, **more: Any) -> Partitioning:
    return Partitioning(by, NEW_YORK, FORMATS.get(by, "%Y"), **more)


def timed(first: str, end: str, cut: Partitioning | None = None) -> TimePartitions:
    """Partitions from the first date up to, and without, the end date."""
    cut = cut or calendar()
    zone = ZoneInfo(cut.time_zone)
    starts = [
        int(dt.datetime.fromisoformat(day).replace(tzinfo=zone).timestamp()) for day in (first, end)
    ]
    return TimePartitions(cut, Spans.of([(starts[0], starts[1])]))


def planned(
    name: str,
    partitions: TimePartitions,
    wave: int,
    semantics: Semantics | None = Semantics.OVERWRITE,
    **more: Any,
) -> PlannedDataset:
    facts: dict[str, Any] = {
        "reversible": True,
        "estimate": stated(Estimate(1_200_000, 4_100_000_000, 6.0)),
    } | more
    dataset = Dataset(
        name=DatasetName(name),
        grain=stated(facts.pop("grain", "one row per order and business day")),
        key=stated(("order_id", "order_date")),
        owner=stated("@acme/orders"),
        partitioning=stated(partitions.calendar),
        write=facts.pop(
            "write",
            WriteFacts(
                semantics=stated(semantics),
                boundary=stated("partition"),
                reversible=stated(facts["reversible"]),
                concurrent_writers=stated(Writers.PAUSED),
            ),
        ),
        upstream=tuple(Edge(DatasetName(u), Window()) for u in facts.pop("upstream", ())),
        estimate=facts.pop("estimate"),
        schedule=facts.pop("schedule", UNKNOWN),
        idempotency=facts.pop(
            "idempotency",
            Idempotency(
                stated(value=True),
                stated("3, ten minutes apart"),
                stated("the partition is written again"),
            ),
        ),
        validation=facts.pop(
            "validation",
            Validation(
                checks=stated(("rows within 1 % of raw.orders", "tax reconciled with the ledger")),
                tolerance=stated("1 %"),
                decided_by=stated("@acme/finance-data"),
            ),
        ),
        rollback=facts.pop(
            "rollback",
            Rollback(
                artifact=stated("snapshot orders_daily@2026-04-01"),
                owner=stated("@acme/data-oncall"),
                check=stated("row counts equal the baseline"),
                time_limit=stated("2h"),
            ),
        ),
    )
    return PlannedDataset(
        facts=dataset,
        partitions=partitions,
        count=sets.count(partitions),
        wave=wave,
        semantics=semantics,
        **facts,
    )


DAYS = timed("2026-03-01", "2026-03-15")
WEEKS = timed("2026-02-23", "2026-03-16", calendar(Grain.WEEK))
LONG_DAYS = timed("2026-03-01", "2026-04-01")
MONTH = timed("2026-03-01", "2026-04-01", calendar(Grain.MONTH))

ORDERS = planned(
    "warehouse.orders_daily",
    DAYS,
    0,
    is_root=True,
    upstream=("raw.orders",),
    schedule=stated(Schedule("0 6 * * *", NEW_YORK)),
)
REVENUE = planned("marts.revenue_weekly", WEEKS, 1, upstream=("warehouse.orders_daily",))
LTV = planned(
    "marts.customer_ltv",
    LONG_DAYS,
    1,
    Semantics.MERGE,
    reversible=False,
    irreversible_because="merged rows cannot be told from older ones",
    self_dependent=True,
    upstream=("warehouse.orders_daily",),
    estimate=UNKNOWN,
    write=WriteFacts(
        semantics=stated(Semantics.MERGE),
        boundary=stated("partition"),
        reversible=stated(value=False),
        concurrent_writers=stated(Writers.COORDINATED),
        match_keys=stated(("customer_id", "day")),
    ),
    rollback=Rollback(irreversible=stated("merged rows cannot be told from older ones")),
)
TAX = planned("finance.tax_monthly", MONTH, 2, upstream=("marts.revenue_weekly",))

GATES = (
    Gate(
        GateId("merge-duplicates"),
        GateKind.BLOCKING,
        open=True,
        about="marts.customer_ltv",
        question=Phrase(
            "`{dataset}` is merged on `{keys}`, but what happens when one run brings two rows for "
            "a key?",
            dataset="marts.customer_ltv",
            keys=("customer_id", "day"),
        ),
        remedy=Phrase("add `duplicate_sources` under `write` in the request"),
        topic="merge-duplicates",
    ),
    Gate(
        GateId("unresolved-ml-churn"),
        GateKind.WAIVABLE,
        open=True,
        about="ml.churn_features",
        question=Phrase(
            "`{dataset}` {because}. Which of its partitions go stale?",
            dataset="ml.churn_features",
            because=Phrase(
                "reads `{name}` in a window nobody has stated", name="marts.customer_ltv"
            ),
        ),
        remedy=Phrase("state `reads` in the catalog"),
        topic="unresolved-lineage",
    ),
    *(
        Gate(
            GateId(name),
            GateKind.ATTEST,
            open=True,
            about="",
            question=question,
            remedy=Phrase("look, then attest it"),
            topic=name,
            lapses_with_head=name != "snapshot-restorable",
        )
        for name, question in (
            (
                "dry-run-reviewed",
                Phrase("Has the dry run been looked at, and does it show this scope?"),
            ),
            ("baselines-recorded", Phrase("Are the baselines of all planned partitions recorded?")),
            ("snapshot-restorable", Phrase("Has somebody restored from the snapshot to try it?")),
        )
    ),
    Gate(
        GateId("source-retention"),
        GateKind.WAIVABLE,
        open=False,
        about="raw.orders",
        question=Phrase("Does every source still have what is read?"),
        remedy="",
        topic="source-retention",
        answer=Phrase("everything this plan reads is still there on {day}", day="2026-04-10"),
    ),
)

REQUEST = Request(
    name=RequestName("orders-tax-fix"),
    place=Place(PATH, 1),
    roots=(
        Root(
            DatasetName("warehouse.orders_daily"),
            TimeRange(
                "2026-03-01",
                "2026-03-14",
                Place(PATH, 8),
                Place(PATH, 9),
                Place(PATH, 10),
                time_zone=stated(NEW_YORK),
                horizon=dt.date(2026, 3, 31),
            ),
            Place(PATH, 7),
        ),
    ),
    fingerprint="f" * 64,
    intent=Intent.EXECUTE,
    reason=stated("Tax was added twice for EU orders after the March release."),
    root_cause=stated("known"),
    code=Code(
        bad=stated("6f1c0d2"), fixed=stated("head"), config=stated({"fx_rates": "2026-03-14"})
    ),
    retention=RunRetention(
        run_by=stated(dt.date(2026, 4, 10)), latest_safe_completion=stated(dt.date(2026, 4, 20))
    ),
    resources=Resources(batch_size=stated(7), max_parallelism=stated(2)),
    validation=ORDERS.facts.validation,
    monitoring=Monitoring(stated("@acme/data-oncall"), stated("15m"), UNKNOWN),
    stop_conditions=stated(("the tax total differs from the ledger by more than 0.1 %",)),
    rollback=ORDERS.facts.rollback,
)


def stale(dataset: PlannedDataset) -> Stale:
    flows = tuple(Flow(e.upstream, e.reads, dataset.partitions) for e in dataset.facts.upstream)
    return Stale(
        dataset=dataset.name,
        partitions=dataset.partitions,
        wave=dataset.wave,
        because=() if dataset.is_root else flows,
        is_root=dataset.is_root,
        self_dependent=dataset.self_dependent,
        may_be_more=False,
        unbounded=False,
        open_beginning=False,
    )


def plan_over(datasets: Sequence[PlannedDataset], **more: Any) -> Plan:
    """A plan that rewrites these datasets, with everything else as the keyword arguments say."""
    waves = sorted({dataset.wave for dataset in datasets})
    named = tuple(tuple(d.name for d in datasets if d.wave == wave) for wave in waves)
    lines = tuple(
        ScopeLine(d.semantics, d.name, d.partitions, d.command) for d in datasets if d.semantics
    )
    cascade = more.pop("cascade", Cascade())
    known = {dataset.name: dataset.facts for dataset in datasets} | more.pop("beside", {})
    values: dict[str, Any] = {
        "request": REQUEST,
        "commit": HEAD,
        "lineage": Lineage(
            datasets=known,
            sources=(SourceRead(".backfill/catalog.yaml", "catalog", HEAD, len(known)),),
            differences=more.pop("differences", ()),
        ),
        "cascade": replace(
            cascade, stale={dataset.name: stale(dataset) for dataset in datasets}, waves=named
        ),
        "datasets": tuple(datasets),
        "waves": named,
        "mappings": (),
        "batches": batches(datasets),
        "controls": (),
        "retention": (),
        "estimates": Estimates(41_200_000, 139_000_000_000, 300.0, 150.0, (), len(datasets)),
        "clashes": (),
        "scope": Scope(lines, "head"),
        "digest": DIGEST,
        "assumptions": (),
    }
    return Plan(**values | more)


def batches(datasets: Sequence[PlannedDataset], size: int = 7) -> tuple[Batch, ...]:
    made: list[Batch] = []
    for dataset in datasets:
        for piece in sets.split(dataset.partitions, size):
            kind = "batch" if made else "canary"
            because = "" if made else "the smallest part that shows the fault."
            count = sets.count(piece) or 0
            made.append(
                Batch(
                    len(made) + 1,
                    kind,
                    dataset.name,
                    dataset.wave,
                    piece,
                    count,
                    dataset.self_dependent,
                    because,
                )
            )
    return tuple(made)


def the_example() -> Plan:
    """The plan of the four datasets that everybody sketches with."""
    churn = DatasetName("ml.churn_features")
    legacy = DatasetName("marts.legacy_report")
    board = DatasetName("tableau/tax-board")
    return plan_over(
        (ORDERS, LTV, REVENUE, TAX),
        cascade=Cascade(
            unresolved=(
                Unresolved(
                    churn,
                    (ORDERS.name, LTV.name, churn),
                    Phrase("reads `{name}` in a window nobody has stated", name=LTV.name),
                    (DatasetName("ml.churn_scores"), DatasetName("ml.churn_report")),
                ),
            ),
            left_stale=(LeftStale(legacy, "retired on 2026-04-01", DAYS, ()),),
            consumers=(board,),
            references=((ORDERS.name, DatasetName("dim.customer")),),
            sources=(SourceWindow(DatasetName("raw.orders"), ORDERS.name, Window(), DAYS.spans),),
        ),
        beside={
            legacy: Dataset(legacy, upstream=(Edge(ORDERS.name, Window()),)),
            churn: Dataset(churn, upstream=(Edge(LTV.name, Reads.UNKNOWN),)),
            board: Dataset(board, kind=Kind.CONSUMER, upstream=(Edge(TAX.name, Window()),)),
        },
        mappings=(
            PartitionMapping(
                ORDERS.name,
                REVENUE.name,
                Phrase(
                    "the {unit} {key} is rewritten whole; it reads {keys}, outside the range",
                    unit=Phrase("week"),
                    key="2026-02-23",
                    keys=("2026-02-23..2026-02-28",),
                ),
            ),
        ),
        controls=(Control(ORDERS.name, "2026-02-27", outside=True),),
        retention=(
            RetentionCheck(
                DatasetName("raw.orders"), (ORDERS.name,), "2026-03-01", "2026-03-14", "2025-03-06"
            ),
        ),
        estimates=Estimates(41_200_000, 139_000_000_000, 300.0, 150.0, (LTV.name,), 4),
        clashes=(
            ScheduleClash(
                ORDERS.name,
                Phrase(
                    "its run of {time} on {date} ({zone}) writes {key}, as this plan does",
                    time="06:00",
                    date="2026-03-15",
                    zone=NEW_YORK,
                    key="2026-03-14",
                ),
            ),
        ),
        differences=(Difference(REVENUE.name, "write.reversible", "false", "true"),),
        assumptions=(
            Phrase(
                "`{reader}` looks `{upstream}` up as it is on the day of the run; "
                "earlier contents of it are not restored.",
                reader=ORDERS.name,
                upstream="dim.customer",
            ),
        ),
        gates=GATES,
        as_of=dt.datetime(2026, 4, 1, 9, tzinfo=dt.UTC),
    )
