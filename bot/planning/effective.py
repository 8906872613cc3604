"""The facts that hold for one dataset: what the request says on top of the joined lineage."""

from dataclasses import fields, replace
from typing import Any, TypeVar

from bot.domain.dataset import Dataset, Idempotency, Rollback, Validation, WriteFacts
from bot.domain.facts import UNKNOWN, NotApplicable, first_stated, known
from bot.domain.lineage import Lineage
from bot.domain.names import DatasetName
from bot.domain.phrase import Phrase
from bot.domain.request import Request
from bot.lineage.stricter import (
    cannot_be_undone,
    stricter_idempotency,
    stricter_rollback,
    stricter_write,
)

EVERYTHING_ELSE = "*"
Facts = TypeVar("Facts", WriteFacts, Idempotency, Rollback, Validation)


def effective(name: DatasetName, request: Request, lineage: Lineage) -> Dataset:
    """The dataset as the plan has to take it.

    Field by field (SPEC 2): `write` of the request under the dataset's own name, then the lineage,
    then the request's `*`, which only fills what nobody else said. `idempotency`, `validation` and
    `rollback` of the request under the dataset's name, then the lineage, then the request's own.
    Where the base knows the dataset, the stricter write fact holds (SPEC 3, Trust); what the
    lineage calls irreversible, or not repeatable, stays so whoever says otherwise here.
    """
    dataset = lineage.datasets.get(name, Dataset(name))
    own = request.write.get(name, WriteFacts())
    trusted = name in lineage.on_base
    write = stricter_write(dataset.write, own) if trusted else _stated(own, dataset.write)
    idempotency = request.idempotency_of.get(name, Idempotency())
    rollback = request.rollback_of.get(name, Rollback())
    return replace(
        dataset,
        write=_stated(write, request.write.get(EVERYTHING_ELSE, WriteFacts())),
        idempotency=_stated(
            stricter_idempotency(dataset.idempotency, idempotency), request.idempotency
        ),
        validation=_stated(
            request.validation_of.get(name, Validation()),
            dataset.validation,
            _general_validation(name, request),
        ),
        rollback=_stated(stricter_rollback(dataset.rollback, rollback), request.rollback),
    )


def _general_validation(name: DatasetName, request: Request) -> Validation:
    """The request's own; its control partitions are those of its roots, and of nobody else."""
    if any(root.dataset == name for root in request.roots):
        return request.validation
    return replace(request.validation, control_partitions=UNKNOWN)


def reversibility(facts: Dataset, request: Request, lineage: Lineage) -> tuple[bool, str]:
    """Whether what is written can be undone, and why not; unknown and untrusted are no.

    Of a dataset that the base knows, a `true` counts only if the base says so too.
    """
    impossible = cannot_be_undone(facts.rollback)
    if impossible:
        return False, impossible
    stated = facts.write.reversible
    if isinstance(stated, NotApplicable):
        return False, Phrase("`reversible` is not applicable: {why}", why=stated.why)
    if known(stated) is False:
        return False, Phrase("stated as `reversible: false`")
    trusted = facts.name not in lineage.on_base or _said_on_base(facts.name, lineage)
    if known(stated) is True and trusted:
        return True, ""
    if known(stated) is True or _claimed(facts.name, request):
        return False, Phrase("only this pull request says that it can be undone, not the base")
    return False, Phrase("nobody has stated that it can be undone")


def _said_on_base(name: DatasetName, lineage: Lineage) -> bool:
    """What the joined lineage still calls reversible, the base calls so."""
    return known(lineage.datasets[name].write.reversible) is True


def _claimed(name: DatasetName, request: Request) -> bool:
    own, others = request.write.get(name), request.write.get(EVERYTHING_ELSE)
    return any(facts is not None and known(facts.reversible) is True for facts in (own, others))


def _stated(*sources: Facts) -> Facts:
    """Each field from the first source that says anything of it."""
    first = sources[0]
    chosen: dict[str, Any] = {
        field.name: first_stated(*(getattr(source, field.name) for source in sources))
        for field in fields(first)
    }
    return type(first)(**chosen)
