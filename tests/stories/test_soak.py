"""The real service under kill -9, in its short form; `python -m tests.soak` is the long one."""

import sys
from pathlib import Path

import pytest

from tests.soak.run import Size, soak


@pytest.mark.timeout(240)
@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
def test_nothing_is_lost_or_doubled_when_processes_are_killed(
    database: str, tmp_path: Path
) -> None:
    result = soak(Size(kills=8, deliveries=60, pulls=4), database, 1, tmp_path, sys.stdout.write)
    assert result.complaints == []
