"""What the bot sees of a pull request, whole or not at all."""

import datetime as dt

import pytest

from bot.domain.pull_request import (
    Absent,
    ActorKind,
    EditedAt,
    EditUnknown,
    FileStatus,
    Incomplete,
    NeverEdited,
    PullRef,
    PullRequest,
    Repository,
    Role,
    Standing,
    Text,
    Unfit,
    Unreadable,
)
from bot.errors import Forbidden, GitHubUnreachable, NotFound
from bot.parsing.marker import Marker, print_marker
from tests import fakes
from tests.unit.github.conftest import CATALOG, PATH, REQUEST, Stage

SETTINGS = ".github/backfill-bot.yml"


def text(content: object) -> str:
    assert isinstance(content, Text)
    return content.data.decode()


def by_id(seen: PullRequest) -> dict[int, Standing]:
    return {int(number): standing for number, standing in seen.standing.items()}


def test_an_ordinary_pull_request(stage: Stage) -> None:
    pull = stage.pull(title="Fix tax")
    pull.comment("alice", "Looks fine")
    seen = stage.observe(pull)
    assert (seen.title, seen.is_open, seen.is_draft, seen.is_merged) == (
        "Fix tax",
        True,
        False,
        False,
    )
    assert seen.author is not None
    assert (seen.author.login, seen.author.kind) == ("carol", ActorKind.PERSON)
    assert (seen.head, seen.base_ref, seen.default_branch) == (pull.head_sha, "main", "main")
    assert seen.base_sha == stage.repo.refs["main"]
    assert seen.authors == {seen.author.id}
    assert seen.authors_complete
    assert [file.path for file in seen.files] == [PATH]
    assert seen.files[0].before == Absent()
    assert text(seen.files[0].after) == REQUEST
    assert [text(file.content) for file in seen.catalogs_base] == [CATALOG]
    assert [file.version for file in seen.catalogs_head] == [pull.head_sha]
    assert [(said.body, said.mine) for said in seen.comments] == [("Looks fine", False)]
    assert seen.me.login == "backfill-bot[bot]"
    assert seen.me.kind is ActorKind.BOT
    assert seen.seen_at == stage.world.clock.now
    assert (seen.incomplete, seen.siblings, seen.gate, seen.settings) == ((), (), None, None)


def test_files_that_hold_no_requests_are_not_read(stage: Stage) -> None:
    pull = stage.pull(files={"src/job.py": "x = 1\n"})
    seen = stage.observe(pull)
    assert (seen.files, seen.catalogs_base, seen.others) == ((), (), ())
    assert stage.cost(pull) == 1


def test_a_pull_request_that_is_not_there(stage: Stage) -> None:
    with pytest.raises(NotFound):
        stage.github.observe(PullRef(Repository("octo", "pipelines"), 99))
    with pytest.raises(NotFound):
        stage.github.observe(PullRef(Repository("octo", "nothing"), 1))


# -- comments ------------------------------------------------------------------------------------


def test_all_comments_are_seen_however_many_there_are(stage: Stage) -> None:
    pull = stage.pull()
    for number in range(230):
        pull.comment("alice", f"comment {number}")
    seen = stage.observe(pull)
    assert [said.body for said in seen.comments] == [f"comment {n}" for n in range(230)]
    assert seen.incomplete == ()


def test_what_happened_to_a_comment(stage: Stage) -> None:
    pull = stage.pull()
    pull.comment("alice", "never").touch()
    pull.comment("alice", "edited").edit("edited by carol", by="carol")
    pull.comment("alice", "hidden").minimize("carol")
    pull.comment("alice", "liked").react(stage.world.bot, "THUMBS_UP")
    pull.comment("alice", "liked by others").react("carol", "THUMBS_UP")
    never, edited, hidden, liked, others = stage.observe(pull).comments
    assert never.edited == NeverEdited()
    assert isinstance(edited.edited, EditedAt)
    assert edited.edited.editor is not None
    assert edited.edited.editor.login == "carol"
    assert (hidden.is_minimized, hidden.edited) == (True, NeverEdited())
    assert liked.reactions == {"THUMBS_UP"}
    assert others.reactions == frozenset()


def test_a_comment_of_which_github_does_not_say_whether_it_was_edited(stage: Stage) -> None:
    pull = stage.pull()
    pull.comment("alice", "who knows").edit_unknown = True
    assert stage.observe(pull).comments[0].edited == EditUnknown()


def test_accounts_that_are_no_people(stage: Stage) -> None:
    pull = stage.pull()
    pull.comment("gone", "hello")
    pull.comment("ci[bot]", "hello")
    pull.comment(stage.world.bot, "hello")
    pull.comment("backfill-bot", "a person of the bot's name")
    stage.world.delete_account("gone")
    gone, other, mine, person = stage.observe(pull).comments
    assert gone.author is None
    assert other.author is not None
    assert (other.author.login, other.author.kind, other.mine) == ("ci[bot]", ActorKind.BOT, False)
    assert mine.mine
    assert person.author is not None
    assert (person.mine, person.author.kind) == (False, ActorKind.PERSON)


# -- people --------------------------------------------------------------------------------------


def test_everybody_linked_to_a_commit_is_an_author(stage: Stage) -> None:
    world = stage.world
    dave, erin = world.person("dave"), world.person("erin")
    pull = stage.pull(by=(dave, erin))
    carol = world.person("carol")
    assert stage.observe(pull).authors == {carol.id, dave.id, erin.id}


def test_more_than_a_hundred_commits_are_all_seen(stage: Stage) -> None:
    pull = stage.pull()
    frank = stage.world.person("frank")
    for number in range(130):
        pull.push({"log.txt": f"{number}\n"}, by=frank if number == 7 else None)
    seen = stage.observe(pull)
    assert frank.id in seen.authors
    assert seen.authors_complete


def test_more_commits_than_github_lists_are_not_taken_for_all(stage: Stage) -> None:
    pull = stage.pull()
    for number in range(255):
        pull.push({"log.txt": f"{number}\n"})
    assert not stage.observe(pull).authors_complete


def test_who_pushed_the_head_by_force_is_an_author(stage: Stage) -> None:
    pull = stage.pull()
    first = pull.head_sha
    pull.push({PATH: REQUEST + "intent: execute\n"})
    pull.force_push(first, by="mallory")
    assert stage.world.person("mallory").id in stage.observe(pull).authors
    pull.push({PATH: REQUEST + "intent: execute\n"})
    assert stage.world.person("mallory").id not in stage.observe(pull).authors


def test_only_people_whose_word_may_count_are_asked_about(stage: Stage) -> None:
    pull = stage.pull()
    pull.comment("talker", "the backfill looks odd")
    pull.comment("helper", "/backfill help")
    pull.comment("alice", "/backfill revoke orders-tax-fix")
    pull.comment("ci[bot]", "/backfill revoke orders-tax-fix")
    alice = stage.world.person("alice")
    assert stage.observe(pull).standing == {alice.id: Role("write")}


def test_a_role_is_read_by_its_name_and_a_custom_one_by_what_it_rests_on(stage: Stage) -> None:
    pull = stage.pull()
    for login, role in (("triager", "triage"), ("maintainer", "maintain"), ("boss", "admin")):
        stage.repo.grant(login, role)
        pull.comment(login, "/backfill revoke orders-tax-fix")
    stage.repo.grant("custom", "write", "release-captain")
    pull.comment("custom", "/backfill revoke orders-tax-fix")
    pull.comment("outsider", "/backfill revoke orders-tax-fix")
    standing = by_id(stage.observe(pull))
    people = ("triager", "maintainer", "boss", "custom", "outsider")
    assert [standing[stage.world.person(login).id] for login in people] == [
        Role("triage"),
        Role("maintain"),
        Role("admin"),
        Role("write"),
        Role("read"),
    ]


def test_a_login_that_was_taken_over_has_no_role(stage: Stage) -> None:
    pull = stage.pull()
    alice = stage.world.person("alice")
    pull.comment(alice, "/backfill revoke orders-tax-fix")
    stage.world.faults.on(fakes.NotYet(), "/permission")
    assert isinstance(by_id(stage.observe(pull))[alice.id], Unreadable)


def test_teams_are_read_where_settings_name_some(stage: Stage) -> None:
    world, repo = stage.world, stage.repo
    settings = "version: backfill-bot/v1\nconfirm: {teams: [octo/data]}\n"
    repo.push("main", {SETTINGS: settings})
    alice, bob = world.person("alice"), world.person("bob")
    team = world.team("octo", "data", alice)
    repo.grant(bob, "write")
    pull = stage.pull()
    for who in (alice, bob):
        pull.comment(who, "/backfill revoke orders-tax-fix")
    seen = stage.observe(pull)
    assert seen.standing == {
        alice.id: Role("write", frozenset({"octo/data"})),
        bob.id: Role("write", frozenset()),
    }
    team.readable = False
    hidden = by_id(stage.observe(pull))
    assert isinstance(hidden[alice.id], Unreadable)
    assert isinstance(hidden[bob.id], Unreadable)


def test_a_spammer_is_not_asked_about_again(stage: Stage) -> None:
    pull = stage.pull()
    said = pull.comment("mallory", "/backfill revoke orders-tax-fix")
    before = stage.observe(pull).standing
    marker = Marker("reply", {"comment": said.id, "verdict": "NOT_ALLOWED"})
    pull.comment(stage.world.bot, print_marker(marker))
    assert len(before) == 1
    assert stage.observe(pull).standing == {}


# -- files ---------------------------------------------------------------------------------------


def test_the_hundred_and_first_file_is_seen(stage: Stage) -> None:
    files: dict[str, object] = {f"src/{n:03}.py": "x\n" for n in range(150)}
    pull = stage.pull(files={**files, "zz/last.backfill.yaml": REQUEST})
    seen = stage.observe(pull)
    assert [file.path for file in seen.files] == ["zz/last.backfill.yaml"]
    assert seen.incomplete == ()


def test_more_files_than_github_lists_are_not_taken_for_all(stage: Stage) -> None:
    files: dict[str, object] = {f"src/{n:04}.py": "x\n" for n in range(3_020)}
    pull = stage.pull(files={**files, PATH: REQUEST})
    assert stage.observe(pull).incomplete == (Incomplete("3,000 of 3,021 changed files"),)


def test_renames_in_out_and_inside(stage: Stage) -> None:
    stage.repo.push(
        "main",
        {
            "backfills/inside.yaml": REQUEST + "reason: inside\n",
            "backfills/out.yaml": REQUEST + "reason: out\n",
            "drafts/in.yaml": REQUEST + "reason: in\n",
        },
    )
    pull = stage.pull(
        files={
            "backfills/2026/inside.yaml": fakes.Moved("backfills/inside.yaml"),
            "archive/out.yaml": fakes.Moved("backfills/out.yaml"),
            "backfills/in.yaml": fakes.Moved("drafts/in.yaml"),
        }
    )
    out, inside, into = stage.observe(pull).files
    assert (out.path, out.previous_path, out.status) == (
        "archive/out.yaml",
        "backfills/out.yaml",
        FileStatus.RENAMED,
    )
    assert (text(out.before), out.after) == (REQUEST + "reason: out\n", Absent())
    assert (inside.path, text(inside.before)) == (
        "backfills/2026/inside.yaml",
        REQUEST + "reason: inside\n",
    )
    assert inside.after == inside.before
    assert (into.before, text(into.after)) == (Absent(), REQUEST + "reason: in\n")


def test_a_removed_file_has_nothing_after(stage: Stage) -> None:
    stage.repo.push("main", {PATH: REQUEST})
    pull = stage.pull(files={PATH: None})
    (file,) = stage.observe(pull).files
    assert (file.status, text(file.before), file.after) == (FileStatus.REMOVED, REQUEST, Absent())


def test_what_no_request_file_may_be(stage: Stage) -> None:
    pull = stage.pull(
        files={
            "backfills/binary.yaml": b"\x00\x01\x02",
            "backfills/huge.yaml": "#" * (1024 * 1024 + 1),
            "backfills/link.yaml": fakes.Symlink("../README.md"),
            "backfills/module.yaml": fakes.Submodule("a" * 40),
            "backfills/run.yaml": fakes.Executable(REQUEST),
        }
    )
    seen = {file.path: file.after for file in stage.observe(pull).files}
    assert seen["backfills/binary.yaml"] == Unfit("binary")
    assert seen["backfills/huge.yaml"] == Unfit("more than 1 MiB")
    assert seen["backfills/link.yaml"] == Unfit("a symbolic link")
    assert seen["backfills/module.yaml"] == Unfit("a submodule")
    assert text(seen["backfills/run.yaml"]) == REQUEST


def test_a_file_longer_than_graphql_gives_is_read_whole(stage: Stage) -> None:
    long = "version: backfill-catalog/v1\n" + "# ü\n" * 180_000
    stage.repo.push("main", {".backfill/catalog.yaml": long})
    seen = stage.observe(stage.pull())
    assert text(seen.catalogs_base[0].content) == long


@pytest.mark.parametrize(
    "data", [b"\xef\xbb\xbfversion: backfill/v1\r\n", b"name: caf\xe9\n", b"", b"\r\r\n\n"]
)
def test_bytes_arrive_as_they_were_committed(stage: Stage, data: bytes) -> None:
    stage.repo.push("main", {"backfills/bytes.yaml": "something else\n"})
    pull = stage.pull(files={"backfills/bytes.yaml": data})
    (file,) = stage.observe(pull).files
    assert isinstance(file.after, Text)
    assert file.after.data == data


@pytest.mark.parametrize(
    "path",
    [
        "backfills/with space.yaml",
        "backfills/#1?.yaml",
        "backfills/%2F.yaml",
        "backfills/a:b@{1}.yaml",
        "backfills/größe.yaml",
        'backfills/"quoted".yaml',
        "backfills/zzz;echo${IFS}hello;#.yaml",
        "backfills/-rf.yaml",
    ],
)
def test_odd_names_are_names(stage: Stage, path: str) -> None:
    seen = stage.observe(stage.pull(files={path: REQUEST}))
    assert [(file.path, text(file.after)) for file in seen.files] == [(path, REQUEST)]


def test_a_commit_that_is_not_there_yet_is_no_absent_file(stage: Stage) -> None:
    pull = stage.pull()
    stage.world.faults.on(
        fakes.PartialGraphQL("not yet", drop="repository.c0", kind="NOT_FOUND"),
        lambda call: "Contents" in call.body,
    )
    with pytest.raises(NotFound):
        stage.observe(pull)


# -- where it stands -----------------------------------------------------------------------------


def test_a_fork_is_read_by_its_head_even_when_it_is_gone(stage: Stage) -> None:
    pull = stage.pull(fork=True)
    assert stage.observe(pull).head_repository == "carol/pipelines"
    fork = pull.head_repository
    assert fork is not None
    stage.world.delete_repository(fork)
    stage.restart()
    seen = stage.observe(pull)
    assert seen.head_repository is None
    assert text(seen.files[0].after) == REQUEST


def test_drafts_closed_locked_and_ownerless_pull_requests(stage: Stage) -> None:
    pull = stage.pull(draft=True)
    assert stage.observe(pull).is_draft
    pull.ready()
    pull.lock()
    assert (stage.observe(pull).is_draft, stage.observe(pull).is_locked) == (False, True)
    pull.close()
    assert (stage.observe(pull).is_open, stage.observe(pull).is_merged) == (False, False)
    stage.world.delete_account("carol")
    assert stage.observe(pull).author is None


def test_the_base_is_the_branchs_tip_not_where_the_branch_was(stage: Stage) -> None:
    pull = stage.pull()
    stage.repo.push("main", {".backfill/catalog.yaml": CATALOG + "# newer\n"})
    seen = stage.observe(pull)
    assert seen.base_sha == stage.repo.refs["main"]
    assert text(seen.catalogs_base[0].content) == CATALOG + "# newer\n"
    assert text(seen.catalogs_head[0].content) == CATALOG


@pytest.mark.parametrize("method", ["merge", "squash", "rebase"])
def test_a_merged_pull_request_is_compared_with_what_was_there_before(
    stage: Stage, method: str
) -> None:
    pull = stage.pull()
    pull.push({"backfills/second.yaml": REQUEST})
    stage.repo.push("main", {"other.txt": "meanwhile\n"})
    before = stage.repo.refs["main"]
    pull.merge("alice", method)
    stage.repo.push("main", {PATH: REQUEST + "status: running\n"})
    seen = stage.observe(pull)
    assert (seen.is_merged, seen.is_open) == (True, False)
    assert seen.base_sha == before
    assert [file.before for file in seen.files] == [Absent(), Absent()]
    assert {path: text(content) for path, content in seen.base_tip_files.items()} == {
        PATH: REQUEST + "status: running\n",
        "backfills/second.yaml": REQUEST,
    }


def test_a_merge_group_puts_its_own_base_in_place(stage: Stage) -> None:
    pull = stage.pull()
    other = stage.repo.push("main", {".backfill/catalog.yaml": CATALOG + "# queued\n"})
    stage.repo.push("main", {".backfill/catalog.yaml": CATALOG + "# later\n"})
    seen = stage.observe(pull, base=other)
    assert seen.base_sha == other
    assert text(seen.catalogs_base[0].content) == CATALOG + "# queued\n"


def test_settings_come_from_the_default_branch_alone(stage: Stage) -> None:
    stage.repo.push("main", {SETTINGS: "version: backfill-bot/v1\nlanguage: zh\n"})
    pull = stage.pull(files={PATH: REQUEST, SETTINGS: "version: backfill-bot/v1\nlanguage: en\n"})
    seen = stage.observe(pull)
    assert seen.settings is not None
    assert text(seen.settings.content) == "version: backfill-bot/v1\nlanguage: zh\n"
    assert seen.settings.version == stage.repo.refs["main"]


def test_request_globs_of_the_settings_hold(stage: Stage) -> None:
    stage.repo.push("main", {SETTINGS: 'version: backfill-bot/v1\nrequests: ["ops/*.yml"]\n'})
    pull = stage.pull(files={PATH: REQUEST, "ops/one.yml": REQUEST, "ops/deep/two.yml": REQUEST})
    assert [file.path for file in stage.observe(pull).files] == ["ops/one.yml"]


def test_lineage_of_a_named_ref_is_read_there(stage: Stage) -> None:
    manifest = '{"metadata": {}, "nodes": {}}'
    catalog = "{dbt: target/manifest.json, ref: artifacts}"
    gone = "{dbt: target/manifest.json, ref: nowhere}"
    settings = f"version: backfill-bot/v1\ncatalog: [{catalog}, {gone}]\n"
    stage.repo.push("main", {SETTINGS: settings})
    stage.repo.branch("artifacts")
    sha = stage.repo.push("artifacts", {"target/manifest.json": manifest})
    seen = stage.observe(stage.pull())
    assert [file.version for file in seen.catalogs_base] == [f"{sha} (artifacts)", "(nowhere)"]
    assert text(seen.catalogs_head[0].content) == manifest
    assert isinstance(seen.catalogs_base[1].content, Unfit)


def test_metadata_beside_a_bqetl_file_is_read_at_the_head(stage: Stage) -> None:
    dialects = "version: backfill-bot/v1\ndialects: [backfill/v1, bqetl]\n"
    stage.repo.push("main", {SETTINGS: dialects, "sql/d/t/metadata.yaml": "friendly_name: old\n"})
    pull = stage.pull(
        files={
            "sql/d/t/backfill.yaml": "2026-03-01: {}\n",
            "sql/d/t/metadata.yaml": "friendly_name: new\n",
        }
    )
    assert stage.observe(pull).beside == {"sql/d/t/metadata.yaml": b"friendly_name: new\n"}


# -- what is around ------------------------------------------------------------------------------


def test_request_files_on_the_base_are_seen(stage: Stage) -> None:
    stage.repo.push(
        "main",
        {
            "backfills/old.yaml": REQUEST + "status: running\n",
            "backfills/link.yaml": fakes.Symlink("old.yaml"),
            "docs/old.yaml": REQUEST,
        },
    )
    seen = stage.observe(stage.pull())
    assert [(file.path, text(file.content)) for file in seen.base_requests] == [
        ("backfills/old.yaml", REQUEST + "status: running\n")
    ]
    assert seen.base_requests[0].version == seen.base_sha


def test_other_open_pull_requests_that_touch_request_files_are_seen(stage: Stage) -> None:
    pull = stage.pull()
    stage.repo.grant("dave", "write")
    other = stage.repo.open_pull("dave", {"backfills/other.yaml": REQUEST, "x.py": "x\n"})
    draft = stage.repo.open_pull("erin", {"backfills/draft.yaml": REQUEST}, draft=True)
    stage.repo.open_pull("frank", {"x.py": "y\n"})
    stage.repo.open_pull("grace", {"backfills/closed.yaml": REQUEST}).close()
    first, second = stage.observe(pull).others
    assert (first.number, first.is_draft, first.author_role) == (other.number, False, Role("write"))
    assert (first.head, first.confirmed) == (other.head_sha, False)
    assert [(file.path, text(file.after)) for file in first.files] == [
        ("backfills/other.yaml", REQUEST)
    ]
    assert (second.number, second.is_draft) == (draft.number, True)
    assert isinstance(second.author_role, Unreadable)


def test_other_pull_requests_are_seen_as_they_are_now(stage: Stage) -> None:
    pull = stage.pull()
    other = stage.repo.open_pull("dave", {"backfills/other.yaml": REQUEST})
    stage.observe(pull)
    other.push({"backfills/other.yaml": REQUEST + "reason: changed\n"})
    (seen,) = stage.observe(pull).others
    assert text(seen.files[0].after) == REQUEST + "reason: changed\n"
    other.set_draft()
    assert stage.observe(pull).others[0].is_draft
    other.close()
    assert stage.observe(pull).others == ()


def test_a_large_other_pull_request_is_seen_whole(stage: Stage) -> None:
    pull = stage.pull()
    files: dict[str, fakes.git.Written] = {f"a/{n:03}.py": "x\n" for n in range(230)}
    stage.repo.open_pull("dave", {**files, "backfills/other.yaml": REQUEST})
    (seen,) = stage.observe(pull).others
    assert [file.path for file in seen.files] == ["backfills/other.yaml"]


def test_pull_requests_with_the_same_head_know_each_other(stage: Stage) -> None:
    stage.repo.branch("release")
    pull = stage.pull(branch="shared")
    twin = stage.repo.open_pull_from("carol", "shared", "release")
    assert stage.observe(pull).siblings == (stage.ref(twin),)
    assert stage.observe(twin).siblings == (stage.ref(pull),)
    twin.close()
    assert stage.observe(pull).siblings == ()


# -- cost and trouble ----------------------------------------------------------------------------


def test_what_an_observation_costs(stage: Stage) -> None:
    stage.repo.push("main", {"backfills/old.yaml": REQUEST + "status: complete\n"})
    pull = stage.pull()
    stage.repo.open_pull("dave", {"x.py": "x\n"})
    assert stage.cost(pull) == 6
    assert stage.cost(pull) == 1
    pull.comment("alice", "/backfill revoke orders-tax-fix")
    assert stage.cost(pull) == 2
    pull.push({PATH: REQUEST + "intent: execute\n"})
    assert stage.cost(pull) == 4


def test_a_token_without_rights_says_so(stage: Stage) -> None:
    pull = stage.pull()
    stage.world.faults.on(
        fakes.PartialGraphQL("Resource not accessible", drop="repository", kind="FORBIDDEN"),
        "/graphql",
    )
    with pytest.raises(Forbidden):
        stage.observe(pull)


def test_half_an_answer_is_none(stage: Stage) -> None:
    pull = stage.pull()
    stage.world.faults.on(
        fakes.PartialGraphQL(drop="repository.pullRequest.comments"), "/graphql", times=9
    )
    with pytest.raises(GitHubUnreachable):
        stage.observe(pull)


def test_the_time_of_an_observation_is_githubs(app_stage: Stage) -> None:
    pull = app_stage.pull()
    app_stage.world.clock.set(dt.datetime(2026, 5, 1, 9, 30, tzinfo=dt.UTC))
    assert app_stage.observe(pull).seen_at == dt.datetime(2026, 5, 1, 9, 30, tzinfo=dt.UTC)


def test_a_repository_too_large_for_one_listing_is_listed_by_folders(stage: Stage) -> None:
    files: dict[str, fakes.git.Written] = {
        f"src/{a}/{b}.py": "x\n" for a in range(5) for b in range(8)
    }
    old: dict[str, fakes.git.Written] = {
        "backfills/old.yaml": REQUEST + "status: running\n",
        "top.backfill.yaml": REQUEST,
    }
    stage.repo.push("main", {**files, **old})
    stage.repo.tree_limit = 12
    pull = stage.pull()
    seen = stage.observe(pull)
    assert sorted(file.path for file in seen.base_requests) == sorted(old)
    assert seen.incomplete == ()
    stage.repo.push("main", {"src/1/1.py": "y\n"})
    assert stage.cost(pull) <= 9
    assert stage.cost(pull) == 1


def test_hundreds_of_open_pull_requests_are_listed_once(stage: Stage) -> None:
    late = stage.repo.open_pull("dave", {"backfills/other.yaml": REQUEST})
    for number in range(230):
        stage.repo.open_pull("erin", {"x.py": f"{number}\n"})
    pull = stage.pull()
    assert [other.number for other in stage.observe(pull).others] == [late.number]
    assert stage.cost(pull) == 1
    late.push({"backfills/other.yaml": REQUEST + "reason: changed\n"})
    (other,) = stage.observe(pull).others
    assert text(other.files[0].after) == REQUEST + "reason: changed\n"
    late.close()
    assert stage.observe(pull).others == ()


def test_a_closed_pull_request_asks_about_nobody(stage: Stage) -> None:
    pull = stage.pull()
    pull.comment("alice", "/backfill revoke orders-tax-fix")
    pull.close()
    seen = stage.observe(pull)
    assert (seen.standing, seen.others) == ({}, ())
    assert [file.path for file in seen.files] == [PATH]
