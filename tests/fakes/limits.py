"""GitHub's limits of length and number; every one that a bot runs into.

Where they come from: GitHub's reference (description 140, 50 annotations, 3,000 files, 250 commits,
1,000 statuses, 65,535 for a check's texts), GitHub's own words for comments (65,536 characters;
others have seen it take 262,144 bytes, which nobody has promised), and measurements that others
published (2,500 comments).
"""

from tests.fakes.answers import Refused

COMMENT_CHARACTERS = 65_536
COMMENTS = 2_500
DESCRIPTION = 140
CONTEXT = 255
PLAIN = 0xFFFF
CHECK_TEXT = 65_535
ANNOTATIONS = 50
LISTED_FILES = 3_000
LISTED_COMMITS = 250
STATUSES = 1_000
TEXT_BYTES = 512_000
CONTENTS_BYTES = 1_048_576
BLOB_BYTES = 104_857_600
PAGE = 100


def check_comment(body: str) -> None:
    """Refuse an empty or too long comment, with GitHub's words."""
    if not body.strip():
        raise Refused.invalid("IssueComment", "body", "missing_field", "body can't be blank")
    if len(body) > COMMENT_CHARACTERS:
        raise Refused.invalid(
            "IssueComment",
            "body",
            "unprocessable",
            f"Body is too long (maximum is {COMMENT_CHARACTERS} characters)",
        )


def check_status(context: str, description: str | None, count: int) -> None:
    """Refuse a status that is too long, or one too many of its context."""
    if len(description or "") > DESCRIPTION:
        raise Refused.invalid(
            "Status", "description", "custom", "description is too long (maximum is 140 characters)"
        )
    if any(ord(letter) > PLAIN for letter in description or ""):
        message = "description contains unicode characters above 0xffff"
        raise Refused.invalid("Status", "description", "custom", message)
    if len(context) > CONTEXT:
        raise Refused.invalid(
            "Status", "context", "custom", "context is too long (maximum is 255 characters)"
        )
    if count >= STATUSES:
        raise Refused(
            422,
            "Validation Failed: This SHA and context has reached the maximum number of statuses.",
        )


def check_output(title: str | None, summary: str | None, text: str | None, count: int) -> None:
    """Refuse a check run's output that GitHub would refuse."""
    for field, value in (("summary", summary), ("text", text), ("title", title)):
        if value is not None and len(value) > CHECK_TEXT:
            raise Refused(
                422, f"Invalid request.\n\nOnly {CHECK_TEXT} characters are allowed; {field}"
            )
    if count > ANNOTATIONS:
        raise Refused(
            422,
            f"Invalid request.\n\nNo more than {ANNOTATIONS} items are allowed; {count} were sent.",
        )
