"""The cascade against brute force, on random lineages of up to a dozen datasets."""

import datetime as dt
import random
from collections.abc import Mapping

from hypothesis import given
from hypothesis import strategies as st

from bot.domain.cascade import Cascade
from bot.domain.dataset import (
    TIME_GRAINS,
    Dataset,
    Edge,
    Grain,
    Keys,
    Kind,
    Partitioning,
    Period,
    Reading,
    Reads,
    Window,
    WriteFacts,
)
from bot.domain.facts import UNKNOWN, Known, Origin, known
from bot.domain.lineage import Lineage
from bot.domain.names import DatasetName, RequestName
from bot.domain.partition_set import ListPartitions, PartitionSet, TimePartitions
from bot.domain.place import Place
from bot.domain.request import Exclusion, ListRange, Range, Request, Root, TimeRange, WholeRange
from bot.domain.spans import Spans
from bot.planning.cascade import cascade
from tests.unit.partitions import oracle
from tests.unit.partitions.oracle import NASTY
from tests.unit.partitions.strategies import periods
from tests.unit.partitions.world import WHOLE, Part, World, is_loose

HERE = Place("r.yaml", 1)
STATED = Origin("catalog")
VALUES = ("EU", "US", "APAC", "LATAM")
DAY = dt.timedelta(days=1)
ZONES = sorted(NASTY)


def grain() -> st.SearchStrategy[Grain]:
    often = [Grain.HOUR, Grain.DAY, Grain.DAY, Grain.DAY, Grain.WEEK, Grain.MONTH]
    return st.sampled_from([*often, *sorted(Grain)])


@st.composite
def cut(draw: st.DrawFn, era: dt.date, zones: list[str]) -> Partitioning:
    by = draw(grain())
    if by is Grain.NONE:
        return Partitioning(by)
    if by is Grain.LIST:
        return Partitioning(by, values=VALUES)
    first = era - draw(st.sampled_from([18, 18, 18, 6, 0])) * DAY
    start = draw(st.integers(0, 6)) if by is Grain.WEEK else 0
    return Partitioning(by, draw(st.sampled_from(zones)), "", start, first)


def a_window() -> st.SearchStrategy[Reading]:
    return st.one_of(
        st.just(Window()),
        st.builds(Window, periods(), periods(2)),
        st.builds(Window, periods(9, -3), periods(2, -9)),
    )


def a_loose_window() -> st.SearchStrategy[Reading]:
    lasting = st.builds(
        Period, days=st.integers(0, 6), seconds=st.integers(0, 9).map(lambda n: n * 900)
    )
    return st.one_of(st.just(Window()), st.builds(Window, lasting, lasting))


def reading(*, loose: bool) -> st.SearchStrategy[Reading]:
    names = st.sampled_from(VALUES)
    mapping = st.dictionaries(names, st.lists(names, min_size=1, max_size=2).map(tuple), max_size=4)
    rare = [Reads.CUMULATIVE, Reads.ALL, Reads.REFERENCE, Reads.UNKNOWN]
    windows = a_loose_window() if loose else a_window()
    keys: st.SearchStrategy[Reading] = mapping.map(lambda m: Keys(tuple(m.items())))
    return st.one_of(windows, windows, windows, st.sampled_from(rare), keys)


@st.composite
def dataset(draw: st.DrawFn, at: int, era: dt.date, zones: list[str]) -> Dataset:
    name = DatasetName(f"d{at:02}")
    kind = (
        draw(st.sampled_from([Kind.TABLE] * 6 + [Kind.VIEW, Kind.CONSUMER])) if at else Kind.TABLE
    )
    partitioning = draw(cut(era, zones))
    stated = draw(st.integers(0, 9)) > 0 or not at
    found = Dataset(name, kind, partitioning=Known(partitioning, STATED) if stated else UNKNOWN)
    upstream = draw(st.lists(st.integers(0, at - 1), max_size=3, unique=True)) if at else []
    loose = is_loose(found)
    edges = [Edge(DatasetName(f"d{up:02}"), draw(reading(loose=loose))) for up in upstream]
    if kind is Kind.TABLE and draw(st.integers(0, 5)) == 0:
        own = st.one_of(st.sampled_from([Reads.PREVIOUS, *Reads]), a_window())
        edges.append(Edge(name, draw(own)))
    bound = "table" if draw(st.integers(0, 9)) == 0 else "partition"
    return Dataset(
        name,
        kind,
        partitioning=found.partitioning,
        upstream=tuple(edges),
        write=WriteFacts(boundary=Known(bound, STATED)),
    )


@st.composite
def lineages(draw: st.DrawFn) -> tuple[dt.date, list[Dataset]]:
    oddest = draw(st.sampled_from(ZONES))
    zones = [oddest, oddest, draw(st.sampled_from(ZONES)), "UTC"]
    era = dt.date.fromisoformat(NASTY[oddest])
    number = draw(st.integers(2, 12))
    return era, [draw(dataset(at, era, zones)) for at in range(number)]


def a_range(of: Dataset, era: dt.date, horizon: dt.date, data: st.DataObject) -> Range:
    partitioning = known(of.partitioning)
    assert partitioning is not None
    if partitioning.by is Grain.NONE:
        return WholeRange(HERE)
    if partitioning.by is Grain.LIST:
        values = data.draw(st.lists(st.sampled_from(VALUES), min_size=1, max_size=2, unique=True))
        return ListRange(tuple(values), HERE)
    start = era + data.draw(st.integers(0, 3)) * DAY
    end = start + data.draw(st.integers(0, 2)) * DAY
    return TimeRange(str(start), str(end), HERE, HERE, HERE, horizon=horizon, whole=True)


def asked(root: Root, of: Dataset, world: World) -> set[Part]:
    partitioning = known(of.partitioning)
    assert partitioning is not None
    match root.range:
        case WholeRange():
            return {WHOLE}
        case ListRange(values):
            return set(values)
        case TimeRange(start, end):
            zone = partitioning.time_zone
            low = oracle.midnight(zone, dt.date.fromisoformat(start))
            high = oracle.midnight(zone, dt.date.fromisoformat(end) + DAY)
            return {
                part
                for part in world.parts(of)
                if isinstance(part, tuple) and oracle.meets(part, (low, high))
            }


def shape(partitions: PartitionSet, world: World, of: Dataset) -> set[Part]:
    match partitions:
        case TimePartitions(spans=spans):
            inside = {
                part for part in world.parts(of) if isinstance(part, tuple) and part[0] in spans
            }
            assert Spans.of(inside) == spans
            return set(inside)
        case ListPartitions(keys=keys):
            return set(keys)
        case _:
            return {WHOLE}


@given(lineages(), st.data())
def test_the_cascade_is_what_brute_force_finds(
    drawn: tuple[dt.date, list[Dataset]], data: st.DataObject
) -> None:
    era, datasets = drawn
    horizon = era + data.draw(st.integers(3, 20)) * DAY
    by_name = {each.name: each for each in datasets}
    first = datasets[0]
    zone = known(first.partitioning).time_zone  # type: ignore[union-attr]
    timed = known(first.partitioning).by in TIME_GRAINS  # type: ignore[union-attr]
    end = oracle.midnight(zone, horizon + DAY) if timed else 10**14
    world = World(datasets, era - 20 * DAY, end, era + 40 * DAY)
    root = Root(first.name, a_range(first, era, horizon, data), HERE)
    if not timed and any(runs_on(each) for each in datasets):
        return
    excluded = data.draw(st.sets(st.sampled_from([d.name for d in datasets[1:]]), max_size=1))
    world.excluded = frozenset(excluded)
    seeds = {first.name: asked(root, first, world)}
    world.spread(seeds)
    exclusions = tuple(Exclusion(name, UNKNOWN, HERE) for name in excluded)
    request = Request(RequestName("r"), HERE, (root,), "f", exclude=exclusions)
    names = [*by_name]
    random.Random(data.draw(st.integers(0, 99))).shuffle(names)  # noqa: S311 (an order, no secret)
    found = cascade(request, Lineage({n: by_name[n] for n in names}, known=frozenset(names)))
    compare(found, world, by_name)


def runs_on(dataset: Dataset) -> bool:
    """Might go stale for ever: a root without a calendar states no horizon."""
    cut = known(dataset.partitioning)
    timed = cut is not None and cut.by in TIME_GRAINS
    return timed or dataset.kind is not Kind.TABLE


def compare(
    found: Cascade,
    world: World,
    by_name: Mapping[DatasetName, Dataset],
) -> None:
    tables = {n: s for n, s in world.stale.items() if by_name[n].kind is Kind.TABLE}
    assert {
        name: shape(each.partitions, world, by_name[name]) for name, each in found.stale.items()
    } == tables
    assert set(found.views) == {n for n in world.stale if by_name[n].kind is Kind.VIEW}
    reached = {*world.flows, *world.untold}
    assert set(found.consumers) == {
        reader
        for _, reader in reached
        if by_name[reader].kind is Kind.CONSUMER and reader not in world.excluded
    }
    compare_flows(found, world, by_name)
    compare_waves(found, world, by_name)
    compare_unresolved(found, world, by_name)
    compare_exclusions(found, world, by_name)


def compare_flows(found: Cascade, world: World, by_name: Mapping[DatasetName, Dataset]) -> None:
    for name, each in found.stale.items():
        for flow in each.because:
            if flow.upstream != name:
                part = shape(flow.partitions, world, by_name[name])
                assert part == world.flows[flow.upstream, name]
        assert {flow.upstream for flow in each.because} - {name} == {
            upstream for upstream, reader in world.flows if reader == name
        }


def compare_waves(found: Cascade, world: World, by_name: Mapping[DatasetName, Dataset]) -> None:
    levels: dict[DatasetName, int] = {}
    for dataset in by_name.values():
        if dataset.name in world.stale:
            above = [
                levels[up]
                for up, reader in {*world.flows, *world.untold}
                if reader == dataset.name and up != reader
            ]
            step = 1 if dataset.kind is Kind.TABLE else 0
            levels[dataset.name] = max(above, default=-step) + step
    assert {name: each.wave for name, each in found.stale.items()} == {
        name: levels[name] for name in found.stale
    }
    assert [name for wave in found.waves for name in wave] == [*found.stale]


def below(world: World, names: set[DatasetName]) -> set[DatasetName]:
    reached = set(names)
    for dataset in world.datasets:
        if any(
            edge.upstream in reached - world.excluded and edge.reads is not Reads.REFERENCE
            for edge in dataset.upstream
        ):
            reached.add(dataset.name)
    return reached


def compare_unresolved(
    found: Cascade, world: World, by_name: Mapping[DatasetName, Dataset]
) -> None:
    read = {
        edge.upstream
        for each in by_name.values()
        for edge in each.upstream
        if edge.reads is not Reads.REFERENCE
    }
    entries = {
        reader
        for _, reader in world.untold
        if reader not in world.excluded
        and (by_name[reader].kind is not Kind.CONSUMER or reader in read)
    }
    assert [each.dataset for each in found.unresolved] == sorted(entries)
    resolved = {*world.stale, *found.consumers, *entries, *world.excluded}
    for each in found.unresolved:
        assert set(each.below) == below(world, {each.dataset}) - resolved
        assert each.via[0] == "d00"
        assert each.via[-1] == each.dataset
        steps = set(zip(each.via, each.via[1:], strict=False))
        assert steps <= {*world.flows, *world.untold}
    unclear = below(world, entries)
    for name, stale in found.stale.items():
        assert stale.may_be_more == (name in unclear)


def compare_exclusions(
    found: Cascade, world: World, by_name: Mapping[DatasetName, Dataset]
) -> None:
    assert [each.dataset for each in found.left_stale] == sorted(world.halted)
    for each in found.left_stale:
        stale = world.halted[each.dataset]
        if each.partitions is None:
            assert not stale or is_loose(by_name[each.dataset])
        else:
            assert shape(each.partitions, world, by_name[each.dataset]) == stale
        unsure = any(reader == each.dataset for _, reader in world.untold)
        alone = World(world.datasets, world.first, world.horizon, world.last)
        if stale and not unsure:
            alone.spread({each.dataset: stale})
            unclear = {reader for _, reader in alone.untold}
            told = {r for _, r in alone.flows}
            names = {*alone.stale, *told, *below(alone, unclear)}
        else:
            names = below(alone, {each.dataset})
        assert set(each.below) == names - {each.dataset}
