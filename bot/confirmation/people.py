"""Who may say what: by account id, role and team, as read from GitHub; never by association."""

from typing import Final

from bot.confirmation.case import Case, Refusal
from bot.domain.confirmation import Reason
from bot.domain.phrase import Phrase
from bot.domain.pull_request import Actor, PullRequest, Role, Unreadable
from bot.domain.scope import Command
from bot.domain.spoken import Asking, Attest, Confirming, Waive
from bot.settings import Rule, Settings

_ROLES: Final = ("none", "read", "triage", "write", "maintain", "admin")


def wrong_person(case: Case) -> Refusal | None:
    """Why the author of a command has no right to it; None if they have.

    `approve`, `confirm` and `waive` (as `confirm`) go by their own rule, author's part in the pull
    request included; `attest` by either; `execute` by either without that, or by the author.
    """
    author = case.author
    if author is None:
        return Refusal(Reason.NOT_ALLOWED, Phrase("the comment's account has been deleted"))
    pull, settings = case.pull, case.settings
    match case.said:
        case Confirming(command=command):
            rules = [settings.rule(command)]
            if command is Command.APPROVE and case.said.waives:
                rules.append(settings.confirm)
            return next((no for rule in rules if (no := _under(pull, author, rule))), None)
        case Attest():
            return _either(pull, author, settings)
        case Waive():
            return _under(pull, author, settings.confirm)
        case Asking():
            is_author = pull.author is not None and author.id == pull.author.id
            return None if is_author else may_speak(pull, author, settings)


def may_speak(pull: PullRequest, person: Actor, settings: Settings) -> Refusal | None:
    """Why somebody may neither approve nor confirm anybody's pull request; None if they may."""
    refusals = [_listed(pull, person, rule) for rule in (settings.approve, settings.confirm)]
    return None if None in refusals else refusals[0]


def _either(pull: PullRequest, person: Actor, settings: Settings) -> Refusal | None:
    refusals = [_under(pull, person, rule) for rule in (settings.approve, settings.confirm)]
    return None if None in refusals else refusals[0]


def _under(pull: PullRequest, person: Actor, rule: Rule) -> Refusal | None:
    return _listed(pull, person, rule) or _own_work(pull, person, rule)


def _listed(pull: PullRequest, person: Actor, rule: Rule) -> Refusal | None:
    standing = pull.standing.get(person.id, Unreadable("nobody has read their role"))
    if isinstance(standing, Unreadable):
        return Refusal(
            Reason.UNVERIFIABLE,
            Phrase("the rights of {who} cannot be read: {why}", who=person.login, why=standing.why),
        )
    if (rule.users or rule.teams) and not _named(person, standing, rule):
        return Refusal(
            Reason.NOT_ALLOWED,
            Phrase("{who} is not among the people that the settings name", who=person.login),
        )
    if _rank(standing.name) < _rank(rule.permission) or rule.permission not in _ROLES:
        return Refusal(
            Reason.NOT_ALLOWED,
            Phrase(
                "{who} has the role `{role}`; at least `{needed}` is needed",
                who=person.login,
                role=standing.name,
                needed=rule.permission,
            ),
        )
    return None


def _named(person: Actor, role: Role, rule: Rule) -> bool:
    users = {login.casefold() for login in rule.users}
    teams = {team.casefold() for team in rule.teams}
    mine = {team.casefold() for team in role.teams}
    return person.login.casefold() in users or bool(teams & mine)


def _rank(role: str) -> int:
    return _ROLES.index(role) if role in _ROLES else -1


def _own_work(pull: PullRequest, person: Actor, rule: Rule) -> Refusal | None:
    if rule.author_counts:
        return None
    if person.id in pull.authors:
        return Refusal(
            Reason.SELF,
            Phrase("{who} wrote a part of it; somebody else has to say this", who=person.login),
        )
    if not pull.authors_complete:
        return Refusal(
            Reason.UNVERIFIABLE,
            Phrase(
                "not all commits could be seen, and {who} may have written one", who=person.login
            ),
        )
    return None
