"""One account's connection to GitHub: PyGithub underneath, without its sleeps and blind retries."""

import datetime as dt
import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from email.utils import parsedate_to_datetime
from typing import Any, Final

from github.Auth import Auth

from bot.errors import Forbidden, GitHubError, GitHubUnreachable, RateLimited
from bot.github.credentials import Endpoint
from bot.github.faults import query_refusal, refusal
from bot.github.requester import Clock, Lines, UnauthorizedError, translated

QUERIES: Final = frozenset({"query", "mutation"})
"""Kinds of requests that go to GraphQL; all others are REST verbs."""


@dataclass(slots=True)
class Meter:
    """What has been asked of GitHub, and what is left of the hourly allowances."""

    calls: Counter[str] = field(default_factory=Counter)
    """By kind: `query`, `mutation`, and REST verbs; token minting is not in it."""
    remaining: int | None = None
    """Of REST requests, as GitHub last said."""
    remaining_points: int | None = None
    """Of GraphQL points."""
    watch: Callable[[str, int], None] | None = None
    """Told of every request: `rest` or `graphql`, and the status; 0 where no answer came."""

    def answered(self, kind: str, status: int, headers: Mapping[str, str]) -> None:
        """Note an answer with its rate-limit headers."""
        self.calls[kind] += 1
        graphql = kind in QUERIES
        if self.watch is not None:
            self.watch("graphql" if graphql else "rest", status)
        left = headers.get("x-ratelimit-remaining", "")
        if left.isdecimal() and graphql:
            self.remaining_points = int(left)
        elif left.isdecimal():
            self.remaining = int(left)


@dataclass(frozen=True, slots=True)
class Answer:
    """What GitHub said: parsed JSON (None for an empty body), and when by its own clock."""

    body: Any
    headers: Mapping[str, str]
    when: dt.datetime | None
    errors: Sequence[Any] = ()
    """GraphQL errors that came with data."""


class Client:
    """Requests of one account, from any number of threads.

    Raises only `bot.errors.GitHubError` and its kinds; GitHubUnreachable after a write means that
    it may have happened. Reads are repeated once where no answer came; writes never.
    """

    def __init__(
        self, endpoint: Endpoint, auth: Callable[[], Auth], meter: Meter, clock: Clock
    ) -> None:
        self._lines = Lines(endpoint, auth)
        self._endpoint = endpoint
        self._meter = meter
        self._clock = clock
        self._closed_until = 0.0

    def get(self, path: str, **parameters: str | int) -> Answer:
        """The answer to a REST GET of `path` (`/repos/…`)."""
        self._wait_no_less()
        return self._repeated(lambda: self._rest("GET", path, parameters, None))

    def write(self, verb: str, path: str, body: Mapping[str, Any] | Sequence[Any]) -> Answer:
        """The answer to a REST write; sent once."""
        return self._rest(verb, path, {}, body)

    def query(
        self, document: str, variables: Mapping[str, Any], spare: Sequence[str] = ()
    ) -> Answer:
        """The `data` of a GraphQL query.

        Errors below a field named in `spare` are passed on in `errors`; any other is raised, since
        half an answer must not pass for a whole one.
        """
        self._wait_no_less()
        return self._repeated(lambda: self._queried(document, variables, spare))

    def mutate(self, document: str, variables: Mapping[str, Any]) -> Answer:
        """The `data` of a GraphQL mutation with whatever errors came along; sent once.

        Raises only where nothing of it was done, or nobody can tell.
        """
        answer = self._graphql("mutation", document, variables)
        if not isinstance(answer.body, Mapping):
            raise self._limited(query_refusal(answer.errors, answer.headers, self._clock()))
        return answer

    def now(self) -> float:
        """The time that waiting is measured with: seconds since the epoch."""
        return self._clock()

    def _wait_no_less(self) -> None:
        left = self._closed_until - self._clock()
        if left > 0:
            raise RateLimited("GitHub asked to wait, and the time is not over", left)

    def _repeated(self, call: Callable[[], Answer]) -> Answer:
        try:
            return call()
        except GitHubUnreachable:
            return call()

    def _queried(self, document: str, variables: Mapping[str, Any], spare: Sequence[str]) -> Answer:
        answer = self._graphql("query", document, variables)
        grave = [error for error in answer.errors if not _is_below(error, spare)]
        if grave or not isinstance(answer.body, Mapping):
            raise self._limited(query_refusal(grave, answer.headers, self._clock()))
        return answer

    def _rest(self, verb: str, path: str, parameters: Mapping[str, str | int], body: Any) -> Answer:
        return self._sent(_Call(verb, verb, path, parameters, body))

    def _graphql(self, kind: str, document: str, variables: Mapping[str, Any]) -> Answer:
        body = {"query": document, "variables": dict(variables)}
        answer = self._sent(_Call(kind, "POST", self._endpoint.graphql, {}, body))
        if not isinstance(answer.body, Mapping) or not {"data", "errors"} & set(answer.body):
            raise GitHubUnreachable("GitHub's answer to a query is none")
        return Answer(
            answer.body.get("data"), answer.headers, answer.when, answer.body.get("errors") or ()
        )

    def _sent(self, call: "_Call") -> Answer:
        try:
            return self._once(call)
        except UnauthorizedError:
            self._lines.forget()  # a token was revoked or ran out early: nothing has happened yet
        try:
            return self._once(call)
        except UnauthorizedError as error:
            raise Forbidden(str(error)) from None

    def _once(self, call: "_Call") -> Answer:
        accept = {"Accept": "application/vnd.github+json"}
        try:
            with self._lines.lent() as line, translated(self._clock):
                through = line.graphql if call.kind in QUERIES else line.rest
                status, headers, text = through.requestJson(
                    call.verb, call.url, dict(call.parameters), accept, call.body
                )
        except GitHubUnreachable:
            self._meter.answered(call.kind, 0, {})
            raise
        self._meter.answered(call.kind, status, headers)
        parsed = _parsed(text, status)
        if status == 401:  # noqa: PLR2004
            raise UnauthorizedError(str(refusal(status, headers, parsed, self._clock())))
        if status >= 300:  # noqa: PLR2004
            raise self._limited(refusal(status, headers, parsed, self._clock()))
        return Answer(parsed, headers, _date(headers))

    def _limited(self, error: GitHubError) -> GitHubError:
        if isinstance(error, RateLimited):
            self._closed_until = max(self._closed_until, self._clock() + error.seconds)
        return error


@dataclass(frozen=True, slots=True)
class _Call:
    """One request; `kind` is what it is counted as."""

    kind: str
    verb: str
    url: str
    parameters: Mapping[str, str | int]
    body: Any


def _is_below(error: Any, spare: Sequence[str]) -> bool:
    path = error.get("path") if isinstance(error, Mapping) else None
    return isinstance(path, Sequence) and any(step in spare for step in path)


def _parsed(text: str, status: int) -> Any:
    if not text:
        return None
    try:
        return json.loads(text)
    except ValueError:
        if status >= 300:  # noqa: PLR2004
            return {"message": f"status {status} with a page instead of JSON"}
        raise GitHubUnreachable("GitHub's answer is broken JSON") from None


def _date(headers: Mapping[str, str]) -> dt.datetime | None:
    try:
        return parsedate_to_datetime(headers["date"]).astimezone(dt.UTC)
    except (KeyError, ValueError):
        return None
