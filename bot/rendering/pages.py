"""Every text of a decision, ready for reconciling to compare with what GitHub shows."""

from collections.abc import Sequence

from bot.decision.decision import Decision, GateState, RequestDecision
from bot.decision.pages import GateText, Pages
from bot.domain.phrase import Phrase
from bot.domain.pull_request import PullRequest
from bot.rendering.gate import gate_text
from bot.rendering.language import language
from bot.rendering.notes import note
from bot.rendering.page import Page
from bot.rendering.plan_comment import plan_comment
from bot.rendering.replies import Thread, reply


def render(pull: PullRequest, decision: Decision) -> Pages:
    """The texts of plans, answers, notes and gate; the same for the same observation."""
    page = page_of(pull)
    thread = Thread(pull, decision, page)
    return Pages(
        plans={one.plan.name: _plan(one, decision, page) for one in decision.requests},
        answers={
            answer.comment.id: reply(answer, thread) for answer in decision.answers if answer.reply
        },
        notes={wanted: note(wanted, thread) for wanted in decision.notes},
        gate=gate_text(decision, decision.gate),
    )


def gate_page(pull: PullRequest, decision: Decision, gate: GateState) -> GateText:
    """The gate's text for the worst state over all pull requests with this head."""
    del pull
    return gate_text(decision, gate)


def step_summary(decision: Decision, pages: Pages, failures: Sequence[str] = ()) -> str:
    """What a workflow run shows: the gate, what could not be done, and the plans."""
    speech = language(decision.prepared.settings.language)
    lines = [f"## {speech.say(pages.gate.title)}", pages.gate.summary]
    if failures:
        lines.append(speech.say(Phrase("GitHub did not take everything:")))
        lines.append("\n".join(f"- {speech.say(failure)}" for failure in failures))
    for parts in pages.plans.values():
        lines.extend(part.partition("\n")[2].strip() for part in parts)
    return "\n\n".join(line for line in lines if line)


def page_of(pull: PullRequest) -> Page:
    """Where comments of this pull request stand."""
    url, _, number = pull.url.rpartition("/pull/")
    return Page(
        repository_url=url if number else "",
        head=pull.head,
        author=pull.author.login if pull.author else "",
    )


def _plan(one: RequestDecision, decision: Decision, page: Page) -> tuple[str, ...]:
    settings = decision.prepared.settings
    return plan_comment(one.plan, one.standing, settings, page, executing=one.executing)
