"""The answer that an executor asks for before its first write."""

import json

from bot.confirmation.judge import Judgement
from bot.confirmation.verification import Confirmed, NotConfirmed, verification
from bot.domain.confirmation import Reason
from bot.domain.names import CommitSha, RequestName
from bot.domain.plan import Plan
from bot.domain.pull_request import PullRequest
from bot.domain.scope import Command, Scope
from bot.parsing.sha import text_sha256
from tests.conversations import (
    ALICE,
    BOB,
    OLD,
    a_comment,
    a_gate,
    a_pull,
    block,
    judge,
    mixed_plan,
    was_edited,
)
from tests.plans import DIGEST, HEAD

PLAN = mixed_plan()
APPROVAL = a_comment(block(PLAN), 1, ALICE)
CONFIRMATION = a_comment(block(PLAN, Command.CONFIRM), 2, BOB)
BOTH = (APPROVAL, CONFIRMATION)


def asked(
    *comments: object, plan: Plan = PLAN, commit: str | None = None, request: str = PLAN.name
) -> Confirmed | NotConfirmed:
    said: Judgement = judge(*comments, plan=plan)  # type: ignore[arg-type]
    pull: PullRequest = a_pull(*comments)  # type: ignore[arg-type]
    return verification(pull, said, RequestName(request), CommitSha(commit) if commit else None)


def test_the_confirmed_scope_is_told_whole() -> None:
    found = asked(*BOTH, commit=HEAD)
    url = "https://github.test/acme/pipelines/pull/42#issuecomment-"
    assert found.confirmed
    assert json.loads(json.dumps(found.as_json())) == {
        "confirmed": True,
        "request": "orders-tax-fix",
        "digest": DIGEST,
        "commit": HEAD,
        "code": HEAD,
        "datasets": [
            {
                "dataset": "warehouse.orders_daily",
                "partitions": ["2026-03-01..2026-03-14"],
                "count": 14,
                "write": "overwrite",
                "command": "approve",
            },
            {
                "dataset": "marts.customer_ltv",
                "partitions": ["2026-03-01..2026-03-31"],
                "count": 31,
                "write": "merge",
                "command": "confirm",
            },
        ],
        "confirmations": [
            {
                "command": "approve",
                "by": "alice",
                "by_id": 1,
                "said_at": "2026-04-01T10:01:00Z",
                "valid_until": "2026-04-08T10:01:00Z",
                "comment": 1,
                "url": f"{url}1",
                "body_sha256": text_sha256(APPROVAL.body),
            },
            {
                "command": "confirm",
                "by": "bob",
                "by_id": 2,
                "said_at": "2026-04-01T10:02:00Z",
                "valid_until": "2026-04-02T10:02:00Z",
                "comment": 2,
                "url": f"{url}2",
                "body_sha256": text_sha256(CONFIRMATION.body),
            },
        ],
        "gates": [],
        "valid_until": "2026-04-02T10:02:00Z",
        "pull_request": "acme/pipelines#42",
        "checked_at": "2026-04-01T11:00:00Z",
    }
    assert found.as_text() == "\n".join(
        (
            f"confirmed: orders-tax-fix at {HEAD}",
            f"digest     {DIGEST}",
            f"code       {HEAD}",
            "overwrite warehouse.orders_daily 2026-03-01..2026-03-14",
            "merge marts.customer_ltv 2026-03-01..2026-03-31",
            f"approve by alice at 2026-04-01T10:01:00Z, {url}1",
            f"confirm by bob at 2026-04-01T10:02:00Z, {url}2",
            "valid until 2026-04-02T10:02:00Z",
        )
    )


def test_what_is_about_to_run_has_to_be_what_was_confirmed() -> None:
    for commit, right in ((HEAD.upper(), None), (OLD, Reason.WRONG_CODE)):
        found = asked(*BOTH, commit=commit)
        assert (found.reason if isinstance(found, NotConfirmed) else None) == right


def test_a_fixed_version_of_its_own_is_what_has_to_run() -> None:
    code = "c" * 40
    plan = mixed_plan(scope=Scope(PLAN.scope.lines, code))
    said = (
        a_comment(block(plan), 1, ALICE),
        a_comment(block(plan, Command.CONFIRM), 2, BOB),
    )
    right = {commit: asked(*said, plan=plan, commit=commit).confirmed for commit in (code, HEAD)}
    assert right == {code: True, HEAD: False}
    confirmed = asked(*said, plan=plan)
    assert confirmed.as_json()["code"] == code


def test_the_reason_is_that_of_the_newest_refusal_of_what_is_missing() -> None:
    found = asked(APPROVAL, was_edited(CONFIRMATION, BOB))
    assert isinstance(found, NotConfirmed)
    assert found.reason is Reason.EDITED
    assert found.as_text() == "not confirmed: EDITED: bob edited it at 2026-04-01 10:02:30 UTC"
    assert found.as_json()["confirmed"] is False


def test_where_nobody_has_spoken_it_says_what_is_missing() -> None:
    assert asked(APPROVAL).as_text() == "not confirmed: not confirmed yet: 1 more `confirm`"


def test_open_gates_and_unknown_requests_are_reasons() -> None:
    gated = mixed_plan(gates=(a_gate("consumers-told"),))
    assert asked(plan=gated).as_json()["reason"] == "GATES_OPEN"
    assert asked(*BOTH, request="other-fix").as_json()["reason"] == "NO_PLAN"


def test_a_request_that_only_wants_a_plan_is_not_confirmed() -> None:
    said = judge(*BOTH, plan=PLAN, show={"executing": False})
    found = verification(a_pull(*BOTH), said, PLAN.name, None)
    assert isinstance(found, NotConfirmed)
    assert found.reason is Reason.PLAN_ONLY
