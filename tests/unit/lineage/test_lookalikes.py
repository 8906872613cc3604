"""Names that a person would take for the same and that are not."""

import pytest

from bot.domain.names import DatasetName
from bot.lineage.lookalikes import look_alikes
from tests import builders

KNOWN = "warehouse.orders_daily"


@pytest.mark.parametrize(
    "name",
    [
        "Warehouse.Orders_Daily",
        '"warehouse"."orders_daily"',
        "`warehouse`.`orders_daily`",
        "[warehouse].[orders_daily]",
        "\N{FULLWIDTH LATIN SMALL LETTER W}arehouse.orders_daily",
        " warehouse.orders_daily ",
        "warehouse.orders_daily\N{RIGHT DOUBLE QUOTATION MARK}",
    ],
)
def test_case_compatibility_forms_and_quotes_make_look_alikes(name: str) -> None:
    lineage = builders.a_lineage(builders.a_dataset(KNOWN))
    assert look_alikes(DatasetName(name), lineage) == (KNOWN,)


@pytest.mark.parametrize("name", [KNOWN, "warehouse.orders_dail", "warehouse_orders_daily", "x"])
def test_the_exact_name_and_quite_another_one_are_none(name: str) -> None:
    lineage = builders.a_lineage(builders.a_dataset(KNOWN))
    assert look_alikes(DatasetName(name), lineage) == ()


def test_a_name_that_the_base_knows_exactly_says_what_it_means() -> None:
    lineage = builders.a_lineage(builders.a_dataset("Orders"), builders.a_dataset("orders"))
    assert look_alikes(DatasetName("orders"), lineage) == ()


def test_a_new_name_is_held_against_the_known_ones() -> None:
    both = (builders.a_dataset("Orders"), builders.a_dataset("orders"))
    lineage = builders.a_lineage(*both, new=["orders"])
    assert look_alikes(DatasetName("orders"), lineage) == ("Orders",)
