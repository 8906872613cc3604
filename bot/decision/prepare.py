"""The plans of a pull request, from what was seen of it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bot.decision.documents import Documents, changed_documents
from bot.decision.others import open_elsewhere, open_here
from bot.domain.place import Mistake
from bot.domain.plan import OpenRequest, Plan
from bot.domain.pull_request import PullRequest
from bot.domain.request import Request
from bot.gates.checklist import Circumstances, checked
from bot.lineage.join import joined
from bot.lineage.read import LineageRead, read_lineage
from bot.parsing.settings import SettingsFile, read_settings
from bot.planning.build import plan_of
from bot.planning.secrets import redacted
from bot.settings import Settings


@dataclass(frozen=True, slots=True)
class Prepared:
    """Everything that the files of a pull request amount to, before anybody has spoken."""

    settings: Settings
    plans: tuple[Plan, ...] = ()
    """Sorted by request name; gates asked, nothing cleared."""
    mistakes: tuple[Mistake, ...] = ()
    """Of request files and of the head's lineage files: the author's to mend."""
    broken: tuple[Mistake, ...] = ()
    """Of the settings, and of lineage files on the base: the maintainers' to mend."""
    notes: tuple[str, ...] = ()
    """Files that look like requests and are none."""
    planless: tuple[Request, ...] = ()
    """Changed documents that need no plan (`complete`, `cancelled`, status alone)."""


def prepare(pull: PullRequest) -> Prepared:
    """The checked plans of all requests that a pull request adds or changes."""
    return prepare_with(read_settings(pull.settings), pull)


def prepare_with(settings: SettingsFile, pull: PullRequest) -> Prepared:
    """The same under settings that were read elsewhere (the command line's)."""
    documents = changed_documents(pull.files, settings.settings, pull.beside)
    if not documents.named and not documents.mistakes:
        return Prepared(settings.settings, broken=settings.mistakes, notes=documents.notes)
    base = read_lineage(pull.catalogs_base, settings.settings.catalogs)
    head = read_lineage(pull.catalogs_head, settings.settings.catalogs)
    plans = _plans(pull, documents, base, head)
    mistakes = (
        *documents.mistakes,
        *(mistake for mistake in head.mistakes if mistake not in base.mistakes),
        *(mistake for plan in plans for mistake in plan.cascade.mistakes),
    )
    fitting = [plan for plan in plans if not plan.cascade.mistakes]
    elsewhere = open_elsewhere(pull, documents, base, settings.settings) if fitting else ()
    return Prepared(
        settings=settings.settings,
        plans=tuple(
            _checked(plan, fitting, elsewhere, pull, settings.settings) for plan in fitting
        ),
        mistakes=_shown(sorted(mistakes, key=lambda mistake: mistake.place)),
        broken=_shown((*settings.mistakes, *base.mistakes)),
        notes=documents.notes,
        planless=documents.planless,
    )


def _shown(mistakes: Iterable[Mistake]) -> tuple[Mistake, ...]:
    """Each mistake once, without what looks like a credential."""
    return redacted(tuple(dict.fromkeys(mistakes)))[0]


def _plans(
    pull: PullRequest,
    documents: Documents,
    base: LineageRead,
    head: LineageRead,
) -> list[Plan]:
    return [
        plan_of(request, joined(base, head, request), pull.head) for request in documents.planned
    ]


def _checked(
    plan: Plan,
    plans: Sequence[Plan],
    elsewhere: tuple[OpenRequest, ...],
    pull: PullRequest,
    settings: Settings,
) -> Plan:
    return checked(
        plan,
        Circumstances(
            as_of=pull.seen_at,
            open_requests=(*open_here(plan, plans), *elsewhere),
            limits=settings.limits,
            procedures=settings.procedures,
            number=pull.ref.number or None,
        ),
    )
