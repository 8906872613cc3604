"""Names that must not be mistaken for one another, each a type of its own."""

from typing import NewType

DatasetName = NewType("DatasetName", str)
"""A dataset as its owners spell it, in any letters and signs; compared exactly."""

RequestName = NewType("RequestName", str)
"""`[a-z0-9]+(-[a-z0-9]+)*`, at most 64 characters, unique within a pull request."""

CommitSha = NewType("CommitSha", str)
"""A full commit id in lower case: 40 hexadecimal digits, or 64 in a SHA-256 repository."""

ScopeDigest = NewType("ScopeDigest", str)
"""`sha256:` and 64 hexadecimal digits over the canonical form of a scope."""

GateId = NewType("GateId", str)
"""`[a-z0-9]+(-[a-z0-9]+)*`, unique within a plan."""

PartitionKey = NewType("PartitionKey", str)
"""A partition as it is printed and typed: `2026-03-01`, `2026-03`, `EU`."""

UserId = NewType("UserId", int)
"""GitHub's numeric account id; it survives a rename, which a login does not."""
