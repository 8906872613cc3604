"""What each delivery asks to look at."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.names import CommitSha
from bot.domain.pull_request import PullRef, Repository
from bot.github.events import (
    CheckAsked,
    Grouped,
    Irrelevant,
    Own,
    PullChanged,
    Spoke,
    Sweep,
    read_event,
)

REPOSITORY = Repository("acme", "data")
REF = PullRef(REPOSITORY, 7)
SHA = CommitSha("a" * 40)
OWN = Own(account=500, app=50)
BOT = {"id": 500, "login": "backfill-bot[bot]", "type": "Bot"}
ALICE = {"id": 1, "login": "alice", "type": "User"}
COMMAND = "/backfill status"
MARKED = '<!-- backfill-bot {"kind": "plan"} -->\n- [ ] dry-run-reviewed'


def payload(**more: Any) -> dict[str, Any]:
    return {"repository": {"id": 9, "full_name": "acme/data"}, "sender": ALICE, **more}


def comment(action: str, body: str, **more: Any) -> dict[str, Any]:
    issue = {"number": 7, "pull_request": {"url": "…"}}
    said = {"id": 11, "body": body, "user": more.pop("user", ALICE)}
    return payload(action=action, issue=issue, comment=said, **more)


def pull(action: str, **more: Any) -> dict[str, Any]:
    return payload(action=action, pull_request={"number": 7}, **more)


@pytest.mark.parametrize(
    "action",
    ["opened", "synchronize", "reopened", "closed", "ready_for_review", "converted_to_draft"],
)
def test_a_pull_request_that_changed_is_looked_at(action: str) -> None:
    assert read_event("pull_request", pull(action)) == PullChanged(REF)
    assert read_event("pull_request_target", pull(action)) == PullChanged(REF)


def test_an_edited_description_changes_nothing_but_a_changed_base_does() -> None:
    title = pull("edited", changes={"title": {"from": "x"}})
    base = pull("edited", changes={"base": {"ref": {"from": "main"}}})
    assert isinstance(read_event("pull_request", title), Irrelevant)
    assert read_event("pull_request", base) == PullChanged(REF)


def test_an_edit_that_does_not_say_what_changed_is_looked_at() -> None:
    assert read_event("pull_request", pull("edited")) == PullChanged(REF)


@pytest.mark.parametrize("action", ["labeled", "assigned", "review_requested", "unlabeled"])
def test_what_says_nothing_of_code_is_not_looked_at(action: str) -> None:
    assert isinstance(read_event("pull_request", pull(action)), Irrelevant)


def test_a_command_is_looked_at() -> None:
    assert read_event("issue_comment", comment("created", COMMAND), OWN) == Spoke(REF, 11)


@pytest.mark.parametrize(
    "body", ["the backfill for March looks odd", "", "> /backfill status", "`/backfill status`"]
)
def test_ordinary_talk_is_not(body: str) -> None:
    assert isinstance(read_event("issue_comment", comment("created", body), OWN), Irrelevant)


def test_a_comment_on_an_issue_is_not() -> None:
    made = comment("created", COMMAND)
    made["issue"] = {"number": 7}
    assert isinstance(read_event("issue_comment", made, OWN), Irrelevant)


def test_the_bots_own_comments_and_edits_wake_nobody() -> None:
    created = comment("created", COMMAND, user=BOT, sender=BOT)
    edited = comment("edited", MARKED, user=BOT, sender=BOT)
    assert isinstance(read_event("issue_comment", created, OWN), Irrelevant)
    assert isinstance(read_event("issue_comment", edited, OWN), Irrelevant)


def test_the_app_is_known_by_its_number_where_its_account_is_not() -> None:
    made = comment("created", COMMAND, user=BOT, sender=BOT)
    made["comment"]["performed_via_github_app"] = {"id": 50}
    assert isinstance(read_event("issue_comment", made, Own(app=50)), Irrelevant)


def test_a_person_with_the_bots_name_is_a_person() -> None:
    impostor = {"id": 66, "login": "backfill-bot", "type": "User"}
    made = comment("created", COMMAND, user=impostor, sender=impostor)
    assert read_event("issue_comment", made, OWN) == Spoke(REF, 11)


def test_one_of_ours_edited_or_deleted_by_somebody_is_looked_at() -> None:
    for action in ("edited", "deleted"):
        made = comment(action, MARKED, user=BOT)
        assert read_event("issue_comment", made, OWN) == Spoke(REF, 11)


def test_a_marker_that_was_edited_away_is_looked_at() -> None:
    made = comment("edited", "gone", user=BOT, changes={"body": {"from": MARKED}})
    assert read_event("issue_comment", made, OWN) == Spoke(REF, 11)


def test_a_command_edited_in_or_out_or_deleted_is_looked_at() -> None:
    into = comment("edited", COMMAND, changes={"body": {"from": "hello"}})
    out = comment("edited", "hello", changes={"body": {"from": COMMAND}})
    gone = comment("deleted", COMMAND)
    assert read_event("issue_comment", into, OWN) == Spoke(REF, 11)
    assert read_event("issue_comment", out, OWN) == Spoke(REF, 11)
    assert read_event("issue_comment", gone, OWN) == Spoke(REF, 11)


def test_an_edit_that_does_not_tell_what_was_said_is_looked_at() -> None:
    assert read_event("issue_comment", comment("edited", COMMAND), OWN) == Spoke(REF, 11)
    assert read_event("issue_comment", comment("edited", "hello"), OWN) == Spoke(REF, 11)
    told = comment("edited", "hello", changes={"body": {"from": "hallo"}})
    assert isinstance(read_event("issue_comment", told, OWN), Irrelevant)


def test_a_deleted_account_does_no_harm() -> None:
    made = comment("created", COMMAND, user=None, sender=None)
    assert read_event("issue_comment", made, OWN) == Spoke(REF, 11)


def group(head_ref: str, action: str = "checks_requested") -> dict[str, Any]:
    found = {"head_ref": head_ref, "head_sha": "b" * 40, "base_sha": "c" * 40}
    return payload(action=action, merge_group=found)


@pytest.mark.parametrize("base", ["main", "release/1.0", "pr-9-fix"])
def test_a_merge_group_names_its_pull_request(base: str) -> None:
    found = read_event("merge_group", group(f"refs/heads/gh-readonly-queue/{base}/pr-7-{'d' * 40}"))
    assert found == Grouped(REF, CommitSha("b" * 40), CommitSha("c" * 40))


def test_a_merge_group_that_ended_or_names_none_is_not_looked_at() -> None:
    destroyed = group(f"refs/heads/gh-readonly-queue/main/pr-7-{'d' * 40}", "destroyed")
    assert isinstance(read_event("merge_group", destroyed), Irrelevant)
    assert isinstance(read_event("merge_group", group("refs/heads/main")), Irrelevant)


def check(action: str, name: str = "backfill", app: int = 50, **more: Any) -> dict[str, Any]:
    run = {
        "name": name,
        "head_sha": SHA,
        "app": {"id": app},
        "pull_requests": [{"number": 7, "base": {"repo": {"id": 9}}}],
    }
    return payload(action=action, check_run=run, **more)


def test_the_gate_asked_for_again_is_looked_at() -> None:
    assert read_event("check_run", check("rerequested"), OWN) == CheckAsked(REPOSITORY, SHA, (REF,))


def test_other_checks_and_our_own_writing_are_not() -> None:
    assert isinstance(read_event("check_run", check("rerequested", "backfill-x"), OWN), Irrelevant)
    assert isinstance(read_event("check_run", check("completed", sender=BOT), OWN), Irrelevant)
    assert isinstance(read_event("check_run", check("completed", app=51), OWN), Irrelevant)
    assert isinstance(read_event("check_run", check("created"), OWN), Irrelevant)


def test_our_check_completed_by_somebody_else_is_looked_at() -> None:
    assert read_event("check_run", check("completed"), OWN) == CheckAsked(REPOSITORY, SHA, (REF,))


def test_a_suite_asked_for_again_is_looked_at_if_it_is_ours() -> None:
    suite = {"head_sha": SHA, "app": {"id": 50}, "pull_requests": []}
    ours = payload(action="rerequested", check_suite=suite)
    theirs = payload(action="rerequested", check_suite={**suite, "app": {"id": 51}})
    assert read_event("check_suite", ours, OWN) == CheckAsked(REPOSITORY, SHA)
    assert isinstance(read_event("check_suite", theirs, OWN), Irrelevant)


def test_a_status_of_our_name_by_somebody_else_is_looked_at() -> None:
    theirs = payload(context="backfill", sha=SHA, state="success")
    ours = payload(context="backfill", sha=SHA, state="success", sender=BOT)
    other = payload(context="backfill-extra", sha=SHA, state="success")
    assert read_event("status", theirs, OWN) == CheckAsked(REPOSITORY, SHA)
    assert isinstance(read_event("status", ours, OWN), Irrelevant)
    assert isinstance(read_event("status", other, OWN), Irrelevant)


def test_a_schedule_sweeps() -> None:
    assert read_event("schedule", payload(schedule="0 * * * *")) == Sweep(REPOSITORY)


@pytest.mark.parametrize("name", ["push", "star", "ping", "pull_request_review", "issues"])
def test_foreign_events_are_irrelevant(name: str) -> None:
    assert isinstance(read_event(name, payload(action="created")), Irrelevant)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                [
                    "action",
                    "comment",
                    "issue",
                    "pull_request",
                    "repository",
                    "full_name",
                    "number",
                    "id",
                    "body",
                    "user",
                    "sender",
                    "check_run",
                    "name",
                    "app",
                    "merge_group",
                    "changes",
                ]
            ),
            inner,
            max_size=6,
        )
    ),
    max_leaves=30,
)
NAMES = ["pull_request", "issue_comment", "merge_group", "check_run", "check_suite", "status"]


@given(st.sampled_from(NAMES), st.dictionaries(st.text(max_size=12), JSON) | JSON)
def test_no_payload_whatever_raises(name: str, found: Any) -> None:
    read_event(name, found if isinstance(found, dict) else {"comment": found}, OWN)


@pytest.mark.parametrize(
    "full_name",
    [
        "acme",
        "acme/",
        "/data",
        "acme/data/../x",
        "acme/da\u0000ta",
        "acme/da ta",
        "a\n/b",
        "\uff41/b",
        "/",
    ],
)
def test_a_name_that_is_none_goes_nowhere(full_name: str) -> None:
    odd = {**pull("opened"), "repository": {"full_name": full_name}}
    assert isinstance(read_event("pull_request", odd), Irrelevant)


@pytest.mark.parametrize("number", [0, -1, True, 1 << 60, "7", 7.0, None, [7]])
def test_a_number_that_is_none_goes_nowhere(number: Any) -> None:
    odd = payload(action="opened", pull_request={"number": number})
    assert isinstance(read_event("pull_request", odd), Irrelevant)


@pytest.mark.parametrize("number", [float("inf"), "11", None, 0])
def test_a_comment_that_is_none_goes_nowhere(number: Any) -> None:
    odd = comment("created", COMMAND)
    odd["comment"]["id"] = number
    assert isinstance(read_event("issue_comment", odd, OWN), Irrelevant)


@pytest.mark.parametrize("sha", ["", "main", "A" * 40, "a" * 41, "a" * 39 + "\n", None, 7])
def test_a_commit_that_is_none_goes_nowhere(sha: Any) -> None:
    odd = payload(context="backfill", sha=sha)
    assert isinstance(read_event("status", odd, OWN), Irrelevant)
    again = check("rerequested")
    again["check_run"]["head_sha"] = sha
    assert isinstance(read_event("check_run", again, OWN), Irrelevant)
