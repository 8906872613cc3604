"""`/issues/…/comments` and the reactions on them."""

from tests.fakes.answers import Answer, Refused
from tests.fakes.comments import REACTIONS, Comment
from tests.fakes.exchange import Exchange
from tests.fakes.issues import Issue
from tests.fakes.rest import pieces
from tests.fakes.rest.routes import R, route

READS = "issues|pull_requests:read"
WRITES = "issues|pull_requests:write"


def may_speak(call: Exchange, issue: Issue) -> None:
    """Refuse writing into a locked conversation: to apps always, to people without write."""
    if not issue.locked:
        return
    machine = call.caller.kind == "installation"
    if machine or not call.caller.may_moderate(issue.repository):
        raise Refused(403, "Unable to create comment because issue is locked.")


def find_comment(call: Exchange, number: int) -> Comment:
    """The comment of that id in the repository of the path."""
    for issue in list(call.repo.issues.values()):
        for comment in issue.comments:
            if comment.id == number:
                return comment
    raise Refused.not_found()


def may_change(call: Exchange, comment: Comment) -> None:
    """Refuse changing somebody else's comment without the right to."""
    own = comment.author is call.caller.account
    if not own and not call.caller.may_moderate(comment.issue.repository):
        raise Refused(403, "You cannot update this comment.")


@route("GET", R + "/issues/{number}/comments", READS)
def list_comments(call: Exchange) -> Answer:
    """Oldest first."""
    since = call.query.get("since", "")
    shown = [pieces.comment(call, comment) for comment in call.issue.comments]
    return call.page([one for one in shown if one["updated_at"] >= since])


@route("POST", R + "/issues/{number}/comments", WRITES)
def create_comment(call: Exchange) -> Answer:
    """A new comment by the caller."""
    may_speak(call, call.issue)
    comment = call.issue.comment(call.caller.account, _body(call))
    return Answer(201, pieces.comment(call, comment))


@route("GET", R + "/issues/comments/{comment_id}", READS)
def get_comment(call: Exchange) -> Answer:
    """One comment."""
    return Answer(200, pieces.comment(call, _comment(call)))


@route("PATCH", R + "/issues/comments/{comment_id}", WRITES)
def update_comment(call: Exchange) -> Answer:
    """Another text."""
    comment = _comment(call)
    may_change(call, comment)
    comment.edit(_body(call), by=call.caller.account)
    return Answer(200, pieces.comment(call, comment))


@route("DELETE", R + "/issues/comments/{comment_id}", WRITES)
def delete_comment(call: Exchange) -> Answer:
    """A comment gone."""
    comment = _comment(call)
    may_change(call, comment)
    comment.delete(by=call.caller.account)
    return Answer(204)


@route("GET", R + "/issues/comments/{comment_id}/reactions", READS)
def list_reactions(call: Exchange) -> Answer:
    """The reactions, oldest first."""
    return call.page([pieces.reaction(call, one) for one in _comment(call).reactions])


@route("POST", R + "/issues/comments/{comment_id}/reactions", WRITES)
def create_reaction(call: Exchange) -> Answer:
    """201 for a new reaction, 200 for one that was there."""
    comment = _comment(call)
    content = call.json.get("content")
    if content not in REACTIONS:
        raise Refused.invalid("Reaction", "content", "invalid", f"{content} is no reaction")
    before = len(comment.reactions)
    made = comment.react(call.caller.account, content)
    status = 201 if len(comment.reactions) > before else 200
    return Answer(status, pieces.reaction(call, made))


@route("DELETE", R + "/issues/comments/{comment_id}/reactions/{reaction_id}", WRITES)
def delete_reaction(call: Exchange) -> Answer:
    """A reaction gone."""
    comment, number = _comment(call), call.number("reaction_id")
    comment.reactions = [one for one in comment.reactions if one.id != number]
    return Answer(204)


def _comment(call: Exchange) -> Comment:
    return find_comment(call, call.number("comment_id"))


def _body(call: Exchange) -> str:
    body = call.json.get("body")
    if not isinstance(body, str):
        raise Refused.invalid("IssueComment", "body", "missing_field", "body is missing")
    return body
