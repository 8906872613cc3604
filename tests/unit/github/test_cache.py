"""What is kept, what is forgotten."""

from bot.github.cache import MemoryCache, remembered


def test_the_least_recently_used_value_is_forgotten_first() -> None:
    cache = MemoryCache(most_bytes=30)
    for name in ("a", "b", "c"):
        cache.put(name, name, 10)
    cache.get("a")
    cache.put("d", "d", 10)
    assert [cache.get(name) for name in ("a", "b", "c", "d")] == ["a", None, "c", "d"]


def test_what_is_too_heavy_for_all_of_it_is_not_kept() -> None:
    cache = MemoryCache(most_bytes=30)
    cache.put("small", "s", 10)
    cache.put("large", "l", 31)
    assert (cache.get("small"), cache.get("large")) == ("s", None)


def test_the_number_of_values_is_bounded_too() -> None:
    cache = MemoryCache(most_bytes=1000, most_entries=2)
    for name in ("a", "b", "c"):
        cache.put(name, name, 1)
    assert cache.get("a") is None


def test_a_value_kept_again_weighs_once() -> None:
    cache = MemoryCache(most_bytes=30)
    for _ in range(9):
        cache.put("a", "a", 10)
    cache.put("b", "b", 20)
    assert (cache.get("a"), cache.get("b")) == ("a", "b")


def test_remembered_asks_once() -> None:
    cache, asked = MemoryCache(), []

    def ask() -> tuple[str, int]:
        asked.append(1)
        return "answer", 6

    assert [remembered(cache, "key", str, ask) for _ in range(3)] == ["answer"] * 3
    assert len(asked) == 1
