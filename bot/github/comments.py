"""Comments written, redrawn, hidden and reacted to; looked for before any is posted again."""

from collections.abc import Mapping, Sequence
from typing import Final

from bot.decision.effects import PostComment
from bot.domain.pull_request import Comment, PullRef
from bot.errors import ConfigurationError, GitHubError, NotFound
from bot.github import seen
from bot.github.applied import Done, Failed, Result
from bot.github.contents import chunks
from bot.github.mutations import Written, document, results
from bot.github.noticed import Noticed, Thread
from bot.github.queries import OWN_COMMENTS
from bot.github.vantage import Vantage

_AT_ONCE: Final = 20
"""Effects in one document."""


def write(at: Vantage, noticed: Noticed, ref: PullRef, effects: Sequence[Written]) -> list[Result]:
    """The results of these effects, in order; one request for every twenty of them.

    Where an answer is lost, the pull request's last comments are read, what is not found there is
    sent once more, and nothing after that.
    """
    found: list[Result] = []
    for batch in chunks(effects, _AT_ONCE):
        try:
            thread = _thread(at, noticed, ref, batch)
        except GitHubError as error:
            found += [Failed.of(effect, error) for effect in batch]
            continue
        first = _sent(at, batch, thread)
        found += _again(at, ref, thread, batch, first)
    return found


def look_at_thread(at: Vantage, noticed: Noticed, ref: PullRef) -> Thread:
    """The conversation read just for writing to it; the last comments only."""
    thread, _ = _read(at, ref)
    noticed.saw_thread(ref, thread)
    return thread


def _thread(
    at: Vantage, noticed: Noticed, ref: PullRef, effects: Sequence[Written]
) -> Thread | None:
    if not any(isinstance(effect, PostComment) for effect in effects):
        return noticed.thread(ref)
    thread = noticed.thread(ref) or look_at_thread(at, noticed, ref)
    if thread.me.id != thread.viewer.id:
        raise WrongAccountError(
            f"the token speaks for {thread.viewer.login}, but the bot's account is said to be "
            f"{thread.me.login}: nothing is posted under the wrong name"
        )
    return thread


class WrongAccountError(GitHubError, ConfigurationError):
    """The token and the settings name two accounts; found only when both have been read."""


def _sent(at: Vantage, effects: Sequence[Written], thread: Thread | None) -> list[Result]:
    made = document(effects, thread.node_id if thread else "")
    try:
        answer = at.client.mutate(made.text, made.variables)
    except GitHubError as error:
        return [Failed.of(effect, error) for effect in effects]
    return list(results(effects, answer.body, answer.errors, answer.headers, at.client.now()))


def _again(
    at: Vantage,
    ref: PullRef,
    thread: Thread | None,
    effects: Sequence[Written],
    first: Sequence[Result],
) -> list[Result]:
    lost = [each for each in first if isinstance(each, Failed) and each.lost]
    if not lost:
        return list(first)
    try:
        posted = _posted(at, ref, thread) if thread else {}
    except GitHubError:
        return list(first)
    settled = [_settled(each, posted) for each in first]
    left = [
        effect
        for effect, each in zip(effects, settled, strict=True)
        if isinstance(each, Failed) and each.lost
    ]
    if not left:
        return settled
    second = iter(_sent(at, left, thread))
    return [next(second) if isinstance(each, Failed) and each.lost else each for each in settled]


def _settled(result: Result, posted: Mapping[str, Comment]) -> Result:
    if isinstance(result, Failed) and result.lost and isinstance(result.effect, PostComment):
        there = posted.get(result.effect.once)
        return Done(result.effect, there.url) if there else result
    return result


def _posted(at: Vantage, ref: PullRef, thread: Thread) -> dict[str, Comment]:
    """Own comments that are newer than what had been seen, by every line of theirs."""
    _, comments = _read(at, ref)
    new = [each for each in comments if each.mine and each.id > thread.newest_comment]
    return {line: each for each in new for line in each.body.splitlines()[:3]}


def _read(at: Vantage, ref: PullRef) -> tuple[Thread, tuple[Comment, ...]]:
    variables = {**at.place, "number": ref.number}
    body = at.client.query(OWN_COMMENTS, variables, spare=seen.EDIT_FIELDS).body
    pull = (body.get("repository") or {}).get("pullRequest")
    if not pull:
        raise NotFound(f"{ref} is not there (yet)")
    viewer = seen.viewer(body.get("viewer"))
    comments = tuple(seen.comment(node, viewer) for node in pull["comments"]["nodes"] if node)
    newest = max((each.id for each in comments), default=0)
    return Thread(str(pull["id"]), viewer, viewer, newest), comments
