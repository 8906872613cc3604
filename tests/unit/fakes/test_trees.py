"""Objects have git's own ids, and differences are what GitHub lists."""

import subprocess
from pathlib import Path

import pytest

from tests import fakes
from tests.fakes.git import Written
from tests.unit.fakes.conftest import Caller


def test_ids_are_those_of_git(repo: fakes.Repository, tmp_path: Path) -> None:
    files: dict[str, Written] = {
        "a/b.txt": "b\n",
        "a.txt": "a\n",
        "a-b": fakes.Executable("x"),
        "l": fakes.Symlink("a.txt"),
    }
    sha = repo.push("main", files)
    (tmp_path / "a").mkdir()
    (tmp_path / "README.md").write_text("# Pipelines\n")
    (tmp_path / "a.yaml").write_text("a: 1\n")
    (tmp_path / "a/b.txt").write_text("b\n")
    (tmp_path / "a.txt").write_text("a\n")
    (tmp_path / "a-b").write_text("x")
    (tmp_path / "a-b").chmod(0o755)
    (tmp_path / "l").symlink_to("a.txt")

    def git(*words: str) -> str:
        command = ["git", "-c", "init.defaultBranch=main", "-C", str(tmp_path), *words]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()

    git("init", "-q")
    git("add", "-A")
    assert repo.store.commits[sha].tree == git("write-tree")


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ({"b.yaml": "b: 1\n"}, ("b.yaml", "added", None)),
        ({"a.yaml": "a: 2\n"}, ("a.yaml", "modified", None)),
        ({"a.yaml": None}, ("a.yaml", "removed", None)),
        ({"b/a.yaml": fakes.Moved("a.yaml")}, ("b/a.yaml", "renamed", "a.yaml")),
        ({"a.yaml": fakes.Executable("a: 1\n")}, ("a.yaml", "changed", None)),
        ({"a.yaml": fakes.Symlink("README.md")}, ("a.yaml", "changed", None)),
        ({"v": fakes.Submodule("1" * 40)}, ("v", "added", None)),
    ],
)
def test_what_happened_to_a_file(
    repo: fakes.Repository,
    files: dict[str, str | None],
    expected: tuple[str, str, str | None],
) -> None:
    pull = repo.open_pull("carol", files)
    assert [(one.path, one.status, one.previous_path) for one in pull.files()] == [expected]


def test_a_file_moved_and_changed_a_little_is_renamed(repo: fakes.Repository) -> None:
    body = "".join(f"line {number}\n" for number in range(20))
    repo.push("main", {"old.yaml": body})
    pull = repo.open_pull("carol", {"old.yaml": None, "new.yaml": body + "more\n"})
    assert [(one.status, one.previous_path) for one in pull.files()] == [("renamed", "old.yaml")]


def test_a_copy_of_a_file_that_changes_is_copied(repo: fakes.Repository) -> None:
    pull = repo.open_pull("carol", {"b.yaml": fakes.Copied("a.yaml"), "a.yaml": "a: 2\n"})
    assert {one.path: one.status for one in pull.files()} == {
        "a.yaml": "modified",
        "b.yaml": "copied",
    }


def test_the_difference_starts_where_the_branches_parted(repo: fakes.Repository) -> None:
    pull = repo.open_pull("carol", {"b.yaml": "b: 1\n"})
    repo.push("main", {"c.yaml": "c: 1\n"})
    assert [one.path for one in pull.files()] == ["b.yaml"]


def test_of_very_many_files_only_the_first_3000_are_listed(
    repo: fakes.Repository, bot: Caller
) -> None:
    pull = repo.open_pull("carol", {f"many/{n:05}.txt": f"{n}" for n in range(3500)})
    path = f"/repos/octo/pipelines/pulls/{pull.number}"
    assert bot.rest("GET", path)[1]["changed_files"] == 3500
    assert len(bot.rest("GET", f"{path}/files?per_page=100&page=30")[1]) == 100
    assert bot.rest("GET", f"{path}/files?per_page=100&page=31")[1] == []


def test_merging_keeps_what_the_base_got_meanwhile(repo: fakes.Repository) -> None:
    pull = repo.open_pull("carol", {"b.yaml": "b: 1\n"})
    tip = repo.push("main", {"c.yaml": "c: 1\n"})
    merge = pull.merge()
    assert repo.store.commits[merge].parents == (tip, pull.head_sha)
    assert set(repo.store.commits[merge].files) == {"README.md", "a.yaml", "b.yaml", "c.yaml"}
    assert [one.path for one in pull.files()] == ["b.yaml"]


def test_forks_share_objects_and_can_go_away(repo: fakes.Repository, bot: Caller) -> None:
    pull = repo.open_pull("mallory", {"b.yaml": "b: 1\n"}, fork=True)
    assert pull.head_repository is not None
    assert pull.head_repository.full_name == "mallory/pipelines"
    read = f"/repos/octo/pipelines/contents/b.yaml?ref={pull.head_sha}"
    assert bot.rest("GET", read)[0] == 200
    repo.world.delete_repository(pull.head_repository)
    assert bot.rest("GET", f"/repos/octo/pipelines/pulls/{pull.number}")[1]["head"]["repo"] is None
    assert bot.rest("GET", read)[0] == 200


def test_a_push_moves_every_open_pull_request_of_its_branch(repo: fakes.Repository) -> None:
    one = repo.open_pull("carol", {"b.yaml": "b: 1\n"})
    repo.branch("release")
    other = repo.open_pull_from("carol", one.head_ref, base="release")
    sha = one.push({"b.yaml": "b: 2\n"})
    assert (one.head_sha, other.head_sha) == (sha, sha)


def test_a_force_push_back_is_told_by_the_timeline(repo: fakes.Repository, bot: Caller) -> None:
    pull = repo.open_pull("carol", {"b.yaml": "b: 1\n"})
    first = pull.head_sha
    second = pull.push({"b.yaml": "b: 2\n"})
    pull.force_push(first, by="dora")
    query = """query { repository(owner: "octo", name: "pipelines") { pullRequest(number: 1) {
      headRefOid
      timelineItems(last: 5, itemTypes: [HEAD_REF_FORCE_PUSHED_EVENT]) { nodes {
        ... on HeadRefForcePushedEvent {
          actor { login } beforeCommit { oid } afterCommit { oid } } } } } } }"""
    seen = bot.ask(query)["data"]["repository"]["pullRequest"]
    assert seen["headRefOid"] == first
    assert seen["timelineItems"]["nodes"] == [
        {"actor": {"login": "dora"}, "beforeCommit": {"oid": second}, "afterCommit": {"oid": first}}
    ]


def test_the_timeline_tells_what_happened_when(repo: fakes.Repository, bot: Caller) -> None:
    pull = repo.open_pull("carol", {"b.yaml": "b: 1\n"})
    pull.close("alice")
    pull.reopen("alice")
    pull.comment("bob", "hi").delete(by="alice")
    pull.merge("alice")
    query = """query { repository(owner: "octo", name: "pipelines") { pullRequest(number: 1) {
      timelineItems(first: 10) { nodes { __typename
        ... on ReopenedEvent { createdAt }
        ... on CommentDeletedEvent { deletedCommentAuthor { login } } } } } } }"""
    told = bot.ask(query)["data"]["repository"]["pullRequest"]["timelineItems"]["nodes"]
    assert [one["__typename"] for one in told] == [
        "ClosedEvent",
        "ReopenedEvent",
        "CommentDeletedEvent",
        "MergedEvent",
        "ClosedEvent",
    ]
    assert told[2]["deletedCommentAuthor"] == {"login": "bob"}
