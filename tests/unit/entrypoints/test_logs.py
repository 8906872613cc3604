"""What may stand in a line of the log, and what never does."""

import io
import json
import logging
from collections.abc import Iterator

import pytest

from bot.entrypoints.logs import REDACTED, about, set_up

# Put together, so that nobody who looks for credentials finds any here.
TOKENS = [
    *("gh" + kind + "_" + "a1" * 18 for kind in "opsur"),
    "github" + "_pat_" + "B2" * 20,
    "ey" + "J" + "c3" * 8 + "." + "d4" * 8 + "." + "e5" * 8,
    "-----BEGIN RSA " + "PRIVATE KEY-----\nabc\n-----END RSA " + "PRIVATE KEY-----",
    "someone:" + "hunter" + "22@",
    "Bearer " + "f6" * 10,
    "TOKEN " + "g7" * 10,
    "basic " + "h8" * 10,
]


@pytest.fixture
def lines() -> Iterator[io.StringIO]:
    root = logging.getLogger()
    before, level = root.handlers[:], root.level
    stream = io.StringIO()
    set_up(["a secret of the service"], stream)
    yield stream
    root.handlers[:] = before
    root.setLevel(level)


def last(stream: io.StringIO) -> dict[str, object]:
    found = json.loads(stream.getvalue().splitlines()[-1])
    assert isinstance(found, dict)
    return found


def test_a_line_is_json_with_what_it_is_about(lines: io.StringIO) -> None:
    with about(delivery="d-1", pull="acme/data#7"):
        logging.getLogger("x").info("delivery %s", "accepted", extra={"event": "push", "odd": 1})
    found = last(lines)
    assert str(found.pop("time")).endswith("Z")
    assert found == {
        "level": "info",
        "logger": "x",
        "message": "delivery accepted",
        "delivery": "d-1",
        "pull": "acme/data#7",
        "event": "push",
    }


@pytest.mark.parametrize("token", TOKENS)
def test_what_looks_like_a_credential_is_blacked_out(lines: io.StringIO, token: str) -> None:
    logging.getLogger("x").warning("it said https://%s and no more", token)
    try:
        int(f"https://{token}")
    except ValueError:
        logging.getLogger("x").exception("it failed")
    assert lines.getvalue().count(REDACTED) == 2
    assert token[10:26] not in lines.getvalue()


def test_what_the_process_was_given_as_a_secret_is_blacked_out(lines: io.StringIO) -> None:
    logging.getLogger("x").error("it is %s", "a secret of the service")
    assert last(lines)["message"] == f"it is {REDACTED}"


def test_an_exception_shows_its_place_and_no_values(lines: io.StringIO) -> None:
    try:
        json.loads("content of somebody's file")
    except ValueError:
        logging.getLogger("x").exception("it failed")
    error = last(lines)["error"]
    assert isinstance(error, dict)
    assert error["type"] == "json.decoder.JSONDecodeError"
    assert "somebody" not in json.dumps(error)
