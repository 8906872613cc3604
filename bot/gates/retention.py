"""Do the sources still have, on the day of the run, what the rewritten partitions read?"""

from collections.abc import Iterator

from bot.domain.dataset import Kind, Reads
from bot.domain.facts import NotApplicable, Unknown, known
from bot.domain.gate import Gate, GateKind
from bot.domain.names import DatasetName
from bot.domain.phrase import Phrase
from bot.domain.plan import RetentionCheck
from bot.gates.asking import about, gate_id, grouped, some
from bot.gates.case import Case
from bot.partitions import sets

SOURCE = "source-retention"
UNKNOWN = "unknown-source-retention"
RUN_BY = "unknown-run-by"
DECLINED = "retention-not-applicable"
TOPICS = (SOURCE, UNKNOWN, RUN_BY, DECLINED)


def ask(case: Case) -> Iterator[Gate]:
    """Waivable: data that is gone by `run_by`, or of which nobody knows; ticked where all is there.

    Without `run_by` the sources are held against the day asked about, and the missing day is a
    gate of its own.
    """
    yield from _declined(case)
    yield from _run_by(case)
    lost = [check for check in case.plan.retention if check.lost_source or check.lost]
    for check in lost:
        yield _lost(case, check)
    yield from _unknown(case)
    if case.plan.retention and not lost and _all_checked(case):
        yield _kept(case)


def _declined(case: Case) -> Iterator[Gate]:
    why = case.request.not_applicable.get("retention")
    if why is None:
        return
    yield Gate(
        gate_id(DECLINED),
        GateKind.WAIVABLE,
        open=True,
        about="retention",
        question=Phrase(
            "Retention is declared not applicable: {why}. Does everything that is read last until "
            "the backfill runs?",
            why=why,
        ),
        remedy=Phrase("state `retention.run_by`, and what the sources keep in the catalog"),
        topic=DECLINED,
    )


def _run_by(case: Case) -> Iterator[Gate]:
    if not isinstance(case.request.retention.run_by, Unknown) or not case.datasets:
        return
    yield Gate(
        gate_id(RUN_BY),
        GateKind.WAIVABLE,
        open=True,
        about="retention.run_by",
        question=Phrase(
            "By which day will the backfill have run? What the sources keep can only be checked "
            "for a day; until it is stated, {today} is taken.",
            today=case.circumstances.today.isoformat(),
        ),
        remedy=Phrase("state `retention.run_by` in the request (`YYYY-MM-DD`)"),
        topic=RUN_BY,
    )


def _day(case: Case) -> str:
    run_by = known(case.request.retention.run_by)
    return (run_by or case.circumstances.today).isoformat()


def _lost(case: Case, check: RetentionCheck) -> Gate:
    readers = tuple(sorted(check.lost))
    return Gate(
        gate_id(SOURCE, check.source),
        GateKind.WAIVABLE,
        open=True,
        about=check.source,
        question=Phrase(
            "On {day} `{source}` goes back to {kept}{partly}; the plan reads it from {needed}. "
            "Rewriting {lost} would replace good data by what is left. Is that meant?",
            day=_day(case),
            source=check.source,
            kept=check.kept_from or "?",
            partly=_partly(case, check),
            needed=_needed(check.needed_from),
            lost=tuple(_partitions(check, reader) for reader in readers),
        ),
        remedy=_remedy(check, readers),
        topic=SOURCE,
        datasets=readers,
    )


def _partly(case: Case, check: RetentionCheck) -> Phrase | str:
    """What a window of days has lost of its oldest day by the end of the day of the run."""
    kept = known(case.described(check.source).retention)
    if kept is None or kept.days is None:
        return ""
    return Phrase(", and the oldest day counts as gone: a part of it is")


def _needed(date: str) -> str:
    return Phrase("its very beginning") if date == "?" else date


def _partitions(check: RetentionCheck, reader: DatasetName) -> Phrase:
    runs = sets.runs(check.lost[reader])
    return Phrase("`{dataset}` {partitions}", dataset=reader, partitions=runs)


def _remedy(check: RetentionCheck, readers: tuple[DatasetName, ...]) -> Phrase:
    first = tuple(
        Phrase("`{dataset}` from {key}", dataset=reader, key=check.first_recomputable[reader])
        for reader in readers
        if reader in check.first_recomputable
    )
    if first:
        return Phrase(
            "begin later: {first} can still be recomputed; or restore the source first", first=first
        )
    return Phrase("restore the source first, or leave the affected datasets out")


def _unknown(case: Case) -> Iterator[Gate]:
    """Sources outside the plan of which nobody has said how far back they go."""
    if "retention" in case.request.not_applicable:
        return
    planned = {each.name for each in case.datasets}
    sources = [
        check.source
        for check in case.plan.retention
        if check.source not in planned and case.described(check.source).kind is Kind.TABLE
    ]
    silent = [name for name in sources if isinstance(case.described(name).retention, Unknown)]
    for identity, names in grouped(UNKNOWN, silent, sources):
        yield Gate(
            identity,
            GateKind.WAIVABLE,
            open=True,
            about=about(names),
            question=Phrase(
                "How far back does {names} still have data on {day}? The plan reads it from "
                "{needed}.",
                names=some(names),
                day=_day(case),
                needed=_earliest(case, names),
            ),
            remedy=Phrase(
                "state `retention` of the source in the catalog: `{{days: 400}}`, or "
                "`{{from: 2025-01-01}}`"
            ),
            topic=UNKNOWN,
            datasets=names,
        )


def _earliest(case: Case, names: tuple[DatasetName, ...]) -> str:
    windows = [each for each in case.plan.cascade.sources if each.source in names]
    if any(each.reads is Reads.UNKNOWN for each in windows):
        return Phrase("a date that nobody has stated")
    dates = {check.needed_from for check in case.plan.retention if check.source in names}
    return _needed("?" if "?" in dates or not dates else min(dates))


def _all_checked(case: Case) -> bool:
    stated = [case.described(check.source).retention for check in case.plan.retention]
    return any(known(fact) is not None for fact in stated) and all(
        known(fact) is not None or isinstance(fact, NotApplicable)
        for check, fact in zip(case.plan.retention, stated, strict=True)
        if check.source not in {each.name for each in case.datasets}
    )


def _kept(case: Case) -> Gate:
    parts = tuple(
        Phrase(
            "`{source}` back to {kept}, needed from {needed}",
            source=check.source,
            kept=check.kept_from,
            needed=_needed(check.needed_from),
        )
        for check in case.plan.retention
        if check.kept_from
    )
    return Gate(
        gate_id(SOURCE),
        GateKind.WAIVABLE,
        open=False,
        about="",
        question=Phrase("Is everything that this plan reads still there on {day}?", day=_day(case)),
        remedy="",
        topic=SOURCE,
        answer=Phrase(
            "everything that this plan reads is still there on {day} ({sources})",
            day=_day(case),
            sources=parts[:3],
        ),
    )
