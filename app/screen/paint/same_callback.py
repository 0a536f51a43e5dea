"""Whether two functions would do the same, as a thing that is painted again has new ones."""

from collections.abc import Sequence
from functools import partial
from types import FunctionType, MethodType


def alike(one: object, other: object) -> bool:
    """Whether two functions would do the same: the same code with the same values. Anything else: whether it is equal.

    A thing that is painted again has new functions, but does what it did unless a value that they use is another one.
    """
    if isinstance(one, partial) and isinstance(other, partial):
        return _all_alike((one.func, *one.args), (other.func, *other.args)) and one.keywords == other.keywords
    if isinstance(one, MethodType) and isinstance(other, MethodType):  # Python asks whether they are of the same thing
        return one.__func__ is other.__func__ and one.__self__ == other.__self__
    if isinstance(one, FunctionType) and isinstance(other, FunctionType):
        return one.__code__ is other.__code__ and _all_alike(_values(one), _values(other))
    return one == other


def _all_alike(some: Sequence[object], others: Sequence[object]) -> bool:
    return len(some) == len(others) and all(map(alike, some, others))


def _values(function: FunctionType) -> tuple[object, ...]:
    """What a function uses besides its arguments."""
    return (*(function.__defaults__ or ()), *(cell.cell_contents for cell in function.__closure__ or ()))
