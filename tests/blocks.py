"""Blocks of games (`app.commands.blocks`) without Dask."""

from collections.abc import Callable, Iterable
from typing import Any


def played_here(each: Callable[[Any], Any], wanted: Iterable[Any], keep: Callable[[Any, Any], None], _: object) -> None:
    """This process plays them."""
    for block in wanted:
        keep(block, each(block))


def all_is_kept(each: Callable[[Any], Any], wanted: Iterable[Any], keep: Callable[[Any, Any], None], _: object) -> None:
    """Nobody plays any more."""
    assert [*wanted] == []
