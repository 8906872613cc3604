"""Gates belong to commits: shared heads, merge groups, other bases, and other people's writing."""

from bot.domain.names import CommitSha
from bot.domain.pull_request import PullRef, Repository
from bot.github.events import CheckAsked, Grouped, Own, read_event
from bot.service import evaluate, evaluate_group
from tests.stories.conftest import CATALOG, Story


def ref(story: Story, number: int) -> PullRef:
    owner, _, name = story.repo.full_name.partition("/")
    return PullRef(Repository(owner, name), number)


def test_the_gate_of_a_shared_head_is_the_worst_of_both(story: Story) -> None:
    story.confirm()
    assert story.gate() == "success"
    settings = 'version: backfill-bot/v1\nbases: ["release/*"]\n'
    story.repo.push("main", {".github/backfill-bot.yml": settings})
    story.repo.branch("release/1")
    twin = story.repo.open_pull_from("carol", story.pull.head_ref, "release/1")
    evaluate(story.github, ref(story, twin.number))
    assert story.gate() == "action_required"
    story.evaluate()
    assert story.gate() == "action_required"
    twin.close()
    story.evaluate()
    assert story.gate() == "success"


def test_a_merge_group_is_green_while_the_plan_stays_the_same(story: Story) -> None:
    story.confirm()
    group = story.repo.merge_group(story.pull)
    delivery = story.world.outbox.last("merge_group")
    event = read_event(delivery.event, delivery.payload)
    assert isinstance(event, Grouped)
    assert event.ref == story.ref
    evaluate_group(story.github, event.ref, event.base, event.head)
    shown = story.repo.gate(group.head_sha)
    assert shown is not None
    assert shown.state == "success"


def test_a_merge_group_on_other_lineage_is_not_green(story: Story) -> None:
    story.confirm()
    more = CATALOG + (
        "  marts.late:\n"
        "    partition: {by: day, first: 2023-01-01}\n"
        "    write: {semantics: overwrite, boundary: partition, reversible: true}\n"
        "    upstream: {warehouse.orders_daily: {reads: window}}\n"
    )
    story.repo.push("main", {".backfill/catalog.yaml": more})
    group = story.repo.merge_group(story.pull)
    delivery = story.world.outbox.last("merge_group")
    event = read_event(delivery.event, delivery.payload)
    assert isinstance(event, Grouped)
    evaluate_group(story.github, event.ref, event.base, event.head)
    shown = story.repo.gate(group.head_sha)
    assert shown is not None
    assert shown.state != "success"


def test_another_base_that_cannot_be_confirmed_takes_the_green_away(story: Story) -> None:
    story.confirm()
    story.repo.branch("own")
    story.pull.retarget("own")
    story.evaluate()
    assert not story.verified()
    story.pull.retarget("main")
    story.evaluate()
    assert story.pull.gate() is not None


def test_a_green_status_of_our_name_by_somebody_else_is_seen_and_told_apart(story: Story) -> None:
    token = story.world.personal_token("alice")
    path = f"/repos/{story.repo.full_name}/statuses/{story.pull.head.sha}"
    body = '{"state": "success", "context": "backfill"}'
    headers = {"Authorization": f"token {token}"}
    story.world.handle("POST", f"https://api.github.com{path}", headers, body)
    sender = story.world.person("alice")
    payload = {
        "context": "backfill",
        "sha": story.pull.head.sha,
        "state": "success",
        "repository": {"full_name": story.repo.full_name},
        "sender": {"id": sender.id, "login": sender.login, "type": "User"},
    }
    event = read_event("status", payload, Own(account=story.world.bot.id))
    assert isinstance(event, CheckAsked)
    found = story.github.pulls_at(event.repository, CommitSha(event.sha))
    assert found == (story.ref,)
    story.evaluate()
    assert not story.verified()


def test_a_rerequested_check_is_looked_at_again(story: Story) -> None:
    (run,) = story.repo.check_runs
    story.world.outbox.about_check_run("rerequested", run, story.repo, story.world.person("alice"))
    delivery = story.world.outbox.last("check_run")
    event = read_event(delivery.event, delivery.payload, Own(app=story.world.bot_app.id))
    assert isinstance(event, CheckAsked)
    assert event.sha == story.pull.head.sha


def test_green_pull_requests_are_found_for_a_sweep(story: Story) -> None:
    repository = story.ref.repository
    assert list(story.github.green_pulls(repository)) == []
    story.confirm()
    assert list(story.github.green_pulls(repository)) == [story.ref]
