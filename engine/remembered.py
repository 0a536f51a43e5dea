"""What was worked out is remembered, so that it is worked out once; when nobody plays it goes, and begins anew."""

from collections.abc import Callable
from functools import _lru_cache_wrapper, lru_cache
from typing import Any, Final, TypeVar
from weakref import WeakSet

ALONE: Final = 30.0  # seconds without a change, after which nobody is about to play on
Result = TypeVar("Result")
_all: "WeakSet[_lru_cache_wrapper[Any]]" = WeakSet()


def remembered(most: int) -> Callable[[Callable[..., Result]], "_lru_cache_wrapper[Result]"]:
    """Remember the `most` newest answers of a function, until `forget`."""

    def of(function: Callable[..., Result]) -> "_lru_cache_wrapper[Result]":
        kept = lru_cache(most)(function)
        _all.add(kept)
        return kept

    return of


def forget() -> None:
    """All of it, of every function, in this process."""
    for each in list(_all):
        each.cache_clear()
