"""What GitHub said of things that cannot change: everything is keyed by a commit or object id."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Final, Protocol, TypeVar

MOST_BYTES: Final = 256 * 1024 * 1024
MOST_ENTRIES: Final = 100_000

T = TypeVar("T")


class Cache(Protocol):
    """A place to keep values that never go out of date; it may forget any of them."""

    def get(self, key: Hashable) -> object | None:
        """The value kept under this key, or None."""

    def put(self, key: Hashable, value: object, weight: int) -> None:
        """Keep a value that takes about `weight` bytes."""


class MemoryCache:
    """The least recently used values of one process, within a bound of bytes and of entries."""

    def __init__(self, most_bytes: int = MOST_BYTES, most_entries: int = MOST_ENTRIES) -> None:
        self._most_bytes = most_bytes
        self._most_entries = most_entries
        self._kept: OrderedDict[Hashable, tuple[object, int]] = OrderedDict()
        self._bytes = 0
        self._lock = threading.Lock()

    def get(self, key: Hashable) -> object | None:
        """The value kept under this key, or None; it becomes the most recently used."""
        with self._lock:
            found = self._kept.get(key)
            if found is None:
                return None
            self._kept.move_to_end(key)
            return found[0]

    def put(self, key: Hashable, value: object, weight: int) -> None:
        """Keep a value, forgetting the oldest that no longer fit; not one too heavy for all."""
        if weight > self._most_bytes:
            return
        with self._lock:
            self._forget(key)
            self._kept[key] = (value, weight)
            self._bytes += weight
            while self._bytes > self._most_bytes or len(self._kept) > self._most_entries:
                self._forget(next(iter(self._kept)))

    def _forget(self, key: Hashable) -> None:
        _, weight = self._kept.pop(key, (None, 0))
        self._bytes -= weight


def remembered(cache: Cache, key: Hashable, kind: type[T], ask: Callable[[], tuple[T, int]]) -> T:
    """The value under this key, asked for (with its weight in bytes) where it is not kept yet."""
    found = cache.get(key)
    if isinstance(found, kind):
        return found
    value, weight = ask()
    cache.put(key, value, weight)
    return value
