"""`/issues` and `/labels`."""

from tests.fakes.answers import Answer, Refused
from tests.fakes.comments import REACTIONS, Reaction
from tests.fakes.exchange import Exchange
from tests.fakes.rest import pieces
from tests.fakes.rest.comments import READS, WRITES
from tests.fakes.rest.routes import R, route


@route("GET", R + "/issues/{number}", READS)
def get_issue(call: Exchange) -> Answer:
    """One issue or pull request."""
    return Answer(200, pieces.issue(call, call.issue))


@route("GET", R + "/issues", READS)
def list_issues(call: Exchange) -> Answer:
    """Issues and pull requests, newest first."""
    state = call.query.get("state", "open")
    found = [one for one in list(call.repo.issues.values()) if state in {"all", one.state}]
    return call.page([pieces.issue(call, one) for one in reversed(found)])


@route("GET", R + "/issues/{number}/reactions", READS)
def list_reactions(call: Exchange) -> Answer:
    """The reactions on the description."""
    return call.page([pieces.reaction(call, one) for one in call.issue.reactions])


@route("POST", R + "/issues/{number}/reactions", WRITES)
def create_reaction(call: Exchange) -> Answer:
    """A reaction on the description."""
    content = call.json.get("content")
    if content not in REACTIONS:
        raise Refused.invalid("Reaction", "content", "invalid", f"{content} is no reaction")
    world, who = call.world, call.caller.account
    made = Reaction(world.next_id("reaction"), who, REACTIONS[content], world.clock.now)
    call.issue.reactions.append(made)
    return Answer(201, pieces.reaction(call, made))


@route("GET", R + "/issues/{number}/labels", READS)
def list_labels(call: Exchange) -> Answer:
    """The labels of one conversation."""
    return call.page([pieces.label(call, call.repo, name) for name in call.issue.labels])


@route("POST", R + "/issues/{number}/labels", WRITES)
def add_labels(call: Exchange) -> Answer:
    """More labels; unknown ones are made."""
    return _set_labels(call, [*call.issue.labels, *_names(call)])


@route("PUT", R + "/issues/{number}/labels", WRITES)
def replace_labels(call: Exchange) -> Answer:
    """Exactly these labels."""
    return _set_labels(call, _names(call))


@route("DELETE", R + "/issues/{number}/labels", WRITES)
def remove_labels(call: Exchange) -> Answer:
    """No labels."""
    call.issue.set_labels([], by=call.caller.account)
    return Answer(204)


@route("DELETE", R + "/issues/{number}/labels/{name}", WRITES)
def remove_label(call: Exchange) -> Answer:
    """One label less; 404 where it is not there."""
    if call.params["name"] not in call.issue.labels:
        raise Refused(404, "Label does not exist")
    return _set_labels(call, [name for name in call.issue.labels if name != call.params["name"]])


@route("GET", R + "/labels", READS)
def list_repository_labels(call: Exchange) -> Answer:
    """The labels that the repository knows."""
    return call.page([pieces.label(call, call.repo, name) for name in call.repo.labels])


@route("POST", R + "/labels", WRITES)
def create_label(call: Exchange) -> Answer:
    """A label; 422 where it is there."""
    name = call.json["name"]
    if name in call.repo.labels:
        raise Refused.invalid("Label", "name", "already_exists", "already exists")
    call.repo.labels[name] = call.json.get("color", "ededed")
    return Answer(201, pieces.label(call, call.repo, name))


@route("GET", R + "/labels/{name}", READS)
def get_label(call: Exchange) -> Answer:
    """One label."""
    if call.params["name"] not in call.repo.labels:
        raise Refused.not_found()
    return Answer(200, pieces.label(call, call.repo, call.params["name"]))


def _names(call: Exchange) -> list[str]:
    value = call.value
    names = value if isinstance(value, list) else value.get("labels", [])
    return [name if isinstance(name, str) else name["name"] for name in names]


def _set_labels(call: Exchange, names: list[str]) -> Answer:
    call.issue.set_labels(names, by=call.caller.account)
    return Answer(200, [pieces.label(call, call.repo, name) for name in call.issue.labels])
