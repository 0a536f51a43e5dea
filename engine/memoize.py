"""Bounded memoization for hot pure functions.

`clear_all()` empties every cache of this process; the table and the screen call it when nobody has played for a while.
"""

from collections.abc import Callable
from functools import _lru_cache_wrapper, lru_cache
from typing import Any, Final, TypeVar
from weakref import WeakSet

IDLE_SECONDS: Final = 30.0  # without a change, after which caches are emptied
Result = TypeVar("Result")
_caches: "WeakSet[_lru_cache_wrapper[Any]]" = WeakSet()


def memoize(size: int) -> Callable[[Callable[..., Result]], "_lru_cache_wrapper[Result]"]:
    """Cache the `size` most recently used results of a function, until `clear_all`."""

    def decorate(function: Callable[..., Result]) -> "_lru_cache_wrapper[Result]":
        cached = lru_cache(size)(function)
        _caches.add(cached)
        return cached

    return decorate


def clear_all() -> None:
    """Empty the caches of every memoized function in this process."""
    for each in list(_caches):
        each.cache_clear()
