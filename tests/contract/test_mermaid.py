"""Every picture is one that mermaid itself can read."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.rendering.language import language
from bot.rendering.mermaid import picture
from tests.plans import DAYS, LTV, ORDERS, plan_over, planned, the_example

HERE = Path(__file__).parent
pytestmark = pytest.mark.contract


@pytest.fixture(scope="module", autouse=True)
def _mermaid() -> None:
    if shutil.which("node") is None or not (HERE / "node_modules/mermaid").is_dir():
        pytest.skip("mermaid is not here; make contract")


def read_by_mermaid(*graphs: str) -> None:
    node = shutil.which("node") or "node"
    script = str(HERE / "mermaid_parse.mjs")
    done = subprocess.run(
        [node, script], input=json.dumps(graphs), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_mermaid_reads_small_and_large_cascades_in_every_language() -> None:
    large = [
        planned(f"marts.t{at}", DAYS, 1 + at % 30, upstream=(ORDERS.name,)) for at in range(300)
    ]
    plans = [the_example(), plan_over((ORDERS, LTV)), plan_over((ORDERS, *large[:59]))]
    plans.append(plan_over((ORDERS, *large)))
    read_by_mermaid(*(picture(plan, language(name)) for plan in plans for name in ("en", "zh")))


NASTY = st.lists(
    st.sampled_from(
        (
            '"',
            "'",
            "`",
            "#",
            ";",
            "]",
            "[",
            "(",
            ")",
            "{",
            "}",
            "<br/>",
            "<script>",
            "-->",
            "|",
            "%%",
            ":::",
            "&quot;",
            "#35;",
            "end",
            "\n",
            "click",
            "subgraph",
            "\\",
            "中",
            "🎉",
            "style ",
            "x",
        )
    )
    | st.text(max_size=3),
    min_size=1,
    max_size=10,
).map("".join)


@settings(max_examples=5)
@given(st.lists(NASTY, min_size=30, max_size=30, unique=True))
def test_mermaid_reads_whatever_datasets_are_called(names: list[str]) -> None:
    datasets = [planned(name, DAYS, at % 3, upstream=(names[0],)) for at, name in enumerate(names)]
    read_by_mermaid(picture(plan_over(datasets), language("en")))
