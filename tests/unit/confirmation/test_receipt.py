"""What is kept of a verdict."""

import json

from hypothesis import given
from hypothesis import strategies as st

from bot.confirmation.receipt import audit_record, receipt
from bot.confirmation.words import word_of
from bot.domain.confirmation import Accepted
from bot.parsing.marker import Marker, print_marker, read_marker
from bot.parsing.sha import text_sha256
from tests.conversations import (
    ALICE,
    BOB,
    MALLORY,
    a_comment,
    a_gate,
    a_pull,
    block,
    judge,
    reversible_plan,
)
from tests.plans import DIGEST, HEAD

URL = "https://github.test/acme/pipelines/pull/42#issuecomment-1"


def test_a_receipt_survives_a_marker() -> None:
    comment = a_comment(block())
    verdict = judge(comment).verdicts[1]
    assert isinstance(verdict, Accepted)
    fields = receipt(verdict)
    assert fields == {
        "request": "orders-tax-fix",
        "command": "approve",
        "digest": DIGEST,
        "commit": HEAD,
        "code": "head",
        "by": "alice",
        "by_id": 1,
        "said_at": "2026-04-01T10:01:00Z",
        "valid_until": "2026-04-08T10:01:00Z",
        "comment": 1,
        "url": URL,
        "body_sha256": text_sha256(comment.body),
    }
    marker = Marker("reply", fields)
    assert read_marker(print_marker(marker)) == marker


def test_a_refusal_is_recorded_with_everything_that_differs() -> None:
    body = block().replace(
        "overwrite warehouse.orders_daily 2026-03-01", "append warehouse.orders_daily 2026-03-02"
    )
    comment = a_comment(body.replace("marts.revenue_weekly", "marts.revenue"))
    record = audit_record(judge(comment).verdicts[1], a_pull(comment))
    assert record == {
        "pull_request": "acme/pipelines#42",
        "head": HEAD,
        "base": "main",
        "seen_at": "2026-04-01T11:00:00Z",
        "verdict": "WRONG_SCOPE",
        "comment": 1,
        "url": URL,
        "said_at": "2026-04-01T10:01:00Z",
        "body_sha256": text_sha256(comment.body),
        "by": "alice",
        "by_id": 1,
        "command": "approve",
        "request": "orders-tax-fix",
        "detail": "the comment and the plan differ",
        "gates": [],
        "difference": {
            "missing": ["marts.revenue_weekly"],
            "extra": ["marts.revenue"],
            "other_class": [],
            "different": [
                {
                    "dataset": "warehouse.orders_daily",
                    "missing": ["2026-03-01"],
                    "extra": [],
                    "unreadable": [],
                    "semantics": ["overwrite", "append"],
                }
            ],
        },
    }


def test_every_kind_of_verdict_has_a_word_and_a_record_in_json() -> None:
    plan = reversible_plan(gates=(a_gate("consumers-told"),))
    said = (
        ("/backfill attest orders-tax-fix consumers-told", ALICE),
        (block(plan), ALICE),
        ("/backfill status", MALLORY),
        ("/backfill help", MALLORY),
        ("/backfill frob", MALLORY),
        (f"```\n{block(plan)}\n```", BOB),
        ("nice", None),
        (block(plan), MALLORY),
        ("/backfill revoke orders-tax-fix", BOB),
    )
    comments = [a_comment(body, at, by) for at, (body, by) in enumerate(said, 1)]
    found = judge(*comments, plan=plan)
    assert [word_of(verdict) for verdict in found.verdicts.values()] == [
        "REVOKED",
        "GATES_OPEN",
        "ACCEPTED",
        "HELP",
        "HELP",
        "IGNORED",
        "IGNORED",
        "NOT_ALLOWED",
        "ACCEPTED",
    ]
    records = [audit_record(verdict, a_pull(*comments)) for verdict in found.verdicts.values()]
    assert json.loads(json.dumps(records)) == records
    assert records[-1]["revokes"] == [1, 2, 8]


@given(st.text(st.characters(exclude_categories=())))
def test_any_body_has_a_digest(body: str) -> None:
    assert len(text_sha256(body)) == 64
