"""Everybody is answered once, and nobody in a flood."""

from collections.abc import Mapping

from bot.decision.answers import answers as answers_for
from bot.decision.decision import Answer
from bot.decision.effects import Reaction
from bot.domain.confirmation import Helped, Ignored, Reason, Refused, Verdict
from bot.domain.pull_request import Comment, PullRequest
from bot.domain.spoken import Fenced, Misspoken
from bot.parsing.marker import Marker, print_marker
from bot.settings import TimeToLive
from tests.unit.decision.pulls import BOT, CAROL, MALLORY, a_comment, a_pull


def answers(pull: PullRequest, verdicts: Mapping[int, Verdict]) -> tuple[Answer, ...]:
    return answers_for(pull, verdicts, TimeToLive())


def refused(comment: Comment, reason: Reason = Reason.NOT_ALLOWED) -> Refused:
    return Refused(comment, reason, "because")


def helped(comment: Comment) -> Helped:
    return Helped(comment, Misspoken("no such verb", 1, 1, comment.body))


def a_reply(number: int, to: int, verdict: str) -> Comment:
    body = print_marker(Marker("reply", {"comment": to, "verdict": verdict})) + "\nwords"
    return a_comment(number, body, author=BOT, mine=True)


def test_a_refusal_gets_a_thumb_and_words() -> None:
    said = a_comment(1, "/backfill approve x")
    verdict = refused(said)
    assert answers(a_pull(said), {1: verdict}) == (
        Answer(said, verdict, Reaction.THUMBS_DOWN, reply=True),
    )


def test_what_was_answered_is_not_answered_again() -> None:
    said = a_comment(1, "/backfill approve x")
    assert answers(a_pull(said, a_reply(2, 1, "NOT_ALLOWED")), {1: refused(said)}) == ()


def test_ordinary_talk_gets_nothing() -> None:
    said = a_comment(1, "looks odd")
    assert answers(a_pull(said), {1: Ignored(said)}) == ()


def test_a_fence_left_around_the_block_gets_a_hint_and_no_thumb() -> None:
    said = a_comment(1, "```\n/backfill approve x\n```")
    verdict = Helped(said, Fenced())
    assert answers(a_pull(said), {1: verdict}) == (Answer(said, verdict, None, reply=True),)


def test_a_person_gets_one_reply_an_hour_then_a_reaction() -> None:
    first, second = a_comment(10, "/backfill x"), a_comment(12, "/backfill y")
    pull = a_pull(first, a_reply(11, 10, "HELP"), second)
    assert answers(pull, {10: helped(first), 12: helped(second)}) == (
        Answer(second, helped(second), Reaction.THUMBS_DOWN, reply=False),
    )


def test_a_reaction_is_answer_enough_once_it_stands() -> None:
    first = a_comment(10, "/backfill x")
    second = a_comment(12, "/backfill y", reactions=frozenset({"THUMBS_DOWN"}))
    pull = a_pull(first, a_reply(11, 10, "HELP"), second)
    assert answers(pull, {10: helped(first), 12: helped(second)}) == ()


def test_another_person_is_still_answered_in_words() -> None:
    first = a_comment(10, "/backfill x", author=MALLORY)
    second = a_comment(12, "/backfill y", author=CAROL)
    pull = a_pull(first, a_reply(11, 10, "HELP"), second)
    assert answers(pull, {10: helped(first), 12: helped(second)})[0].reply


def test_a_scope_that_is_wrong_is_explained_every_time() -> None:
    first, second = a_comment(10, "/backfill x"), a_comment(12, "/backfill approve y")
    wrong = refused(second, Reason.WRONG_SCOPE)
    pull = a_pull(first, a_reply(11, 10, "HELP"), second)
    assert answers(pull, {10: helped(first), 12: wrong})[0].reply


def test_who_was_accepted_is_told_once_that_it_ran_out() -> None:
    said = a_comment(1, "/backfill approve x")
    verdict = refused(said, Reason.EXPIRED)
    accepted = a_reply(2, 1, "ACCEPTED")
    assert answers(a_pull(said, accepted), {1: verdict}) == (
        Answer(said, verdict, None, reply=True, lapsed=True),
    )
    told = a_reply(3, 1, "EXPIRED")
    assert answers(a_pull(said, accepted, told), {1: verdict}) == ()
    assert answers(a_pull(said, accepted, is_open=False), {1: verdict}) == ()
