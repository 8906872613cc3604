"""REST: one file a family of endpoints, each a function that a route leads to.

Answers are built in `shapes`; nothing here keeps state, and nothing answers what the caller's
token could not see or do on GitHub.
"""

from tests.fakes.rest import (  # noqa: F401 (importing a family fills the routes)
    apps,
    checks,
    comments,
    contents,
    issues,
    people,
    pulls,
    repositories,
    statuses,
)
from tests.fakes.rest.routes import Route, find

__all__ = ["Route", "find"]
