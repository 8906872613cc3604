"""The example plan in the documents is what the bot makes of the example today."""

import datetime as dt
import os
from pathlib import Path

from bot.domain.lineage import Lineage
from bot.domain.pull_request import FileAt, Text
from bot.domain.request import Request
from bot.gates.checklist import Circumstances, checked
from bot.lineage.join import joined
from bot.lineage.read import read_lineage
from bot.parsing.request import read_request_file
from bot.parsing.settings import read_settings
from bot.planning.build import plan_of
from bot.rendering.plan_comment import plan_comment
from bot.settings import SETTINGS_PATH, CatalogSource, Settings
from tests.builders import COMMIT

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "orders"
SHOWN = ROOT / "docs" / "example-plan.md"
CATALOG = ".backfill/catalog.yaml"
REQUEST = "backfills/orders-tax-fix.backfill.yaml"
AS_OF = dt.datetime(2026, 3, 30, 9, 0, tzinfo=dt.UTC)


def test_the_example_plan_is_the_rendered_one() -> None:
    request, lineage, settings = the_example()
    plan = checked(plan_of(request, lineage, COMMIT), Circumstances(AS_OF))
    text = "\n\n".join(plan_comment(plan, None, settings)) + "\n"
    if os.environ.get("UPDATE_GOLDENS") == "1":
        SHOWN.write_text(text, encoding="utf-8")
    assert text == SHOWN.read_text(encoding="utf-8")


def the_example() -> tuple[Request, Lineage, Settings]:
    settings = read_settings(file_of(SETTINGS_PATH))
    found = read_request_file(REQUEST, text_of(REQUEST), settings.settings)
    read = read_lineage([file_of(CATALOG)], [CatalogSource("catalog", CATALOG)])
    assert not (*settings.mistakes, *found.mistakes, *read.mistakes)
    return found.requests[0], joined(read, read, found.requests[0]), settings.settings


def file_of(path: str) -> FileAt:
    return FileAt(path, COMMIT, text_of(path))


def text_of(path: str) -> Text:
    return Text((EXAMPLE / path).read_bytes(), "")
