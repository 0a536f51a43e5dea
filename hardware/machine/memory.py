"""What a process holds: what it does not use goes back to the machine, and what stays is left alone."""

import gc
from ctypes import CDLL

LOOKED_THROUGH = (20_000, 20, 20)  # after so many new values, then of these times all newer, then all


def spare_the_collector() -> None:
    """Spare the collector what stays: looking through that holds up whoever waits for an answer.

    A tap makes thousands of values for seven phones, a page of a club's standings as many, and hardly any in a circle:
    looked through as often as Python does by itself, they made the slowest taps half as slow again, and the slowest
    pages five times.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*LOOKED_THROUGH)


def collect_and_give_back() -> None:
    """Python keeps room for 2,000 tuples of each length that are gone, nearly 4 MB, until it has looked through all."""
    gc.collect()
    give_back()


def give_back() -> None:
    """glibc keeps what lies free between what is used, until it is asked; other C libraries are not asked.

    Takes some 10 ms for each 100 MB, in which Python goes on; whoever needs much memory then waits for it.
    """
    trim = getattr(CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)
