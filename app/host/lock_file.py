"""A file that one process holds as long as it is at work, and that others look at."""

import fcntl
import time
from collections.abc import Callable
from pathlib import Path
from typing import IO, Final

TRIES: Final = 10
GLANCE: Final = 0.05  # seconds after each that fails


def hold(lock: IO[str], sleep: Callable[[float], object] = time.sleep) -> bool:
    """Hold it until the file is closed; False if another process does.

    Who only looks whether it is held has it for a moment, too: such a moment is waited for.
    """
    for _ in range(TRIES):
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            sleep(GLANCE)
        else:
            return True
    return False


def is_held(path: Path) -> bool:
    """Whether a process holds it now. OSError if it cannot be read."""
    with path.open() as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False
