"""Effects carried out, each call of it failing in turn."""

import pytest

from bot.decision.effects import (
    Annotation,
    Conclusion,
    EditComment,
    Effect,
    MinimizeComment,
    PostComment,
    React,
    Reaction,
    SetGate,
    SetLabels,
)
from bot.domain.place import Place
from bot.domain.pull_request import PullRequest
from bot.github.applied import Done, Failed
from bot.github.credentials import Token
from bot.github.gates import description
from tests import fakes
from tests.unit.github.conftest import Stage

MARKER = '<!-- backfill-bot {"kind":"plan","request":"a"} -->'
PLAN = PostComment(f"{MARKER}\nThe plan.", MARKER)
OTHER_MARKER = '<!-- backfill-bot {"kind":"reply","comment":1} -->'
REPLY = PostComment(f"{OTHER_MARKER}\nNo.", OTHER_MARKER)


def gate(
    seen: PullRequest, conclusion: Conclusion = Conclusion.ACTION_REQUIRED, title: str = "waiting"
) -> SetGate:
    return SetGate(seen.head, conclusion, title, "All of it.")


def bodies(pull: fakes.PullRequest) -> list[str]:
    return [said.body for said in pull.comments_by_bot()]


def test_everything_that_is_said_and_the_gate_take_two_requests(stage: Stage) -> None:
    pull = stage.pull()
    said = pull.comment("alice", "/backfill plan")
    old = pull.comment(stage.world.bot, "an older plan")
    drawn = pull.comment(stage.world.bot, "a state")
    seen = stage.observe(pull)
    stage.world.calls.clear()
    effects: list[Effect] = [
        PLAN,
        REPLY,
        MinimizeComment(old.node_id),
        EditComment(drawn.id, drawn.node_id, "another state"),
        React(said.id, said.node_id, Reaction.THUMBS_UP),
        gate(seen),
    ]
    applied = stage.github.apply(seen.ref, effects)
    assert [type(result) for result in applied.results] == [Done] * 6
    assert applied.failures == ()
    assert bodies(pull) == ["an older plan", "another state", PLAN.body, REPLY.body]
    assert old.minimized is not None
    assert said.reactions_by(stage.world.bot) == {"THUMBS_UP"}
    assert stage.world.calls.cost == 2
    shown = pull.gate()
    assert shown is not None
    assert (shown.kind, shown.state, shown.title) == ("check", "action_required", "waiting")


def test_many_effects_take_a_request_for_every_twenty(stage: Stage) -> None:
    pull = stage.pull()
    seen = stage.observe(pull)
    stage.world.calls.clear()
    posts = [PostComment(f"<!-- {n} -->", f"<!-- {n} -->") for n in range(45)]
    stage.github.apply(seen.ref, posts)
    assert bodies(pull) == [post.body for post in posts]
    assert stage.world.calls.cost == 3


def test_effects_on_a_pull_request_that_was_not_observed(stage: Stage) -> None:
    pull = stage.pull()
    seen = stage.observe(pull)
    stage.restart()
    applied = stage.github.apply(seen.ref, [PLAN, gate(seen)])
    assert applied.failures == ()
    assert bodies(pull) == [PLAN.body]


# -- the gate ------------------------------------------------------------------------------------


def test_a_check_run_is_updated_in_place(stage: Stage) -> None:
    pull = stage.pull()
    stage.github.apply(stage.ref(pull), [gate(stage.observe(pull))])
    seen = stage.observe(pull)
    assert seen.gate is not None
    assert (seen.gate.conclusion, seen.gate.title, seen.gate.mine) == (
        "action_required",
        "waiting",
        True,
    )
    stage.github.apply(seen.ref, [gate(seen, Conclusion.SUCCESS, "confirmed")])
    assert len(stage.repo.check_runs) == 1
    shown = pull.gate()
    assert shown is not None
    assert (shown.state, shown.title) == ("success", "confirmed")


def test_annotations_come_fifty_at_a_time_and_never_pile_up(stage: Stage) -> None:
    pull = stage.pull()
    notes = tuple(Annotation(Place("a.yaml", line), f"mistake {line}") for line in range(1, 121))
    seen = stage.observe(pull)
    invalid = SetGate(seen.head, Conclusion.FAILURE, "invalid", "120 mistakes", notes)
    stage.world.calls.clear()
    stage.github.apply(seen.ref, [invalid])
    assert stage.world.calls.cost == 3
    shown = pull.gate()
    assert shown is not None
    assert [note["message"] for note in shown.annotations] == [note.message for note in notes]
    seen = stage.observe(pull)
    stage.github.apply(seen.ref, [gate(seen)])
    later = pull.gate()
    assert later is not None
    assert (later.state, later.annotations) == ("action_required", ())


@pytest.mark.parametrize(
    ("conclusion", "state"),
    [
        (Conclusion.SUCCESS, "success"),
        (Conclusion.ACTION_REQUIRED, "pending"),
        (Conclusion.FAILURE, "failure"),
    ],
)
def test_a_persons_token_writes_a_status(
    person_stage: Stage, conclusion: Conclusion, state: str
) -> None:
    pull = person_stage.pull()
    seen = person_stage.observe(pull)
    assert person_stage.github.apply(seen.ref, [gate(seen, conclusion, "x" * 200)]).failures == ()
    shown = pull.gate()
    assert shown is not None
    assert (shown.kind, shown.state, shown.title) == ("status", state, "x" * 139 + "…")
    again = person_stage.observe(pull)
    assert again.gate is not None
    assert (again.gate.conclusion, again.gate.has_summary) == (conclusion.value, False)


def test_a_status_that_says_so_already_is_not_written_again(person_stage: Stage) -> None:
    pull = person_stage.pull()
    seen = person_stage.observe(pull)
    person_stage.github.apply(seen.ref, [gate(seen)])
    person_stage.restart()
    again = person_stage.observe(pull)
    person_stage.world.calls.clear()
    assert person_stage.github.apply(again.ref, [gate(again)]).failures == ()
    assert person_stage.world.calls.cost == 0


def test_a_status_by_somebody_else_is_not_ours(person_stage: Stage) -> None:
    pull = person_stage.pull()
    seen = person_stage.observe(pull)
    person_stage.github.apply(seen.ref, [gate(seen)])
    other = Stage(
        person_stage.world,
        person_stage.repo,
        Token(person_stage.world.personal_token("alice")),
    )
    forged = other.observe(pull)
    other.github.apply(forged.ref, [gate(forged, Conclusion.SUCCESS, "forged")])
    now = person_stage.observe(pull)
    assert now.gate is not None
    assert (now.gate.mine, now.gate.conclusion) == (False, "success")
    person_stage.github.apply(now.ref, [gate(now)])
    shown = pull.gate()
    assert shown is not None
    assert (shown.state, shown.title) == ("pending", "waiting")


def test_a_description_fits_a_status() -> None:
    assert description("a\nb  c") == "a b c"
    assert description("\N{PARTY POPPER} done") == "\N{REPLACEMENT CHARACTER} done"
    assert description("ü" * 140) == "ü" * 140
    assert len(description("ü" * 141)) == 140


def test_the_kind_of_gate_is_never_found_out_by_trying(stage: Stage) -> None:
    pull = stage.pull()
    seen = stage.observe(pull)
    stage.world.faults.on(fakes.ServerError(403), "check-runs")
    stage.world.calls.clear()
    applied = stage.github.apply(seen.ref, [gate(seen)])
    assert len(applied.failures) == 1
    assert not [call for call in stage.world.calls if "statuses" in call.path]


def test_a_check_run_of_another_app_is_left_alone(stage: Stage) -> None:
    pull = stage.pull()
    actions = Stage(
        stage.world,
        stage.repo,
        Token(stage.world.github_token(stage.repo)),
    )
    theirs = actions.observe(pull)
    actions.github.apply(theirs.ref, [gate(theirs, Conclusion.SUCCESS, "theirs")])
    seen = stage.observe(pull)
    assert seen.gate is not None
    assert not seen.gate.mine
    stage.github.apply(seen.ref, [gate(seen)])
    assert [(run.title, run.conclusion) for run in stage.repo.check_runs] == [
        ("theirs", "success"),
        ("waiting", "action_required"),
    ]
    assert stage.observe(pull).gate is not None
    assert stage.observe(pull).gate.mine  # type: ignore[union-attr]


# -- labels --------------------------------------------------------------------------------------


def test_own_labels_are_set_and_others_left_alone(stage: Stage) -> None:
    pull = stage.pull()
    seen = stage.observe(pull)
    stage.github.apply(seen.ref, [SetLabels(("backfill: waiting",))])
    pull.labels.append("urgent")
    seen = stage.observe(pull)
    assert seen.labels == {"backfill: waiting"}
    stage.github.apply(seen.ref, [SetLabels(("backfill: confirmed",))])
    assert sorted(pull.labels) == ["backfill: confirmed", "urgent"]


# -- what can be lost ----------------------------------------------------------------------------


def test_a_locked_conversation_still_gets_its_gate_and_the_gate_says_why(stage: Stage) -> None:
    pull = stage.pull()
    seen = stage.observe(pull)
    pull.lock()
    applied = stage.github.apply(seen.ref, [PLAN, gate(seen)])
    assert [type(result) for result in applied.results] == [Failed, Done]
    assert "PostComment" in applied.failures[0]
    shown = pull.gate()
    assert shown is not None
    assert shown.state == "action_required"
    assert shown.title == "waiting (a comment could not be posted)"
    assert "could not be posted" in (shown.summary or "")


def test_a_full_conversation_still_gets_its_gate(stage: Stage) -> None:
    pull = stage.pull()
    with stage.world.clock.held():
        for number in range(2_500):
            pull.comment("alice", f"{number}")
    seen = stage.observe(pull)
    assert len(seen.comments) == 2_500
    assert seen.incomplete == ()
    applied = stage.github.apply(seen.ref, [PLAN, gate(seen)])
    assert len(applied.failures) == 1
    assert pull.gate() is not None


def test_a_read_only_token_writes_nothing_and_says_so(stage: Stage) -> None:
    pull = stage.pull(fork=True)
    rights = {"contents": "read", "pull_requests": "read"}
    reader = Stage(
        stage.world,
        stage.repo,
        Token(stage.world.github_token(stage.repo, rights)),
    )
    seen = reader.observe(pull)
    applied = reader.github.apply(seen.ref, [PLAN, gate(seen)])
    assert len(applied.failures) == 2
    assert bodies(pull) == []


def test_a_reaction_is_best_effort(stage: Stage) -> None:
    pull = stage.pull()
    said = pull.comment("alice", "/backfill plan")
    seen = stage.observe(pull)
    said.delete("alice")
    effects: list[Effect] = [React(said.id, said.node_id, Reaction.EYES), PLAN, gate(seen)]
    applied = stage.github.apply(seen.ref, effects)
    assert [type(result) for result in applied.results] == [Failed, Done, Done]
    assert applied.failures == ()


def test_a_secondary_limit_on_comments_still_sets_the_gate(stage: Stage) -> None:
    pull = stage.pull()
    seen = stage.observe(pull)
    stage.world.faults.on(fakes.SecondaryLimit(90), "/graphql")
    applied = stage.github.apply(seen.ref, [PLAN, gate(seen)])
    assert applied.seconds == 90
    shown = pull.gate()
    assert shown is not None
    assert shown.state == "action_required"


def test_nothing_is_posted_under_the_wrong_name(stage: Stage) -> None:
    stage.repo.push(
        "main", {".github/backfill-bot.yml": "version: backfill-bot/v1\nbot: ci[bot]\n"}
    )
    stage.world.other_bot("ci[bot]")
    pull = stage.pull()
    seen = stage.observe(pull)
    assert seen.me.login == "ci[bot]"
    applied = stage.github.apply(seen.ref, [PLAN])
    assert "wrong name" in applied.failures[0]
    assert bodies(pull) == []


@pytest.mark.parametrize("fault", fakes.EVERY, ids=repr)
@pytest.mark.parametrize("call", [1, 2, 3, 4])
def test_no_fault_doubles_a_comment_or_loses_the_gate_in_silence(
    stage: Stage, fault: fakes.Fault, call: int
) -> None:
    pull = stage.pull()
    seen = stage.observe(pull)
    stage.world.faults.at(call, fault)
    applied = stage.github.apply(seen.ref, [PLAN, REPLY, gate(seen)])
    stage.world.faults.clear()
    posted = bodies(pull)
    assert len(posted) == len(set(posted))
    shown = pull.gate()
    assert (shown is not None and shown.state == "action_required") or applied.failures
    assert (posted == [PLAN.body, REPLY.body]) or applied.failures


@pytest.mark.parametrize("fault", fakes.EVERY, ids=repr)
def test_two_faults_in_a_row_double_no_comment(stage: Stage, fault: fakes.Fault) -> None:
    pull = stage.pull()
    seen = stage.observe(pull)
    stage.world.faults.at(1, fakes.Timeout(after=True))
    stage.world.faults.at(2, fault)
    stage.github.apply(seen.ref, [PLAN, REPLY])
    assert bodies(pull) == [PLAN.body, REPLY.body]


def test_the_same_revision_is_posted_again_after_it_was_hidden(stage: Stage) -> None:
    pull = stage.pull()
    pull.comment(stage.world.bot, PLAN.body).minimize(stage.world.bot)
    seen = stage.observe(pull)
    stage.world.faults.at(1, fakes.Timeout())
    stage.github.apply(seen.ref, [PLAN])
    assert bodies(pull) == [PLAN.body, PLAN.body]


def test_a_check_run_that_says_so_already_is_not_written_again(stage: Stage) -> None:
    pull = stage.pull()
    seen = stage.observe(pull)
    long = SetGate(seen.head, Conclusion.ACTION_REQUIRED, "t" * 300, "s" * 70_000)
    assert stage.github.apply(seen.ref, [long]).failures == ()
    again = stage.observe(pull)
    stage.world.calls.clear()
    assert stage.github.apply(again.ref, [long]).failures == ()
    assert stage.world.calls.cost == 0
