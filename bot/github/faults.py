"""GitHub's refusals as the bot's errors: who has to wait, who lacks a right, what is gone."""

from collections.abc import Mapping, Sequence
from email.utils import parsedate_to_datetime
from typing import Any, Final, TypeAlias

from bot.errors import (
    Forbidden,
    GitHubError,
    GitHubUnreachable,
    NotFound,
    RateLimited,
)

PATIENCE: Final = 60.0
"""Seconds to wait where GitHub limits without saying for how long (its documented advice)."""

_LIMIT_WORDS: Final = (
    "rate limit",
    "abuse detection",
    "submitted too quickly",
    "wait a few minutes",
)
_LENGTH: Final = 300
"""Characters of GitHub's own words that are passed on."""

_Said: TypeAlias = tuple[type[GitHubError], str]
_CREDENTIALS: Final[_Said] = (Forbidden, "GitHub does not accept the credentials")
_RIGHTS: Final[_Said] = (Forbidden, "GitHub forbids it")
_GONE: Final[_Said] = (NotFound, "GitHub finds nothing there")
_SILENT: Final[_Said] = (GitHubUnreachable, "GitHub gives no answer")
_BY_STATUS: Final = {401: _CREDENTIALS, 403: _RIGHTS, 451: _RIGHTS, 404: _GONE, 410: _GONE}
_BY_TYPE: Final = {
    "NOT_FOUND": _GONE,
    "FORBIDDEN": _RIGHTS,
    "INSUFFICIENT_SCOPES": _RIGHTS,
    "UNAUTHORIZED": _CREDENTIALS,
    "SERVICE_UNAVAILABLE": _SILENT,
    "INTERNAL": _SILENT,
    "TIMEOUT": _SILENT,
}


def refusal(status: int, headers: Mapping[str, str], body: Any, now: float) -> GitHubError:
    """The error for an HTTP answer of 300 and above.

    `headers` have lower-case names; `now` is seconds since the epoch, used where the answer has no
    date of its own. Order of waiting times: `retry-after`, `x-ratelimit-reset`, sixty seconds.
    """
    says = _message(body) or f"status {status}"
    if status in {403, 429} and _is_limit(status, headers, says):
        return RateLimited(f"GitHub asks to wait: {says}", _seconds(headers, now))
    if status in _BY_STATUS:
        kind, words = _BY_STATUS[status]
        return kind(f"{words}: {says}")
    if 400 <= status < 500:  # noqa: PLR2004
        return GitHubError(f"GitHub refuses ({status}): {says}")
    return GitHubUnreachable(f"GitHub gives no answer ({status}): {says}")


def query_refusal(errors: Sequence[Any], headers: Mapping[str, str], now: float) -> GitHubError:
    """The error for GraphQL `errors` (status 200); the first one that limits speaks for all."""
    found = [error if isinstance(error, Mapping) else {"message": str(error)} for error in errors]
    for error in found:
        says = str(error.get("message", ""))[:_LENGTH]
        if error.get("type") == "RATE_LIMITED" or _mentions_limit(says):
            return RateLimited(f"GitHub asks to wait: {says}", _seconds(headers, now))
    first = found[0] if found else {}
    says = str(first.get("message", "an error without a message"))[:_LENGTH]
    kind, words = _BY_TYPE.get(str(first.get("type")), (GitHubError, "GitHub refuses"))
    if kind is not GitHubError:
        return kind(f"{words}: {says}")
    if "something went wrong" in says.lower() or "timeout" in says.lower():
        return GitHubUnreachable(f"GitHub gives no answer: {says}")
    return GitHubError(f"GitHub refuses: {says}")


def _is_limit(status: int, headers: Mapping[str, str], says: str) -> bool:
    return (
        status == 429  # noqa: PLR2004
        or "retry-after" in headers
        or headers.get("x-ratelimit-remaining") == "0"
        or _mentions_limit(says)
    )


def _mentions_limit(says: str) -> bool:
    return any(word in says.lower() for word in _LIMIT_WORDS)


def _seconds(headers: Mapping[str, str], now: float) -> float:
    after = _number(headers.get("retry-after"))
    if after is not None:
        return max(after, 1.0)
    reset = _number(headers.get("x-ratelimit-reset"))
    if reset is not None and headers.get("x-ratelimit-remaining") == "0":
        return max(reset - _server_time(headers, now), 1.0)
    return PATIENCE


def _server_time(headers: Mapping[str, str], now: float) -> float:
    try:
        return parsedate_to_datetime(headers["date"]).timestamp()
    except (KeyError, ValueError):
        return now


def _number(text: str | None) -> float | None:
    try:
        return float(text) if text is not None else None
    except ValueError:
        return None


def _message(body: Any) -> str:
    if not isinstance(body, Mapping):
        return ""
    parts = [str(body.get("message") or "")]
    errors = body.get("errors")
    if isinstance(errors, Sequence) and not isinstance(errors, str):
        parts += [
            str(error.get("message") or error.get("code") or "")
            if isinstance(error, Mapping)
            else str(error)
            for error in errors[:3]
        ]
    return "; ".join(part for part in parts if part)[:_LENGTH]
