"""The patterns of detect-secrets, as constants; import it only when there is text to look at."""

import re
from collections.abc import Iterator, Mapping
from typing import Final

from detect_secrets.core.plugins.util import get_mapping_from_secret_type_to_class
from detect_secrets.plugins.base import BasePlugin, RegexBasedDetector
from detect_secrets.plugins.high_entropy_strings import (
    Base64HighEntropyString,
    HexHighEntropyString,
)
from detect_secrets.plugins.ip_public import IPPublicDetector
from detect_secrets.plugins.keyword import CONFIG_DENYLIST_REGEX_TO_GROUP
from detect_secrets.plugins.private_key import PrivateKeyDetector


def _detectors() -> Iterator[type[RegexBasedDetector]]:
    classes: Mapping[str, type[BasePlugin]] = get_mapping_from_secret_type_to_class()
    for _, plugin in sorted(classes.items()):
        if issubclass(plugin, RegexBasedDetector) and plugin is not IPPublicDetector:
            yield plugin


PATTERNS: Final[tuple[re.Pattern[str], ...]] = tuple(
    pattern
    for plugin in _detectors()
    for pattern in plugin.denylist  # type: ignore[attr-defined]  # an abstractproperty
)
"""What the tokens of known services look like. (A public address is no credential.)"""

KEYWORDS: Final[tuple[tuple[re.Pattern[str], int], ...]] = tuple(
    CONFIG_DENYLIST_REGEX_TO_GROUP.items()
)
"""`password: …`, with the group of the pattern that holds the value."""

PRIVATE_KEYS: Final[tuple[re.Pattern[str], ...]] = tuple(PrivateKeyDetector.denylist)
"""The first lines of private keys; the text around them is the key."""

ENTROPY: Final = (Base64HighEntropyString(limit=4.5), HexHighEntropyString(limit=3.0))
"""More bits a character than this, and it is random: the library's own defaults."""
