import hashlib
import hmac
import json
import logging
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

import pytest
from flask.testing import FlaskClient
from sqlalchemy.exc import OperationalError
from werkzeug.test import TestResponse

from bot.domain.pull_request import PullRef
from bot.entrypoints.configuration import ServiceConfiguration, read_configuration
from bot.entrypoints.metrics import Metrics
from bot.entrypoints.queue import Backlog
from bot.entrypoints.storage import Delivery
from bot.entrypoints.subjects import Subject
from bot.entrypoints.webhook import LARGEST_PAYLOAD, create_app
from bot.errors import ConfigurationError
from tests.unit.entrypoints.conftest import pull

SECRET = "It's a Secret to Everybody"
PAYLOAD = {
    "action": "opened",
    "number": 7,
    "repository": {"full_name": "acme/pipelines"},
    "pull_request": {"title": "{{ config }} $(id) `id` ../../etc/passwd"},
}


def subject_of(event: str, payload: Mapping[str, Any]) -> Subject | None:
    match payload:
        case {"number": int(number), "repository": {"full_name": str(name)}} if (
            event == "pull_request"
        ):
            return pull(number, name)
        case _:
            return None


@dataclass
class Shelf:
    """A storage that can be told to fail."""

    kept: list[Delivery] = field(default_factory=list)
    failure: Exception | None = None

    def accept(self, delivery: Delivery) -> bool:
        if self.failure:
            raise self.failure
        new = delivery.id not in {one.id for one in self.kept}
        self.kept.append(delivery)
        return new


@dataclass
class Door:
    shelf: Shelf
    client: FlaskClient
    metrics: Metrics
    backlog: Backlog | Exception = field(default_factory=lambda: Backlog(2, 1, 1, 3.14159, 1))

    def read_backlog(self) -> Backlog:
        if isinstance(self.backlog, Exception):
            raise self.backlog
        return self.backlog

    def knock(self, body: bytes | None = None, **headers: str | None) -> TestResponse:
        data = json.dumps(PAYLOAD).encode() if body is None else body
        sent: dict[str, str | None] = {
            "X-GitHub-Delivery": "72d3162e-cc78-11e3-81ab-4c9367dc0958",
            "X-GitHub-Event": "pull_request",
            "X-Hub-Signature-256": sign(data),
            "Content-Type": "application/json",
            **{name.replace("_", "-"): value for name, value in headers.items()},
        }
        return self.client.post(
            "/webhook", data=data, headers={k: v for k, v in sent.items() if v is not None}
        )


def sign(body: bytes, secret: str = SECRET, kind: str = "sha256") -> str:
    return f"{kind}=" + hmac.new(secret.encode(), body, getattr(hashlib, kind)).hexdigest()


@pytest.fixture
def door() -> Door:
    shelf, metrics = Shelf(), Metrics()
    made = Door(shelf, None, metrics)  # type: ignore[arg-type]
    settings = ServiceConfiguration(secret=SECRET.encode())
    app = create_app(settings, shelf, made.read_backlog, metrics, subject_of)
    made.client = app.test_client()
    return made


def test_githubs_own_example_of_a_signature_is_accepted(door: Door) -> None:
    known = "757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17"
    answer = door.knock(b"Hello, World!", X_Hub_Signature_256=f"sha256={known}")
    assert answer.status_code == 400, "the signature is right; the body is no JSON"


def test_a_delivery_is_kept_before_it_is_answered(door: Door) -> None:
    answer = door.knock()
    assert (answer.status_code, answer.json) == (202, {"outcome": "accepted"})
    assert door.shelf.kept == [
        Delivery("72d3162e-cc78-11e3-81ab-4c9367dc0958", pull(7), "pull_request")
    ]


def test_of_a_payload_only_ids_are_kept(door: Door) -> None:
    door.knock()
    (kept,) = door.shelf.kept
    assert isinstance(kept.subject, PullRef)
    assert "config" not in repr(kept)


def test_a_redelivery_is_answered_as_well_and_called_a_duplicate(door: Door) -> None:
    door.knock()
    answer = door.knock()
    assert (answer.status_code, answer.json) == (202, {"outcome": "duplicate"})


def test_form_encoded_deliveries_are_read_and_signed_over_the_raw_bytes(door: Door) -> None:
    body = urlencode({"payload": json.dumps(PAYLOAD)}).encode()
    answer = door.knock(body, Content_Type="application/x-www-form-urlencoded")
    assert answer.status_code == 202


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"X_Hub_Signature_256": None}, 401),
        ({"X_Hub_Signature_256": None, "X_Hub_Signature": "sha1"}, 401),
        ({"X_Hub_Signature_256": "sha1"}, 403),
        ({"X_Hub_Signature_256": ""}, 403),
        ({"X_Hub_Signature_256": "sha256="}, 403),
        ({"X_Hub_Signature_256": "sha256=" + "0" * 64}, 403),
        ({"X_Hub_Signature_256": "sha256=ÿ"}, 403),
        ({"X_GitHub_Delivery": None}, 400),
        ({"X_GitHub_Delivery": "../../etc/passwd"}, 400),
        ({"X_GitHub_Delivery": "a" * 65}, 400),
        ({"X_GitHub_Delivery": "a; rm -rf"}, 400),
        ({"X_GitHub_Event": None}, 400),
        ({"X_GitHub_Event": "$(id)"}, 400),
        ({"Content_Type": "text/plain"}, 415),
        ({"Content_Type": None}, 415),
        ({"Content_Type": "application/x-www-form-urlencoded"}, 400),
    ],
)
def test_what_is_not_githubs_is_refused(
    door: Door, headers: dict[str, str | None], status: int
) -> None:
    body = json.dumps(PAYLOAD).encode()
    given = {k: sign(body, kind="sha1") if v == "sha1" else v for k, v in headers.items()}
    assert door.knock(body, **given).status_code == status
    assert door.shelf.kept == []


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"null", b"7", b"\xff\xfe", b"[" * 100_000])
def test_a_signed_body_that_is_no_json_object_is_refused_without_an_error(
    door: Door, body: bytes
) -> None:
    assert door.knock(body).status_code == 400


def test_a_signature_by_another_secret_is_refused(door: Door) -> None:
    body = json.dumps(PAYLOAD).encode()
    answer = door.knock(body, X_Hub_Signature_256=sign(body, "another secret"))
    assert answer.status_code == 403


def test_a_body_that_changed_on_its_way_is_refused(door: Door) -> None:
    body = json.dumps(PAYLOAD).encode()
    answer = door.knock(body.replace(b"7", b"8"), X_Hub_Signature_256=sign(body))
    assert answer.status_code == 403


@pytest.mark.parametrize("event", ["ping", "star", "never_heard_of", "push"])
def test_events_that_are_nobodys_business_get_204_and_are_not_kept(door: Door, event: str) -> None:
    answer = door.knock(X_GitHub_Event=event)
    assert (answer.status_code, answer.data) == (204, b"")
    assert door.shelf.kept == []


def test_a_payload_beyond_25_mb_is_refused_before_it_is_read(door: Door) -> None:
    answer = door.client.post(
        "/webhook",
        headers={"X-Hub-Signature-256": "sha256=00"},
        environ_overrides={"CONTENT_LENGTH": str(LARGEST_PAYLOAD + 1)},
    )
    assert answer.status_code == 413


def test_a_payload_of_just_25_mb_is_read(door: Door) -> None:
    frame = len(json.dumps({**PAYLOAD, "filler": ""}))
    body = json.dumps({**PAYLOAD, "filler": "x" * (LARGEST_PAYLOAD - frame)}).encode()
    assert door.knock(body).status_code == 202


@pytest.mark.parametrize(
    "failure", [TimeoutError(), OperationalError("INSERT", {}, Exception("disk full"))]
)
def test_a_delivery_that_cannot_be_kept_is_not_called_accepted(
    door: Door, failure: Exception
) -> None:
    door.shelf.failure = failure
    assert door.knock().status_code == 503


def test_a_bug_shows_nothing_of_itself(door: Door) -> None:
    door.shelf.failure = KeyError("secret thing")
    answer = door.knock()
    assert answer.status_code == 500
    assert answer.json == {"outcome": "Internal Server Error"}


def test_without_a_secret_nothing_starts() -> None:
    with pytest.raises(ConfigurationError):
        create_app(ServiceConfiguration(secret=b""), Shelf(), lambda: None, Metrics(), subject_of)  # type: ignore[arg-type,return-value]
    for secret in ({}, {"BACKFILL_BOT_WEBHOOK_SECRET": ""}):
        with pytest.raises(ConfigurationError, match="BACKFILL_BOT_WEBHOOK_SECRET is not set"):
            read_configuration(secret, host="", port=80, receives=True)


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("BACKFILL_BOT_WEBHOOK_SECRET", "short", "at least 16 characters"),
        ("BACKFILL_BOT_LOOKS_AT_ONCE", "many", "a number between 1 and 64"),
        ("BACKFILL_BOT_LOOKS_AT_ONCE", "0", "a number between 1 and 64"),
        ("BACKFILL_BOT_LEASE_SECONDS", "nan", "a number between 1 and 3600"),
    ],
)
def test_a_setting_that_cannot_be_is_told_in_a_sentence(
    name: str, value: str, sentence: str
) -> None:
    with pytest.raises(ConfigurationError, match=sentence) as told:
        read_configuration(
            {"BACKFILL_BOT_WEBHOOK_SECRET": SECRET, name: value}, host="", port=80, receives=True
        )
    assert str(told.value).count(".") == 1


def test_a_configuration_never_prints_its_secrets() -> None:
    settings = ServiceConfiguration(SECRET.encode(), "postgresql://u:password@h/d")
    assert SECRET not in repr(settings)
    assert "password" not in repr(settings)


def test_healthz_says_that_the_process_lives(door: Door) -> None:
    assert door.client.get("/healthz").json == {"status": "alive"}


def test_readyz_shows_what_is_parked_and_stays_ready(door: Door) -> None:
    answer = door.client.get("/readyz")
    assert (answer.status_code, answer.json) == (
        200,
        {
            "status": "ready",
            "waiting": 2,
            "running": 1,
            "parked": 1,
            "oldest_seconds": 3.1,
            "workers": 1,
        },
    )


def test_readyz_says_when_nobody_works(door: Door) -> None:
    door.backlog = Backlog(2, 0, 0, 3.0, 0)
    answer = door.client.get("/readyz")
    assert answer.status_code == 200, "deliveries can still be kept"
    assert answer.json is not None
    assert answer.json["status"] == "ready, but no worker is alive"


@pytest.mark.parametrize("path", ["/readyz", "/metrics"])
def test_without_a_database_nothing_is_ready(door: Door, path: str) -> None:
    door.backlog = OperationalError("SELECT", {}, Exception("password=hunter2"))
    answer = door.client.get(path)
    assert answer.status_code == 503
    assert b"hunter2" not in answer.data


def test_there_is_nothing_else_to_see(door: Door) -> None:
    for path in ("/", "/static/x", "/webhook", "/metrics/..", "/{{7*7}}"):
        answer = door.client.get(path)
        assert answer.status_code in (404, 405)
        assert b"49" not in answer.data


def test_lines_about_a_delivery_name_it_and_its_pull_request_and_nothing_of_its_text(
    door: Door, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    door.knock()
    assert "delivery accepted" in caplog.text
    assert "config" not in caplog.text


def test_signatures_are_compared_in_constant_time_whatever_their_length(door: Door) -> None:
    for length in (1, 63, 64, 1000):
        assert door.knock(X_Hub_Signature_256="sha256=" + "a" * length).status_code == 403


def test_deliveries_are_counted_without_names_from_outside(door: Door) -> None:
    door.knock()
    door.knock(X_GitHub_Event="made_up_event")
    door.knock(X_Hub_Signature_256="sha256=0")
    page = door.client.get("/metrics").text
    assert 'backfill_bot_deliveries_total{event="pull_request",outcome="accepted"} 1.0' in page
    assert 'backfill_bot_deliveries_total{event="other",outcome="ignored"} 1.0' in page
    assert 'outcome="refused"} 1.0' in page
    assert "backfill_bot_queue_parked 1.0" in page
    assert "made_up" not in page
