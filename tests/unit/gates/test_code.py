"""Only what cannot be moved counts as a version."""

import pytest

from bot.gates.code import is_immutable


@pytest.mark.parametrize(
    "version",
    ["head", "a" * 40, "0f" * 32, "sha256:" + "0a" * 32, "ghcr.io/acme/etl@sha256:" + "0a" * 32],
)
def test_versions_that_stay_what_they_are(version: str) -> None:
    assert is_immutable(version)


@pytest.mark.parametrize(
    "version",
    [
        "latest", "main", "v1.2.3", "6f1c0d2", "a" * 39, "a" * 41, "HEAD", "refs/heads/main",
        "sha256:" + "0a" * 31, "etl:1.4", "a" * 40 + " ", "sha256:" + "0a" * 33, "",
    ],
)  # fmt: skip
def test_versions_that_can_be_moved(version: str) -> None:
    assert not is_immutable(version)
