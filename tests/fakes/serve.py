"""`python -m tests.fakes.serve`: a world on loopback, with a little in it to begin with."""

import argparse
import datetime as dt
import importlib
import json
import sys
from collections.abc import Callable

from tests.fakes.wire import Server
from tests.fakes.world import World


def main(arguments: list[str] | None = None) -> None:
    """Serve until interrupted; the first line on stdout says where, and with which tokens."""
    parser = argparse.ArgumentParser(prog="python -m tests.fakes.serve", description=__doc__)
    parser.add_argument("--port", type=int, default=0, help="0 (the default) picks a free one")
    parser.add_argument(
        "--story",
        default="tests.fakes.serve:small_world",
        help="module:function that makes the world to serve",
    )
    chosen = parser.parse_args(arguments)
    module, _, name = chosen.story.partition(":")
    story: Callable[[], World] = getattr(importlib.import_module(module), name)
    world = story()
    server = Server(world, chosen.port)
    world.api = server.url
    sys.stdout.write(json.dumps(_first_line(world, server.url)) + "\n")
    sys.stdout.flush()
    try:
        server.serve_forever(0.1)
    except KeyboardInterrupt:
        server.server_close()


def small_world() -> World:
    """One repository with a pull request, in real time."""
    world = World(dt.datetime.now(dt.UTC), running=True)
    repo = world.repository("octo/pipelines")
    repo.grant("alice", "write")
    repo.open_pull("carol", {"backfills/README.md": "Requests go here.\n"})
    world.install(repo.owner)
    return world


def _first_line(world: World, url: str) -> dict[str, object]:
    repos = list(world.repositories.values())
    return {
        "api_url": url,
        "graphql_url": f"{url}/graphql",
        "app_id": world.bot_app.id,
        "repositories": [repo.full_name for repo in repos],
        "installation_token": world.installation_token(repos[0]) if repos else None,
        "tokens": {
            who.login: world.personal_token(who)
            for who in list(world.accounts.values())
            if who.kind == "User" and who is not world.ghost
        },
    }


if __name__ == "__main__":
    main()
