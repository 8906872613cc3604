"""Credential-like strings never get as far as a plan."""

import time

import pytest

from bot.planning.secrets import redacted, redacted_text
from tests.builders import a_request, stated

TOKEN = "ghp_" + "abcdefghijklmnopqrstuvwxyzABCDEF1234"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (f"use {TOKEN} for it", "use [redacted] for it"),
        ("key AKIA" + "IOSFODNN7EXAMPLE, please", "key [redacted], please"),
        ("password: hunter2hunter2", "password: [redacted]"),
        ("password=hunter2 then go", "password=[redacted] then go"),
        ("read postgres://me:s3cretpw@host/db", "read postgres[redacted]host/db"),
        ("(wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY)", "([redacted])"),
        ("-----BEGIN RSA PRIVATE KEY-----\nMIIE\n", "[redacted]"),
        ("//registry/:_authToken=npm_" + "a1" * 18, "[redacted]"),
        ("see //a//b and //registry//:_authToken=npm_" + "a1" * 18, "see [redacted]"),
        ("password: " + "hunter2" * 60, "password: [redacted]"),
        ("x" * 300 + "_password: hunter2", "x" * 300 + "_password: [redacted]"),
        ("d41d8cd98f00b204e9800998ecf8427e", "[redacted]"),
    ],
)
def test_what_looks_like_a_credential_is_redacted(text: str, shown: str) -> None:
    assert redacted_text(text) == shown


@pytest.mark.parametrize(
    "text",
    [
        "Tax was added twice for EU orders after the March release.",
        "commit 4f0c1b7de9a2467c8d1f0e5a3b9c6d2e8f7a1b40",
        "registry/app@sha256:" + "9c1e" * 16,
        "moz-fx-data-shared-prod.telemetry_derived.clients_daily_histogram_aggregates_v1",
        "https://github.com/mozilla/bigquery-etl/pull/9744",
        "550e8400-e29b-41d4-a716-446655440000",
        "snapshot orders_daily@2026-04-01",
        "the secret: customers churn",
        "@acme/data-oncall, 10.0.0.1, 2026-03-01..2026-03-14",
        "",
    ],
)
def test_what_people_write_in_requests_is_left_as_it_is(text: str) -> None:
    assert redacted_text(text) == text


def test_a_request_without_credentials_comes_back_as_the_same_object() -> None:
    request = a_request()
    assert redacted(request) == (request, ())
    assert redacted(request)[0] is request


def test_a_place_is_named_by_the_path_of_its_field() -> None:
    request = a_request(
        reason=stated(f"the old token was {TOKEN}"), rollback={"artifact": f"s3 with {TOKEN}"}
    )
    clean, places = redacted(request)
    assert places == ("reason", "rollback.artifact")
    assert TOKEN not in repr(clean)
    assert clean.rollback.artifact == stated("s3 with [redacted]")


def test_names_and_ranges_are_compared_exactly_and_so_never_changed() -> None:
    request = a_request(name="orders-tax-fix")
    clean, _ = redacted(request)
    assert clean.roots is request.roots


@pytest.mark.parametrize(
    "piece", ["/", "://", "//a:", "/:_authToken", "db_pass", "secret=", "token: ", "eyJ", "a", "="]
)
def test_long_texts_are_read_in_a_moment(piece: str) -> None:
    """Each took seconds for ten thousand characters, and four times as long for twice as many."""
    text = piece * (30_000 // len(piece))
    began = time.process_time()
    redacted_text(f"{text} //x/:_authToken= x")
    assert time.process_time() - began < 3
