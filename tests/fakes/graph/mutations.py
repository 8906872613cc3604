"""The fields of GraphQL's `Mutation`: the same acts as REST's writes."""

from collections.abc import Callable
from typing import Any

from tests.fakes.answers import Refused
from tests.fakes.checks import CheckRun
from tests.fakes.comments import Comment, Reaction
from tests.fakes.exchange import Exchange
from tests.fakes.graph import conversations, nodes, verdicts
from tests.fakes.graph.connections import Node
from tests.fakes.graph.errors import GraphRefused
from tests.fakes.issues import Issue
from tests.fakes.repository import Repository
from tests.fakes.rest.checks import needs_app, write_run
from tests.fakes.rest.comments import WRITES, may_change, may_speak

Given = dict[str, Any]


def mutations(call: Exchange) -> Node:
    """What can be done."""
    acts: dict[str, Callable[[Exchange, Given], Node]] = {
        "addComment": _add_comment,
        "updateIssueComment": _update_comment,
        "deleteIssueComment": _delete_comment,
        "minimizeComment": _minimize,
        "unminimizeComment": _unminimize,
        "addReaction": _react,
        "removeReaction": _unreact,
        "addLabelsToLabelable": _add_labels,
        "removeLabelsFromLabelable": _remove_labels,
        "createCheckRun": _create_run,
        "updateCheckRun": _update_run,
    }
    return {name: _field(call, act) for name, act in acts.items()}


def _field(call: Exchange, act: Callable[[Exchange, Given], Node]) -> Callable[..., Node]:
    def resolve(**arguments: Any) -> Node:
        given: Given = arguments["input"]
        return {"clientMutationId": given.get("clientMutationId"), **act(call, given)}

    return resolve


def _add_comment(call: Exchange, given: Given) -> Node:
    issue = _issue(call, given["subjectId"])
    may_speak(call, issue)
    made = issue.comment(call.caller.account, given["body"])
    node = conversations.comment(call, made)
    return {
        "commentEdge": {"node": node, "cursor": made.node_id},
        "subject": nodes.shown(call, issue),
    }


def _update_comment(call: Exchange, given: Given) -> Node:
    comment = _comment(call, given["id"])
    may_change(call, comment)
    comment.edit(given["body"], by=call.caller.account)
    return {"issueComment": conversations.comment(call, comment)}


def _delete_comment(call: Exchange, given: Given) -> Node:
    comment = _comment(call, given["id"])
    may_change(call, comment)
    comment.delete(by=call.caller.account)
    return {}


def _minimize(call: Exchange, given: Given) -> Node:
    comment = _comment(call, given["subjectId"])
    _may_hide(call, comment)
    comment.minimize(call.caller.account, given["classifier"].lower().replace("_", "-"))
    return {"minimizedComment": conversations.comment(call, comment)}


def _unminimize(call: Exchange, given: Given) -> Node:
    comment = _comment(call, given["subjectId"])
    _may_hide(call, comment)
    comment.unminimize()
    return {"unminimizedComment": conversations.comment(call, comment)}


def _react(call: Exchange, given: Given) -> Node:
    subject = _subject(call, given["subjectId"])
    if isinstance(subject, Comment):
        made = subject.react(call.caller.account, given["content"])
    else:
        number, now = call.world.next_id("reaction"), call.world.clock.now
        made = Reaction(number, call.caller.account, given["content"], now)
        subject.reactions.append(made)
    shown = nodes.shown(call, subject)
    groups = shown["reactionGroups"]
    return {
        "reaction": conversations.reaction(call, made),
        "subject": shown,
        "reactionGroups": groups,
    }


def _unreact(call: Exchange, given: Given) -> Node:
    subject = _subject(call, given["subjectId"])
    mine = [
        one
        for one in subject.reactions
        if (one.account, one.content) == (call.caller.account, given["content"])
    ]
    if not mine:
        raise GraphRefused("NOT_FOUND", "Reaction does not exist.")
    subject.reactions.remove(mine[0])
    reaction = conversations.reaction(call, mine[0])
    return {"reaction": reaction, "subject": nodes.shown(call, subject)}


def _add_labels(call: Exchange, given: Given) -> Node:
    issue = _issue(call, given["labelableId"])
    names = _label_names(issue.repository, given["labelIds"])
    issue.set_labels([*issue.labels, *names], by=call.caller.account)
    return {"labelable": nodes.shown(call, issue)}


def _remove_labels(call: Exchange, given: Given) -> Node:
    issue = _issue(call, given["labelableId"])
    names = _label_names(issue.repository, given["labelIds"])
    left = [name for name in issue.labels if name not in names]
    issue.set_labels(left, by=call.caller.account)
    return {"labelable": nodes.shown(call, issue)}


def _create_run(call: Exchange, given: Given) -> Node:
    repo = nodes.find(call, given["repositoryId"])
    if not isinstance(repo, Repository):
        raise GraphRefused("NOT_FOUND", "That is no repository.")
    call.caller.check(repo, "checks:write")
    app = needs_app(call)
    if given["headSha"] not in repo.store.commits:
        raise GraphRefused("UNPROCESSABLE", f"No commit found for SHA: {given['headSha']}")
    suite = repo.suite_of(app, given["headSha"])
    now = call.world.clock.now
    run = CheckRun(call.world.next_id("check_run"), suite, given["name"], now)
    write_run(call, run, _as_rest(given))
    return {"checkRun": verdicts.check_run(call, repo, repo.keep(run))}


def _update_run(call: Exchange, given: Given) -> Node:
    run = nodes.find(call, given["checkRunId"])
    if not isinstance(run, CheckRun) or run.suite.app is not call.caller.app:
        raise GraphRefused("FORBIDDEN", "Check run can only be modified by the GitHub App.")
    repo = next(one for one in list(call.world.repositories.values()) if run in one.check_runs)
    call.caller.check(repo, "checks:write")
    write_run(call, run, _as_rest(given))
    return {"checkRun": verdicts.check_run(call, repo, run)}


def _as_rest(given: Given) -> Given:
    """A check run's input in REST's words."""
    rest: Given = {}
    for name, word in (("detailsUrl", "details_url"), ("externalId", "external_id")):
        if given.get(name) is not None:
            rest[word] = given[name]
    for name in ("status", "conclusion"):
        if given.get(name) is not None:
            rest[name] = given[name].lower()
    output = given.get("output")
    if output is not None:
        annotations = [_annotation(one) for one in output.get("annotations") or []]
        rest["output"] = {**output, "annotations": annotations}
    return rest


def _annotation(given: Given) -> Given:
    place = given["location"]
    rest = {
        "path": given["path"],
        "message": given["message"],
        "annotation_level": given["annotationLevel"].lower(),
        "start_line": place["startLine"],
        "end_line": place["endLine"],
    }
    for name, word in (("startColumn", "start_column"), ("endColumn", "end_column")):
        if place.get(name) is not None:
            rest[word] = place[name]
    return rest | ({"title": given["title"]} if given.get("title") else {})


def _issue(call: Exchange, node_id: str) -> Issue:
    subject = nodes.find(call, node_id)
    if not isinstance(subject, Issue):
        raise GraphRefused("NOT_FOUND", f"'{node_id}' is no conversation.")
    call.caller.check(subject.repository, WRITES)
    return subject


def _comment(call: Exchange, node_id: str) -> Comment:
    subject = nodes.find(call, node_id)
    if not isinstance(subject, Comment):
        raise GraphRefused("NOT_FOUND", f"'{node_id}' is no comment.")
    call.caller.check(subject.issue.repository, WRITES)
    return subject


def _subject(call: Exchange, node_id: str) -> Comment | Issue:
    subject = nodes.find(call, node_id)
    return _comment(call, node_id) if isinstance(subject, Comment) else _issue(call, node_id)


def _may_hide(call: Exchange, comment: Comment) -> None:
    if not call.caller.may_moderate(comment.issue.repository, "triage"):
        raise Refused(403, "Viewer not authorized to minimize this comment.")


def _label_names(repo: Repository, ids: list[str]) -> list[str]:
    known = {conversations.label_id(repo, name): name for name in repo.labels}
    if any(one not in known for one in ids):
        raise GraphRefused(
            "NOT_FOUND", "Could not resolve to a node with the global id of a label."
        )
    return [known[one] for one in ids]
