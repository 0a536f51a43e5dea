"""Equality of callbacks: repainting creates new functions that do the same as the old ones."""

from collections.abc import Sequence
from functools import partial
from types import FunctionType, MethodType


def is_same_callback(one: object, other: object) -> bool:
    """Check whether two callbacks do the same: equal code with equal values. Compare anything else by ==."""
    if isinstance(one, partial) and isinstance(other, partial):
        return _are_same((one.func, *one.args), (other.func, *other.args)) and one.keywords == other.keywords
    if isinstance(one, MethodType) and isinstance(other, MethodType):  # Python's own == compares __self__ by identity
        return one.__func__ is other.__func__ and one.__self__ == other.__self__
    if isinstance(one, FunctionType) and isinstance(other, FunctionType):
        return one.__code__ is other.__code__ and _are_same(_values(one), _values(other))
    return one == other


def _are_same(some: Sequence[object], others: Sequence[object]) -> bool:
    return len(some) == len(others) and all(map(is_same_callback, some, others))


def _values(function: FunctionType) -> tuple[object, ...]:
    """Return the defaults and closure values of a function."""
    return (*(function.__defaults__ or ()), *(cell.cell_contents for cell in function.__closure__ or ()))
