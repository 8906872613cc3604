"""Settings of a repository: `.github/backfill-bot.yml` on its default branch (SPEC 9)."""

from dataclasses import dataclass, replace
from typing import Any, Final

from bot.domain.phrase import Phrase
from bot.domain.place import Mistake, Place
from bot.domain.pull_request import Absent, FileAt, Unfit
from bot.parsing.forms import Field, Form
from bot.parsing.nodes import Pairs
from bot.parsing.scalars import OneWord, Text, Truth, Whole
from bot.parsing.settings_parts import ACCOUNT, LOGIN, TEAM, Age, SourceShape
from bot.parsing.shapes import WRONG, ListOf, Optional, Source
from bot.parsing.yaml import read_documents
from bot.settings import Limits, Rule, Settings, TimeToLive

VERSION: Final = "backfill-bot/v1"
DIALECTS: Final = ("backfill/v1", "bqetl")
LANGUAGES: Final = ("en", "zh")
PERMISSIONS: Final = ("triage", "write", "maintain", "admin")


@dataclass(frozen=True, slots=True)
class SettingsFile:
    """The settings that hold, and what is wrong with the file that sets them."""

    settings: Settings
    """The defaults where the file has a mistake: confirmations are then blocked, never loosened."""
    mistakes: tuple[Mistake, ...] = ()


def read_settings(file: FileAt | None) -> SettingsFile:
    """The settings of a file; the defaults where there is none. Never raises for what it holds."""
    if file is None or isinstance(file.content, Absent):
        return SettingsFile(Settings())
    if isinstance(file.content, Unfit):
        right = Phrase("write the settings in an ordinary text file")
        return SettingsFile(Settings(), (Mistake(Place(file.path, 1), file.content.what, right),))
    read = read_documents(file.path, file.content.data)
    at = Source(file.path, "default", read.lines, list(read.mistakes))
    if len(read.documents) > 1:
        at.wrong(read.documents[1], Phrase("keep one document"), found=Phrase("a second document"))
    if not read.documents and not read.mistakes:
        right = Phrase("begin with `version: {version}`", version=VERSION)
        at.mistakes.append(Mistake(Place(file.path, 1), Phrase("an empty file"), right))
    settings = SETTINGS.read(read.documents[0], at) if read.documents else WRONG
    good = settings is not WRONG and not at.mistakes
    return SettingsFile(
        settings if good and settings is not WRONG else Settings(), tuple(sorted(at.mistakes))
    )


def _rule(default: Rule) -> Form[Rule]:
    return Form(
        fields=(
            Field("users", Optional(ListOf(LOGIN, "[octocat]"), ()), "Logins that count."),
            Field("teams", Optional(ListOf(TEAM, "[acme/data]"), ()), "Teams that count."),
            Field(
                "permission",
                OneWord(PERMISSIONS),
                "The least role in the repository.",
                default=default.permission,
            ),
            Field("needed", Whole(1, 20), "How many people.", default=default.needed),
            Field(
                "author_counts",
                Truth(),
                "Whether the pull request's own author counts.",
                default=default.author_counts,
            ),
        ),
        build=lambda values, _node, _at: replace(default, **values),
        example="{teams: [acme/data-owners], needed: 1}",
    )


def _settings(values: dict[str, Any], _node: Pairs, _at: Source) -> Settings:
    del values["version"]
    renamed = {"catalogs" if key == "catalog" else key: value for key, value in values.items()}
    return Settings(**{key: value for key, value in renamed.items() if value is not None})


LINK: Final = Text(
    Phrase("a link"),
    pattern="https?://\\S+",
    right=Phrase("write a link that begins with `https://`"),
)
PROCEDURES: Final[Form[dict[str, str]]] = Form(
    fields=(
        Field("investigate-data-quality", LINK, "Where the root cause is unknown."),
        Field("prepare-production-data-change", LINK, "Where the change is wider than data."),
        Field("review-data-pipeline", LINK, "Where the fix has not been reviewed."),
        Field("debug-spark-yarn", LINK, "Where a job is stalled."),
    ),
    build=lambda values, _node, _at: values,
    example="{review-data-pipeline: https://…}",
)
GLOBS: Final = ListOf(Text(Phrase("a glob"), most=500), '["**/*.backfill.yaml"]')
SETTINGS: Final[Form[Settings]] = Form(
    fields=(
        Field("version", OneWord((VERSION,)), "The format of this file.", required=True),
        Field("requests", Optional(GLOBS, None), "Where request files stand."),
        Field(
            "bases",
            Optional(GLOBS, None),
            "Branches, beside the default one, into which pull requests can be confirmed.",
        ),
        Field(
            "catalog",
            Optional(ListOf(SourceShape(), "[.backfill/catalog.yaml]"), None),
            "Where lineage is read from.",
        ),
        Field(
            "dialects",
            Optional(ListOf(OneWord(DIALECTS), "[backfill/v1]", 1), None),
            "Formats of request files.",
        ),
        Field("bot", Optional(ACCOUNT, None), "The bot's own account."),
        Field(
            "approve",
            Optional(_rule(Rule(author_counts=True)), None),
            "Who may publish reversible results.",
        ),
        Field("confirm", Optional(_rule(Rule()), None), "Who may confirm irreversible writes."),
        Field(
            "ttl",
            Optional(
                Form(
                    fields=(
                        Field("approve", Age(), "Of an approval.", default="7d"),
                        Field("confirm", Age(), "Of a confirmation.", default="24h"),
                        Field("attest", Age(), "Of attestations and waivers.", default="7d"),
                    ),
                    build=lambda values, _node, _at: TimeToLive(**values),
                    example="{approve: 7d, confirm: 24h}",
                ),
                None,
            ),
            "How long what people said holds.",
        ),
        Field(
            "language", Optional(OneWord(LANGUAGES), None), "Of the bot's comments.", default="en"
        ),
        Field(
            "limits",
            Optional(
                Form(
                    fields=(
                        Field("datasets", Whole(1, 1_000_000), "In one plan.", default=500),
                        Field("partitions", Whole(1, 10**9), "In one plan.", default=200_000),
                    ),
                    build=lambda values, _node, _at: Limits(**values),
                    example="{datasets: 500, partitions: 200000}",
                ),
                None,
            ),
            "Beyond these a plan is blocked.",
        ),
        Field("procedures", Optional(PROCEDURES, None), "Links to the procedures that come first."),
        Field("labels", Optional(Truth(), None), "Whether labels are set.", default=False),
        Field(
            "lineage_bytes",
            Optional(Whole(1024, 10**9), None),
            "The largest lineage file that is read.",
            default=100_000_000,
        ),
    ),
    build=_settings,
    example=f"version: {VERSION}",
)
