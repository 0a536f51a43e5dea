"""A lock file that one process holds while it works, and that others can test."""

import fcntl
import time
from collections.abc import Callable
from pathlib import Path
from typing import IO, Final

ATTEMPTS: Final = 10
RETRY_SECONDS: Final = 0.05  # between attempts


def acquire_lock(lock: IO[str], sleep: Callable[[float], object] = time.sleep) -> bool:
    """Lock a file until it is closed. Return False if another process holds the lock.

    `is_locked` in another process takes the lock for a moment, so a failed attempt is retried.
    """
    for _ in range(ATTEMPTS):
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            sleep(RETRY_SECONDS)
        else:
            return True
    return False


def is_locked(path: Path) -> bool:
    """Return True if a process holds the lock. OSError if the file cannot be read."""
    with path.open() as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False
