"""What the files of a pull request amount to before anybody has spoken."""

from bot.decision.prepare import prepare
from bot.domain.pull_request import ChangedFile, FileAt, FileStatus, Text
from bot.settings import SETTINGS_PATH
from tests.unit.decision.pulls import a_pull

SECRET = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
WRONG = f"version: backfill/v1\nname: a\ntoken: {SECRET}\nintent: {SECRET}\n"


def test_a_credential_in_a_line_with_a_mistake_is_shown_nowhere() -> None:
    file = ChangedFile("a.backfill.yaml", FileStatus.ADDED, after=Text(WRONG.encode(), ""))
    broken = f"version: backfill-bot/v1\npassword: {SECRET}\n"
    settings = FileAt(SETTINGS_PATH, "1", Text(broken.encode(), ""))
    found = prepare(a_pull(files=(file,), settings=settings))
    assert len(found.mistakes) == 3
    assert len(found.broken) == 1
    assert SECRET not in repr((found.mistakes, found.broken))
    assert "[redacted]" in repr(found.mistakes)
