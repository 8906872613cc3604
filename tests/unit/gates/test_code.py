"""Only what cannot be moved counts as a version."""

import pytest

from bot.domain.spoken import Confirming
from bot.gates.code import is_immutable
from bot.parsing.command import spoken
from bot.planning.block import VERSION


@pytest.mark.parametrize(
    "version",
    ["head", "a" * 40, "0f" * 32, "sha256:" + "0a" * 32, "ghcr.io/acme/etl@sha256:" + "0a" * 32],
)
def test_versions_that_stay_what_they_are(version: str) -> None:
    assert is_immutable(version)


@pytest.mark.parametrize("name", ["", "ghcr.io/acme/etl@", "registry:5000/etl:1.4_2+b@", "A-B@"])
def test_each_of_them_can_be_typed_as_it_stands(name: str) -> None:
    version = f"{name}sha256:{'0a' * 32}"
    assert is_immutable(version)
    body = f"/backfill approve x\ncommit {'a' * 40}\ncode {version}\noverwrite a 1"
    said = spoken(body)
    assert isinstance(said, Confirming)
    assert said.code == version
    assert VERSION.fullmatch(version)


@pytest.mark.parametrize(
    "version",
    [
        "latest", "main", "v1.2.3", "6f1c0d2", "a" * 39, "a" * 41, "HEAD", "refs/heads/main",
        "é@sha256:" + "0a" * 32, "a<!--@sha256:" + "0a" * 32, "a b@sha256:" + "0a" * 32,
        "\u200b@sha256:" + "0a" * 32, "a@b@sha256:" + "0a" * 32, "\u212a" * 40,
        "sha256:" + "0a" * 31, "etl:1.4", "a" * 40 + " ", "sha256:" + "0a" * 33, "",
    ],
)  # fmt: skip
def test_versions_that_can_be_moved(version: str) -> None:
    assert not is_immutable(version)
