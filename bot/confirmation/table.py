"""The reasons to refuse a command, in their fixed order; the first that holds is the verdict.

The order goes from what nobody can mend by another comment, over the comment itself and its
author, to what it says. `STALE_COMMIT` comes before `PREDATES_PLAN`, since a comment that was
overtaken by a push is best answered with both SHAs.
"""

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from bot.confirmation.case import Case, Refusal
from bot.confirmation.people import wrong_person
from bot.confirmation.refusals import (
    by_a_bot,
    closed,
    draft,
    edited,
    expired,
    gates_open,
    hidden,
    no_plan,
    other_code,
    other_scope,
    plan_only,
    predates_digest,
    predates_revision,
    refused_before,
    revoked,
    stale_commit,
    unverifiable,
    wrong_base,
)

Check: TypeAlias = Callable[[Case], Refusal | None]


def first_refusal(case: Case, table: Sequence[Check]) -> Refusal | None:
    """The first reason to refuse; None where the command counts."""
    return next((refusal for check in table if (refusal := check(case))), None)


CONFIRMING: Final[tuple[Check, ...]] = (
    by_a_bot,
    closed,
    no_plan,
    plan_only,
    draft,
    wrong_base,
    edited,
    hidden,
    unverifiable,
    wrong_person,
    stale_commit,
    predates_revision,
    other_code,
    other_scope,
    gates_open,
    expired,
    revoked,
    refused_before,
)
"""For `approve` and `confirm`."""

CLEARING: Final[tuple[Check, ...]] = (
    by_a_bot,
    closed,
    no_plan,
    wrong_base,
    edited,
    hidden,
    unverifiable,
    wrong_person,
    predates_digest,
    revoked,
    refused_before,
)
"""For `attest` and `waive`, before the gates that they name are looked up."""

CLEARING_IN_A_BLOCK: Final[tuple[Check, ...]] = (
    by_a_bot,
    closed,
    no_plan,
    wrong_base,
    edited,
    hidden,
    unverifiable,
    wrong_person,
    predates_digest,
    other_code,
    other_scope,
    revoked,
)
"""For the `attest` and `waive` lines of a block, which are judged before the block itself: they
hold where the block is one for this scope, even if its commit is an older one by now."""

EXECUTING: Final[tuple[Check, ...]] = (
    by_a_bot,
    closed,
    no_plan,
    wrong_base,
    edited,
    hidden,
    unverifiable,
    wrong_person,
    predates_digest,
    refused_before,
)
"""For `execute`."""
