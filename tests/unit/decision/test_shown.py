"""Which comments of the bot's show the current revision, and since when."""

from bot.decision.decision import Shown
from bot.decision.shown import shown
from bot.domain.names import RequestName, ScopeDigest
from bot.domain.pull_request import PullRequest
from tests.unit.decision.pulls import (
    BOT,
    MALLORY,
    OTHER,
    a_comment,
    a_plan_comment,
    a_pull,
    at,
    edited_by,
)

NAME = RequestName("orders-tax-fix")
ONE = ScopeDigest("sha256:one")


def seen(pull: PullRequest, distrusted: frozenset[int] = frozenset()) -> Shown:
    return shown(pull, NAME, ONE, distrusted)


def test_a_plan_is_shown_since_its_comment_was_posted() -> None:
    comment = a_plan_comment(5)
    assert seen(a_pull(comment)) == Shown((comment,), True, (), at(5))
    assert seen(a_pull(comment)).since == at(5)


def test_a_plan_in_two_parts_is_shown_when_both_stand_since_the_later() -> None:
    first, second = a_plan_comment(5, parts=2), a_plan_comment(6, part=2, parts=2)
    assert seen(a_pull(first)).since is None
    assert seen(a_pull(first, second)).since == at(6)


def test_a_marker_in_anybody_elses_comment_is_nothing() -> None:
    forged = a_plan_comment(5, author=MALLORY, mine=False)
    assert seen(a_pull(forged)) == Shown()


def test_a_push_back_to_an_older_commit_shows_the_older_plan_no_longer() -> None:
    before, between = a_plan_comment(5), a_plan_comment(6, head=OTHER, is_minimized=False)
    assert seen(a_pull(before, between)) == Shown((), False, (before, between), at(5))
    again = a_plan_comment(7)
    assert seen(a_pull(before, between, again)).since == at(7)


def test_a_plan_that_was_hidden_or_deleted_shows_nothing_and_is_posted_again() -> None:
    assert seen(a_pull(a_plan_comment(5, is_minimized=True))).since is None
    assert seen(a_pull()).since is None


def test_a_plan_that_somebody_changed_shows_nothing() -> None:
    changed = a_plan_comment(5, edited=edited_by(MALLORY))
    assert seen(a_pull(changed), frozenset({5})) == Shown((), False, (changed,), None)


def test_the_same_digest_at_a_new_head_is_known_since_it_was_first_shown() -> None:
    old, new = a_plan_comment(5, head=OTHER), a_plan_comment(9)
    assert seen(a_pull(old, new)).digest_since == at(5)


def test_another_digest_between_breaks_the_run() -> None:
    old = a_plan_comment(5)
    between = a_plan_comment(6, head=OTHER, digest="sha256:two")
    new = a_plan_comment(9)
    assert seen(a_pull(old, between, new)).digest_since == at(9)


def test_an_older_plan_that_somebody_edited_breaks_the_run() -> None:
    old = a_plan_comment(5, head=OTHER, edited=edited_by(MALLORY))
    mine = a_plan_comment(7, head=OTHER, edited=edited_by(BOT))
    assert seen(a_pull(old, a_plan_comment(9))).digest_since == at(9)
    assert seen(a_pull(mine, a_plan_comment(9))).digest_since == at(7)


def test_ordinary_comments_do_not_matter() -> None:
    comment = a_plan_comment(5)
    assert seen(a_pull(a_comment(1, "hello"), comment)).since == at(5)


def test_a_plan_is_shown_anew_after_the_head_was_forced_or_the_base_changed() -> None:
    comment = a_plan_comment(5)
    assert seen(a_pull(comment, turned_at=at(4))).since == at(5)
    assert seen(a_pull(comment, turned_at=at(6))) == Shown((), False, (comment,), at(5))
