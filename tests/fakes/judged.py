"""What stands at a repository's commits: check runs by apps, statuses by anybody with write."""

from typing import TYPE_CHECKING, Any, cast

from tests.fakes.accounts import Account, App
from tests.fakes.branches import Branches
from tests.fakes.checks import CheckRun, CheckSuite, Gate, Status
from tests.fakes.limits import check_status

if TYPE_CHECKING:
    from tests.fakes.repository import Repository


class Judged(Branches):
    """Commits with verdicts."""

    def __init__(self, *branches: Any) -> None:
        super().__init__(*branches)
        self.check_suites: list[CheckSuite] = []
        self.check_runs: list[CheckRun] = []
        self.statuses: list[Status] = []

    def check(
        self,
        sha: str,
        conclusion: str | None,
        *,
        app: App | str | None = None,
        name: str = "backfill",
        title: str = "",
        summary: str = "",
    ) -> CheckRun:
        """A check run by an app (the world's own unless said otherwise); None while it runs."""
        world = self.world
        owner = world.bot_app if app is None else world.app(app) if isinstance(app, str) else app
        suite, now = self.suite_of(owner, sha), world.clock.now
        run = CheckRun(world.next_id("check_run"), suite, name, now, title=title, summary=summary)
        run.status = "in_progress" if conclusion is None else "completed"
        run.conclusion, run.completed_at = conclusion, None if conclusion is None else now
        return self.keep(run)

    def keep(self, run: CheckRun) -> CheckRun:
        """A check run put beside the others, and told of."""
        self.check_runs.append(run)
        self.tell(run, "created")
        if run.status == "completed":
            self.tell(run, "completed")
        return run

    def tell(self, run: CheckRun, action: str) -> None:
        """A `check_run` delivery, sent by the app itself."""
        here = cast("Repository", self)
        self.world.outbox.about_check_run(action, run, here, run.suite.app.account)

    def suite_of(self, app: App, sha: str) -> CheckSuite:
        """The suite of an app on a commit, made when it is new."""
        for suite in self.check_suites:
            if (suite.app, suite.head_sha) == (app, sha):
                return suite
        made = CheckSuite(self.world.next_id("check_suite"), app, sha, self.world.clock.now)
        self.check_suites.append(made)
        return made

    def status(
        self,
        sha: str,
        state: str,
        *,
        by: Account | str,
        context: str = "backfill",
        description: str | None = None,
        target_url: str | None = None,
    ) -> Status:
        """A commit status; the newest of a context counts."""
        creator = self.world.account(by)
        same = [one for one in self.statuses if (one.sha, one.context) == (sha, context)]
        check_status(context, description, len(same))
        number, now = self.world.next_id("status"), self.world.act(creator)
        made = Status(number, sha, context, state, description, target_url, creator, now)
        self.statuses.append(made)
        self.world.outbox.about_status(made, cast("Repository", self))
        return made

    def gate(self, sha: str, name: str = "backfill") -> Gate | None:
        """The newest check run or status of that name on a commit."""
        runs = [run for run in self.check_runs if (run.head_sha, run.name) == (sha, name)]
        if runs:
            run = runs[-1]
            state, by = run.conclusion or run.status, run.suite.app.account
            texts = (run.title or "", run.summary or "")
            return Gate("check", state, *texts, sha, by, tuple(run.annotations))
        states = [one for one in self.statuses if (one.sha, one.context) == (sha, name)]
        if states:
            last = states[-1]
            return Gate("status", last.state, last.description or "", "", sha, last.creator)
        return None
