"""The door that GitHub knocks at: checks who knocks, keeps the delivery, and answers.

Of a payload nothing leaves this file but ids and names of the pull request it is about. Nothing
is evaluated here, nothing is fetched, and nothing is shown: no answer holds repository content.
"""

import hashlib
import hmac
import json
import logging
import re
import time
from collections.abc import Callable, Mapping
from typing import Any, Protocol, TypeAlias
from urllib.parse import parse_qs

from flask import Flask, Request, Response, jsonify, request
from sqlalchemy.exc import SQLAlchemyError
from werkzeug.exceptions import HTTPException

from bot.entrypoints.configuration import ServiceConfiguration
from bot.entrypoints.logs import about
from bot.entrypoints.metrics import CONTENT_TYPE, Metrics
from bot.entrypoints.queue import Backlog
from bot.entrypoints.storage import Delivery
from bot.entrypoints.subjects import Subject, key_of
from bot.errors import ConfigurationError

LARGEST_PAYLOAD = 25 * 1024 * 1024
"""Bytes; GitHub sends no larger ones."""

SubjectOf: TypeAlias = Callable[[str, Mapping[str, Any]], Subject | None]
"""From an event's name and payload to what has to be looked at; None where nothing has."""

_LOG = logging.getLogger("backfill_bot.webhook")
_DELIVERY_ID = re.compile(r"[A-Za-z0-9-]{1,64}", re.ASCII)
_EVENT_NAME = re.compile(r"[a-z_]{1,64}", re.ASCII)


class Storage(Protocol):
    """Where deliveries are kept; `Intake` in earnest."""

    def accept(self, delivery: Delivery) -> bool:
        """Whether the delivery is new; on return it is stored for good."""
        ...


class _Refused(Exception):  # noqa: N818  # an answer, not an error
    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status = status
        self.why = why


def create_app(
    settings: ServiceConfiguration,
    storage: Storage,
    backlog: Callable[[], Backlog],
    metrics: Metrics,
    subject_of: SubjectOf,
) -> Flask:
    """The web application of the service: the webhook and what watches over it.

    Raises:
        ConfigurationError: there is no secret to check signatures with.
    """
    if not settings.secret:
        raise ConfigurationError("Without a webhook secret the service does not start.")
    app = probes(backlog, metrics)
    app.config["MAX_CONTENT_LENGTH"] = LARGEST_PAYLOAD
    app.config["MAX_FORM_MEMORY_SIZE"] = LARGEST_PAYLOAD

    def webhook() -> Response:
        began = time.perf_counter()
        event = request.headers.get("X-GitHub-Event", "")
        try:
            status, outcome = _receive(request, settings.secret, storage, subject_of)
        except _Refused as refused:
            status, outcome = refused.status, "refused"
            _LOG.warning("delivery refused: %s", refused.why, extra={"status": status})
        metrics.delivery(event, outcome)
        metrics.answered(time.perf_counter() - began)
        return Response(status=status) if status == 204 else _said(status, outcome)  # noqa: PLR2004

    app.add_url_rule("/webhook", view_func=webhook, methods=["POST"])
    return app


def probes(backlog: Callable[[], Backlog], metrics: Metrics) -> Flask:
    """The endpoints that say how the service is; a worker serves these alone."""
    app = Flask("backfill-bot", static_folder=None)
    app.json.sort_keys = False  # type: ignore[attr-defined]

    def healthz() -> Response:
        return jsonify(status="alive")

    def readyz() -> tuple[Response, int]:
        try:
            found = backlog()
        except SQLAlchemyError:
            return jsonify(status="the database cannot be reached"), 503
        return jsonify(
            status="ready" if found.workers else "ready, but no worker is alive",
            waiting=found.waiting,
            running=found.running,
            parked=found.parked,
            oldest_seconds=round(found.oldest_seconds, 1),
            workers=found.workers,
        ), 200

    def show_metrics() -> Response:
        try:
            return Response(metrics.page(backlog), content_type=CONTENT_TYPE)
        except SQLAlchemyError:
            return Response("the database cannot be reached\n", 503, content_type="text/plain")

    app.add_url_rule("/healthz", view_func=healthz)
    app.add_url_rule("/readyz", view_func=readyz)
    app.add_url_rule("/metrics", view_func=show_metrics)
    app.register_error_handler(HTTPException, _problem)
    app.register_error_handler(Exception, _bug)
    return app


def _receive(
    received: Request, secret: bytes, storage: Storage, subject_of: SubjectOf
) -> tuple[int, str]:
    body = received.get_data(cache=False)
    _check_signature(body, received.headers.get("X-Hub-Signature-256"), secret)
    delivery = _header(received, "X-GitHub-Delivery", _DELIVERY_ID)
    event = _header(received, "X-GitHub-Event", _EVENT_NAME)
    subject = subject_of(event, _payload(received, body))
    if subject is None:
        return 204, "ignored"
    with about(delivery=delivery, pull=key_of(subject)):
        try:
            new = storage.accept(Delivery(delivery, subject, event))
        except (SQLAlchemyError, TimeoutError) as error:
            _LOG.exception("delivery not stored")
            raise _Refused(503, "the delivery could not be stored") from error
        outcome = "accepted" if new else "duplicate"
        _LOG.info("delivery %s", outcome, extra={"event": event})
    return 202, outcome


def _check_signature(body: bytes, given: str | None, secret: bytes) -> None:
    if given is None:
        raise _Refused(401, "no SHA-256 signature")
    expected = "sha256=" + hmac.new(secret, body, hashlib.sha256).hexdigest()
    if not hmac.compare_digest(expected.encode(), given.encode("latin-1", "replace")):
        raise _Refused(403, "the signature does not match")


def _header(received: Request, name: str, form: re.Pattern[str]) -> str:
    value = received.headers.get(name, "")
    if not form.fullmatch(value):
        raise _Refused(400, f"{name} is missing or malformed")
    return value


def _payload(received: Request, body: bytes) -> Mapping[str, Any]:
    match received.mimetype:
        case "application/json":
            text: bytes | str = body
        case "application/x-www-form-urlencoded":
            text = _form_field(body)
        case _:
            raise _Refused(415, "neither application/json nor application/x-www-form-urlencoded")
    try:
        payload = json.loads(text)
    except (ValueError, RecursionError):
        raise _Refused(400, "the payload is no JSON") from None
    if not isinstance(payload, dict):
        raise _Refused(400, "the payload is no JSON object")
    return payload


def _form_field(body: bytes) -> str:
    try:
        found = parse_qs(body.decode(), strict_parsing=True, max_num_fields=10).get("payload", [])
    except ValueError:
        found = []
    if len(found) != 1:
        raise _Refused(400, "no payload= in the form")
    return found[0]


def _said(status: int, outcome: str) -> Response:
    return Response(f'{{"outcome":{json.dumps(outcome)}}}\n', status, mimetype="application/json")


def _problem(error: HTTPException) -> Response:
    return _said(error.code or 500, error.name)


def _bug(error: Exception) -> Response:
    _LOG.error("unexpected error", exc_info=error)
    return _said(500, "Internal Server Error")
