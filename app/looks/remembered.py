"""What was worked out for drawings, so that it is worked out once; it goes when nobody plays, and begins anew."""

from collections.abc import Callable
from functools import _lru_cache_wrapper, lru_cache
from typing import Any, Final, TypeVar

ALONE: Final = 30.0  # seconds without a change on the screen, after which nobody is about to play on
Result = TypeVar("Result")
_all: "list[_lru_cache_wrapper[Any]]" = []


def remembered(most: int) -> Callable[[Callable[..., Result]], "_lru_cache_wrapper[Result]"]:
    """Remember the `most` newest answers of a function, until `forget`."""

    def of(function: Callable[..., Result]) -> "_lru_cache_wrapper[Result]":
        kept = lru_cache(most)(function)
        _all.append(kept)
        return kept

    return of


def forget() -> None:
    """All of it, of every function."""
    for each in _all:
        each.cache_clear()
