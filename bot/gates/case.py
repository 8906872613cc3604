"""What a gate looks at: the plan, and the circumstances that no file of the request holds."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.domain.dataset import Dataset
from bot.domain.names import DatasetName
from bot.domain.plan import OpenRequest, Plan, PlannedDataset
from bot.domain.request import Request
from bot.settings import Limits


@dataclass(frozen=True, slots=True)
class Circumstances:
    """Everything beside the plan that a gate may depend on."""

    as_of: dt.datetime
    """The moment asked about (`--as-of`; on GitHub the date of its answer); aware."""
    open_requests: tuple[OpenRequest, ...] = ()
    limits: Limits = field(default_factory=Limits)
    procedures: Mapping[str, str] = field(default_factory=dict)
    """Links of the procedures that come first, by name."""
    number: int | None = None
    """The pull request's own number; None on the command line."""
    confirmed: bool = False
    """True where this request has a valid confirmation already."""

    @property
    def today(self) -> dt.date:
        """The date asked about, in UTC."""
        return self.as_of.astimezone(dt.UTC).date()


@dataclass(frozen=True, slots=True)
class Case:
    """One plan under its circumstances."""

    plan: Plan
    circumstances: Circumstances

    @property
    def request(self) -> Request:
        """The request that is planned, redacted."""
        return self.plan.request

    @property
    def datasets(self) -> tuple[PlannedDataset, ...]:
        """The datasets in the scope, in plan order."""
        return self.plan.datasets

    def described(self, name: DatasetName) -> Dataset:
        """What the lineage says of any dataset; an empty description where it says nothing."""
        return self.plan.lineage.datasets.get(name, Dataset(name))
