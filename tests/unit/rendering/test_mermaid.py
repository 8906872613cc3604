"""The picture is bounded, whole, and no name can break out of its label."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.cascade import Cascade, LeftStale, Unresolved
from bot.domain.names import DatasetName
from bot.domain.plan import Plan
from bot.rendering.language import language
from bot.rendering.mermaid import picture
from tests.plans import DAYS, ORDERS, plan_over, planned, the_example

NODE = re.compile(r'  n\d+(?:\[|\(\[|\[\()"[^"]*"(?:\]|\]\)|\)\]):::[a-z]+')
EDGE = re.compile(r'  n\d+ (?:-->|-\.->)(?:\|"[^"]+"\|)? n\d+')
STYLE = re.compile(r"  classDef [a-z]+ [a-zA-Z0-9:#, -]+")
LABEL = re.compile(r'"([^"]*)"')


def lines_of(plan: Plan) -> list[str]:
    return picture(plan, language("en")).splitlines()


def assert_drawable(plan: Plan) -> None:
    first, *rest = lines_of(plan)
    assert re.fullmatch(r"flowchart (?:LR|TB)", first)
    for line in rest:
        assert NODE.fullmatch(line) or EDGE.fullmatch(line) or STYLE.fullmatch(line), line
    nodes = [line for line in rest if NODE.fullmatch(line)]
    assert len(nodes) <= 120
    assert sum(bool(EDGE.fullmatch(line)) for line in rest) <= 400
    assert len("\n".join(rest)) <= 45_000
    named = {line.split("[")[0].split("(")[0].strip() for line in nodes}
    assert set(re.findall(r"\bn\d+\b", "\n".join(x for x in rest if EDGE.fullmatch(x)))) <= named


def chain(count: int) -> Plan:
    datasets = [ORDERS]
    for at in range(1, count):
        datasets.append(planned(f"t{at}", DAYS, at, upstream=(datasets[-1].name,)))
    return plan_over(datasets)


def fan(count: int) -> Plan:
    names = [DatasetName(f"marts.table_number_{at}") for at in range(count)]
    return plan_over(
        (ORDERS, *(planned(name, DAYS, 1, upstream=(ORDERS.name, *names[:9])) for name in names)),
        cascade=Cascade(
            unresolved=tuple(Unresolved(n, (ORDERS.name, n), "x", ()) for n in names),
            left_stale=tuple(LeftStale(n, None, None, ()) for n in names),
            consumers=tuple(names),
        ),
    )


@pytest.mark.parametrize(
    "plan", [the_example(), chain(2), chain(60), chain(300), fan(59), fan(300)]
)
def test_a_picture_of_any_size_can_be_drawn(plan: Plan) -> None:
    assert_drawable(plan)


@given(st.lists(st.text(min_size=1, max_size=80), min_size=1, max_size=5, unique=True))
def test_no_name_breaks_out_of_its_label(names: list[str]) -> None:
    plan = plan_over([planned(name, DAYS, 0) for name in names])
    assert_drawable(plan)
    for label in LABEL.findall("\n".join(lines_of(plan))):
        assert not set(label.replace("<br/>", "")) & set("\"`<>&|[](){}\\'\n")


def test_up_to_sixty_datasets_each_has_its_node_and_beyond_a_wave_has() -> None:
    assert sum(":::write" in line for line in lines_of(chain(60))) == 60
    assert sum(":::write" in line for line in lines_of(fan(300))) == 2


def test_the_example_is_drawn_with_what_is_unknown_and_excluded() -> None:
    assert lines_of(the_example())[1:16] == [
        '  n0["warehouse.orders_daily<br/>14 days · overwrite"]:::write',
        (
            '  n1["marts.customer_ltv<br/>31 days · merge<br/>oldest first, one at a time<br/>'
            'cannot be undone"]:::lasting'
        ),
        '  n2["marts.revenue_weekly<br/>3 weeks · overwrite"]:::write',
        '  n3["finance.tax_monthly<br/>1 month · overwrite"]:::write',
        '  n4[("raw.orders")]:::source',
        '  n5["ml.churn_features<br/>unresolved<br/>and 2 below it"]:::unknown',
        '  n6["marts.legacy_report<br/>excluded, stays stale"]:::out',
        '  n7(["tableau/tax-board<br/>to be told"]):::told',
        "  n4 --> n0",
        "  n0 --> n1",
        "  n0 --> n2",
        "  n2 --> n3",
        '  n1 -.->|"unknown"| n5',
        '  n0 -.->|"excluded"| n6',
        "  n3 -.-> n7",
    ]


def test_a_plan_of_nothing_has_no_picture() -> None:
    assert picture(plan_over(()), language("en")) == ""
