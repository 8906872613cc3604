"""Pages: `Link` headers of REST, cursors of GraphQL, and what GraphQL refuses."""

from typing import Any

import pytest

from tests import fakes
from tests.unit.fakes.conftest import Caller

PAGE = """query ($before: String) { repository(owner: "octo", name: "pipelines") {
  pullRequest(number: 1) { comments(last: 100, before: $before) {
    totalCount pageInfo { hasPreviousPage startCursor } nodes { body } } } } }"""


@pytest.fixture
def pull(repo: fakes.Repository) -> fakes.PullRequest:
    pull = repo.open_pull("carol", {"b.yaml": "b: 1\n"})
    for number in range(130):
        pull.comment("alice", f"{number}")
    return pull


def comments(bot: Caller, before: str | None = None) -> dict[str, Any]:
    found: dict[str, Any] = bot.ask(PAGE, before=before)["data"]["repository"]["pullRequest"]
    page: dict[str, Any] = found["comments"]
    return page


def test_rest_gives_30_unless_asked_and_100_at_most(bot: Caller, pull: fakes.PullRequest) -> None:
    path = f"/repos/octo/pipelines/issues/{pull.number}/comments"
    assert len(bot.rest("GET", path)[1]) == 30
    assert len(bot.rest("GET", f"{path}?per_page=1000")[1]) == 100


def test_rest_links_to_the_other_pages(bot: Caller, pull: fakes.PullRequest) -> None:
    path = f"/repos/octo/pipelines/issues/{pull.number}/comments"
    links = bot.raw("GET", f"{path}?per_page=50&page=2")[1]["Link"]
    base = f"https://api.github.com{path}?per_page=50"
    assert links == ", ".join(
        f'<{base}&page={page}>; rel="{rel}"'
        for page, rel in ((1, "first"), (1, "prev"), (3, "next"), (3, "last"))
    )


def test_graphql_goes_back_from_the_end(bot: Caller, pull: fakes.PullRequest) -> None:
    newest = comments(bot)
    assert newest["totalCount"] == len(pull.comments)
    assert newest["pageInfo"]["hasPreviousPage"] is True
    oldest = comments(bot, newest["pageInfo"]["startCursor"])
    assert oldest["pageInfo"]["hasPreviousPage"] is False
    assert [one["body"] for one in oldest["nodes"] + newest["nodes"]] == [
        str(n) for n in range(130)
    ]


@pytest.mark.parametrize(
    ("query", "kind"),
    [
        ("comments { totalCount }", "MISSING_PAGINATION_BOUNDARIES"),
        ("comments(first: 101) { totalCount }", "EXCESSIVE_PAGINATION"),
        ('comments(first: 1, after: "x") { totalCount }', "INVALID_CURSOR_ARGUMENTS"),
        (
            """commits(first: 100) { nodes { commit { history(first: 100) { nodes {
            parents(first: 100) { totalCount } } } } } }""",
            "MAX_NODE_LIMIT_EXCEEDED",
        ),
    ],
)
@pytest.mark.usefixtures("pull")
def test_graphql_refuses_what_github_refuses(bot: Caller, query: str, kind: str) -> None:
    place = 'repository(owner: "octo", name: "pipelines") { pullRequest(number: 1) { '
    text = f"query {{ {place} {query} }} }} }}"
    assert bot.ask(text)["errors"][0]["type"] == kind


def test_a_query_that_is_no_graphql_gets_errors_and_no_data(bot: Caller) -> None:
    assert "data" not in bot.ask("query { nonsense }")
    assert "data" not in bot.ask("query {")


def test_text_is_cut_at_512000_bytes(bot: Caller, repo: fakes.Repository) -> None:
    sha = repo.push("main", {"big.yaml": "x" * 733_515, "bin": b"\0", "odd": "é".encode("latin-1")})
    query = """query ($e: String!) { repository(owner: "octo", name: "pipelines") {
      object(expression: $e) { ... on Blob { byteSize isBinary isTruncated text } } } }"""

    def blob(path: str) -> dict[str, Any]:
        found: dict[str, Any] = bot.ask(query, e=f"{sha}:{path}")["data"]["repository"]["object"]
        return found

    big = blob("big.yaml")
    assert (big["byteSize"], big["isTruncated"], len(big["text"])) == (733_515, True, 512_000)
    assert blob("bin") == {"byteSize": 1, "isBinary": True, "isTruncated": False, "text": None}
    assert blob("odd")["text"] == "é"
    assert bot.ask(query, e=f"{sha}:nothing")["data"]["repository"]["object"] is None


def test_the_contents_api_follows_links_and_leaves_out_large_files(
    bot: Caller, repo: fakes.Repository
) -> None:
    repo.push(
        "main", {"big": "x" * 1_048_577, "l": fakes.Symlink("a.yaml"), "gone": fakes.Symlink("?")}
    )
    path = "/repos/octo/pipelines/contents"
    assert bot.rest("GET", f"{path}/big")[1]["encoding"] == "none"
    assert bot.rest("GET", f"{path}/l")[1]["type"] == "file"
    assert bot.rest("GET", f"{path}/gone")[1]["type"] == "symlink"


def test_an_unchanged_answer_is_304(bot: Caller, world: fakes.World) -> None:
    url = f"{world.api}/repos/octo/pipelines"
    headers = {"Authorization": f"token {bot.token}"}
    etag = world.handle("GET", url, headers)[1]["ETag"]
    assert world.handle("GET", url, headers | {"If-None-Match": etag})[0] == 304
