"""What another request would write, and what it would leave stale."""

from bot.domain.names import RequestName
from bot.domain.place import Place
from bot.domain.request import Exclusion
from bot.partitions import sets
from bot.planning.open_requests import open_request
from tests.builders import (
    MONTHLY,
    ORDERS,
    PATH,
    WEEKLY,
    a_dataset,
    a_request,
    an_orders_lineage,
    reads,
    stated,
)


def test_an_open_request_writes_its_own_cascade_and_leaves_the_rest_stale() -> None:
    churn = a_dataset("ml.churn", reads(WEEKLY, "unknown"))
    model = a_dataset("ml.model", reads("ml.churn"))
    out = Exclusion(MONTHLY, stated("retired"), Place(PATH, 9))
    request = a_request(name=RequestName("other"), exclude=(out,))
    found = open_request(request, an_orders_lineage(churn, model), where="#41", pull=41, order=41)
    assert {name: sets.runs(each) for name, each in found.writes.items()} == {
        ORDERS: ("2026-03-01..2026-03-14",),
        WEEKLY: ("2026-02-23..2026-03-09",),
    }
    assert found.leaves_stale == {MONTHLY, "ml.churn", "ml.model"}
    assert (found.name, found.place, found.status) == ("other", f"{PATH}:1", "requested")
