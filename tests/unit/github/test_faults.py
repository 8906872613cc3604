"""Which error each refusal of GitHub's becomes, and how long it says to wait."""

import pytest

from bot.errors import Forbidden, GitHubError, GitHubUnreachable, NotFound, RateLimited
from bot.github.faults import PATIENCE, query_refusal, refusal

NOW = 1_775_131_200.0


@pytest.mark.parametrize(
    ("status", "body", "kind"),
    [
        (401, {"message": "Bad credentials"}, Forbidden),
        (403, {"message": "Resource not accessible by integration"}, Forbidden),
        (404, {"message": "Not Found"}, NotFound),
        (410, {"message": "Gone"}, NotFound),
        (409, {"message": "Conflict"}, GitHubError),
        (422, {"message": "Validation Failed", "errors": [{"code": "invalid"}]}, GitHubError),
        (500, None, GitHubUnreachable),
        (502, {"message": "Server Error"}, GitHubUnreachable),
        (302, None, GitHubUnreachable),
    ],
)
def test_a_status_becomes_the_error_of_whoever_has_to_act(
    status: int, body: object, kind: type[GitHubError]
) -> None:
    assert type(refusal(status, {}, body, NOW)) is kind


def test_what_github_says_is_passed_on_but_not_without_end() -> None:
    error = refusal(
        422, {}, {"message": "Validation Failed", "errors": [{"message": "x" * 900}]}, 0
    )
    assert str(error).startswith("GitHub refuses (422): Validation Failed; xxx")
    assert len(str(error)) < 350


@pytest.mark.parametrize(
    ("status", "headers", "message", "seconds"),
    [
        (403, {"retry-after": "7"}, "You have exceeded a secondary rate limit", 7.0),
        (429, {"retry-after": "30"}, "", 30.0),
        (403, {"x-ratelimit-remaining": "0", "x-ratelimit-reset": str(int(NOW) + 90)}, "", 90.0),
        (403, {}, "You have exceeded a secondary rate limit.", PATIENCE),
        (403, {}, "API rate limit exceeded for installation.", PATIENCE),
        (429, {}, "", PATIENCE),
        (403, {"retry-after": "soon"}, "", PATIENCE),
    ],
)
def test_a_limit_says_how_long_to_wait(
    status: int, headers: dict[str, str], message: str, seconds: float
) -> None:
    error = refusal(status, headers, {"message": message}, NOW)
    assert isinstance(error, RateLimited)
    assert error.seconds == seconds


def test_the_time_until_a_reset_is_measured_with_githubs_own_clock() -> None:
    headers = {
        "x-ratelimit-remaining": "0",
        "x-ratelimit-reset": "1775131320",
        "date": "Thu, 02 Apr 2026 12:00:00 GMT",
    }
    error = refusal(403, headers, {}, now=0.0)
    assert isinstance(error, RateLimited)
    assert error.seconds == 120.0


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        ({"type": "NOT_FOUND", "message": "Could not resolve"}, NotFound),
        ({"type": "FORBIDDEN", "message": "Resource not accessible"}, Forbidden),
        ({"type": "RATE_LIMITED", "message": "API rate limit exceeded"}, RateLimited),
        ({"message": "was submitted too quickly"}, RateLimited),
        ({"message": "Something went wrong while executing your query."}, GitHubUnreachable),
        ({"type": "UNPROCESSABLE", "message": "Body is too long"}, GitHubError),
        ("no object at all", GitHubError),
    ],
)
def test_a_graphql_error_becomes_the_error_of_whoever_has_to_act(
    error: object, kind: type[GitHubError]
) -> None:
    assert type(query_refusal([error], {}, NOW)) is kind
