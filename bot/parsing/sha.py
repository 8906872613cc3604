"""The digest of a text."""

import hashlib


def text_sha256(text: str) -> str:
    """The SHA-256 of a text in UTF-8, 64 hexadecimal digits; lone surrogates pass as they are."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
