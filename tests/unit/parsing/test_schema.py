"""The printed JSON Schemas, held to a stock validator, to the examples and to the readers."""

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from bot.domain.pull_request import FileAt, Text
from bot.parsing.catalog import read_catalog
from bot.parsing.request import read_request_file
from bot.parsing.schema import json_schema
from bot.parsing.settings import read_settings
from bot.settings import Settings

ROOT = Path(__file__).parents[3]
KINDS = ("request", "catalog", "config")


class EditorLoader(yaml.SafeLoader):
    """Reads as editors do (YAML 1.2): `2026-03-01` and `yes` are texts."""


EditorLoader.yaml_implicit_resolvers = {
    first: [
        (tag, pattern)
        for tag, pattern in found
        if tag not in ("tag:yaml.org,2002:timestamp", "tag:yaml.org,2002:bool")
    ]
    for first, found in yaml.SafeLoader.yaml_implicit_resolvers.items()
}
EditorLoader.add_implicit_resolver(
    "tag:yaml.org,2002:bool", __import__("re").compile("true|false|True|False"), list("tfTF")
)


def valid(kind: Any, text: str) -> list[str]:
    validator = Draft202012Validator(json_schema(kind))
    return [
        error.message
        for document in yaml.load_all(text, Loader=EditorLoader)  # a SafeLoader
        for error in validator.iter_errors(document)
    ]


def mistakes(kind: str, text: str) -> tuple[object, ...]:
    data = text.encode()
    if kind == "request":
        file = read_request_file("a.backfill.yaml", Text(data, ""), Settings())
        return file.mistakes
    if kind == "catalog":
        return read_catalog("catalog.yaml", data).mistakes
    return read_settings(FileAt("settings.yml", "", Text(data, ""))).mistakes


@pytest.mark.parametrize("kind", KINDS)
def test_the_schema_itself_is_valid(kind: Any) -> None:
    Draft202012Validator.check_schema(json_schema(kind))


@pytest.mark.parametrize("kind", KINDS)
def test_the_committed_schema_is_the_printed_one(kind: Any) -> None:
    committed = (ROOT / "schemas" / f"{kind}.schema.json").read_text()
    assert committed == json.dumps(json_schema(kind), indent=2, ensure_ascii=False) + "\n"


def test_every_key_of_every_schema_is_described() -> None:
    def undescribed(schema: Any, path: str) -> list[str]:
        if not isinstance(schema, dict):
            return []
        found = [
            f"{path}.{name}"
            for name, inner in schema.get("properties", {}).items()
            if "description" not in inner
        ]
        for key, inner in schema.items():
            for item in inner if isinstance(inner, list) else [inner]:
                found += undescribed(item, f"{path}.{key}")
        return found

    assert [undescribed(json_schema(kind), kind) for kind in ("request", "catalog", "config")] == [
        [],
        [],
        [],
    ]


EXAMPLES = [
    *(("request", path) for path in sorted(ROOT.glob("examples/**/*.backfill.yaml"))),
    *(("catalog", path) for path in sorted(ROOT.glob("examples/**/catalog.yaml"))),
    *(("config", path) for path in sorted(ROOT.glob("examples/**/backfill-bot.yml"))),
]


@pytest.mark.parametrize(
    ("kind", "path"), EXAMPLES, ids=lambda value: str(getattr(value, "name", value))
)
def test_every_example_is_valid_for_editors_and_for_the_reader(kind: str, path: Path) -> None:
    text = path.read_text()
    assert (valid(kind, text), mistakes(kind, text)) == ([], ())


SAME_VERDICT = [
    ("request", "root: {dataset: a}\nrange: whole", True),
    ("request", "root: {dataset: a}\nrange: unknown", True),
    ("request", "root: {dataset: a}\nrange: {start: 2026-03, end: 2026}", True),
    ("request", "roots: [{dataset: a, range: {values: [1, EU]}}]", True),
    (
        "request",
        "root: {dataset: a}\nrange: whole\nrollback: {not_applicable: nothing is kept}",
        True,
    ),
    ("request", "root: {dataset: a}\nrange: whole\nrollback: {a.b: {owner: x}, owner: y}", True),
    (
        "request",
        "root: {dataset: a}\nrange: whole\nretention: {late_arrival: P3D, run_by: unknown}",
        True,
    ),
    (
        "request",
        "root: {dataset: a}\nrange: whole\nwrite: {'*': {reversible: yes, semantics: merge}}",
        True,
    ),
    ("request", "root: {dataset: a}\nrange: whole\nowner: x", False),
    ("request", "root: {dataset: a}\nroots: []\nrange: whole", False),
    ("request", "range: whole", False),
    ("request", "root: a\nrange: whole", False),
    ("request", "root: {dataset: a}\nrange: whole\nintent: Execute", False),
    ("request", "root: {dataset: a}\nrange: whole\nwrite: {a: {semantics: replace}}", False),
    ("request", "root: {dataset: a}\nrange: whole\nretention: {run_by: 10.04.2026}", False),
    ("request", "root: {dataset: a}\nrange: whole\nresources: {batch_size: many}", False),
    ("catalog", "datasets: {a: {partition: {by: day, first: 2023-01-01}, upstream: {b: }}}", True),
    ("catalog", "datasets: {a: , b: {partition: unknown, upstream: unknown}}", True),
    ("catalog", "datasets: {a: {upstream: {b: {reads: {keys: {EU: [DE, FR], US: US}}}}}}", True),
    ("catalog", "datasets: {a: {partition: day}}", False),
    ("catalog", "datasets: {a: {upstream: {b: {reads: sometimes}}}}", False),
    ("catalog", "datasets: {a: {retention: {days: 0}}}", False),
    ("config", "ttl: {confirm: 24h}", True),
    ("config", "catalog: [{dbt: target/manifest.json, ref: artifacts}]", True),
    ("config", "ttl: {confirm: 1 day}", False),
    ("config", "approve: {permission: Write}", False),
]
HEADS = {
    "request": "version: backfill/v1\nname: a\n",
    "catalog": "version: backfill-catalog/v1\n",
    "config": "version: backfill-bot/v1\n",
}


@pytest.mark.parametrize(("kind", "body", "good"), SAME_VERDICT)
def test_editor_and_reader_agree(kind: str, body: str, good: bool) -> None:  # noqa: FBT001
    text = HEADS[kind] + body + "\n"
    assert (not valid(kind, text), not mistakes(kind, text)) == (good, good)


VALUES = st.sampled_from(
    ["unknown", "", "~", "{}", "[]", "x", "2026-03-01", "2026", "0.5", "7", "yes", "true", "P3D",
     "whole", "{not_applicable: so}", "[a, b]", "{a: b}", "{days: 3}", "{by: day}", "merge",
     "{values: [1]}", "{dataset: a}", "[{dataset: a, range: whole}]", "'*'", "Unknown", "15m"]
)  # fmt: skip


@given(st.data())
def test_what_the_reader_takes_the_editor_takes_too(data: st.DataObject) -> None:
    kind: Any = data.draw(st.sampled_from(KINDS))
    keys = sorted(json_schema(kind)["properties"].keys() - {"version", "name"})
    lines = {key: data.draw(VALUES) for key in data.draw(st.sets(st.sampled_from(keys)))}
    if kind == "request":
        lines = {"root": "{dataset: a}", "range": "whole", **lines}
    if kind == "catalog":
        facts = sorted(json_schema(kind)["$defs"]["dataset"]["properties"])
        chosen = {key: data.draw(VALUES) for key in data.draw(st.sets(st.sampled_from(facts)))}
        inner = ", ".join(f"{key}: {value}" for key, value in chosen.items())
        lines["datasets"] = f"{{d: {{{inner}}}}}"
    text = HEADS[kind] + "".join(f"{key}: {value}\n" for key, value in lines.items())
    if not mistakes(kind, text):
        assert valid(kind, text) == []
