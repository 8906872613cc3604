"""Effects on comments as one GraphQL document, and what its answer says of each of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias, assert_never

from bot.decision.effects import EditComment, MinimizeComment, PostComment, React
from bot.errors import GitHubError, GitHubUnreachable
from bot.github.applied import Done, Failed, Result
from bot.github.faults import query_refusal

Written: TypeAlias = PostComment | EditComment | MinimizeComment | React

_POST: Final = "addComment(input: {{subjectId: $subject, body: $body{at}}})"
_EDIT: Final = "updateIssueComment(input: {{id: $id{at}, body: $body{at}}})"
_HIDE: Final = "minimizeComment(input: {{subjectId: $id{at}, classifier: OUTDATED}})"
_REACT: Final = "addReaction(input: {{subjectId: $id{at}, content: $content{at}}})"


@dataclass(frozen=True, slots=True)
class Document:
    """A mutation and its variables; field `e<i>` is the i-th effect."""

    text: str
    variables: Mapping[str, Any]


def document(effects: Sequence[Written], subject: str) -> Document:
    """One mutation for all of these effects, carried out by GitHub in this order."""
    declared: list[str] = []
    fields: list[str] = []
    variables: dict[str, Any] = {}
    if any(isinstance(effect, PostComment) for effect in effects):
        declared.append("$subject: ID!")
        variables["subject"] = subject
    for at, effect in enumerate(effects):
        match effect:
            case PostComment(body=body):
                declared.append(f"$body{at}: String!")
                variables[f"body{at}"] = body
                answer = "{ commentEdge { node { id url } } }"
                fields.append(f"e{at}: {_POST.format(at=at)} {answer}")
            case EditComment(node_id=node, body=body):
                declared += [f"$id{at}: ID!", f"$body{at}: String!"]
                variables |= {f"id{at}": node, f"body{at}": body}
                fields.append(f"e{at}: {_EDIT.format(at=at)} {{ issueComment {{ id }} }}")
            case MinimizeComment(node_id=node):
                declared.append(f"$id{at}: ID!")
                variables[f"id{at}"] = node
                answer = "{ minimizedComment { isMinimized } }"
                fields.append(f"e{at}: {_HIDE.format(at=at)} {answer}")
            case React(node_id=node, reaction=reaction):
                declared += [f"$id{at}: ID!", f"$content{at}: ReactionContent!"]
                variables |= {f"id{at}": node, f"content{at}": reaction.value}
                fields.append(f"e{at}: {_REACT.format(at=at)} {{ reaction {{ content }} }}")
            case _:
                assert_never(effect)
    text = f"mutation Say({', '.join(declared)}) {{\n  " + "\n  ".join(fields) + "\n}\n"
    return Document(text, variables)


def results(
    effects: Sequence[Written],
    answer: Mapping[str, Any],
    errors: Sequence[Any],
    headers: Mapping[str, str],
    now: float,
) -> tuple[Result, ...]:
    """What the answer says of each effect."""
    return tuple(
        _result(effect, answer.get(f"e{at}"), _errors_of(at, errors), headers, now)
        for at, effect in enumerate(effects)
    )


def _result(
    effect: Written, said: Any, errors: Sequence[Any], headers: Mapping[str, str], now: float
) -> Result:
    if said is not None:
        node = (said.get("commentEdge") or {}).get("node") or {}
        return Done(effect, node.get("url"))
    return Failed.of(effect, _why(errors, headers, now))


def _why(errors: Sequence[Any], headers: Mapping[str, str], now: float) -> GitHubError:
    if not errors:
        return GitHubUnreachable("GitHub neither did it nor said why")
    return query_refusal(errors, headers, now)


def _errors_of(at: int, errors: Sequence[Any]) -> list[Any]:
    def first(error: Any) -> object:
        path = error.get("path") if isinstance(error, Mapping) else None
        return path[0] if path else None

    return [error for error in errors if first(error) in (f"e{at}", None)]
