"""Whatever the bytes: mistakes with a place, never an exception, never an endless read.

`found/` holds inputs that once broke a reader; each is read again for ever.
"""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.domain.place import Mistake
from bot.domain.pull_request import FileAt, Text
from bot.lineage.dbt import read_dbt
from bot.lineage.openlineage import read_openlineage
from bot.parsing.bqetl import read_bqetl
from bot.parsing.catalog import read_catalog
from bot.parsing.request import read_request_file
from bot.parsing.settings import read_settings
from bot.settings import Settings

ROOT = Path(__file__).parents[3]
HERE = Path(__file__).parent
EXAMPLES = sorted(
    path for path in ROOT.glob("examples/**/*") if path.suffix in (".yaml", ".yml", ".ndjson")
)
FOUND = sorted(path for path in (HERE / "found").iterdir() if path.is_file())
BOTH = Settings(dialects=("backfill/v1", "bqetl"))
TABLE = "sql/p/d/t/backfill.yaml"


def mistakes_of(data: bytes) -> Iterator[Mistake]:
    """What every reader says of the same bytes."""
    yield from read_request_file("a.backfill.yaml", Text(data, ""), BOTH).mistakes
    yield from read_request_file(TABLE, Text(data, ""), BOTH).mistakes
    yield from read_bqetl(TABLE, data, {"sql/p/d/t/metadata.yaml": data})[1]
    yield from read_catalog("c.yaml", data).mistakes
    yield from read_settings(FileAt("s.yml", "", Text(data, ""))).mistakes
    yield from read_dbt("m.json", data).mistakes
    yield from read_openlineage("e.ndjson", data).mistakes


def check(data: bytes) -> None:
    """Every mistake has a place in the file, says something, and can be written down."""
    begin = time.process_time()
    for mistake in mistakes_of(data):
        assert mistake.place.line >= 1
        assert mistake.place.column >= 1
        assert mistake.right
        f"{mistake.found}{mistake.right}{mistake.nearest}{mistake.excerpt}".encode()
    assert time.process_time() - begin < 5


def written(data: bytes) -> None:
    """What was read can be written down too."""
    for request in read_request_file("a.backfill.yaml", Text(data, ""), BOTH).requests:
        repr(request).encode()
    for name in read_catalog("c.yaml", data).datasets:
        name.encode()


WORDS = st.sampled_from(
    [
        "version:",
        "name:",
        "root:",
        "dataset:",
        "range:",
        "start:",
        "end:",
        "backfill/v1",
        "backfill-catalog/v1",
        "datasets:",
        "2026-03-01",
        "unknown",
        "{not_applicable:",
        "}",
        "[",
        "]",
        "{",
        "}",
        "-",
        ":",
        ",",
        "&",
        "*",
        "!",
        "|",
        ">",
        "'",
        '"',
        "#",
        "%",
        "@",
        "`",
        "~",
        "null",
        "<<:",
        "*a",
        "&a",
        "!!str",
        "!x",
        "---",
        "...",
        "\t",
        "\n",
        "\r\n",
        "\ufeff",
        "\x00",
        "\x85",
        "\u2028",
        "�",
        "😀",
        "é",
        "yes",
        "1e5",
        "0o7",
        "-0",
        ".inf",
        "P6D",
        "partition:",
        "by:",
        "day",
        "upstream:",
        "reads:",
        "lookback:",
        "write:",
        "*",
    ]
)


@given(st.binary(max_size=300))
def test_any_bytes(data: bytes) -> None:
    check(data)


@given(st.lists(WORDS | st.sampled_from([" ", "\n", "  "]), max_size=60))
@example(["\ud83d"])
def test_any_arrangement_of_words_that_matter(words: list[str]) -> None:
    data = "".join(words).encode("utf-8", "surrogatepass")
    check(data)
    written(data)


@st.composite
def mutated(draw: st.DrawFn) -> bytes:
    """A valid file with a few bytes cut, doubled, changed or put in."""
    data = bytearray(draw(st.sampled_from(EXAMPLES)).read_bytes())
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(data)))
        length = draw(st.integers(0, 40))
        patch = draw(
            st.sampled_from([b"", b"\n", b" ", b"\t", b"'", b'"', b"- ", b": ", b"{", b"]", b"&a "])
            | st.binary(max_size=8)
        )
        data[start : start + length] = patch * draw(st.sampled_from([1, 1, 1, 50]))
    return bytes(data)


@given(mutated())
def test_valid_files_with_a_few_bytes_changed(data: bytes) -> None:
    check(data)
    written(data)


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=10),
        lambda inner: (
            st.lists(inner, max_size=4)
            | st.dictionaries(
                st.sampled_from(
                    [
                        "version",
                        "name",
                        "root",
                        "range",
                        "start",
                        "datasets",
                        "partition",
                        "by",
                        "upstream",
                        "write",
                        "metadata",
                        "nodes",
                        "sources",
                        "config",
                        "depends_on",
                        "resource_type",
                        "job",
                        "eventTime",
                        "inputs",
                        "outputs",
                        "facets",
                        "2026-03-01",
                        "dbt_schema_version",
                    ]
                )
                | st.text(max_size=5),
                inner,
                max_size=6,
            )
        ),
        max_leaves=25,
    )
)
def test_any_shape_of_json(value: object) -> None:
    import json  # noqa: PLC0415

    for text in (json.dumps(value), json.dumps(value, ensure_ascii=False)):
        check(text.encode("utf-8", "surrogatepass"))


@pytest.mark.parametrize("path", FOUND, ids=lambda path: path.name)
def test_what_once_broke_a_reader(path: Path) -> None:
    check(path.read_bytes())
    written(path.read_bytes())
