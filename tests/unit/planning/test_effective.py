"""What a request may say of a dataset, and what it may not make easier."""

from typing import Any

import pytest

from bot.domain.dataset import Dataset, Idempotency, Rollback
from bot.domain.facts import UNKNOWN, Fact, known
from bot.domain.lineage import Lineage
from bot.domain.names import DatasetName
from bot.planning.effective import effective, reversibility
from tests import builders

A = DatasetName("a")


def fact(value: Any) -> Fact[Any]:
    return UNKNOWN if value is None else builders.stated(value)


def planned(lineage: dict[str, Any], request: dict[str, Any]) -> Dataset:
    dataset = Dataset(
        A,
        rollback=Rollback(irreversible=fact(lineage.get("irreversible"))),
        idempotency=Idempotency(repeatable=fact(lineage.get("repeatable"))),
    )
    asked = builders.a_request(
        builders.a_root("a"),
        rollback_of={A: Rollback(irreversible=fact(request.get("irreversible")))},
        idempotency_of={A: Idempotency(repeatable=fact(request.get("repeatable")))},
    )
    known_names = frozenset({A})
    found = Lineage({A: dataset}, on_base=known_names, known=known_names)
    made = effective(A, asked, found)
    assert not reversibility(made, asked, found)[0]
    return made


@pytest.mark.parametrize(
    ("lineage", "request_", "holds"),
    [
        ("the old rows are gone", "none", "the old rows are gone"),
        ("none", "the old rows are gone", "the old rows are gone"),
        ("the old rows are gone", None, "the old rows are gone"),
        (None, "the old rows are gone", "the old rows are gone"),
        (None, None, None),
    ],
)
def test_a_request_makes_nothing_reversible_that_the_lineage_calls_irreversible(
    lineage: str | None, request_: str | None, holds: str | None
) -> None:
    made = planned({"irreversible": lineage}, {"irreversible": request_})
    assert known(made.rollback.irreversible) == holds


@pytest.mark.parametrize(
    ("lineage", "request_", "holds"),
    [(False, True, False), (True, False, False), (True, True, True), (None, True, True)],
)
def test_a_request_makes_nothing_repeatable_that_the_lineage_calls_unrepeatable(
    lineage: object, request_: object, holds: object
) -> None:
    made = planned({"repeatable": lineage}, {"repeatable": request_})
    assert known(made.idempotency.repeatable) is holds
