"""What the screen does once nothing has changed for a while."""

from ctypes import CDLL
from typing import Final

REST: Final = 2.0  # seconds without a change


def give_memory_back() -> None:
    """What painting needed for a moment goes back to the machine.

    Who paints without a graphics chip takes up to 100 MB for one picture, and glibc keeps most of it. Other C libraries
    are not asked.
    """
    trim = getattr(CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)
