"""Bounded memoization for hot pure functions.

`clear_all()` empties every cache of this process; the table and the screen call it when nobody has played for a while.
"""

from collections.abc import Callable
from functools import _lru_cache_wrapper, lru_cache
from typing import Any, Final, ParamSpec, Protocol, TypeVar, cast
from weakref import WeakSet

IDLE_SECONDS: Final = 30.0  # without a change, after which caches are emptied
Arguments = ParamSpec("Arguments")
Result = TypeVar("Result", covariant=True)
_caches: "WeakSet[_lru_cache_wrapper[Any]]" = WeakSet()


class Memoized(Protocol[Arguments, Result]):
    """A memoized function. Its arguments are checked, as those of `functools.lru_cache` are not."""

    def __call__(self, *args: Arguments.args, **kwargs: Arguments.kwargs) -> Result: ...

    @property
    def __wrapped__(self) -> Callable[Arguments, Result]: ...

    def cache_clear(self) -> None: ...


def memoize(size: int) -> Callable[[Callable[Arguments, Result]], Memoized[Arguments, Result]]:
    """Cache the `size` most recently used results of a function, until `clear_all`."""

    def decorate(function: Callable[Arguments, Result]) -> Memoized[Arguments, Result]:
        cached = lru_cache(size)(function)
        _caches.add(cached)
        return cast("Memoized[Arguments, Result]", cached)

    return decorate


def clear_all() -> None:
    """Empty the caches of every memoized function in this process."""
    for each in list(_caches):
        each.cache_clear()
