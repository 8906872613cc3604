"""Apps: who one is, where one is installed, tokens for it."""

from tests.fakes.accounts import App, Installation
from tests.fakes.answers import Answer, Refused
from tests.fakes.clock import iso
from tests.fakes.exchange import Exchange
from tests.fakes.rest import places, shapes
from tests.fakes.rest.routes import R, route
from tests.fakes.tokens import LEVELS


@route("GET", "/app")
def get_app(call: Exchange) -> Answer:
    """The app of the JWT."""
    return Answer(200, {**shapes.app(call, _app(call)), "installations_count": 1})


@route("GET", "/apps/{slug}")
def get_app_by_slug(call: Exchange) -> Answer:
    """Any app."""
    for one in list(call.world.apps.values()):
        if one.slug == call.params["slug"]:
            return Answer(200, shapes.app(call, one))
    raise Refused.not_found()


@route("GET", "/app/installations")
def list_installations(call: Exchange) -> Answer:
    """Where the app is installed."""
    app = _app(call)
    found = [one for one in list(call.world.installations.values()) if one.app is app]
    return call.page([shapes.installation(call, one) for one in found])


@route("GET", "/app/installations/{installation_id}")
def get_installation(call: Exchange) -> Answer:
    """One installation."""
    return Answer(200, shapes.installation(call, _installation(call)))


@route("GET", R + "/installation")
def get_repository_installation(call: Exchange) -> Answer:
    """The app's installation on a repository."""
    app = _app(call)
    repo = call.world.find_repository(f"{call.params['owner']}/{call.params['repo']}")
    for one in list(call.world.installations.values()):
        if repo is not None and (one.app, one.account) == (app, repo.owner):
            return Answer(200, shapes.installation(call, one))
    raise Refused.not_found()


@route("POST", "/app/installations/{installation_id}/access_tokens")
def create_token(call: Exchange) -> Answer:
    """A token for an hour, for some repositories, with at most the installation's permissions."""
    found = _installation(call)
    if found.suspended:
        raise Refused(403, "This installation has been suspended")
    given = call.json
    wanted = given.get("permissions")
    for name, level in (wanted or {}).items():
        if LEVELS.index(found.permissions.get(name, "none")) < LEVELS.index(level):
            raise Refused(422, "The permissions requested are not granted to this installation.")
    ids = given.get("repository_ids")
    if given.get("repositories"):
        names = [f"{found.account.login}/{name}" for name in given["repositories"]]
        repos = [call.world.find_repository(name) for name in names]
        if None in repos:
            raise Refused(422, "There is at least one repository that does not exist.")
        ids = [repo.id for repo in repos if repo is not None]
    caller = call.world.issue_token(found, wanted, None if ids is None else frozenset(ids))
    assert caller.expires_at is not None
    return Answer(
        201,
        {
            "token": caller.token,
            "expires_at": iso(caller.expires_at),
            "permissions": caller.permissions,
            "repository_selection": "all" if ids is None else "selected",
        },
    )


@route("GET", "/installation/repositories")
def list_repositories(call: Exchange) -> Answer:
    """The repositories that an installation token reaches."""
    if call.caller.kind != "installation":
        raise Refused(403, "You must authenticate with an installation access token")
    found = [one for one in list(call.world.repositories.values()) if call.caller.installed_on(one)]
    return call.page([places.repository(call, one) for one in found], wrap="repositories")


def _app(call: Exchange) -> App:
    if call.caller.kind != "app" or call.caller.app is None:
        raise Refused(401, "A JSON web token could not be decoded")
    return call.caller.app


def _installation(call: Exchange) -> Installation:
    found = call.world.installations.get(call.number("installation_id"))
    if found is None or found.app is not _app(call):
        raise Refused.not_found()
    return found
