"""A pull request whose thread brings about every kind of comment that the bot writes."""

import datetime as dt
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from bot.decision.decide import decide
from bot.decision.pages import Pages
from bot.domain.names import CommitSha, UserId
from bot.domain.pull_request import (
    Absent,
    Actor,
    ActorKind,
    ChangedFile,
    Comment,
    EditedAt,
    FileAt,
    FileStatus,
    Incomplete,
    NeverEdited,
    PullRef,
    PullRequest,
    Repository,
    Role,
    Text,
)
from bot.domain.scope import Command
from bot.planning.block import block_of
from bot.rendering.pages import render

FOLDER: Final = Path(__file__).parent / "orders"
HEAD: Final = CommitSha("4f0c1b7de9a2467c8d1f0e5a3b9c6d2e8f7a1b40")
OLD: Final = "0d1e2f3a4b5c6d7e8f90a1b2c3d4e5f60718293a"
NOON: Final = dt.datetime(2026, 4, 1, 12, tzinfo=dt.UTC)
BOT: Final = Actor(UserId(1), "backfill-bot[bot]", ActorKind.BOT)
CAROL: Final = Actor(UserId(2), "carol", ActorKind.PERSON)
ALICE: Final = Actor(UserId(3), "alice", ActorKind.PERSON)
MALLORY: Final = Actor(UserId(4), "mallory", ActorKind.PERSON)
BOB: Final = Actor(UserId(5), "bob", ActorKind.PERSON)
OWNERS: Final = Role("write", frozenset({"acme/data-owners"}))
URL: Final = "https://github.com/acme/pipelines/pull/42"
REQUEST: Final = (FOLDER / "orders-tax-fix.backfill.yaml").read_text(encoding="utf-8")
CATALOG: Final = (FOLDER / "catalog.yaml").read_text(encoding="utf-8")
OPEN_CATALOG: Final = CATALOG.replace(", duplicate_sources: the latest by updated_at wins", "")
SETTINGS: Final = "version: backfill-bot/v1\nlanguage: {}\nconfirm: {{teams: [acme/data-owners]}}\n"
PLAN_ONLY: Final = REQUEST.replace("intent: execute", "intent: plan")


def comments_in(name: str) -> dict[str, str]:
    """Every kind of comment of the bot's in a language, by kind."""
    return dict(_Thread(name).comments())


class _Thread:
    """One pull request, in one language, said things to in many ways."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.shown = tuple(
            said(text, BOT, at=-60 + part, number=part, mine=True)
            for part, text in enumerate(_plan_of(self.pages()), 1)
        )
        plan = decide(self.pull()).requests[0].plan
        self.approve, self.confirm = (
            "\n".join(block_of(plan, command)) for command in (Command.APPROVE, Command.CONFIRM)
        )
        ids = {
            kind: [g.id for g in plan.open_gates if g.kind == kind]
            for kind in ("attest", "waivable")
        }
        self.attest = f"/backfill attest {plan.name} {' '.join(ids['attest'])}"
        waivers = [
            f"/backfill waive {plan.name} {gate} because we know, see #12"
            for gate in ids["waivable"]
        ]
        self.waive = waivers[0]
        self.clearing = (
            said(self.attest, ALICE, at=1, number=2),
            *(said(text, BOB, at=at, number=at + 1) for at, text in enumerate(waivers, 2)),
        )

    def pull(
        self, *comments: Comment, request: str = REQUEST, catalog: str = CATALOG, **over: Any
    ) -> PullRequest:
        """The pull request with these comments; everything else as it is, or as `over` says."""
        path = "backfills/orders-tax-fix.backfill.yaml"
        lineage = FileAt(".backfill/catalog.yaml", "c" * 40, Text(catalog.encode(), "2"))
        settings = over.pop("settings", SETTINGS.format(self.name))
        given: dict[str, Any] = {
            "ref": PullRef(Repository("acme", "pipelines"), 42),
            "url": URL,
            "title": "Fix tax",
            "is_open": True,
            "is_draft": False,
            "is_merged": False,
            "is_locked": False,
            "author": CAROL,
            "head": HEAD,
            "head_repository": "acme/pipelines",
            "base_ref": "main",
            "base_sha": CommitSha("c" * 40),
            "default_branch": "main",
            "authors": frozenset({CAROL.id}),
            "authors_complete": True,
            "files": (
                ChangedFile(path, FileStatus.ADDED, None, Absent(), Text(request.encode(), "1")),
            ),
            "comments": comments,
            "settings": FileAt(".github/backfill-bot.yml", "c" * 40, Text(settings.encode(), "3")),
            "catalogs_base": (lineage,),
            "catalogs_head": (lineage,),
            "base_requests": (),
            "others": (),
            "me": BOT,
            "standing": {
                ALICE.id: OWNERS,
                BOB.id: OWNERS,
                CAROL.id: Role("write"),
                MALLORY.id: Role("read"),
            },
            "seen_at": minutes(600),
        }
        return PullRequest(**given | over)

    def pages(self, *comments: Comment, **over: Any) -> Pages:
        pull = self.pull(*comments, **over)
        return render(pull, decide(pull))

    def answer(self, *comments: Comment, **over: Any) -> str:
        """What the last of these comments is answered."""
        return self.pages(*self.shown, *comments, **over).answers[comments[-1].id]

    def cleared(self, text: str, who: Actor = ALICE, **over: Any) -> str:
        """What is answered to these words when every gate has been cleared before."""
        of_comment = {key: over.pop(key) for key in ("edited", "is_minimized") if key in over}
        return self.answer(*self.clearing, said(text, who, at=20, **of_comment), **over)

    def note(self, *comments: Comment, **over: Any) -> str:
        """The first note that stands on the pull request."""
        return next(iter(self.pages(*comments, **over).notes.values()))

    def comments(self) -> Iterator[tuple[str, str]]:
        yield from self.plans()
        yield from self.refusals()
        yield from self.helps()
        yield from self.outcomes()
        yield from self.notes()

    def plans(self) -> Iterator[tuple[str, str]]:
        said_all = (
            *self.clearing,
            said(self.approve, ALICE, at=20),
            said(self.confirm, BOB, at=21, number=11),
        )
        yield "plan-blocked", "".join(_plan_of(self.pages(catalog=OPEN_CATALOG)))
        yield "plan-open", "".join(_plan_of(self.pages()))
        yield "plan-only", "".join(_plan_of(self.pages(request=PLAN_ONLY)))
        yield "plan-confirmed", "".join(_plan_of(self.pages(*self.shown, *said_all)))

    def refusals(self) -> Iterator[tuple[str, str]]:
        words = self.approve
        other = words.replace("03-14", "03-12").replace("2026-02..2026-03", "2026-03..2026-04")
        other = (
            other.replace("overwrite finance", "merge finance")
            + "\noverwrite marts.other 2026-03-01"
        )
        yield "refused-gates", self.answer(said(words, ALICE, at=20))
        yield "refused-scope", self.cleared(other)
        yield (
            "refused-class",
            self.cleared(f"{words}\nmerge marts.customer_ltv 2026-03-01..2026-03-31"),
        )
        yield "refused-commit", self.cleared(words.replace(HEAD, OLD))
        yield (
            "refused-code",
            self.cleared(words.replace("\noverwrite", "\ncode 6f1c0d2\noverwrite", 1)),
        )
        yield (
            "refused-self",
            self.cleared(
                self.confirm, CAROL, standing={ALICE.id: OWNERS, BOB.id: OWNERS, CAROL.id: OWNERS}
            ),
        )
        yield "refused-not-allowed", self.cleared(words, MALLORY)
        yield "refused-edited", self.cleared(words, edited=EditedAt(minutes(21), MALLORY))
        yield "refused-hidden", self.cleared(words, is_minimized=True)
        yield "refused-predates", self.answer(said(words, ALICE, at=-300))
        yield "refused-bot", self.cleared(words, Actor(UserId(77), "ci[bot]", ActorKind.BOT))
        yield "refused-no-plan", self.cleared(words.replace("orders-tax-fix", "orders-fix"))
        yield "refused-plan-only", self.cleared(words, request=PLAN_ONLY)
        yield "refused-draft", self.cleared(words, is_draft=True)
        yield "refused-base", self.cleared(words, base_ref="feature")

    def helps(self) -> Iterator[tuple[str, str]]:
        yield "help-line", self.cleared(self.approve.replace("overwrite marts", "overwrit marts"))
        yield "help-verb", self.cleared("/backfill aprove orders-tax-fix")
        yield "help-letter", self.cleared(self.approve.replace("warehouse", "w\u0430rehouse"))
        yield "help-two", self.cleared(f"{self.approve}\n\n/backfill revoke orders-tax-fix")
        yield "help-fence", self.cleared(f"```\n{self.approve}\n```")

    def outcomes(self) -> Iterator[tuple[str, str]]:
        approval = said(self.approve, ALICE, at=20)
        confirming = said(self.confirm, BOB, at=21, number=11)
        yield "noted-attest", self.answer(said(self.attest, ALICE, at=1))
        yield "noted-waive", self.answer(said(self.waive, ALICE, at=1))
        yield "receipt-first", self.cleared(self.approve)
        yield "receipt-last", self.answer(*self.clearing, approval, confirming)
        revoking = said("/backfill revoke orders-tax-fix", CAROL, at=30, number=12)
        yield "revoked", self.answer(*self.clearing, approval, confirming, revoking)
        for verb in ("status", "plan", "help"):
            yield (
                f"asked-{verb}",
                self.answer(
                    *self.clearing, approval, said(f"/backfill {verb}", BOB, at=25, number=13)
                ),
            )
        yield "asked-execute", self.cleared("/backfill execute orders-tax-fix", request=PLAN_ONLY)
        receipt = self.answer(*self.clearing, confirming)
        kept = said(receipt, BOT, at=22, number=14, mine=True)
        yield (
            "expired",
            self.pages(
                *self.shown, *self.clearing, confirming, kept, seen_at=minutes(26 * 60)
            ).answers[confirming.id],
        )

    def notes(self) -> Iterator[tuple[str, str]]:
        wrong = REQUEST.replace("reason:", "raeson:", 1).replace(
            "end: 2026-03-14", "end: 2026-02-30"
        )
        yield "note-invalid", self.note(request=wrong)
        yield (
            "note-settings",
            self.note(settings=f"{SETTINGS.format(self.name)}tll: {{approve: 7d}}\n"),
        )
        yield "note-withdrawn", self.note(*self.shown, files=())
        yield "note-incomplete", self.note(incomplete=(Incomplete("3,000 of 3,500 changed files"),))
        flood = tuple(
            said("/backfill status", BOB, at=590 + at / 10, number=50 + at) for at in range(35)
        )
        yield "note-paused", self.note(*flood)
        first, *rest = self.shown
        ticked = replace(
            first,
            body=first.body.replace("- [ ]", "- [x]", 1),
            edited=EditedAt(minutes(5), MALLORY),
        )
        yield "note-ticked", self.note(ticked, *rest)


def said(text: str, who: Actor, *, at: float, number: int = 10, **over: Any) -> Comment:
    """A comment of somebody's, so many minutes after noon."""
    given: dict[str, Any] = {
        "id": 3_000_000_000 + number,
        "node_id": f"IC_{number}",
        "author": who,
        "body": text,
        "created_at": minutes(at),
        "edited": NeverEdited(),
        "is_minimized": False,
        "url": f"{URL}#issuecomment-{3_000_000_000 + number}",
    }
    return Comment(**given | over)


def minutes(at: float) -> dt.datetime:
    return NOON + dt.timedelta(minutes=at)


def _plan_of(pages: Pages) -> tuple[str, ...]:
    return next(iter(pages.plans.values()))
