"""One valid truth of each kind, every part of it overridable by keyword; append only.

Facts are given as plain values (`semantics="overwrite"`) and become known ones; None leaves them
unknown. Names are those of the running example: orders, taxed twice, from 1 to 14 March.
"""

import datetime as dt
from collections.abc import Iterable, Mapping
from typing import Any

from bot.domain.dataset import (
    DataRetention,
    Dataset,
    Edge,
    Estimate,
    Grain,
    Idempotency,
    Partitioning,
    Period,
    Reading,
    Reads,
    Rollback,
    Semantics,
    Validation,
    Window,
    WriteFacts,
    Writers,
)
from bot.domain.facts import UNKNOWN, Fact, Known, NotApplicable, Origin, Unknown
from bot.domain.lineage import Lineage
from bot.domain.names import CommitSha, DatasetName, RequestName
from bot.domain.place import Place
from bot.domain.plan import Plan
from bot.domain.request import (
    Code,
    Intent,
    ListRange,
    Monitoring,
    Request,
    Resources,
    Root,
    RunRetention,
    TimeRange,
    WholeRange,
)
from bot.gates.checklist import Circumstances, checked
from bot.planning.build import plan_of

COMMIT = CommitSha("4f0c1b7de9a2467c8d1f0e5a3b9c6d2e8f7a1b40")
ORDERS = DatasetName("warehouse.orders_daily")
NEW_YORK = "America/New_York"
PATH = "backfills/orders.backfill.yaml"
STATED = Origin("request", f"{PATH}:1")
KEYS = {
    Grain.HOUR: "%Y-%m-%d-%H",
    Grain.DAY: "%Y-%m-%d",
    Grain.WEEK: "%Y-%m-%d",
    Grain.MONTH: "%Y-%m",
    Grain.QUARTER: "%Y-%m-%d",
    Grain.YEAR: "%Y",
}


def stated(value: Any, origin: Origin = STATED) -> Any:
    """A known fact; None is unknown, and what is a fact already stays one."""
    if value is None:
        return UNKNOWN
    return value if isinstance(value, Known | Unknown | NotApplicable) else Known(value, origin)


def facts_of(kind: type[Any], given: Mapping[str, Any], **defaults: Any) -> Any:
    """A dataclass of facts from plain values."""
    return kind(**{name: stated(value) for name, value in {**defaults, **given}.items()})


def a_calendar(by: str = "day", zone: str = NEW_YORK, **over: Any) -> Partitioning:
    """A calendar with the grain's default key; `first` is 2023-01-01 where time is cut."""
    grain = Grain(by)
    if grain in {Grain.LIST, Grain.NONE}:
        return Partitioning(grain, **over)
    return Partitioning(grain, zone, **{"key": KEYS[grain], "first": dt.date(2023, 1, 1), **over})


def some_writing(**over: Any) -> WriteFacts:
    """An overwrite by partition that can be undone, with nobody else writing."""
    words = {"semantics": Semantics, "concurrent_writers": Writers}
    given = {
        name: words[name](value) if name in words and isinstance(value, str) else value
        for name, value in over.items()
    }
    written: WriteFacts = facts_of(
        WriteFacts,
        given,
        semantics=Semantics.OVERWRITE,
        boundary="partition",
        reversible=True,
        concurrent_writers=Writers.PAUSED,
    )
    return written


def reads(upstream: str, reading: Reading | str = "window") -> Edge:
    """An edge: `window`, any word of `Reads`, or a reading."""
    if reading == "window":
        reading = Window()
    return Edge(
        DatasetName(upstream), Reads(reading) if isinstance(reading, str) else reading, "catalog"
    )


def looking_back(days: int) -> Window:
    """A window that begins so many days earlier."""
    return Window(lookback=Period(days=days))


def a_dataset(name: str = ORDERS, *upstream: Edge, **over: Any) -> Dataset:
    """A daily table in New York, known in full and written by overwrite."""
    given = {
        "grain": "one row per order and business day",
        "key": ("order_id", "order_date"),
        "owner": "@acme/orders",
        "partitioning": a_calendar(),
        "estimate": Estimate(rows=1_200_000, bytes=4_100_000_000, minutes=6),
        **over,
    }
    facts = ("grain", "key", "owner", "partitioning", "retention", "estimate", "schedule")
    return Dataset(
        DatasetName(name),
        upstream=tuple(upstream),
        **{
            "write": some_writing(),
            **{key: stated(value) if key in facts else value for key, value in given.items()},
        },
    )


def a_lineage(*datasets: Dataset, new: Iterable[str] = (), **over: Any) -> Lineage:
    """A lineage that the base knows whole, but for `new`; names that edges name are in it too."""
    found = {each.name: each for each in datasets}
    named = {edge.upstream for each in datasets for edge in each.upstream} - found.keys()
    found.update({name: Dataset(name, upstream_stated=False) for name in sorted(named)})
    return Lineage(
        datasets=found,
        **{
            "on_base": frozenset(found) - frozenset(map(DatasetName, new)),
            "known": frozenset(each.name for each in datasets),
            **over,
        },
    )


def a_root(
    dataset: str = ORDERS, start: str = "2026-03-01", end: str = "2026-03-14", **over: Any
) -> Root:
    """A root over dates, both inclusive; `values=(…)` of a list, `table=True` for a whole table."""
    place = Place(PATH, 4)
    if over.get("values"):
        return Root(DatasetName(dataset), ListRange(over["values"], place), place)
    if over.get("table"):
        return Root(DatasetName(dataset), WholeRange(place), place)
    zone: Fact[str] = stated(over.pop("zone", None))
    asked = TimeRange(start, end, place, place, place, time_zone=zone, **over)
    return Root(DatasetName(dataset), asked, place)


def a_request(*roots: Root, **over: Any) -> Request:
    """A request that leaves nothing open: every input is stated."""
    code = facts_of(
        Code, over.pop("code", {}), bad="6f1c0d2", fixed="head", config={"fx_rates": "2026-03-14"},
        schema={"orders": "v7"},
    )  # fmt: skip
    retention = facts_of(
        RunRetention, over.pop("retention", {}), run_by=dt.date(2026, 4, 10),
        latest_safe_completion=dt.date(2026, 4, 20), late_arrival="P3D", metadata="90 days",
        logs="90 days", snapshots="30 days",
    )  # fmt: skip
    resources = facts_of(
        Resources, over.pop("resources", {}), batch_size=7, max_parallelism=2,
        rate_limit="one query at a time", overlapping_work="none", cost="about 20 USD",
    )  # fmt: skip
    validation = facts_of(
        Validation, over.pop("validation", {}), control_partitions=("2026-02-27",),
        checks=("tax reconciles with the ledger",), tolerance="1 %",
        decided_by="@acme/finance-data", acceptance="the ledger balances",
    )  # fmt: skip
    rollback = facts_of(
        Rollback, over.pop("rollback", {}), artifact="snapshot orders_daily@2026-04-01",
        owner="@acme/data-oncall", trigger="any invariant fails", check="row counts as before",
        time_limit="2h",
    )  # fmt: skip
    idempotency = facts_of(
        Idempotency, over.pop("idempotency", {}), repeatable=True, retries="twice",
        partial_completion="the batch is run again",
    )  # fmt: skip
    monitoring = facts_of(
        Monitoring, over.pop("monitoring", {}), owner="@acme/data-oncall", every="15m",
        evidence="the ticket",
    )  # fmt: skip
    return Request(
        **{
            "name": RequestName("orders-tax-fix"),
            "place": Place(PATH, 1),
            "roots": roots or (a_root(),),
            "fingerprint": "0" * 64,
            "intent": Intent.EXECUTE,
            "reason": stated("Tax was added twice for EU orders after the March release."),
            "root_cause": stated("known"),
            "code": code,
            "retention": retention,
            "resources": resources,
            "validation": validation,
            "rollback": rollback,
            "idempotency": idempotency,
            "monitoring": monitoring,
            "stop_conditions": stated(("refunds are missing",)),
            **over,
        }
    )


RAW = DatasetName("raw.orders")
WEEKLY = DatasetName("marts.revenue_weekly")
MONTHLY = DatasetName("finance.tax_monthly")
NOW = dt.datetime(2026, 4, 1, 9, 0, tzinfo=dt.UTC)


def an_orders_lineage(*more: Dataset, **over: Any) -> Lineage:
    """Raw orders, kept 400 days; daily orders; weekly revenue and monthly tax of them."""
    return a_lineage(
        a_dataset(RAW, retention=DataRetention(days=400)),
        a_dataset(ORDERS, reads(RAW)),
        a_dataset(WEEKLY, reads(ORDERS), partitioning=a_calendar("week")),
        a_dataset(MONTHLY, reads(ORDERS), partitioning=a_calendar("month")),
        *more,
        **over,
    )


def a_plan(
    request: Request | None = None, lineage: Lineage | None = None, **circumstances: Any
) -> Plan:
    """A checked plan, as of 1 April 2026; everything stated, so that only people are missing."""
    plan = plan_of(request or a_request(), lineage or an_orders_lineage(), COMMIT)
    return checked(plan, Circumstances(**{"as_of": NOW, **circumstances}))
