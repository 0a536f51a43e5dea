"""What a process holds and does not use goes back to the machine."""

from ctypes import CDLL


def give_back() -> None:
    """glibc keeps what lies free between what is used, until it is asked; other C libraries are not asked.

    Takes some 10 ms for each 100 MB, in which Python goes on; whoever needs much memory then waits for it.
    """
    trim = getattr(CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)
