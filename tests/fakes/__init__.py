"""GitHub as a small world of state: a story is told to it, then what came of it is read off.

    world = World()
    repo = world.repository("octo/pipelines", {"README.md": "# Pipelines\\n"})
    alice = world.person("alice")
    repo.grant(alice, "write")
    pull = repo.open_pull(author="carol", files={"backfills/a.backfill.yaml": "…"})
    repo.push(pull, files={"backfills/a.backfill.yaml": "…"})       # the head moves on
    said = pull.comment(alice, "/backfill plan")
    ... the bot runs ...
    pull.comments_by_bot()      # what it said, oldest first (body, minimized, edits, reactions)
    said.reactions_by(world.bot)   # {"EYES", "THUMBS_UP"}
    pull.gate()                 # the newest check run or status named `backfill`, or None

**The bot's way in**, whichever suits:

    with connected(world):      # everything that `requests`, so PyGithub, sends to world.api
    with served(world) as url:  # the same on http://127.0.0.1:<port>; GraphQL at url + "/graphql"
    world.handle(method, url, headers, body) -> (status, headers, body)
    python -m tests.fakes.serve --port 0 [--story module:function]    # prints addresses and tokens

The prefix `/api/v3` with `/api/graphql` (Enterprise Server) works as well: set
`world.api = "https://ghe.example/api/v3"`.

**Tokens**: `world.installation_token(repo, permissions=None)` (the world's own App, whose account
is `world.bot`), `world.github_token(repo, permissions=None)` (`github-actions[bot]`; a fork's:
`{"contents": "read", "pull_requests": "read"}`), `world.personal_token(alice)`. As an App:
`world.bot_app.id`, `world.bot_app.private_key_pem`, after `world.install(repo.owner)`. Where it
speaks as somebody else, say so: `world.bot = world.actions.account`.

**What happens to things**: `pull.push/force_push/retarget/retitle/close/reopen/ready/set_draft/
merge/lock`, `comment.edit/touch/minimize/unminimize/delete/react`, `comment.edit_unknown = True`,
`repo.open_pull(fork=True, draft=True, base=…, by=(author, committer))`,
`repo.open_pull_from(author, branch)`, `repo.push("main", {...})`, `repo.branch(name)`,
`repo.merge_group(pull)`,
`world.delete_account/rename_account/delete_repository`, `world.team("acme", "data", alice)`.
Files: text, bytes, `None` (removed), `Moved("old")`, `Copied("old")`, `Symlink("target")`,
`Submodule(sha)`, `Executable(text)`.

**Time**: `world.clock.now`, `.forward(hours=25)`, `.set(moment)`, `with world.clock.held():` (all
in one second). People take a second for whatever they do, machines none. `World(start=…)` and
`World(running=True)` for real time. JWTs are held against real time, tokens against the world's.

**Verdicts of others**: `repo.check(sha, "success", app="other-app")`, `repo.status(sha, "pending",
by="alice")`; `world.app("other-app")`, `world.installation_token(repo, app=…)`.

**Webhooks**: everything that happens puts a signed delivery into `world.outbox` (`.take()`,
`.last("issue_comment")`, `.ping(repo)`, `.about_check_run("rerequested", run, repo, alice)`);
`delivery.headers(secret)`, `.body`, `.payload`, `.event`, `.send(url)`.

**Cost and faults**: `world.calls` (`.reads`, `.writes`, `.cost`, `.story()`, `.clear()`);
`world.faults.at(3, Timeout(after=True))` lets the third call from now go wrong,
`world.faults.on(ServerError(), "POST /repos")` those that match; `EVERY` holds one of each.
`world.quota.limit`, `world.quota.content_per_minute`.

It must never import the bot, count on the order of calls, or answer what GitHub would not: the
tests in `tests/contract` hold it to GitHub's own descriptions.
"""

from tests.fakes.accounts import Account, App, Team
from tests.fakes.checks import Gate
from tests.fakes.comments import Comment
from tests.fakes.deliveries import SECRET, Delivery
from tests.fakes.faults import (
    EVERY,
    Dropped,
    Fault,
    NotYet,
    PartialGraphQL,
    PrimaryLimit,
    Reset,
    SecondaryLimit,
    ServerError,
    Timeout,
    TruncatedJson,
)
from tests.fakes.git import Copied, Executable, Moved, Submodule, Symlink
from tests.fakes.pulls import PullRequest
from tests.fakes.repository import Repository
from tests.fakes.wire import connected, served
from tests.fakes.world import World

__all__ = [
    "EVERY",
    "SECRET",
    "Account",
    "App",
    "Comment",
    "Copied",
    "Delivery",
    "Dropped",
    "Executable",
    "Fault",
    "Gate",
    "Moved",
    "NotYet",
    "PartialGraphQL",
    "PrimaryLimit",
    "PullRequest",
    "Repository",
    "Reset",
    "SecondaryLimit",
    "ServerError",
    "Submodule",
    "Symlink",
    "Team",
    "Timeout",
    "TruncatedJson",
    "World",
    "connected",
    "served",
]
