"""The facts that hold for one dataset: what the request says on top of the joined lineage."""

from dataclasses import fields, replace
from typing import Any, TypeVar

from bot.domain.dataset import Dataset, Idempotency, Rollback, Validation, WriteFacts, Writers
from bot.domain.facts import Fact, Unknown, first_stated, known
from bot.domain.lineage import Lineage
from bot.domain.names import DatasetName
from bot.domain.request import Request

EVERYTHING_ELSE = "*"
NOTHING = frozenset({"none", "nothing", "no", "n/a", "-"})
"""Words after `rollback.irreversible` that say: there is nothing of the kind."""

Facts = TypeVar("Facts", WriteFacts, Idempotency, Rollback, Validation)


def effective(name: DatasetName, request: Request, lineage: Lineage) -> Dataset:
    """The dataset as the plan has to take it.

    Field by field (SPEC 2): `write` of the request under the dataset's own name, then the lineage,
    then the request's `*`, which only fills what nobody else said. `idempotency`, `validation` and
    `rollback` of the request under the dataset's name, then the lineage, then the request's own.
    Where the base knows the dataset, the stricter write fact holds (SPEC 3, Trust).
    """
    dataset = lineage.datasets.get(name, Dataset(name))
    own = request.write.get(name, WriteFacts())
    write = _stated(own, dataset.write, request.write.get(EVERYTHING_ELSE, WriteFacts()))
    if name in lineage.on_base:
        write = _stricter(write, own, dataset.write)
    return replace(
        dataset,
        write=write,
        idempotency=_stated(
            request.idempotency_of.get(name, Idempotency()),
            dataset.idempotency,
            request.idempotency,
        ),
        validation=_stated(
            request.validation_of.get(name, Validation()), dataset.validation, request.validation
        ),
        rollback=_stated(
            request.rollback_of.get(name, Rollback()), dataset.rollback, request.rollback
        ),
    )


def reversibility(dataset: Dataset, *, on_base: bool, trusted: Fact[bool]) -> tuple[bool, str]:
    """Whether what is written can be undone, and why not; unknown and untrusted are no."""
    impossible = known(dataset.rollback.irreversible)
    if impossible and impossible.strip().casefold() not in NOTHING:
        return False, impossible
    stated = dataset.write.reversible
    if isinstance(stated, Unknown):
        return False, "nobody has stated that it can be undone"
    if known(stated) is not True:
        return False, "stated as `reversible: false`"
    if on_base and known(trusted) is not True:
        return False, "only the request says that it can be undone, not the target branch"
    return True, ""


def _stated(*sources: Facts) -> Facts:
    """Each field from the first source that says anything of it."""
    first = sources[0]
    chosen: dict[str, Any] = {
        field.name: first_stated(*(getattr(source, field.name) for source in sources))
        for field in fields(first)
    }
    return type(first)(**chosen)


def _stricter(write: WriteFacts, own: WriteFacts, lineage: WriteFacts) -> WriteFacts:
    """The facts with those fields restored in which the request is laxer than the lineage."""
    if known(lineage.reversible) is False:
        write = replace(write, reversible=lineage.reversible)
    if known(lineage.boundary) == "table" and known(own.boundary) != "table":
        write = replace(write, boundary=lineage.boundary)
    if known(lineage.concurrent_writers) is Writers.UNCONTROLLED:
        write = replace(write, concurrent_writers=lineage.concurrent_writers)
    return write
