"""Rate limits: what the headers say, and when the answer is no."""

from collections import Counter
from dataclasses import dataclass, field

from tests.fakes.answers import Refused


@dataclass(slots=True)
class Quota:
    """Points an hour for every account and resource; lower `limit` to run out."""

    limit: int = 5000
    content_per_minute: int | None = None
    """GitHub's is 80; None does not count."""
    used: Counter[tuple[int, str, int]] = field(default_factory=Counter)
    content: Counter[tuple[int, int]] = field(default_factory=Counter)

    def spend(self, account: int, resource: str, now: float, *, write: bool) -> None:
        """Count a request, or refuse it."""
        hour, minute = int(now // 3600), int(now // 60)
        if self.used[account, resource, hour] >= self.limit:
            headers = {"x-ratelimit-remaining": "0"}
            raise Refused(403, f"API rate limit exceeded for user ID {account}.", None, headers)
        self.used[account, resource, hour] += 1
        if write and self.content_per_minute is not None:
            self.content[account, minute] += 1
            if self.content[account, minute] > self.content_per_minute:
                raise secondary_limit(60)

    def headers(self, account: int, resource: str, now: float) -> dict[str, str]:
        """`x-ratelimit-*` as of now."""
        hour = int(now // 3600)
        used = self.used[account, resource, hour]
        return {
            "x-ratelimit-limit": str(self.limit),
            "x-ratelimit-remaining": str(max(self.limit - used, 0)),
            "x-ratelimit-used": str(used),
            "x-ratelimit-reset": str((hour + 1) * 3600),
            "x-ratelimit-resource": resource,
        }


def secondary_limit(retry_after: int | None) -> Refused:
    """GitHub's refusal of somebody who is too fast."""
    headers = {} if retry_after is None else {"retry-after": str(retry_after)}
    message = (
        "You have exceeded a secondary rate limit and have been temporarily blocked from content "
        "creation. Please retry your request again later."
    )
    return Refused(403, message, None, headers)
