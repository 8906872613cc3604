"""What every lineage source gives: datasets from the bytes of one file, whatever its kind."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from bot.domain.dataset import Dataset
from bot.domain.names import DatasetName
from bot.domain.place import Mistake


@dataclass(frozen=True, slots=True)
class Facts:
    """What one file says: the datasets that it describes, and what in it cannot be read."""

    datasets: Mapping[DatasetName, Dataset] = field(default_factory=dict)
    """Described ones only; what an edge merely names is no key."""
    mistakes: tuple[Mistake, ...] = ()


ReadSource: TypeAlias = Callable[[str, bytes], Facts]
"""`(path, bytes) -> Facts`; never raises for what the bytes hold, never guesses a fact."""
