"""Who may say what, and what they have said."""

from bot.domain.phrase import Phrase, counted
from bot.domain.scope import Command
from bot.settings import Rule, Settings


def who_may(rule: Rule) -> Phrase:
    """Who may speak by this rule: `1 of acme/data-owners with write access, not the author`."""
    people = counted("{number} person", "{number} different people", rule.needed)
    groups = (*rule.users, *rule.teams)
    access = Phrase("at least `{permission}` access", permission=rule.permission)
    if groups and rule.author_counts:
        return Phrase(
            "{people} of `{groups}` with {access}", people=people, groups=groups, access=access
        )
    if groups:
        return Phrase(
            "{people} of `{groups}` with {access}, not an author of this change",
            people=people,
            groups=groups,
            access=access,
        )
    if rule.author_counts:
        return Phrase("{people} with {access}", people=people, access=access)
    return Phrase(
        "{people} with {access}, not an author of this change", people=people, access=access
    )


def purpose(command: Command) -> Phrase:
    """What a confirming command allows."""
    if command is Command.APPROVE:
        return Phrase("Publish the results that can be undone")
    return Phrase("Write what cannot be undone")


def may_attest(settings: Settings) -> Phrase:
    """Who may attest: everybody who may approve or confirm."""
    return Phrase(
        "whoever may approve or confirm ({approve}; {confirm})",
        approve=who_may(settings.approve),
        confirm=who_may(settings.confirm),
    )
