"""Which documents of a pull request are planned, and under which names."""

from bot.decision.documents import changed_documents
from bot.domain.pull_request import Absent, ChangedFile, Content, FileStatus, Text
from bot.settings import Settings

BOTH = Settings(dialects=("backfill/v1", "bqetl"))
ENTRY = "2026-03-26: {start_date: 2026-03-01, end_date: 2026-03-14, status: Initiate}\n"


def entry(dataset: str, before: Content | None = None, after: str = ENTRY) -> ChangedFile:
    return ChangedFile(
        f"sql/shop/{dataset}/clients_v1/backfill.yaml",
        FileStatus.MODIFIED,
        before=before or Absent(),
        after=Text(after.encode(), ""),
    )


def names(*files: ChangedFile) -> list[str]:
    found = changed_documents(files, BOTH, {})
    assert found.mistakes == ()
    return [request.name for request in found.planned]


def test_tables_of_one_name_in_several_datasets_are_planned_under_longer_names() -> None:
    assert names(entry("ios_derived")) == ["clients-v1-2026-03-26"]
    assert names(entry("ios_derived"), entry("web_derived")) == [
        "ios-derived-clients-v1-2026-03-26",
        "web-derived-clients-v1-2026-03-26",
    ]


def test_a_document_that_stands_on_the_base_is_not_planned_again_whatever_its_name_is_now() -> None:
    unchanged = entry("ios_derived", Text(ENTRY.encode(), ""), f"# moved\n{ENTRY}")
    assert names(unchanged, entry("web_derived")) == ["web-derived-clients-v1-2026-03-26"]
