"""Can the backfill run by the stated day, on data that is complete, and be done in time?"""

import datetime as dt
from collections.abc import Iterator

from bot.domain.dataset import Period
from bot.domain.facts import known
from bot.domain.gate import Gate, GateKind
from bot.domain.names import DatasetName
from bot.domain.partition_set import TimePartitions
from bot.domain.phrase import Phrase
from bot.gates.asking import about, gate_id
from bot.gates.case import Case
from bot.partitions import sets
from bot.partitions.periods import add_period
from bot.partitions.range import resolved
from bot.planning.days import date_of, end_of_date, open_on, start_of_date

PASSED = "run-by-passed"
LATE = "late-arrival"
TOO_LATE = "latest-safe-completion"
OPEN = "open-partitions"
TOPICS = (PASSED, LATE, TOO_LATE, OPEN)


def ask(case: Case) -> Iterator[Gate]:
    """Blocking: `run_by` is past. Waivable: data still arriving; not done by the safe date.

    Attest: partitions that are still open on the day of the run.
    """
    run_by = known(case.request.retention.run_by)
    yield from _late(case, run_by or case.circumstances.today)
    yield from _open(case, run_by or case.circumstances.today)
    if run_by is None:
        return
    if run_by < case.circumstances.today:
        yield _passed(case, run_by)
    yield from _too_late(case, run_by)


def _passed(case: Case, run_by: dt.date) -> Gate:
    return Gate(
        gate_id(PASSED),
        GateKind.BLOCKING,
        open=True,
        about="retention.run_by",
        question=Phrase(
            "When is the backfill to run? `run_by` is {run_by}, and today is {today}; what the "
            "sources keep was checked for that day only.",
            run_by=run_by.isoformat(),
            today=case.circumstances.today.isoformat(),
        ),
        remedy=Phrase("state a new `retention.run_by`"),
        topic=PASSED,
    )


def _late(case: Case, run_by: dt.date) -> Iterator[Gate]:
    """The range's last instants, with the time that late data takes, against the day of the run."""
    late = case.plan.late_arrival or Period()
    for root in case.request.roots:
        calendar = known(case.described(root.dataset).partitioning)
        asked = resolved(root, calendar).partitions if calendar else None
        if not isinstance(asked, TimePartitions) or not asked.spans:
            continue
        zone = asked.calendar.time_zone
        complete = add_period(asked.spans.end, late, zone)
        if complete <= start_of_date(run_by, zone):
            continue
        yield Gate(
            gate_id(LATE, root.dataset) if len(case.request.roots) > 1 else gate_id(LATE),
            GateKind.WAIVABLE,
            open=True,
            about=root.dataset,
            question=_complete(root.dataset, date_of(complete - 1, zone), run_by, late),
            remedy=Phrase("end the range earlier, or run later"),
            topic=LATE,
            datasets=(root.dataset,),
        )


def _complete(name: DatasetName, last: dt.date, run_by: dt.date, late: Period) -> Phrase:
    if late:
        return Phrase(
            "Rows of `{dataset}` may arrive to the end of {last}, but the backfill runs by "
            "{run_by}. Are its last partitions complete by then?",
            dataset=name,
            last=last.isoformat(),
            run_by=run_by.isoformat(),
        )
    return Phrase(
        "The range of `{dataset}` goes to the end of {last}, but the backfill runs by {run_by}. Is "
        "its last partition complete by then?",
        dataset=name,
        last=last.isoformat(),
        run_by=run_by.isoformat(),
    )


def _open(case: Case, run_by: dt.date) -> Iterator[Gate]:
    """Attest: downstream partitions that are not over on the day of the run, or not begun."""
    later = {
        each.name: found
        for each in case.datasets
        if not each.is_root and (found := open_on(run_by, each.partitions)) is not None
    }
    if not later:
        return
    yield Gate(
        gate_id(OPEN),
        GateKind.ATTEST,
        open=True,
        about=about([*later]),
        question=Phrase(
            "Not over when {run_by} begins: {partitions}. Are they to be written before their "
            "sources are complete?",
            partitions=tuple(
                Phrase("`{dataset}` {keys}", dataset=name, keys=sets.runs(found))
                for name, found in later.items()
            ),
            run_by=run_by.isoformat(),
        ),
        remedy=Phrase(
            "leave them to their schedule by stating the last date as `range.horizon`; or attest "
            "that they are written as far as they go"
        ),
        topic=OPEN,
        datasets=tuple(later),
    )


def _too_late(case: Case, run_by: dt.date) -> Iterator[Gate]:
    latest = known(case.request.retention.latest_safe_completion)
    if latest is None:
        return
    minutes = case.plan.estimates.wall_minutes or 0
    done = date_of(end_of_date(run_by, "UTC") - 1 + int(minutes * 60), "UTC")
    if done <= latest:
        return
    yield Gate(
        gate_id(TOO_LATE),
        GateKind.WAIVABLE,
        open=True,
        about="retention.latest_safe_completion",
        question=Phrase(
            "Started on {run_by}, the batches alone take until {done}; the latest safe completion "
            "is {latest}. How is it done in time?",
            run_by=run_by.isoformat(),
            done=done.isoformat(),
            latest=latest.isoformat(),
        ),
        remedy=Phrase("run earlier, raise `resources.max_parallelism`, or move the safe date"),
        topic=TOO_LATE,
    )
