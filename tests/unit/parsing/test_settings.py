"""Settings: what a repository sets, and that a broken file never loosens anything."""
# ruff: noqa: ISC004  the sentences of a case are longer than a line

import datetime as dt

import pytest

from bot.domain.pull_request import Absent, FileAt, Text, Unfit
from bot.parsing.settings import SettingsFile, read_settings
from bot.settings import CatalogSource, Limits, Rule, Settings, TimeToLive
from tests.unit.parsing.said import said

HEAD = "version: backfill-bot/v1\n"


def read(text: str) -> SettingsFile:
    return read_settings(FileAt("s.yml", "sha", Text((HEAD + text).encode(), "")))


def test_no_file_means_the_defaults() -> None:
    assert read_settings(None) == SettingsFile(Settings())
    assert read_settings(FileAt("s.yml", "sha", Absent())) == SettingsFile(Settings())
    assert read("") == SettingsFile(Settings())
    assert read("approve: \nttl: \nrequests: \n") == SettingsFile(Settings())


def test_everything_can_be_set() -> None:
    assert read(
        """\
requests: ["jobs/**/*.yaml"]
bases: [main, "release/*"]
catalog:
- facts.yaml
- {dbt: target/manifest.json, ref: artifacts}
- {openlineage: e.ndjson, workspace: true}
dialects: [backfill/v1, bqetl]
bot: backfill-bot[bot]
approve: {users: [octocat], needed: 2, author_counts: false}
confirm: {teams: [acme/data-owners], permission: maintain, author_counts: true}
ttl: {approve: 3d, confirm: 90m}
language: zh
limits: {datasets: 10}
procedures: {investigate-data-quality: "https://example.com/a"}
labels: true
lineage_bytes: 1_000_000
"""
    ) == SettingsFile(
        Settings(
            requests=("jobs/**/*.yaml",),
            bases=("main", "release/*"),
            catalogs=(
                CatalogSource("catalog", "facts.yaml"),
                CatalogSource("dbt", "target/manifest.json", ref="artifacts"),
                CatalogSource("openlineage", "e.ndjson", workspace=True),
            ),
            dialects=("backfill/v1", "bqetl"),
            bot="backfill-bot[bot]",
            approve=Rule(users=("octocat",), needed=2, author_counts=False),
            confirm=Rule(teams=("acme/data-owners",), permission="maintain", author_counts=True),
            ttl=TimeToLive(approve=dt.timedelta(days=3), confirm=dt.timedelta(minutes=90)),
            language="zh",
            limits=Limits(datasets=10),
            procedures={"investigate-data-quality": "https://example.com/a"},
            labels=True,
            lineage_bytes=1_000_000,
        )
    )


def test_the_author_counts_for_approve_and_not_for_confirm_unless_it_is_said() -> None:
    settings = read("approve: {needed: 2}\nconfirm: {needed: 2}\n").settings
    assert (settings.approve.author_counts, settings.confirm.author_counts) == (True, False)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("confrim: {}", "2:1 the unknown key `confrim` → use one of the known keys: `version`, "
         "`requests`, `bases`, `catalog`, `dialects`, `bot`, `approve`, `confirm`, `ttl`, "
         "`language`, `limits`, `procedures`, `labels`, `lineage_bytes` (confirm?)"),
        ("ttl: {confirm: 1 day}", "2:16 1 day → write a number and a unit such as `24h` or `7d`, "
         "at most a year"),
        ("ttl: {confirm: 9999d}", "2:16 9999d → write a number and a unit such as `24h` or `7d`, "
         "at most a year"),
        ("ttl: {confirm: 0h}", "2:16 0h → write a number and a unit such as `24h` or `7d`, at most "
         "a year"),
        ("language: EN", "2:11 EN → write it in lower case (en?)"),
        ("language: de", "2:11 de → write one of `en`, `zh`"),
        ("approve: {permission: read}", "2:23 read → write one of `triage`, `write`, `maintain`, "
         "`admin`"),
        ("approve: {needed: 0}", "2:19 0 → write a whole number, at least 1"),
        ("approve: {teams: ['@acme/data']}", "2:19 @acme/data → write a team as `org/team`, "
         "without `@`"),
        ("approve: {users: ['@octocat']}", "2:19 @octocat → write a login without `@`"),
        ("catalog: [/etc/passwd]", "2:11 /etc/passwd → write a path from the top of the "
         "repository, without `..`"),
        ("catalog: [a/../../b]", "2:11 a/../../b → write a path from the top of the repository, "
         "without `..`"),
        ("catalog: [{dbt: a, openlineage: b}]", "2:11 a mapping → name one source: `catalog`, "
         "`dbt` or `openlineage`"),
        ("catalog: [{dbt: a, ref: b, workspace: true}]", "2:11 a mapping → write either `ref` or "
         "`workspace`"),
        ("dialects: [bigquery]", "2:12 bigquery → write one of `backfill/v1`, `bqetl`"),
        ("procedures: {debug-spark-yarn: javascript:alert(1)}", "2:32 javascript:alert(1) → write "
         "a link that begins with `https://`"),
        ("limits: {partitions: lots}", "2:22 lots → write a whole number, at least 1"),
    ],
)  # fmt: skip
def test_a_file_with_a_mistake_sets_nothing(text: str, expected: str) -> None:
    file = read(f"{text}\nlabels: true\n")
    assert said(file.mistakes) == [expected]
    assert file.settings == Settings()


def test_what_is_no_file_of_settings_is_a_mistake() -> None:
    link = read_settings(FileAt("s.yml", "sha", Unfit("a symbolic link")))
    assert said(link.mistakes) == [
        "1:1 a symbolic link → write the settings in an ordinary text file"
    ]
    assert read_settings(FileAt("s.yml", "sha", Text(b"", ""))).mistakes
    assert read_settings(FileAt("s.yml", "sha", Text(b"\xff", ""))).mistakes
    assert read("--- \nversion: backfill-bot/v1\n").mistakes
