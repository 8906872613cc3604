"""What it costs, in requests to GitHub; token minting aside (SPEC 8)."""

from bot.github.credentials import App, Endpoint
from bot.github.events import Own, Spoke, read_event
from bot.github.gateway import GitHub
from tests.stories.conftest import NAME, PATH, REQUEST, Story


def restarted(story: Story) -> None:
    """The bot with cold caches."""
    app = story.world.bot_app

    def now() -> float:
        return story.world.clock.now.timestamp()

    story.github = GitHub(
        Endpoint.of(story.world.api),
        App(str(app.id), app.private_key_pem),
        now,
    )


def cost(story: Story) -> int:
    """Requests of one evaluation."""
    story.world.calls.clear()
    story.evaluate()
    return story.world.calls.cost


def writes(story: Story) -> int:
    return len(story.world.calls.writes)


def test_a_push_costs_at_most_seven_warm_and_twelve_cold(story: Story) -> None:
    story.repo.push("main", {"backfills/old.yaml": "version: backfill/v1\nname: old\n"})
    story.repo.open_pull("erin", {"backfills/x.yaml": REQUEST.replace(NAME, "x-fix")})
    story.evaluate()
    story.pull.push({"README.md": "warm"})
    assert cost(story) <= 7
    story.pull.push({"README.md": "cold"})
    restarted(story)
    assert cost(story) <= 12


def test_a_confirmation_by_one_person_costs_at_most_six(story: Story) -> None:
    story.clear_gates()
    blocks = list(story.blocks().values())
    for block in blocks:
        story.pull.comment("alice", block)
        assert cost(story) <= 6
    assert story.gate() == "success"


def test_a_second_event_writes_nothing(story: Story) -> None:
    assert cost(story) == 1
    story.confirm()
    cost(story)
    assert writes(story) == 0


def test_a_plan_that_did_not_change_is_not_drawn_again_by_a_restart(story: Story) -> None:
    restarted(story)
    cost(story)
    assert writes(story) == 0


def test_foreign_events_and_comments_cost_nothing(story: Story) -> None:
    own = Own(account=story.world.bot.id, app=story.world.bot_app.id)
    story.world.outbox.take()
    story.world.calls.clear()
    story.pull.comment("erin", "when does this run?")
    story.pull.comment(story.world.bot, "/backfill help")
    story.repo.open_issue("erin").comment("erin", "/backfill plan")
    story.repo.push("main", {"x.txt": "x"})
    for delivery in story.world.outbox.take():
        event = read_event(delivery.event, delivery.payload, own)
        assert not isinstance(event, Spoke), event
    assert story.world.calls.cost == 0


def test_a_spammer_costs_less_and_less(story: Story) -> None:
    costs, written = [], []
    for _ in range(4):
        story.pull.comment("mallory", f"/backfill revoke {NAME}")
        costs.append(cost(story))
        written.append(writes(story))
    assert costs == sorted(costs, reverse=True)
    assert costs[-1] <= 3
    answers = [c for c in story.pull.comments_by_bot() if "NOT_ALLOWED" in c.body]
    assert len(answers) == 1
    story.evaluate()
    assert cost(story) <= 2


def test_a_spammer_of_nonsense_gets_one_answer_an_hour(story: Story) -> None:
    costs = []
    for number in range(4):
        story.pull.comment("mallory", f"/backfill x{number}")
        costs.append(cost(story))
    assert costs[-1] <= costs[0]
    answers = [c for c in story.pull.comments_by_bot() if '"verdict": "HELP"' in c.body]
    assert len(answers) == 1


def test_a_pull_request_without_requests_costs_next_to_nothing(story: Story) -> None:
    pull = story.repo.open_pull("erin", {"src/a.py": "x"})
    other = Story(story.world, story.repo, pull, story.github)
    assert cost(other) <= 3
    assert cost(other) == 1
    assert PATH not in "".join(c.body for c in pull.comments_by_bot())
