"""What keeps a backfill safe: idempotency, validation, rollback; per request or per dataset."""

from typing import Final

from bot.domain.dataset import Idempotency, Rollback, Validation
from bot.domain.phrase import Phrase
from bot.parsing.inputs import Input, facts_input
from bot.parsing.scalars import Text, Truth
from bot.parsing.shapes import ListOf

IDEMPOTENCY: Final[Input[Idempotency]] = facts_input(
    Idempotency,
    "{repeatable: true, retries: at most 3}",
    repeatable=(Truth(), "Whether running a step twice gives the same result as once."),
    retries=(
        Text(Phrase("how often and when a step is retried")),
        "How often and when a step is retried.",
    ),
    partial_completion=(
        Text(Phrase("what a step that stops half way leaves behind")),
        "What a step that stops half way leaves behind, and how it is taken up again.",
    ),
)

VALIDATION: Final[Input[Validation]] = facts_input(
    Validation,
    '{control_partitions: [2026-02-27], decided_by: "@acme/finance"}',
    control_partitions=(
        ListOf(Text(Phrase("a partition's key")), "[2026-02-27]"),
        "Known-good partitions outside the range that must not change.",
    ),
    checks=(ListOf(Text(Phrase("a check")), "[row counts within 1 % of raw]"), "Checks to run."),
    tolerance=(Text(Phrase("a tolerance")), "How far a result may differ."),
    decided_by=(Text(Phrase("who decides")), "Who decides whether the result is right."),
    acceptance=(Text(Phrase("what acceptance needs")), "What acceptance by the consumers needs."),
)

ROLLBACK: Final[Input[Rollback]] = facts_input(
    Rollback,
    '{artifact: snapshot orders@2026-04-01, owner: "@acme/data-oncall"}',
    artifact=(
        Text(Phrase("what is restored")),
        "What is restored: a snapshot, a copy, time travel.",
    ),
    owner=(Text(Phrase("who rolls back")), "Who rolls back."),
    trigger=(Text(Phrase("what makes it necessary")), "What makes a rollback necessary."),
    sequence=(Text(Phrase("the order")), "In which order, where it is not simply the reverse."),
    check=(Text(Phrase("the check afterwards")), "What is checked afterwards."),
    time_limit=(Text(Phrase("a time limit")), "How long a rollback is possible, or may take."),
    irreversible=(
        Text(Phrase("what cannot be undone")),
        "What cannot be undone, where that is so; moves the dataset to `confirm`.",
    ),
)
